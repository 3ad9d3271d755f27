/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as comma separated values: a header line with names and units, as
   "t [s],energy [J]", then one line of numbers for each row. */
#ifndef PANTIN_BASE_CSV_H
#define PANTIN_BASE_CSV_H

#include <stddef.h>

#include "pantin/base/file.h"

typedef struct {
  const char *name; /* without comma or quote */
  const char *unit; /* NULL for a pure number */
} pn_csv_column;

typedef struct {
  pn_file file;
  size_t columns;
} pn_csv;

/* Starts the file `path` with its header line; afterwards one of pn_csv_commit
   and pn_csv_discard is called. Errors as pn_file_open. */
int pn_csv_open(pn_csv *csv, const char *path, const pn_csv_column *columns,
                size_t count, pn_error *error);

/* Writes a row, one number for each column; failures show in pn_csv_commit. */
void pn_csv_row(pn_csv *csv, const double *values);

/* Writes a row with a name, without comma or quote, in the first column, and
   numbers in the others. */
void pn_csv_row_of(pn_csv *csv, const char *name, const double *values);

/* Ends the file as pn_file_commit and pn_file_discard do. */
int pn_csv_commit(pn_csv *csv, pn_error *error);
void pn_csv_discard(pn_csv *csv);

#endif
