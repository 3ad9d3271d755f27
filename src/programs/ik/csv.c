/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/ik/report.h"

#include "pantin/base/csv.h"

int ik_csv(const char *path, const ik_run *run, pn_error *error)
{
  static const pn_csv_column columns[] = {
      {"k", NULL},      {"distance", "m"}, {"constraint_inf", "m"},
      {"pull", NULL},   {"turn", "rad"},   {"damping", NULL},
      {"solves", NULL},
  };
  enum { COLUMNS = sizeof columns / sizeof columns[0] };
  pn_csv csv;
  const int code = pn_csv_open(&csv, path, columns, COLUMNS, error);
  if (code)
    return code;
  for (size_t k = 0; k <= run->steps; k++) {
    const ik_iterate *at = &run->history[k];
    const double row[COLUMNS] = {(double)k,         at->distance, at->gap,
                                 at->pull,          at->turn,     at->damping,
                                 (double)at->solves};
    pn_csv_row(&csv, row);
  }
  return pn_csv_commit(&csv, error);
}
