/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the programs of the bench have in common: their tables, and the lines
   that they leave for the summary. */
#ifndef PANTIN_BENCH_BENCH_H
#define PANTIN_BENCH_BENCH_H

#include <stddef.h>

/* When a table is shown if none is named. */
typedef enum {
  BENCH_ALWAYS,    /* it has lines of the summary */
  BENCH_AT_LENGTH, /* unless QUICK is set */
  BENCH_BY_NAME    /* never */
} bench_when;

typedef struct {
  const char *name;
  void (*show)(void);
  bench_when when;
} bench_table;

/* Shows the tables that the command line names, or those that are due. Returns
   the program's exit status. */
int bench_main(const bench_table *tables, size_t count, int argc, char **argv);

/* Tells whether the environment sets QUICK: fewer sizes, fewer runs. */
int bench_is_quick(void);

/* Appends a line of the summary to the file that BENCH_RESULTS names, if it
   does: a job of Pantin's beside a peer's, or beside a bound, of which theirs /
   ours should be `wanted` or more. NaN: there is none. No text has commas. */
void bench_note(const char *job, const char *unit, double ours,
                const char *peer, double theirs, double wanted);

/* Returns the p of value = c size^p by least squares of the logarithms, of at
   most BENCH_SIZES values. */
enum { BENCH_SIZES = 8 };
double bench_exponent(size_t count, const double *size, const double *value);

/* Prints a column of a table; "-" for a NaN. */
void bench_print(double value, int digits);

#endif
