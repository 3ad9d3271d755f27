/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The results that the tables are made of. */
#ifndef PANTIN_TUTORIALS_TUNING_TABLES_H
#define PANTIN_TUTORIALS_TUNING_TABLES_H

#include <stddef.h>

enum { TABLES_ROWS = 2000, TABLES_NAME = 16 };

/* One tuned frame; units and meanings as in pantin-tune(1). */
typedef struct {
  char scene[TABLES_NAME], phase[TABLES_NAME]; /* "fall" or "rest" */
  char bounds[TABLES_NAME], method[TABLES_NAME];
  double frame, rows, contacts, b, alpha, kappa;
  double f, f_before, sweeps, sweeps_before, error, error_before;
  double condition, range, flat, state, solves;
} tables_row;

typedef struct {
  size_t count;
  tables_row row[TABLES_ROWS];
} tables_data;

/* Prints the table that the words ask for; 0 if there is no such table. */
int tables_print(const tables_data *data, int words, char **word);

#endif
