/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/contact/report.h"

#include "pantin/base/csv.h"

int contact_csv(const char *path, const contact_run *run, pn_error *error)
{
  static const pn_csv_column columns[] = {
      {"time", "s"},        {"contacts", NULL},    {"active", NULL},
      {"iterations", NULL}, {"residual_1", "m/s"}, {"residual_inf", "m/s"},
      {"penetration", "m"}, {"energy", "J"},
  };
  enum { COLUMNS = sizeof columns / sizeof columns[0] };
  pn_csv csv;
  const int code = pn_csv_open(&csv, path, columns, COLUMNS, error);
  if (code)
    return code;
  for (size_t k = 0; k < run->course.steps; k++) {
    const pn_step_info *info = &run->history[k];
    const double row[COLUMNS] = {info->time,
                                 (double)info->contacts,
                                 (double)info->residual.active,
                                 (double)info->iterations,
                                 info->residual.scaled.one,
                                 info->residual.scaled.inf,
                                 info->penetration,
                                 info->energy};
    pn_csv_row(&csv, row);
  }
  return pn_csv_commit(&csv, error);
}
