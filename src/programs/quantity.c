/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/quantity.h"

#include "pantin/base/file.h"
#include "pantin/base/text.h"

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

/* Writes the header fields of a group, "PREFIX.NAME_x [UNIT]". */
static void write_names(FILE *stream, const quantity_rows *group, int first)
{
  for (const quantity *q = group->column; q < group->column + group->columns;
       q++) {
    const size_t fields = q->components ? strlen(q->components) : 1;
    for (size_t i = 0; i < fields && !q->no_csv; i++, first = 0) {
      fprintf(stream, "%s%s%s%s", first ? "" : ",",
              group->prefix ? group->prefix : "", group->prefix ? "." : "",
              q->name);
      if (q->components)
        fprintf(stream, "_%c", q->components[i]);
      if (q->number > 0)
        fprintf(stream, "%zu", q->number);
      if (q->unit)
        fprintf(stream, " [%s]", q->unit);
    }
  }
}

/* Writes the fields of row k of a group. */
static void write_fields(FILE *stream, const quantity_rows *group, size_t k,
                         int first)
{
  char number[PN_TEXT_NUMBER];
  for (const quantity *q = group->column; q < group->column + group->columns;
       q++) {
    const double *vector = member_of(group, k, q);
    const size_t fields = q->components ? strlen(q->components) : 1;
    for (size_t i = 0; i < fields && !q->no_csv; i++, first = 0) {
      if (!first)
        putc(',', stream);
      if (q->kind == QUANTITY_TEXT)
        fputs(text_of(group, k, q), stream);
      else
        fputs(pn_text_number(number, !has(group, k, q) ? NAN
                                     : q->components   ? vector[i]
                                                       : value_of(group, k, q)),
              stream);
    }
  }
}

int quantity_csv(const char *path, const quantity_rows *group, size_t groups,
                 pn_error *error)
{
  pn_file file;
  const int code = pn_file_open(&file, path, error);
  if (code)
    return code;
  for (size_t g = 0; g < groups; g++)
    write_names(file.stream, &group[g], g == 0);
  putc('\n', file.stream);
  for (size_t k = 0; k < group->rows; k++) {
    for (size_t g = 0; g < groups; g++)
      write_fields(file.stream, &group[g], k, g == 0);
    putc('\n', file.stream);
  }
  return pn_file_commit(&file, error);
}

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

/* The parts of a format such as "  %-16.16s". */
typedef struct {
  int gap;                /* characters before the conversion */
  int width;              /* negative: to the left */
  const char *conversion; /* "%-16.16s" */
} cell_format;

static cell_format format_of(const quantity *q)
{
  const char *percent = strchr(q->format, '%');
  return (cell_format){(int)(percent - q->format),
                       (int)strtol(percent + 1, NULL, 10), percent};
}

/* Returns the width of a column, to the left if negative: that of its format,
   or of its longest text. */
static int width_of(const quantity_rows *rows, const quantity *q)
{
  const cell_format format = format_of(q);
  int width = abs(format.width);
  for (size_t k = 0; k < rows->rows && q->kind == QUANTITY_TEXT; k++) {
    const int length =
        snprintf(NULL, 0, format.conversion, text_of(rows, k, q));
    width = length > width ? length : width;
  }
  return format.width < 0 ? -width : width;
}

int quantity_width(const quantity_rows *rows, size_t column)
{
  return width_of(rows, &rows->column[column]);
}

void quantity_headings(FILE *stream, const quantity_rows *rows)
{
  for (const quantity *q = rows->column; q < rows->column + rows->columns;
       q++) {
    char usual[80];
    if (!q->format)
      continue;
    snprintf(usual, sizeof usual, q->unit ? "%s [%s]" : "%s", q->name, q->unit);
    fprintf(stream, "%.*s%*s", format_of(q).gap, q->format, width_of(rows, q),
            q->heading ? q->heading : usual);
  }
  fputc('\n', stream);
}

void quantity_cells(FILE *stream, const quantity_rows *rows, size_t k,
                    size_t columns)
{
  for (const quantity *q = rows->column; q < rows->column + columns; q++) {
    if (!q->format)
      continue;
    const cell_format format = format_of(q);
    if (!has(rows, k, q) || (q->shown && !q->shown(row_of(rows, k))))
      fprintf(stream, "%.*s%*s", format.gap, q->format, width_of(rows, q), "-");
    else if (q->kind == QUANTITY_TEXT) {
      const int wanted = abs(width_of(rows, q));
      fprintf(stream, "%.*s", format.gap, q->format);
      const int printed =
          fprintf(stream, format.conversion, text_of(rows, k, q));
      if (printed < wanted)
        fprintf(stream, "%*s", wanted - printed, "");
    } else if (q->kind == QUANTITY_REAL)
      fprintf(stream, q->format, value_of(rows, k, q));
    else
      fprintf(stream, q->format, (size_t)value_of(rows, k, q));
  }
}

void quantity_table(FILE *stream, const quantity_rows *rows)
{
  quantity_headings(stream, rows);
  for (size_t k = 0; k < rows->rows; k++) {
    quantity_cells(stream, rows, k, rows->columns);
    fputc('\n', stream);
  }
}
