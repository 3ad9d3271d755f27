/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "bench.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_fit.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int bench_main(const bench_table *tables, size_t count, int argc, char **argv)
{
  gsl_set_error_handler_off();
  for (size_t k = 0; k < count; k++) {
    int due =
        argc == 1 && (tables[k].when == BENCH_ALWAYS ||
                      (tables[k].when == BENCH_AT_LENGTH && !bench_is_quick()));
    for (int i = 1; i < argc; i++)
      due |= strcmp(argv[i], tables[k].name) == 0;
    if (due)
      tables[k].show();
    fflush(stdout);
  }
  return EXIT_SUCCESS;
}

int bench_is_quick(void)
{
  const char *quick = getenv("QUICK");
  return quick && *quick;
}

static void write_number(FILE *file, double value, const char *after)
{
  if (isfinite(value))
    fprintf(file, "%.4g", value);
  fputs(after, file);
}

void bench_note(const char *job, const char *unit, double ours,
                const char *peer, double theirs, double wanted)
{
  const char *path = getenv("BENCH_RESULTS");
  FILE *file = path ? fopen(path, "a") : NULL;
  if (!file)
    return;
  fprintf(file, "%s,%s,", job, unit);
  write_number(file, ours, ",");
  fprintf(file, "%s,", peer);
  write_number(file, theirs, ",");
  write_number(file, wanted, "\n");
  fclose(file);
}

double bench_exponent(size_t count, const double *size, const double *value)
{
  double x[BENCH_SIZES], y[BENCH_SIZES], c, p, c00, c01, c11, squares;
  for (size_t k = 0; k < count; k++) {
    x[k] = log(size[k]);
    y[k] = log(value[k]);
  }
  gsl_fit_linear(x, 1, y, 1, count, &c, &p, &c00, &c01, &c11, &squares);
  return p;
}

void bench_print(double value, int digits)
{
  if (isfinite(value))
    printf(" %10.*f", digits, value);
  else
    printf(" %10s", "-");
  fflush(stdout);
}
