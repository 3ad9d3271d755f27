/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Block L D L^T, right-looking. With A in the new order, for j = 0, 1, ...:

     D_j = A_jj,   L_aj = A_aj D_j^-1,   A_ab <- A_ab - L_aj A_bj^T

   for all rows a >= b of column j. D_j is inverted in pivot.c; where some of
   its scalar pivots are dropped, D^-1 is the inverse of the rest,
   bordered by zeros. That is enough: in a positive semidefinite matrix a zero
   on the diagonal has only zeros beside it, so a pivot that vanishes takes its
   whole column with it.

   Sources: M. Benet, Moteur physique avec des contraintes rigides (2016),
   section V-D, for the blocks; D. Baraff, Linear-time dynamics using Lagrange
   multipliers, SIGGRAPH 96, for their order on a tree, from the leaves to the
   root. (The first calls J W J^T positive definite: it is only
   semidefinite where constraints are redundant.) */
#include "pantin/linear/factor.h"

#include "pantin/base/alloc.h"
#include "pantin/linear/kernel.h"
#include "pantin/linear/order.h"
#include "pantin/linear/pattern.h"
#include "pantin/linear/pivot.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* Redundant rows leave pivots of size epsilon beside their diagonal entry, as
   much as 1e-10 after a long elimination, or of size (drift of the
   constraints [m])^2. Sound ones stay above the least ratio of two masses. */
static const double default_tolerance = 1e-8;

enum { ORDER_MAX = PN_BLOCK_ORDER_MAX };

void pn_block_factor_free(pn_block_factor *factor)
{
  if (!factor)
    return;
  pn_free(factor->order);
  pn_free(factor->first);
  pn_block_matrix_free(factor->L);
  pn_free(factor->target);
  pn_free(factor->transposed);
  pn_free(factor->pivot);
  pn_free(factor->column);
  pn_free(factor->work);
  pn_free(factor);
}

/* Where A's blocks go in L. rank: (blocks) of work. */
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

static int analyse(pn_block_factor *factor, const pn_block_matrix *A,
                   const size_t *order)
{
  const size_t n = A->blocks, stored = pn_block_matrix_stored(A);
  factor->tolerance = default_tolerance;
  factor->order = pn_alloc(n, sizeof *factor->order);
  factor->first = pn_alloc(n, sizeof *factor->first);
  factor->target = pn_alloc(stored, sizeof *factor->target);
  factor->transposed = pn_alloc(stored, sizeof *factor->transposed);
  factor->pivot = pn_alloc(A->rows, sizeof *factor->pivot);
  factor->work = pn_alloc(A->rows, sizeof *factor->work);
  if (!factor->order || !factor->first || !factor->target ||
      !factor->transposed || !factor->pivot || !factor->work)
    return GSL_ENOMEM;
  if (order)
    memcpy(factor->order, order, n * sizeof *order);
  else if (pn_order_minimum_degree(A, factor->order))
    return GSL_ENOMEM;
  for (size_t k = 0; k < n; k++)
    factor->first[k] = A->first[factor->order[k]];
  factor->L = pn_block_pattern(A, factor->order);
  if (!factor->L)
    return GSL_ENOMEM;
  factor->fill = pn_block_matrix_stored(factor->L) - stored;
  factor->column = pn_alloc(longest_column(factor->L), sizeof(double));
  size_t *rank = pn_alloc(n, sizeof *rank);
  if (rank)
    set_targets(factor, A, rank);
  pn_free(rank);
  return factor->column && rank ? GSL_SUCCESS : GSL_ENOMEM;
}

pn_block_factor *pn_block_factor_alloc(const pn_block_matrix *matrix,
                                       const size_t *order)
{
  pn_block_factor *factor = pn_alloc(1, sizeof *factor);
  if (factor && analyse(factor, matrix, order)) {
    pn_block_factor_free(factor);
    return NULL;
  }
  return factor;
}

/* L = P A P^T, and zero where there will be fill. */
static void copy_in(pn_block_factor *factor, const pn_block_matrix *A)
{
  if (factor->fill > 0)
    pn_block_matrix_clear(factor->L);
  for (size_t j = 0; j < A->blocks; j++)
    for (size_t k = A->column[j]; k < A->column[j + 1]; k++) {
      const size_t m = A->order[A->row[k]], n = A->order[j];
      const double *from = A->value + A->entry[k];
      double *to = factor->L->value + factor->target[k];
      if (!factor->transposed[k])
        memcpy(to, from, m * n * sizeof *to);
      else
        for (size_t r = 0; r < m; r++)
          for (size_t c = 0; c < n; c++)
            to[c * m + r] = from[r * n + c];
    }
}

