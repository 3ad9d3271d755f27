/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What is written of one run, or of all orders. */
#include "programs/eliminate/eliminate.h"

#include "pantin/base/alloc.h"
#include "programs/quantity.h"

#include <gsl/gsl_errno.h>
#include <inttypes.h>
#include <math.h>

QUANTITY_TEXT_GETTER(order_of, eliminate_run,
                     row->order ? row->order->name : "own")
QUANTITY_TEXT_GETTER(solver_of, eliminate_run, row->solver->name)
QUANTITY_TEXT_GETTER(failed_of, eliminate_run,
                     row->broken
                         ? eliminate_run_label(row,
                                               row->elimination->factor->failed)
                         : NULL)
QUANTITY_GETTER(blocks_of, eliminate_run, row->matrix->A->blocks)
QUANTITY_GETTER(stored_of, eliminate_run,
                pn_block_matrix_stored(row->matrix->A))
QUANTITY_GETTER(fill_of, eliminate_run, eliminate_fill(row))
QUANTITY_GETTER(operations_of, eliminate_run, eliminate_run_operations(row))
QUANTITY_GETTER(over_least, eliminate_run,
                eliminate_run_operations(row) / row->least_operations)

static int has_elimination(const void *row)
{
  return ((const eliminate_run *)row)->elimination != NULL;
}

static int counts_redundant(const void *row)
{
  return ((const eliminate_run *)row)->solver->counts_dropped;
}

static tone tone_of(const void *row)
{
  return ((const eliminate_run *)row)->solved ? TONE_PLAIN : TONE_BAD;
}

/* A run; the table is that of --orders. */
static const quantity quantities[] = {
    {QUANTITY_GET_TEXT(order_of, "order"), .format = "%-6s"},
    {QUANTITY_GET_TEXT(solver_of, "solver"), .format = "  %-6s",
     .tone = tone_of},
    {QUANTITY_AT(eliminate_run, rows), .kind = QUANTITY_COUNT, .no_csv = 1},
    {QUANTITY_GET(blocks_of, "blocks"), .kind = QUANTITY_COUNT,
     .format = "  %6zu"},
    {QUANTITY_GET(stored_of, "stored"), .kind = QUANTITY_COUNT,
     .format = "  %6zu"},
    {QUANTITY_GET(fill_of, "fill"), .kind = QUANTITY_COUNT,
     .has = has_elimination, .format = "  %6zu"},
    {QUANTITY_GET(operations_of, "operations"), .format = "  %10.0f"},
    {QUANTITY_GET(over_least, "/least"), .no_json = 1, .no_csv = 1,
     .format = "  %6.2f"},
    {QUANTITY_AT(eliminate_run, solved), .kind = QUANTITY_FLAG, .no_csv = 1},
    {QUANTITY_GET_TEXT(failed_of, "failed_block"), .no_csv = 1},
    {QUANTITY_AT(eliminate_run, redundant), .kind = QUANTITY_COUNT,
     .has = counts_redundant, .no_csv = 1},
    {QUANTITY_AT(eliminate_run, residual), .format = "  %8.1e"},
    {QUANTITY_AT(eliminate_run, microseconds), .unit = "us", .digits = 3,
     .heading = "time [us]"},
};

static quantity_rows rows_of(const eliminate_results *all)
{
  return (quantity_rows){QUANTITY_LIST(quantities),
                         QUANTITY_ROWS(all->run, all->runs)};
}

static void print_heading(FILE *stream, const eliminate_results *all)
{
  const pn_system *system = all->of->system;
  fprintf(stream, "%s: %s\n%zu bodies, %zu joints, %zu rows\n", all->name,
          all->of->title, system->bodies, system->joints,
          pn_system_rows(system));
}

/* Prints what the elimination does, and what that costs. */
static void print_elimination(FILE *stream, const eliminate_run *run)
{
  const pn_block_factor *factor = run->elimination->factor;
  const uint64_t all = pn_elimination_operations(run->elimination);
  fprintf(stream, "fill        %zu, so that %zu are stored after elimination\n",
          factor->fill, pn_block_matrix_stored(factor->L));
  fprintf(stream,
          "operations  %" PRIu64 " multiply-adds: %" PRIu64
          " to make the matrix, %" PRIu64 " to factor\n            it (%" PRIu64
          " were counted), %" PRIu64 " to solve\n",
          all, all - factor->operations - factor->solve_operations,
          factor->operations, factor->performed, factor->solve_operations);
  if (run->broken) {
    fprintf(stream,
            "failed      at %s: a pivot is not finite, or of the wrong sign"
            "  NOT SOLVED\n",
            failed_of(run));
    return;
  }
  const pn_inertia inertia = pn_block_factor_inertia(factor);
  fprintf(stream, "inertia     %zu positive, %zu negative, %zu zero pivots\n",
          inertia.positive, inertia.negative, inertia.zero);
}

