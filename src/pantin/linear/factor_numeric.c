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

#include "pantin/linear/kernel.h"
#include "pantin/linear/pivot.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { ORDER_MAX = PN_BLOCK_ORDER_MAX };

/* Where all blocks are of order 3, as they are with ball joints, `three` is a
   constant 1 in what follows, and the compiler unrolls all loops over a
   block. */
static inline size_t order_of(const pn_block_matrix *L, size_t i, int three)
{
  return three ? 3 : L->order[i];
}

static inline size_t entry_of(const pn_block_matrix *L, size_t k, int three)
{
  return three ? 9 * k : L->entry[k];
}

static inline size_t first_of(const pn_block_matrix *L, size_t i, int three)
{
  return three ? 3 * i : L->first[i];
}

/* L = P A P^T, and zero where there will be fill. */
static void copy_in(pn_block_factor *factor, const pn_block_matrix *A)
{
  if (factor->same_layout) {
    memcpy(factor->L->value, A->value,
           A->entry[pn_block_matrix_stored(A)] * sizeof *A->value);
    return;
  }
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
static inline size_t update(pn_block_matrix *L, size_t j, const double *column,
                            int three)
{
  const size_t start = L->column[j] + 1, end = L->column[j + 1];
  const size_t base = entry_of(L, start, three), n = order_of(L, j, three);
  size_t done = 0;
  for (size_t q = start; q < end; q++) {
    const size_t b = L->row[q];
    const double *Abj = column + entry_of(L, q, three) - base;
    size_t there = L->column[b];
    for (size_t p = q; p < end; p++, there++) {
      const size_t a = L->row[p];
      while (L->row[there] != a)
        there++;
      done += kernel_subtract(order_of(L, a, three), order_of(L, b, three), n,
                              L->value + entry_of(L, p, three), Abj,
                              L->value + entry_of(L, there, three));
    }
  }
  return done;
}

/* D^-1 in the place of D, a block of negative pivots. */
static int invert_negative(pn_block_factor *factor, size_t n, double *D,
                           const double *scale, double *pivot)
{
  for (size_t i = 0; i < n * n; i++)
    D[i] = -D[i];
  const int code =
      pni_pivot_invert(n, D, scale, factor->tolerance, pivot, &factor->dropped);
  for (size_t i = 0; i < n * n; i++)
    D[i] = -D[i];
  for (size_t i = 0; i < n; i++)
    pivot[i] = -pivot[i];
  return code;
}

/* D_j^-1 in the place of D_j. */
static inline int invert(pn_block_factor *factor, const pn_block_matrix *A,
                         size_t j, int three)
{
  const size_t n = order_of(factor->L, j, three), k = factor->order[j];
  double *D =
      factor->L->value + entry_of(factor->L, factor->L->column[j], three);
  const double *Akk = A->value + entry_of(A, A->column[k], three);
  const size_t first = first_of(A, k, three);
  double scale[ORDER_MAX], *pivot = factor->pivot + first;
  for (size_t i = 0; i < n; i++)
    scale[i] = factor->scale ? factor->scale[first + i] : fabs(Akk[i * n + i]);
  factor->performed += n * n * n;
  if (factor->negative && factor->negative[k])
    return invert_negative(factor, n, D, scale, pivot);
  if (three && pivot_invert_regular_3(D, scale, pivot))
    return GSL_SUCCESS;
  return pni_pivot_invert(n, D, scale, factor->tolerance, pivot,
                          &factor->dropped);
}

/* Column j of L, and what its elimination leaves. */
static inline int eliminate(pn_block_factor *factor, const pn_block_matrix *A,
                            size_t j, int three)
{
  pn_block_matrix *L = factor->L;
  if (invert(factor, A, j, three))
    return GSL_EDOM;
  const size_t start = L->column[j] + 1, end = L->column[j + 1];
  if (start == end)
    return GSL_SUCCESS;

  /* A_aj moves to `column`, L_aj takes its place. */
  const double *D = L->value + entry_of(L, start - 1, three);
  const size_t base = entry_of(L, start, three), n = order_of(L, j, three);
  size_t done = 0;
  for (size_t i = 0; i < entry_of(L, end, three) - base; i++)
    factor->column[i] = L->value[base + i];
  for (size_t p = start; p < end; p++)
    done += kernel_multiply(order_of(L, L->row[p], three), n,
                            factor->column + entry_of(L, p, three) - base, D,
                            L->value + entry_of(L, p, three));
  factor->performed += done + update(L, j, factor->column, three);
  return GSL_SUCCESS;
}

static inline int eliminate_all(pn_block_factor *factor,
                                const pn_block_matrix *A, int three)
{
  for (size_t j = 0; j < A->blocks; j++)
    if (eliminate(factor, A, j, three)) {
      factor->failed = factor->order[j];
      return GSL_EDOM;
    }
  return GSL_SUCCESS;
}

int pn_block_factor_set(pn_block_factor *factor, const pn_block_matrix *matrix)
{
  copy_in(factor, matrix);
  factor->dropped = factor->performed = 0;
  return factor->all_three ? eliminate_all(factor, matrix, 1)
                           : eliminate_all(factor, matrix, 0);
}

/* x = (L D L^T)^-1 x, in the order of elimination. */
static inline void solve_in_order(const pn_block_matrix *L, double *x,
                                  int three)
{
  for (size_t j = 0; j < L->blocks; j++) /* L y = b */
    for (size_t k = L->column[j] + 1; k < L->column[j + 1]; k++)
      kernel_apply(order_of(L, L->row[k], three), order_of(L, j, three),
                   L->value + entry_of(L, k, three), x + first_of(L, j, three),
                   x + first_of(L, L->row[k], three));
  for (size_t j = L->blocks; j-- > 0;) { /* L^T x = D^-1 y */
    const size_t n = order_of(L, j, three), diagonal = L->column[j];
    double *xj = x + first_of(L, j, three), y[ORDER_MAX];
    for (size_t i = 0; i < n; i++) {
      y[i] = -xj[i];
      xj[i] = 0;
    }
    kernel_apply(n, n, L->value + entry_of(L, diagonal, three), y, xj);
    for (size_t k = diagonal + 1; k < L->column[j + 1]; k++)
      kernel_apply_transposed(order_of(L, L->row[k], three), n,
                              L->value + entry_of(L, k, three),
                              x + first_of(L, L->row[k], three), xj);
  }
}

/* Copies the rows of each block from A's order to that of elimination, or
   back. */
static void permute(const pn_block_factor *factor, const double *from,
                    double *to, int back)
{
  const pn_block_matrix *L = factor->L;
  if (factor->same_layout) {
    if (from != to)
      memcpy(to, from, L->rows * sizeof *to);
    return;
  }
  for (size_t k = 0; k < L->blocks; k++) {
    const double *here = from + (back ? L->first[k] : factor->first[k]);
    double *there = to + (back ? factor->first[k] : L->first[k]);
    for (size_t i = 0; i < L->order[k]; i++)
      there[i] = here[i];
  }
}

void pn_block_factor_solve(pn_block_factor *factor, size_t count,
                           const double *b, double *x)
{
  const size_t rows = factor->L->rows;
  for (size_t c = 0; c < count; c++, b += rows, x += rows) {
    double *work = factor->same_layout ? x : factor->work;
    permute(factor, b, work, 0);
    if (factor->all_three)
      solve_in_order(factor->L, work, 1);
    else
      solve_in_order(factor->L, work, 0);
    permute(factor, work, x, 1);
  }
}