/* Takes L_aj A_bj^T from A_ab for all rows a >= b of column j. The rows below
   b are all in column b: one walks along both. */
static void update(pn_block_matrix *L, size_t j, const double *column)
{
  const size_t start = L->column[j] + 1, end = L->column[j + 1];
  const size_t base = L->entry[start], n = L->order[j];
  for (size_t q = start; q < end; q++) {
    const size_t b = L->row[q];
    const double *Abj = L->value + L->entry[q];
    size_t there = L->column[b];
    for (size_t p = q; p < end; p++, there++) {
      const size_t a = L->row[p];
      while (L->row[there] != a)
        there++;
      kernel_subtract(L->order[a], L->order[b], n, column + L->entry[p] - base,
                      Abj, L->value + L->entry[there]);
    }
  }
}

static int eliminate(pn_block_factor *factor, const pn_block_matrix *A,
                     size_t j)
{
  pn_block_matrix *L = factor->L;
  const size_t n = L->order[j], k = factor->order[j];
  double *D = L->value + L->entry[L->column[j]];
  double diagonal[ORDER_MAX];
  const double *Akk = A->value + A->entry[A->column[k]];
  for (size_t i = 0; i < n; i++)
    diagonal[i] = Akk[i * n + i];
  double *pivot = factor->pivot + A->first[k];
  if (pni_pivot_invert(n, D, diagonal, factor->tolerance, pivot,
                       &factor->dropped))
    return GSL_EDOM;

  /* column = L_aj for all a; A_aj stays in place until it has been used. */
  const size_t start = L->column[j] + 1, end = L->column[j + 1];
  const size_t base = L->entry[start];
  for (size_t p = start; p < end; p++)
    kernel_multiply(L->order[L->row[p]], n, L->value + L->entry[p], D,
                    factor->column + L->entry[p] - base);
  update(L, j, factor->column);
  memcpy(L->value + base, factor->column,
         (L->entry[end] - base) * sizeof *L->value);
  return GSL_SUCCESS;
}

int pn_block_factor_set(pn_block_factor *factor, const pn_block_matrix *matrix)
{
  copy_in(factor, matrix);
  factor->dropped = 0;
  for (size_t j = 0; j < matrix->blocks; j++)
    if (eliminate(factor, matrix, j))
      return GSL_EDOM;
  return GSL_SUCCESS;
}

/* x = (L D L^T)^-1 x, in the order of elimination. */
static void solve_in_order(const pn_block_matrix *L, double *x)
{
  for (size_t j = 0; j < L->blocks; j++) /* L y = b */
    for (size_t k = L->column[j] + 1; k < L->column[j + 1]; k++)
      kernel_apply(L->order[L->row[k]], L->order[j], L->value + L->entry[k],
                   x + L->first[j], x + L->first[L->row[k]]);
  for (size_t j = L->blocks; j-- > 0;) { /* L^T x = D^-1 y */
    const size_t n = L->order[j], diagonal = L->column[j];
    double *xj = x + L->first[j], y[ORDER_MAX];
    for (size_t i = 0; i < n; i++) {
      y[i] = -xj[i];
      xj[i] = 0;
    }
    kernel_apply(n, n, L->value + L->entry[diagonal], y, xj);
    for (size_t k = diagonal + 1; k < L->column[j + 1]; k++)
      kernel_apply_transposed(L->order[L->row[k]], n, L->value + L->entry[k],
                              x + L->first[L->row[k]], xj);
  }
}

void pn_block_factor_solve(pn_block_factor *factor, size_t count,
                           const double *b, double *x)
{
  const pn_block_matrix *L = factor->L;
  const size_t n = L->blocks;
  for (size_t c = 0; c < count; c++) {
    for (size_t k = 0; k < n; k++)
      memcpy(factor->work + L->first[k], b + c * L->rows + factor->first[k],
             L->order[k] * sizeof *b);
    solve_in_order(L, factor->work);
    for (size_t k = 0; k < n; k++)
      memcpy(x + c * L->rows + factor->first[k], factor->work + L->first[k],
             L->order[k] * sizeof *x);
  }
}