/* Prints the pattern in letters, before and after, unless it is too large. */
static void print_pattern(FILE *stream, const eliminate_run *run)
{
  const char *matrix = run->matrix->kept > 0 ? "[A J; J^T -M]" : "J W J^T";
  if (run->matrix->A->blocks > ELIMINATE_LETTERS_MAX) {
    fprintf(stream, "\nThe pattern of %s is too large for letters: --plot.\n",
            matrix);
    return;
  }
  fprintf(stream, "\n%s%s\n", matrix,
          run->elimination
              ? " in the order of elimination; x: a block of its own, +: fill"
              : "; x: a block");
  eliminate_pattern_print(stream, run);
}

/* Prints what one elimination costs: blocks, fill, operations, time. */
static void print_one(FILE *stream, const void *result)
{
  const eliminate_results *all = result;
  const eliminate_run *run = all->run;
  const pn_block_matrix *A = run->matrix->A;
  print_heading(stream, all);
  fprintf(stream, "%s: %s%s%s\n\n", run->solver->name, run->solver->summary,
          run->order ? ", order " : "", run->order ? run->order->name : "");
  fprintf(stream,
          "blocks      %zu rows of them, %zu stored (one triangle, with the "
          "diagonal)\n",
          A->blocks, pn_block_matrix_stored(A));
  if (run->elimination)
    print_elimination(stream, run);
  if (!run->broken)
    fprintf(stream, "residual    |b - J W J^T lambda| / |b| = %.1e%s\n",
            run->residual, run->solved ? "" : "  NOT SOLVED");
  if (run->redundant > 0)
    tone_print(stream, TONE_REMARK,
               "redundant   %zu of the rows depend on the others\n",
               run->redundant);
  fprintf(stream,
          "time        %.4g us to make the matrix, factor and solve "
          "(median)\n",
          run->microseconds);
  print_pattern(stream, run);
  if (run->solved)
    tone_print(stream, TONE_GOOD, "\n%s solves the %zu rows in %.3g us.\n",
               run->solver->name, run->rows, run->microseconds);
  else
    tone_print(stream, TONE_BAD, "\n%s does not solve the %zu rows.\n",
               run->solver->name, run->rows);
}

/* Prints which run takes the fewest operations; the runs begin with it. */
static void print_best(FILE *stream, const eliminate_results *all)
{
  const eliminate_run *best = all->run, *last = &all->run[all->runs - 1];
  size_t solved = 0;
  for (size_t k = 0; k < all->runs; k++)
    solved += (size_t)all->run[k].solved;
  if (solved < all->runs)
    tone_print(stream, TONE_BAD, "%zu of the %zu do not solve the system.\n",
               all->runs - solved, all->runs);
  else
    tone_print(stream, TONE_GOOD,
               "%s, order %s, takes the fewest operations;\n%s, order "
               "%s, %.2f times as many.\n",
               best->solver->name, order_of(best), last->solver->name,
               order_of(last), over_least(last));
}

/* Prints the orders side by side, and which one is best. */
static void print_orders(FILE *stream, const void *result)
{
  const quantity_rows rows = rows_of(result);
  print_heading(stream, result);
  fputc('\n', stream);
  quantity_table(stream, &rows);
  fprintf(stream, "\nsparse eliminates the joints in J W J^T; kkt eliminates "
                  "bodies and joints\nalong the tree, leaves first.\n");
  print_best(stream, result);
}

