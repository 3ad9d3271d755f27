/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The analysis of a factorisation: order, pattern and cost. factor_numeric.c
   computes the numbers. */
#include "pantin/linear/factor.h"

#include "pantin/base/alloc.h"
#include "pantin/linear/factor_three.h"
#include "pantin/linear/order.h"
#include "pantin/linear/pattern.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* Redundant rows leave pivots of size epsilon beside their diagonal entry, as
   much as 1e-10 after a long elimination, or of size (drift of the
   constraints [m])^2. Pivots of independent rows stay above the least ratio of
   two masses. */
static const double default_tolerance = 1e-8;

void pn_block_factor_free(pn_block_factor *factor)
{
  if (!factor)
    return;
  pn_free(factor->order);
  pn_free(factor->first);
  pn_block_matrix_free(factor->L);
  pn_free(factor->target);
  pn_free(factor->transposed);
  pn_free(factor->diagonal);
  pn_free(factor->pivot);
  pn_free(factor->is_four);
  pn_free(factor->column);
  pn_free(factor->work);
  pn_free(factor);
}

/* Finds where A's blocks go in L. rank: (blocks) of work. */
static void set_targets(pn_block_factor *factor, const pn_block_matrix *A,
                        size_t *rank)
{
  const pn_block_matrix *L = factor->L;
  for (size_t k = 0; k < A->blocks; k++)
    rank[factor->order[k]] = k;
  for (size_t j = 0; j < A->blocks; j++)
    for (size_t k = A->column[j]; k < A->column[j + 1]; k++) {
      const size_t row = rank[A->row[k]], column = rank[j];
      const int transposed = row < column;
      const double *there = transposed ? pn_block_matrix_at(L, column, row)
                                       : pn_block_matrix_at(L, row, column);
      factor->target[k] = (size_t)(there - L->value);
      factor->transposed[k] = transposed;
    }
}

static size_t longest_column(const pn_block_matrix *L)
{
  size_t longest = 0;
  for (size_t j = 0; j < L->blocks; j++) {
    const size_t entries = L->entry[L->column[j + 1]] - L->entry[L->column[j]];
    longest = entries > longest ? entries : longest;
  }
  return longest;
}

/* Predicts the multiply-adds of a factorisation and of a solve. */
static void predict(pn_block_factor *factor)
{
  const pn_block_matrix *L = factor->L;
  for (size_t j = 0; j < L->blocks; j++) {
    const uint64_t n = L->order[j];
    uint64_t above = 0; /* rows of L's column j down to block a */
    factor->operations += n * n * n;
    factor->solve_operations += n * n;
    for (size_t p = L->column[j] + 1; p < L->column[j + 1]; p++) {
      const uint64_t m = L->order[L->row[p]];
      factor->operations += m * n * n + m * n * above + m * (m + 1) / 2 * n;
      above += m;
      factor->solve_operations += 2 * m * n;
    }
  }
}

/* Tells whether four columns from j on have one block each below the diagonal,
   in ascending rows that are below all four: none waits for another. */
static int are_apart(const pn_block_matrix *L, size_t j)
{
  size_t last = j + FOUR_COLUMNS - 1; /* row */
  if (last >= L->blocks)
    return 0;
  for (size_t i = j; i < j + FOUR_COLUMNS; i++) {
    const size_t k = L->column[i] + 1;
    if (L->column[i + 1] != k + 1 || L->row[k] <= last)
      return 0;
    last = L->row[k];
  }
  return 1;
}

/* Sets all that depends on the pattern of A and the order alone. */
static int analyse(pn_block_factor *factor, const pn_block_matrix *A,
                   const size_t *order)
{
  const size_t n = A->blocks, stored = pn_block_matrix_stored(A);
  factor->tolerance = default_tolerance;
  factor->order = pn_alloc(n, sizeof *factor->order);
  factor->first = pn_alloc(n, sizeof *factor->first);
  factor->target = pn_alloc(stored, sizeof *factor->target);
  factor->transposed = pn_alloc(stored, sizeof *factor->transposed);
  factor->diagonal = pn_alloc(A->rows, sizeof *factor->diagonal);
  factor->pivot = pn_alloc(A->rows, sizeof *factor->pivot);
  factor->work = pn_alloc(A->rows, sizeof *factor->work);
  factor->is_four = pn_alloc(n, sizeof *factor->is_four);
  if (!factor->order || !factor->first || !factor->target ||
      !factor->transposed || !factor->diagonal || !factor->pivot ||
      !factor->work || !factor->is_four)
    return GSL_ENOMEM;

  /* The pattern of L in this order, and the cost. */
  memcpy(factor->order, order, n * sizeof *order);
  for (size_t k = 0; k < n; k++)
    factor->first[k] = A->first[factor->order[k]];
  factor->L = pn_block_pattern(A, factor->order);
  if (!factor->L)
    return GSL_ENOMEM;
  factor->fill = pn_block_matrix_stored(factor->L) - stored;
  factor->in_order = factor->all_three = 1;
  predict(factor);
  for (size_t k = 0; k < n; k++) {
    factor->in_order &= order[k] == k;
    factor->all_three &= A->order[k] == 3;
  }
  for (size_t k = 0; k < n; k++)
    factor->is_four[k] =
        factor->in_order && factor->all_three && are_apart(factor->L, k);

  /* Work for the longest column, and places for A's blocks. */
  factor->column = pn_alloc(longest_column(factor->L), sizeof(double));
  size_t *rank = pn_alloc(n, sizeof *rank);
  if (rank)
    set_targets(factor, A, rank);
  pn_free(rank);
  return factor->column && rank ? GSL_SUCCESS : GSL_ENOMEM;
}

static pn_block_factor *alloc_in_order(const pn_block_matrix *matrix,
                                       const size_t *order)
{
  pn_block_factor *factor = pn_alloc(1, sizeof *factor);
  if (factor && analyse(factor, matrix, order)) {
    pn_block_factor_free(factor);
    return NULL;
  }
  return factor;
}

static pn_block_factor *alloc_of_type(const pn_block_matrix *matrix,
                                      const pn_order_type *type)
{
  size_t *order = pn_alloc(matrix->blocks, sizeof *order);
  pn_block_factor *factor = order && type->set(matrix, order) == GSL_SUCCESS
                                ? alloc_in_order(matrix, order)
                                : NULL;
  pn_free(order);
  return factor;
}

pn_block_factor *pn_block_factor_alloc(const pn_block_matrix *matrix,
                                       const size_t *order)
{
  if (order)
    return alloc_in_order(matrix, order);
  /* If both cost the same, leaves first is faster: blocks that are eliminated
     one after the other are then neighbours in memory. */
  pn_block_factor *one = alloc_of_type(matrix, pn_order_degree);
  pn_block_factor *other = one ? alloc_of_type(matrix, pn_order_leaves) : NULL;
  if (!other || other->operations <= one->operations) {
    pn_block_factor_free(one);
    return other;
  }
  pn_block_factor_free(other);
  return one;
}
