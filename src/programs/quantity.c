/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/quantity.h"

#include "pantin/base/alloc.h"
#include "pantin/base/file.h"
#include "pantin/base/text.h"
#include "programs/interrupt.h"

#include <errno.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const void *row_of(const quantity_rows *rows, size_t k)
{
  return (const char *)rows->row + k * rows->stride;
}

static const void *member_of(const quantity_rows *rows, size_t k,
                             const quantity *of)
{
  return (const char *)row_of(rows, k) + of->offset;
}

static int has(const quantity_rows *rows, size_t k, const quantity *of)
{
  return !of->has || of->has(row_of(rows, k));
}

/* Returns the value as a double, which holds every count that there is. */
static double value_of(const quantity_rows *rows, size_t k, const quantity *of)
{
  const void *member = member_of(rows, k, of);
  if (of->get)
    return of->get(row_of(rows, k));
  switch (of->kind) {
  case QUANTITY_COUNT:
    return (double)*(const size_t *)member;
  case QUANTITY_FLAG:
    return *(const int *)member;
  case QUANTITY_ROW:
    return (double)k;
  default:
    return *(const double *)member;
  }
}

static const char *text_of(const quantity_rows *rows, size_t k,
                           const quantity *of)
{
  if (of->text)
    return of->text(row_of(rows, k));
  return *(const char *const *)member_of(rows, k, of);
}

/* Adds a text to the row. */
static void add(quantity_stream *stream, const char *text)
{
  const size_t length = strlen(text);
  if (stream->length + length > stream->room) {
    const size_t room = 2 * (stream->length + length);
    char *larger = pn_realloc(stream->text, room, 1);
    if (!larger) {
      stream->failed = 1;
      return;
    }
    stream->text = larger;
    stream->room = room;
  }
  memcpy(stream->text + stream->length, text, length);
  stream->length += length;
}

/* Adds what stands before a field: nothing before the first one of a row. */
static void add_comma(quantity_stream *stream)
{
  if (stream->length > 0)
    add(stream, ",");
}

/* Adds the names of a group, "PREFIX.NAME_x [UNIT]". */
static void add_names(quantity_stream *stream, const quantity_rows *group)
{
  char text[64];
  for (const quantity *q = group->column; q < group->column + group->columns;
       q++) {
    const size_t fields = q->components ? strlen(q->components) : 1;
    for (size_t i = 0; i < fields && !q->no_csv; i++) {
      add_comma(stream);
      if (group->prefix) {
        add(stream, group->prefix);
        add(stream, ".");
      }
      add(stream, q->name);
      if (q->components)
        add(stream, (const char[]){'_', q->components[i], '\0'});
      if (q->number > 0) {
        snprintf(text, sizeof text, "%zu", q->number);
        add(stream, text);
      }
      if (q->unit) {
        snprintf(text, sizeof text, " [%s]", q->unit);
        add(stream, text);
      }
    }
  }
}

/* Adds the fields of row k of a group. */
static void add_fields(quantity_stream *stream, const quantity_rows *group,
                       size_t k)
{
  char number[PN_TEXT_NUMBER];
  for (const quantity *q = group->column; q < group->column + group->columns;
       q++) {
    const double *vector = member_of(group, k, q);
    const size_t fields = q->components ? strlen(q->components) : 1;
    for (size_t i = 0; i < fields && !q->no_csv; i++) {
      add_comma(stream);
      add(stream, q->kind == QUANTITY_TEXT
                      ? text_of(group, k, q)
                      : pn_text_number(number, !has(group, k, q) ? NAN
                                               : q->components
                                                   ? vector[i]
                                                   : value_of(group, k, q)));
    }
  }
}

/* Writes the row that was put together. */
static int write_row(quantity_stream *stream, pn_error *error)
{
  pn_file *file = &stream->file;
  add(stream, "\n");
  errno = 0;
  const int failed = stream->failed || fwrite(stream->text, 1, stream->length,
                                              file->stream) < stream->length;
  stream->length = 0;
  if (!failed)
    return GSL_SUCCESS;
  const int code =
      stream->failed ? pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory")
                     : pn_error_set(error, GSL_EFAILED, file->path, 0,
                                    "cannot be written: %s", strerror(errno));
  pn_file_discard(file);
  return code;
}

/* Opens the file without a buffer, so that each row is there at once, and
   writes the names of the columns. */
