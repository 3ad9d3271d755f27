/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/eliminate/report.h"

#include "pantin/base/json.h"

/* What is told of each run. */
static void members(pn_json *json, const eliminate_study *study, size_t k)
{
  const eliminate_run *run = study->run[k];
  pn_json_count(json, "rows", run->rows);
  pn_json_count(json, "blocks", run->matrix->A->blocks);
  pn_json_count(json, "stored", pn_block_matrix_stored(run->matrix->A));
  pn_json_string(json, "order", eliminate_run_order(run));
  pn_json_string(json, "solver", run->solver->name);
  if (run->elimination) {
    const pn_block_factor *factor = run->elimination->factor;
    pn_json_count(json, "fill", factor->fill);
    pn_json_count(json, "factor_operations", factor->operations);
    pn_json_count(json, "factor_counted", factor->performed);
  } else
    pn_json_string(json, "fill", NULL);
  pn_json_real(json, "operations", eliminate_run_operations(run));
  pn_json_boolean(json, "solved", !run->failed);
  if (run->elimination && !run->broken) {
    const pn_inertia inertia =
        pn_block_factor_inertia(run->elimination->factor);
    pn_json_reals(json, "inertia", 3,
                  (double[]){(double)inertia.positive, (double)inertia.negative,
                             (double)inertia.zero});
  } else
    pn_json_string(json, "inertia", NULL);
  pn_json_string(
      json, "failed_block",
      run->broken ? eliminate_run_label(run, run->elimination->factor->failed)
                  : NULL);
  pn_json_count(json, "redundant", run->dropped);
  pn_json_real(json, "residual", run->residual);
  pn_json_real(json, "microseconds", study->microseconds[k]);
}

/* The blocks below the diagonal, as pairs of block rows in the order of
   elimination, from 0. */
static void pattern(pn_json *json, const char *key,
                    const pn_block_matrix *matrix)
{
  pn_json_array(json, key);
  for (size_t j = 0; j < matrix->blocks; j++)
    for (size_t k = matrix->column[j] + 1; k < matrix->column[j + 1]; k++)
      pn_json_reals(json, NULL, 2,
                    (double[]){(double)matrix->row[k], (double)j});
  pn_json_end(json);
}

void eliminate_json(FILE *stream, const eliminate_study *study)
{
  const eliminate_run *run = study->run[0];
  pn_json json = pn_json_make(stream);
  pn_json_object(&json, NULL);
  pn_json_string(&json, "scene", study->name);
  members(&json, study, 0);
  pn_json_array(&json, "eliminated");
  for (size_t k = 0; k < run->matrix->A->blocks; k++)
    pn_json_string(&json, NULL, eliminate_run_label(run, k));
  pn_json_end(&json);
  pattern(&json, "before", run->matrix->A);
  if (run->elimination)
    pattern(&json, "after", eliminate_after(run));
  pn_json_end(&json);
  fputc('\n', stream);
}

void eliminate_orders_json(FILE *stream, const eliminate_study *study)
{
  pn_json json = pn_json_make(stream);
  pn_json_object(&json, NULL);
  pn_json_string(&json, "scene", study->name);
  pn_json_array(&json, "orders");
  for (size_t k = 0; k < study->runs; k++) {
    pn_json_object(&json, NULL);
    members(&json, study, k);
    pn_json_end(&json);
  }
  pn_json_end(&json);
  pn_json_end(&json);
  fputc('\n', stream);
}
