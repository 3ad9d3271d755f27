/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Comma separated values (RFC 4180, with line feeds): numbers, and names that
   need no quotes. */
#include "pantin/base/csv.h"

#include <gsl/gsl_errno.h>

int pn_csv_open(pn_csv *csv, const char *path, const pn_csv_column *columns,
                size_t count, pn_error *error)
{
  const int status = pn_file_open(&csv->file, path, error);
  if (status)
    return status;
  csv->columns = count;

  /* The header line: names and units. */
  FILE *stream = csv->file.stream;
  for (size_t i = 0; i < count; i++) {
    fprintf(stream, "%s%s", i ? "," : "", columns[i].name);
    if (columns[i].unit)
      fprintf(stream, " [%s]", columns[i].unit);
  }
  putc('\n', stream);
  return GSL_SUCCESS;
}

/* Writes the numbers of columns first, first + 1, ... and ends the line. */
static void write_numbers(pn_csv *csv, size_t first, const double *values)
{
  FILE *stream = csv->file.stream;
  for (size_t i = first; i < csv->columns; i++) {
    char text[PN_TEXT_NUMBER];
    fprintf(stream, "%s%s", i ? "," : "",
            pn_text_number(text, values[i - first]));
  }
  putc('\n', stream);
}

void pn_csv_row(pn_csv *csv, const double *values)
{
  write_numbers(csv, 0, values);
}

void pn_csv_row_of(pn_csv *csv, const char *name, const double *values)
{
  fputs(name, csv->file.stream);
  write_numbers(csv, 1, values);
}

int pn_csv_commit(pn_csv *csv, pn_error *error)
{
  return pn_file_commit(&csv->file, error);
}

void pn_csv_discard(pn_csv *csv)
{
  pn_file_discard(&csv->file);
}