static int begin(quantity_stream *stream, const char *path,
                 const quantity_rows *group, size_t groups, pn_error *error)
{
  *stream = (quantity_stream){.group = group, .groups = groups};
  int code = pn_file_open(&stream->file, path, error);
  if (code)
    return code;
  setvbuf(stream->file.stream, NULL, _IONBF, 0); /* each row at once */
  for (size_t g = 0; g < groups; g++)
    add_names(stream, &group[g]);
  return write_row(stream, error);
}

int quantity_stream_open(quantity_stream *stream, const char *path,
                         const quantity_rows *group, size_t groups,
                         pn_error *error)
{
  const int code = begin(stream, path, group, groups, error);
  if (!code)
    pn_file_keep(&stream->file);
  return code;
}

int quantity_stream_row(quantity_stream *stream, size_t k, pn_error *error)
{
  for (size_t g = 0; g < stream->groups; g++)
    add_fields(stream, &stream->group[g], k);
  return write_row(stream, error);
}

int quantity_stream_commit(quantity_stream *stream, pn_error *error)
{
  interrupt_heed(); /* a disk may need longer than the deadline */
  return pn_file_commit(&stream->file, error);
}

void quantity_stream_free(quantity_stream *stream)
{
  pn_file_discard(&stream->file);
  pn_free(stream->text);
}

int quantity_csv(const char *path, const quantity_rows *group, size_t groups,
                 pn_error *error)
{
  quantity_stream stream;
  int code = begin(&stream, path, group, groups, error);
  for (size_t k = 0; !code && k < group->rows; k++)
    code = quantity_stream_row(&stream, k, error);
  if (!code)
    code = quantity_stream_commit(&stream, error);
  quantity_stream_free(&stream);
  return code;
}

/* Writes one member of an object by its kind; null if the row does not have it.
 */
static void write_member(pn_json *json, const quantity_rows *rows, size_t k,
                         const quantity *q)
{
  if (!has(rows, k, q))
    pn_json_string(json, q->name, NULL);
  else if (q->components)
    pn_json_reals(json, q->name, strlen(q->components), member_of(rows, k, q));
  else if (q->kind == QUANTITY_TEXT)
    pn_json_string(json, q->name, text_of(rows, k, q));
  else if (q->kind == QUANTITY_FLAG)
    pn_json_boolean(json, q->name, value_of(rows, k, q) != 0);
  else if (q->kind == QUANTITY_REAL)
    pn_json_real(json, q->name, value_of(rows, k, q));
  else
    pn_json_count(json, q->name, (size_t)value_of(rows, k, q));
}

void quantity_json_row(pn_json *json, const quantity_rows *rows, size_t k)
{
  for (size_t c = 0; c < rows->columns; c++)
    if (!rows->column[c].no_json)
      write_member(json, rows, k, &rows->column[c]);
}

void quantity_json(pn_json *json, const char *key, const quantity_rows *rows)
{
  pn_json_array(json, key);
  for (size_t k = 0; k < rows->rows; k++) {
    pn_json_object(json, NULL);
    quantity_json_row(json, rows, k);
    pn_json_end(json);
  }
  pn_json_end(json);
}

/* Tells whether the table shows row k: the last, and others at equal distances
   from the first on. */
static int is_listed(const quantity_rows *rows, size_t k)
{
  const size_t last = rows->rows - 1;
  const size_t stride =
      rows->lines > 0 && rows->rows > rows->lines ? last / rows->lines : 1;
  return k == last || k % stride == 0;
}

enum { NUMBER = 4 }; /* the width of the number of a row */

/* A column of the table, or one that it does not have. */
typedef struct {
  int is_there;
  int gap;             /* characters before the cell */
  int width;           /* negative: to the left */
  char conversion[16]; /* with a star for the width: "%*.3e" */
  char heading[64];
} layout;

/* Returns the number of digits before the decimal point of x > 0; 0 or less
   where only zeros stand there. */
static int digits_before(double x)
{
  return (int)floor(log10(x)) + 1;
}

/* Chooses width and conversion by `digits`: as many decimals in each row, or
   powers of ten where that would be too wide. */
static void lay_digits(layout *of, const quantity_rows *rows, const quantity *q)
{
  enum { WIDEST = 12 };
  double least = INFINITY, most = 0;
  int sign = 0, before = 1, decimals = 0;
  for (size_t k = 0; k < rows->rows; k++) {
    const double x = has(rows, k, q) ? value_of(rows, k, q) : NAN;
    if (is_listed(rows, k) && isfinite(x) && x != 0) {
      least = fmin(least, fabs(x));
      most = fmax(most, fabs(x));
      sign |= x < 0;
    }
  }
  if (most > 0) {
    const int of_most = digits_before(most), of_least = digits_before(least);
    before = of_most > 1 ? of_most : 1;
    decimals =
        q->digits - of_most > 2 - of_least ? q->digits - of_most : 2 - of_least;
    decimals = decimals > 0 ? decimals : 0;
  }
  of->width = sign + before + (decimals > 0) + decimals;
  const int is_wide = of->width > WIDEST;
  if (is_wide) {
    decimals = q->digits - 1;
    of->width = sign + (int)strlen("1e-06") + (decimals > 0) + decimals;
  }
  snprintf(of->conversion, sizeof of->conversion, "%%*.%d%c", decimals,
           is_wide ? 'e' : 'f');
}

