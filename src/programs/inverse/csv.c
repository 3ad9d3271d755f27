/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/inverse/report.h"

#include "pantin/base/alloc.h"
#include "pantin/base/csv.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* For each joint, after the time. */
static const pn_csv_column of_joint[] = {
    {"turn", "rad"},      {"slide", "m"}, {"motor_torque", "N m"},
    {"motor_force", "N"}, {"fx", "N"},    {"fy", "N"},
    {"fz", "N"},          {"tx", "N m"},  {"ty", "N m"},
    {"tz", "N m"},
};

enum {
  COLUMNS = sizeof of_joint / sizeof of_joint[0],
  NAME = PN_NAME_SIZE + 40
};

static void write_rows(pn_csv *csv, const inverse_run *run, double *row)
{
  const size_t joints = run->of->system->joints;
  for (size_t k = 0; k < run->samples; k++) {
    row[0] = inverse_run_time(run, k);
    for (size_t j = 0; j < joints; j++) {
      const inverse_sample *at = &run->sample[k * joints + j];
      const double part[COLUMNS] = {
          at->motion.turn, at->motion.slide, at->torque,   at->force,
          at->passed.x,    at->passed.y,     at->passed.z, at->twist.x,
          at->twist.y,     at->twist.z};
      memcpy(row + 1 + COLUMNS * j, part, sizeof part);
    }
    pn_csv_row(csv, row);
  }
}

int inverse_csv(const char *path, const inverse_run *run, pn_error *error)
{
  const pn_system *system = run->of->system;
  const size_t columns = 1 + COLUMNS * system->joints;
  pn_csv_column *column = pn_alloc(columns, sizeof *column);
  char(*text)[NAME] = pn_alloc(columns, sizeof *text);
  double *row = pn_alloc(columns, sizeof *row);
  pn_csv csv;
  int code = column && text && row
                 ? GSL_SUCCESS
                 : pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  if (!code) {
    column[0] = (pn_csv_column){"t", "s"};
    for (size_t k = 1; k < columns; k++) {
      const pn_csv_column *what = &of_joint[(k - 1) % COLUMNS];
      snprintf(text[k], NAME, "%s.%s", system->joint[(k - 1) / COLUMNS].name,
               what->name);
      column[k] = (pn_csv_column){text[k], what->unit};
    }
    code = pn_csv_open(&csv, path, column, columns, error);
  }
  if (!code) {
    write_rows(&csv, run, row);
    code = pn_csv_commit(&csv, error);
  }
  pn_free(row);
  pn_free(text);
  pn_free(column);
  return code;
}
