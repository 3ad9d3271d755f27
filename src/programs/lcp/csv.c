/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/lcp/report.h"

#include "pantin/base/csv.h"

int lcp_csv(const char *path, const lcp_runs *runs, pn_error *error)
{
  static const pn_csv_column columns[] = {
      {"solver", NULL},      {"iteration", NULL},      {"time", "ms"},
      {"residual_1", "m/s"}, {"residual_2", "m/s"},    {"residual_inf", "m/s"},
      {"natural_1", NULL},   {"complementarity", "J"}, {"active", NULL},
  };
  enum { COLUMNS = sizeof columns / sizeof columns[0] };
  pn_csv csv;
  const int code = pn_csv_open(&csv, path, columns, COLUMNS, error);
  if (code)
    return code;
  for (size_t r = 0; r < runs->runs; r++)
    for (size_t k = 0; k < runs->run[r].samples; k++) {
      const lcp_sample *at = &runs->run[r].sample[k];
      const pn_lcp_residual *residual = &at->residual;
      const double row[COLUMNS] = {
          (double)r + 1,           (double)at->iteration,
          at->milliseconds,        residual->scaled.one,
          residual->scaled.two,    residual->scaled.inf,
          residual->natural.one,   residual->complementarity,
          (double)residual->active};
      pn_csv_row(&csv, row);
    }
  return pn_csv_commit(&csv, error);
}