/* Writes what is told of each run. */
static void write_run(pn_json *json, const quantity_rows *rows, size_t k)
{
  const eliminate_run *run = (const eliminate_run *)rows->row + k;
  quantity_json_row(json, rows, k);
  if (run->elimination) {
    const pn_block_factor *factor = run->elimination->factor;
    pn_json_count(json, "factor_operations", factor->operations);
    pn_json_count(json, "factor_counted", factor->performed);
  } else {
    pn_json_real(json, "factor_operations", NAN);
    pn_json_real(json, "factor_counted", NAN);
  }
  if (run->elimination && !run->broken) {
    const pn_inertia inertia =
        pn_block_factor_inertia(run->elimination->factor);
    pn_json_reals(json, "inertia", 3,
                  (double[]){(double)inertia.positive, (double)inertia.negative,
                             (double)inertia.zero});
  } else
    pn_json_string(json, "inertia", NULL);
}

/* Writes the blocks below the diagonal, as pairs of block rows in the order of
   elimination, from 0. */
static void write_pattern(pn_json *json, const char *key,
                          const pn_block_matrix *matrix)
{
  pn_json_array(json, key);
  for (size_t j = 0; j < matrix->blocks; j++)
    for (size_t k = matrix->column[j] + 1; k < matrix->column[j + 1]; k++)
      pn_json_reals(json, NULL, 2,
                    (double[]){(double)matrix->row[k], (double)j});
  pn_json_end(json);
}

/* Writes one run, the blocks in the order of their elimination, and the pattern
   before and after it. */
static void write_one(pn_json *json, const void *result)
{
  const eliminate_results *all = result;
  const eliminate_run *run = all->run;
  const quantity_rows rows = rows_of(all);
  pn_json_string(json, "scene", all->name);
  write_run(json, &rows, 0);
  pn_json_array(json, "eliminated");
  for (size_t k = 0; k < run->matrix->A->blocks; k++)
    pn_json_string(json, NULL, eliminate_run_label(run, k));
  pn_json_end(json);
  write_pattern(json, "before", run->matrix->A);
  if (run->elimination)
    write_pattern(json, "after", eliminate_after(run));
}

/* Writes a run for each order. */
static void write_orders(pn_json *json, const void *result)
{
  const eliminate_results *all = result;
  const quantity_rows rows = rows_of(all);
  pn_json_string(json, "scene", all->name);
  pn_json_array(json, "orders");
  for (size_t k = 0; k < all->runs; k++) {
    pn_json_object(json, NULL);
    write_run(json, &rows, k);
    pn_json_end(json);
  }
  pn_json_end(json);
}

/* A block of the matrix after the elimination, counted from 1. */
typedef struct {
  size_t row, column, row_order, column_order, fill;
} block;

static const quantity blocks[] = {
    {QUANTITY_AT(block, row), .kind = QUANTITY_COUNT},
    {QUANTITY_AT(block, column), .kind = QUANTITY_COUNT},
    {QUANTITY_AT(block, row_order), .kind = QUANTITY_COUNT},
    {QUANTITY_AT(block, column_order), .kind = QUANTITY_COUNT},
    {QUANTITY_AT(block, fill), .kind = QUANTITY_COUNT},
};

/* Writes the blocks that are stored in the end as rows of CSV, which tell those
   of fill. */
static int write_blocks(const char *path, const void *result, pn_error *error)
{
  const eliminate_run *run = ((const eliminate_results *)result)->run;
  const pn_block_matrix *A = run->matrix->A;
  const pn_block_matrix *after = run->elimination ? eliminate_after(run) : A;
  const size_t count = pn_block_matrix_stored(after);
  block *list = pn_alloc(count, sizeof *list), *next = list;
  if (!list)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  for (size_t j = 0; j < after->blocks; j++)
    for (size_t k = after->column[j]; k < after->column[j + 1]; k++) {
      const size_t i = after->row[k];
      *next++ = (block){i + 1, j + 1, after->order[i], after->order[j],
                        !pn_block_matrix_at(A, i, j)};
    }
  const quantity_rows rows = {QUANTITY_LIST(blocks),
                              QUANTITY_ROWS(list, count)};
  const int code = quantity_csv(path, &rows, 1, error);
  pn_free(list);
  return code;
}

static int write_table(const char *path, const void *result, pn_error *error)
{
  const quantity_rows rows = rows_of(result);
  return quantity_csv(path, &rows, 1, error);
}

const program_outputs eliminate_outputs = {print_one, write_one, write_blocks,
                                           eliminate_picture, NULL};
const program_outputs eliminate_orders_outputs = {
    print_orders, write_orders, write_table, eliminate_orders_picture, NULL};
