/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reads the tables that csv.c writes. */
#include "pantin/base/alloc.h"
#include "pantin/base/csv.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Reads the whole text of a stream, to be freed. Returns GSL_ENOMEM, or
   GSL_EFAILED if it is too long or cannot be read; *text is NULL then. */
static int read_text(FILE *stream, char **text)
{
  size_t length = 0, room = 1 << 12;
  int code = GSL_EFAILED;
  *text = NULL;
  while (room <= 2 * (size_t)PN_CSV_BYTES && !ferror(stream)) {
    char *larger = pn_realloc(*text, room, 1);
    if (!larger) {
      code = GSL_ENOMEM;
      break;
    }
    *text = larger;
    length += fread(larger + length, 1, room - length - 1, stream);
    larger[length] = '\0';
    if (length + 1 < room && !ferror(stream))
      return GSL_SUCCESS;
    room *= 2;
  }
  pn_free(*text);
  *text = NULL;
  return code;
}

static size_t count(const char *text, char c)
{
  size_t n = 0;
  for (; *text; text++)
    n += *text == c;
  return n;
}

/* Cuts the text at its first c and returns what follows, NULL if there is
   none. */
static char *cut(char *text, char c)
{
  char *at = strchr(text, c);
  if (at)
    *at++ = '\0';
  return at;
}

/* Cuts a unit off the end of a name, which may have brackets of its own. */
static void cut_unit(char *name)
{
  name[strcspn(name, "\r")] = '\0';
  const size_t length = strlen(name);
  char *unit = NULL;
  for (char *at = strstr(name, " ["); at; at = strstr(at + 1, " ["))
    unit = at;
  if (unit && name[length - 1] == ']')
    *unit = '\0';
}

/* Reads the header line, which some programs begin with the mark of UTF-8. */
static int read_names(pn_csv_table *table, char *line)
{
  static const char mark[] = "\xef\xbb\xbf";
  if (strncmp(line, mark, strlen(mark)) == 0)
    line += strlen(mark);
  table->columns = count(line, ',') + 1;
  table->name = pn_alloc(table->columns, sizeof *table->name);
  for (size_t i = 0; table->name && i < table->columns; i++) {
    table->name[i] = line;
    line = cut(line, ',');
    cut_unit(table->name[i]);
  }
  return table->name ? GSL_SUCCESS : GSL_ENOMEM;
}

static int compare_names(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Refuses a table in which two columns have one name. */
static int refuse_twins(const pn_csv_table *table, const char *path,
                        pn_error *error)
{
  char **name = pn_alloc(table->columns, sizeof *name);
  if (!name)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  memcpy(name, table->name, table->columns * sizeof *name);
  qsort(name, table->columns, sizeof *name, compare_names);
  int code = GSL_SUCCESS;
  for (size_t i = 1; i < table->columns && !code; i++)
    if (strcmp(name[i - 1], name[i]) == 0)
      code = pn_error_set(error, GSL_EINVAL, path, 1,
                          "there are two columns '%s'", name[i]);
  pn_free(name);
  return code;
}

/* Reads one row; GSL_EINVAL if it has not as many cells as the header. */
static int read_row(pn_csv_table *table, char *line)
{
  double *row = table->value + table->columns * table->rows;
  for (size_t i = 0; i < table->columns; i++) {
    if (!line)
      return GSL_EINVAL;
    char *cell = line, *end;
    line = cut(cell, ',');
    row[i] = strtod(cell, &end);
    if (end == cell || end[strspn(end, " \t\r")] != '\0')
      row[i] = NAN;
  }
  table->rows++;
  return line ? GSL_EINVAL : GSL_SUCCESS;
}

/* Reads the table out of its text. */
static int read_table(pn_csv_table *table, const char *path, pn_error *error)
{
  const size_t lines = count(table->text, '\n') + 1;
  char *next = cut(table->text, '\n');
  int code = read_names(table, table->text), line = 1;
  if (!code) {
    table->value = pn_alloc(lines * table->columns, sizeof *table->value);
    code = table->value ? GSL_SUCCESS : GSL_ENOMEM;
  }
  if (code)
    return pn_error_set(error, code, NULL, 0, "out of memory");
  if (table->columns == 1 && strchr(table->name[0], ';'))
    return pn_error_set(error, GSL_EINVAL, path, 1,
                        "columns are separated by commas, not by ';'");
  if (refuse_twins(table, path, error))
    return error->code;
  while (next && *next) {
    char *at = next;
    next = cut(at, '\n');
    line++;
    if (read_row(table, at))
      return pn_error_set(error, GSL_EINVAL, path, line,
                          "a row must have %zu numbers, as many as the header "
                          "has names",
                          table->columns);
  }
  return table->rows > 0
             ? GSL_SUCCESS
             : pn_error_set(error, GSL_EINVAL, path, 1, "there are no rows");
}

pn_csv_table *pn_csv_read(const char *path, pn_error *error)
{
  pn_error_clear(error);
  struct stat kind; /* no device, which might never end */
  FILE *stream = stat(path, &kind) == 0 &&
                         (S_ISREG(kind.st_mode) || S_ISFIFO(kind.st_mode))
                     ? fopen(path, "r")
                     : NULL;
  char *text = NULL;
  const int code = stream ? read_text(stream, &text) : GSL_EFAILED;
  if (stream)
    fclose(stream);
  pn_csv_table *table = code ? NULL : pn_alloc(1, sizeof *table);
  if (!table) {
    pn_free(text);
    if (code == GSL_EFAILED)
      pn_error_set(error, code, path, 0, "cannot be read");
    else
      pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
    return NULL;
  }
  table->text = text;
  if (!read_table(table, path, error))
    return table;
  pn_csv_table_free(table);
  return NULL;
}

void pn_csv_table_free(pn_csv_table *table)
{
  if (!table)
    return;
  pn_free(table->name);
  pn_free(table->value);
  pn_free(table->text);
  pn_free(table);
}

size_t pn_csv_table_find(const pn_csv_table *table, const char *name)
{
  size_t i = 0;
  while (i < table->columns && strcmp(table->name[i], name) != 0)
    i++;
  return i;
}
