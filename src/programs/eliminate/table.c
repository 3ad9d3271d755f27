/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/eliminate/report.h"

#include <math.h>

static void heading(FILE *stream, const eliminate_study *study)
{
  const pn_system *system = study->of->system;
  fprintf(stream, "%s: %s\n%zu bodies, %zu joints, %zu rows", study->name,
          study->of->title, system->bodies, system->joints,
          pn_system_rows(system));
}

/* What the elimination does, and what that costs. */
static void elimination(FILE *stream, const eliminate_run *run)
{
  const pn_block_factor *factor = run->elimination->factor;
  const size_t all = pn_elimination_operations(run->elimination);
  fprintf(stream, "fill        %zu, so that %zu are stored after elimination\n",
          factor->fill, pn_block_matrix_stored(factor->L));
  fprintf(stream,
          "operations  %zu multiply-adds: %zu to make the matrix, %zu to "
          "factor\n            it (%zu were counted), %zu to solve\n",
          all, all - factor->operations - factor->solve_operations,
          factor->operations, factor->performed, factor->solve_operations);
}

/* Which block could not be eliminated; or the signs of the pivots. */
static void pivots(FILE *stream, const eliminate_run *run)
{
  const pn_block_factor *factor = run->elimination->factor;
  if (run->broken) {
    fprintf(stream,
            "failed      at %s: a pivot is not finite, or of the wrong sign"
            "  NOT SOLVED\n",
            eliminate_run_label(run, factor->failed));
    return;
  }
  const pn_inertia inertia = pn_block_factor_inertia(factor);
  fprintf(stream, "inertia     %zu positive, %zu negative, %zu zero pivots\n",
          inertia.positive, inertia.negative, inertia.zero);
}

static void pattern(FILE *stream, const eliminate_run *run)
{
  const pn_block_matrix *A = run->matrix->A;
  const char *matrix = run->matrix->kept > 0 ? "[A J; J^T -M]" : "J W J^T";
  if (A->blocks > ELIMINATE_LETTERS_MAX) {
    fprintf(stream, "\nThe pattern of %s is too large for letters: --plot.\n",
            matrix);
    return;
  }
  fprintf(stream,
          run->elimination ? "\n%s in the order of elimination; x: a "
                             "block of its own, +: fill\n"
                           : "\n%s; x: a block\n",
          matrix);
  eliminate_pattern_print(stream, run);
}

void eliminate_table(FILE *stream, const eliminate_study *study)
{
  const eliminate_run *run = study->run[0];
  const pn_block_matrix *A = run->matrix->A;
  heading(stream, study);
  fprintf(stream, "\n%s: %s%s%s\n\n", run->solver->name, run->solver->summary,
          run->order ? ", order " : "", run->order ? run->order->name : "");
  fprintf(stream,
          "blocks      %zu rows of them, %zu stored (one triangle, with the "
          "diagonal)\n",
          A->blocks, pn_block_matrix_stored(A));
  if (run->elimination) {
    elimination(stream, run);
    pivots(stream, run);
  }
  if (!run->broken)
    fprintf(stream, "residual    |b - J W J^T lambda| / |b| = %.1e%s\n",
            run->residual, run->failed ? "  NOT SOLVED" : "");
  if (run->dropped > 0)
    fprintf(stream, "redundant   %zu of the rows depend on the others\n",
            run->dropped);
  fprintf(stream,
          "time        %.4g us to make the matrix, factor and solve "
          "(median)\n",
          study->microseconds[0]);
  pattern(stream, run);
}

/* Times as many operations as the least. */
static double least_operations(const eliminate_study *study)
{
  double least = INFINITY;
  for (size_t k = 0; k < study->runs; k++)
    least = fmin(least, eliminate_run_operations(study->run[k]));
  return least;
}

void eliminate_orders_table(FILE *stream, const eliminate_study *study)
{
  const double least = least_operations(study);
  heading(stream, study);
  fprintf(stream, "\n\n%-8s  %-7s  %6s  %7s  %7s  %11s  %7s  %8s  %9s\n",
          "order", "solver", "blocks", "stored", "fill", "operations", "/least",
          "residual", "time [us]");
  for (size_t k = 0; k < study->runs; k++) {
    const eliminate_run *run = study->run[k];
    const double operations = eliminate_run_operations(run);
    fprintf(
        stream, "%-8s  %-7s  %6zu  %7zu  %7zu  %11.0f  %7.2f  %8.1e  %9.4g\n",
        eliminate_run_order(run), run->solver->name, run->matrix->A->blocks,
        pn_block_matrix_stored(run->matrix->A), eliminate_fill(run), operations,
        operations / least, run->residual, study->microseconds[k]);
  }
  fprintf(stream, "\nsparse eliminates the joints in J W J^T; kkt eliminates "
                  "bodies and joints\nalong the tree, leaves first.\n");
}
