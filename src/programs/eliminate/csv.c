/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/eliminate/report.h"

#include "pantin/base/csv.h"

int eliminate_csv(const char *path, const eliminate_study *study,
                  pn_error *error)
{
  static const pn_csv_column columns[] = {{"row", NULL},
                                          {"column", NULL},
                                          {"row_order", NULL},
                                          {"column_order", NULL},
                                          {"fill", NULL}};
  enum { COLUMNS = sizeof columns / sizeof columns[0] };
  const eliminate_run *run = study->run[0];
  const pn_block_matrix *A = run->matrix->A;
  const pn_block_matrix *all = run->elimination ? eliminate_after(run) : A;
  pn_csv csv;
  const int code = pn_csv_open(&csv, path, columns, COLUMNS, error);
  if (code)
    return code;
  for (size_t j = 0; j < all->blocks; j++)
    for (size_t k = all->column[j]; k < all->column[j + 1]; k++) {
      const size_t i = all->row[k];
      pn_csv_row(&csv, (double[]){(double)i + 1, (double)j + 1,
                                  (double)all->order[i], (double)all->order[j],
                                  pn_block_matrix_at(A, i, j) ? 0 : 1});
    }
  return pn_csv_commit(&csv, error);
}

int eliminate_orders_csv(const char *path, const eliminate_study *study,
                         pn_error *error)
{
  static const pn_csv_column columns[] = {
      {"line", NULL}, {"blocks", NULL},     {"stored", NULL},
      {"fill", NULL}, {"operations", NULL}, {"residual", NULL},
      {"time", "us"}};
  enum { COLUMNS = sizeof columns / sizeof columns[0] };
  pn_csv csv;
  const int code = pn_csv_open(&csv, path, columns, COLUMNS, error);
  if (code)
    return code;
  for (size_t k = 0; k < study->runs; k++) {
    const eliminate_run *run = study->run[k];
    pn_csv_row(&csv, (double[]){(double)k + 1, (double)run->matrix->A->blocks,
                                (double)pn_block_matrix_stored(run->matrix->A),
                                (double)eliminate_fill(run),
                                eliminate_run_operations(run), run->residual,
                                study->microseconds[k]});
  }
  return pn_csv_commit(&csv, error);
}
