/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows as columns, and back. */
#include "programs/tune/run.h"

#include "pantin/base/csv.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const pn_csv_column columns[] = {
    {"frame", NULL},
    {"time", "s"},
    {"rows", NULL},
    {"contacts", NULL},
    {"b", "m/s"},
    {"alpha", NULL},
    {"kappa", "1/kg"},
    {"fitness", NULL},
    {"fitness_before", NULL},
    {"sweeps", NULL},
    {"sweeps_before", NULL},
    {"error", NULL},
    {"error_before", NULL},
    {"condition", NULL},
    {"solves", NULL},
    {"reason", NULL},
    {"seconds", "s"},
    {"method", NULL},
    {"seed", NULL},
    {"mark", NULL},
};

enum { COLUMNS = sizeof columns / sizeof columns[0] };
_Static_assert(sizeof(tune_row) == COLUMNS * sizeof(double),
               "a column for each member");

int tune_run_write(const tune_run *run, const char *path, pn_error *error)
{
  pn_csv csv;
  const int code = pn_csv_open(&csv, path, columns, COLUMNS, error);
  if (code)
    return code;
  for (size_t k = 0; k < run->rows; k++)
    pn_csv_row(&csv, (const double *)&run->row[k]);
  return pn_csv_commit(&csv, error);
}

/* The header as pn_csv_open writes it. */
static void header(char *text, size_t size)
{
  size_t length = 0;
  for (size_t k = 0; k < COLUMNS; k++) {
    const char *unit = columns[k].unit;
    length += (size_t)snprintf(
        text + length, size - length, "%s%s%s%s%s", k > 0 ? "," : "",
        columns[k].name, unit ? " [" : "", unit ? unit : "", unit ? "]" : "");
  }
  snprintf(text + length, size - length, "\n");
}

static int read_row(char *line, double *values)
{
  for (size_t k = 0; k < COLUMNS; k++) {
    char *end;
    values[k] = strtod(line, &end);
    if (end == line || *end != (k + 1 < COLUMNS ? ',' : '\n'))
      return 0;
    line = end + 1;
  }
  return 1;
}

static int read_rows(tune_run *run, const char *path, FILE *stream,
                     pn_error *error)
{
  char line[1024], wanted[1024];
  int number = 1;
  tune_row row;
  header(wanted, sizeof wanted);
  if (!fgets(line, sizeof line, stream) || strcmp(line, wanted) != 0)
    return pn_error_set(error, GSL_EINVAL, path, 1,
                        "these are no results of pantin-tune to go on with");
  while (fgets(line, sizeof line, stream)) {
    number++;
    if (!read_row(line, (double *)&row))
      return pn_error_set(error, GSL_EINVAL, path, number,
                          "this row is damaged");
    if (row.method != run->asked->method ||
        row.seed != (double)run->asked->settings.cmaes.seed)
      return pn_error_set(error, GSL_EINVAL, path, number,
                          "this frame was tuned by another method or seed");
    if (row.mark != run->mark)
      return pn_error_set(error, GSL_EINVAL, path, number,
                          "this frame is of another scene, or was tuned with "
                          "other options");
    if (tune_run_add(run, &row))
      return pn_error_set(error, GSL_ENOMEM, path, 0, "out of memory");
  }
  return GSL_SUCCESS;
}

int tune_run_resume(tune_run *run, const char *path, pn_error *error)
{
  FILE *stream = fopen(path, "r");
  if (!stream) /* nothing was done yet */
    return GSL_SUCCESS;
  const int code = read_rows(run, path, stream, error);
  fclose(stream);
  run->resumed = run->rows;
  return code;
}
