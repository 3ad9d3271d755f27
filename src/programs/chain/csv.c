/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/chain/report.h"

#include "pantin/base/csv.h"

int chain_csv(const char *path, const chain_run *run, pn_error *error)
{
  static const pn_csv_column columns[] = {
      {"k", NULL},           {"phi", NULL},
      {"gradient_inf", "N"}, {"constraint_inf", "m^2"},
      {"energy", "N m"},     {"step", "m"},
      {"alpha", NULL},
  };
  enum { COLUMNS = sizeof columns / sizeof columns[0] };
  pn_csv csv;
  const int code = pn_csv_open(&csv, path, columns, COLUMNS, error);
  if (code)
    return code;
  for (size_t k = 0; k <= run->steps; k++) {
    const pn_chain_info *info = &run->history[k];
    const double row[COLUMNS] = {
        (double)k,    info->phi,  info->gradient_inf, info->constraint_inf,
        info->energy, info->step, info->alpha};
    pn_csv_row(&csv, row);
  }
  return pn_csv_commit(&csv, error);
}

int chain_all_csv(const char *path, const pn_chain_stationary *all,
                  pn_error *error)
{
  static const pn_csv_column columns[] = {{"energy", "N m"}, {"index", NULL}};
  pn_csv csv;
  const int code = pn_csv_open(&csv, path, columns, 2, error);
  if (code)
    return code;
  for (size_t k = 0; k < all->count; k++)
    pn_csv_row(&csv, (double[]){all->found[k].energy,
                                (double)all->found[k].verdict.index});
  return pn_csv_commit(&csv, error);
}
