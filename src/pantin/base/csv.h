/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
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

/* A table that was read. */
typedef struct {
  size_t columns, rows;
  char **name;   /* of the columns, without their units, (columns), owned */
  double *value; /* (rows x columns), owned; NaN for what is no number */
  char *text;    /* the file, in which the names are, owned */
} pn_csv_table;

/* Reads a file of at most PN_CSV_BYTES. NULL, and the error filled, when it
   cannot be read, is empty, has two columns of one name, or a row has not as
   many cells as the header. */
pn_csv_table *pn_csv_read(const char *path, pn_error *error);

enum { PN_CSV_BYTES = 1 << 30 };

void pn_csv_table_free(pn_csv_table *table);

/* Returns the index of the column of that name, table->columns if there is
   none. */
size_t pn_csv_table_find(const pn_csv_table *table, const char *name);

#endif