/* Lays out a column. Its width is that of its format, or of its heading and
   its numbers, and at least that of its texts. */
static layout lay_out(const quantity_rows *rows, const quantity *q)
{
  layout of = {.is_there = q->format || q->digits > 0, .gap = 2};
  if (!of.is_there)
    return of;
  if (q->heading)
    snprintf(of.heading, sizeof of.heading, "%s", q->heading);
  else
    snprintf(of.heading, sizeof of.heading, q->unit ? "%s [%s]" : "%s", q->name,
             q->unit);
  if (q->format) {
    const char *percent = strchr(q->format, '%');
    char *end;
    of.gap = (int)(percent - q->format);
    of.width = (int)strtol(percent + 1, &end, 10);
    snprintf(of.conversion, sizeof of.conversion, "%%*%s", end);
  } else {
    const int heading = (int)strlen(of.heading);
    lay_digits(&of, rows, q);
    of.width = heading > of.width ? heading : of.width;
  }
  for (size_t k = 0; q->kind == QUANTITY_TEXT && k < rows->rows; k++) {
    const int length = snprintf(NULL, 0, of.conversion, 0, text_of(rows, k, q));
    if (is_listed(rows, k) && length > abs(of.width))
      of.width = of.width < 0 ? -length : length;
  }
  return of;
}

int quantity_width(const quantity_rows *rows, size_t column)
{
  return lay_out(rows, &rows->column[column]).width;
}

void quantity_headings(FILE *stream, const quantity_rows *rows)
{
  if (rows->numbered)
    fprintf(stream, "%*s", NUMBER, "");
  for (size_t c = 0; c < rows->columns; c++) {
    const layout of = lay_out(rows, &rows->column[c]);
    if (of.is_there)
      fprintf(stream, "%*s%*s", of.gap, "", of.width, of.heading);
  }
  fputc('\n', stream);
}

/* Prints the cell of row k in a column. */
static void print_cell(FILE *stream, const quantity_rows *rows, size_t k,
                       const quantity *q, const layout *of)
{
  if (!of->is_there)
    return;
  const tone in = q->tone ? q->tone(row_of(rows, k)) : TONE_PLAIN;
  fprintf(stream, "%*s%s", of->gap, "", tone_begin(stream, in));
  if (!has(rows, k, q) || (q->shown && !q->shown(row_of(rows, k))))
    fprintf(stream, "%*s", of->width, "-");
  else if (q->kind == QUANTITY_TEXT)
    fprintf(stream, of->conversion, of->width, text_of(rows, k, q));
  else if (q->kind == QUANTITY_REAL)
    fprintf(stream, of->conversion, of->width, value_of(rows, k, q));
  else
    fprintf(stream, of->conversion, of->width, (size_t)value_of(rows, k, q));
  fputs(tone_end(stream, in), stream);
}

void quantity_cells(FILE *stream, const quantity_rows *rows, size_t k,
                    size_t columns)
{
  for (size_t c = 0; c < columns; c++) {
    const layout of = lay_out(rows, &rows->column[c]);
    print_cell(stream, rows, k, &rows->column[c], &of);
  }
}

void quantity_table(FILE *stream, const quantity_rows *rows)
{
  /* Laid out once, or, where memory is short, for each row. */
  layout *once = pn_alloc(rows->columns, sizeof *once);
  for (size_t c = 0; c < rows->columns && once; c++)
    once[c] = lay_out(rows, &rows->column[c]);
  quantity_headings(stream, rows);
  for (size_t k = 0; k < rows->rows; k++) {
    if (!is_listed(rows, k))
      continue;
    if (rows->numbered)
      fprintf(stream, "%*zu", NUMBER, k + 1);
    for (size_t c = 0; c < rows->columns && once; c++)
      print_cell(stream, rows, k, &rows->column[c], &once[c]);
    if (!once)
      quantity_cells(stream, rows, k, rows->columns);
    fputc('\n', stream);
  }
  pn_free(once);
}
