/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Block L D L^T, right-looking. With A in the new order, for j = 0, 1, ...:

     D_j = A_jj,   L_aj = A_aj D_j^-1,   A_ab <- A_ab - L_aj A_bj^T

   for all rows a >= b of column j: n^3 + sum m_a n^2 + sum m_a n m_b multiply-
   adds, with n rows of block j, and m_a of block a. D_j is inverted in pivot.c;
   where some of its scalar pivots are dropped, D^-1 is the inverse of the rest,
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
#include <math.h>
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

/* The multiply-adds that eliminating each column of L will take. */
static void predict(pn_block_factor *factor)
{
  const pn_block_matrix *L = factor->L;
  for (size_t j = 0; j < L->blocks; j++) {
    const size_t n = L->order[j];
    size_t above = 0; /* rows of L's column j down to block a */
    factor->operations += n * n * n;
    factor->solve_operations += n * n;
    for (size_t p = L->column[j] + 1; p < L->column[j + 1]; p++) {
      const size_t m = L->order[L->row[p]];
      above += m;
      factor->operations += m * n * n + m * n * above;
      factor->solve_operations += 2 * m * n;
    }
  }
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
  memcpy(factor->order, order, n * sizeof *order);
  for (size_t k = 0; k < n; k++)
    factor->first[k] = A->first[factor->order[k]];
  factor->L = pn_block_pattern(A, factor->order);
  if (!factor->L)
    return GSL_ENOMEM;
  factor->fill = pn_block_matrix_stored(factor->L) - stored;
  predict(factor);
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
  pn_block_factor *one = alloc_of_type(matrix, pn_order_degree);
  pn_block_factor *other = one ? alloc_of_type(matrix, pn_order_leaves) : NULL;
  if (!other || other->operations < one->operations) {
    pn_block_factor_free(one);
    return other;
  }
  pn_block_factor_free(other);
  return one;
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
   b are all in column b: one walks along both. Returns the multiply-adds. */
static size_t update(pn_block_matrix *L, size_t j, const double *column)
{
  const size_t start = L->column[j] + 1, end = L->column[j + 1];
  const size_t base = L->entry[start], n = L->order[j];
  size_t done = 0;
  for (size_t q = start; q < end; q++) {
    const size_t b = L->row[q];
    const double *Abj = column + L->entry[q] - base;
    size_t there = L->column[b];
    for (size_t p = q; p < end; p++, there++) {
      const size_t a = L->row[p];
      while (L->row[there] != a)
        there++;
      done +=
          kernel_subtract(L->order[a], L->order[b], n, L->value + L->entry[p],
                          Abj, L->value + L->entry[there]);
    }
  }
  return done;
}

/* D^-1 in the place of D. */
static int invert(pn_block_factor *factor, const pn_block_matrix *A, size_t j)
{
  const size_t n = factor->L->order[j], k = factor->order[j];
  double *D = factor->L->value + factor->L->entry[factor->L->column[j]];
  const double *Akk = A->value + A->entry[A->column[k]];
  double diagonal[ORDER_MAX], *pivot = factor->pivot + A->first[k];
  const int negative = factor->negative && factor->negative[k];
  const double *scale = factor->scale ? factor->scale + A->first[k] : NULL;
  for (size_t i = 0; i < n; i++)
    diagonal[i] = scale ? scale[i] : fabs(Akk[i * n + i]);
  for (size_t i = 0; negative && i < n * n; i++)
    D[i] = -D[i];
  const int code = pni_pivot_invert(n, D, diagonal, factor->tolerance, pivot,
                                    &factor->dropped);
  for (size_t i = 0; negative && i < n * n; i++)
    D[i] = -D[i];
  for (size_t i = 0; negative && i < n; i++)
    pivot[i] = -pivot[i];
  factor->performed += n * n * n;
  return code;
}

static int eliminate(pn_block_factor *factor, const pn_block_matrix *A,
                     size_t j)
{
  pn_block_matrix *L = factor->L;
  if (invert(factor, A, j))
    return GSL_EDOM;
  const size_t start = L->column[j] + 1, end = L->column[j + 1];
  if (start == end)
    return GSL_SUCCESS;

  /* L_aj in the place of A_aj, which moves to `column`. */
  const double *D = L->value + L->entry[start - 1];
  const size_t base = L->entry[start], n = L->order[j];
  memcpy(factor->column, L->value + base,
         (L->entry[end] - base) * sizeof *L->value);
  for (size_t p = start; p < end; p++)
    factor->performed += kernel_multiply(L->order[L->row[p]], n,
                                         factor->column + L->entry[p] - base, D,
                                         L->value + L->entry[p]);
  factor->performed += update(L, j, factor->column);
  return GSL_SUCCESS;
}

int pn_block_factor_set(pn_block_factor *factor, const pn_block_matrix *matrix)
{
  copy_in(factor, matrix);
  factor->dropped = factor->performed = 0;
  for (size_t j = 0; j < matrix->blocks; j++)
    if (eliminate(factor, matrix, j)) {
      factor->failed = factor->order[j];
      return GSL_EDOM;
    }
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
