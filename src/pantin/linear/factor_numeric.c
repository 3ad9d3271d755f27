/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Block L D L^T, right-looking. With A in the new order, for j = 0, 1, ...:

     D_j = A_jj,   L_aj = A_aj D_j^-1,   A_ab <- A_ab - L_aj A_bj^T

   for all rows a >= b of column j (of A_aa the lower triangle): with n rows of
   block j and m_a of block a, n^3 + sum m_a n^2 + sum m_a n m_b multiply-adds,
   the last m_a (m_a + 1) n / 2 where a = b. D_j is inverted in pivot.c; where
   some of its scalar pivots are dropped, D^-1 is the inverse of the rest,
   bordered by zeros. That is enough: in a positive semidefinite matrix a zero
   on the diagonal has only zeros beside it, so a pivot that vanishes takes its
   whole column with it.

   Sources: P. Benet, Moteur physique avec des contraintes rigides (2016),
   section V-D, for the blocks; D. Baraff, Linear-time dynamics using Lagrange
   multipliers, SIGGRAPH 96, for their order on a tree, from the leaves to the
   root. (The first calls J W J^T positive definite: it is only
   semidefinite where constraints are redundant.) */
#include "pantin/linear/factor.h"

#include "pantin/linear/factor_hub.h"
#include "pantin/linear/factor_three.h"
#include "pantin/linear/kernel_lanes.h"
#include "pantin/linear/pivot.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { ORDER_MAX = PN_BLOCK_ORDER_MAX };

/* A pivot below this share of its diagonal entry spoils digits of D^-1. */
static const double small = 1e-3;

/* Sets L = P A P^T, and zero where there will be fill. */
static void copy_in(pn_block_factor *factor, const pn_block_matrix *A)
{
  if (factor->in_order && factor->fill == 0) {
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

/* Notes the diagonal of A, which pivots are compared with. */
static void set_diagonal(pn_block_factor *factor, const pn_block_matrix *A)
{
  for (size_t j = 0; j < A->blocks; j++) {
    const double *D = A->value + A->entry[A->column[j]];
    for (size_t i = 0; i < A->order[j]; i++)
      factor->diagonal[A->first[j] + i] = fabs(D[i * (A->order[j] + 1)]);
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
    done += kernel_subtract_lower(L->order[b], n, L->value + L->entry[q], Abj,
                                  L->value + L->entry[there]);
    for (size_t p = q + 1; p < end; p++) {
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

/* Replaces D, a block of negative pivots, by its inverse. */
static int invert_negative(pn_block_factor *factor, size_t n, double *D,
                           const double *scale, double *pivot)
{
  for (size_t i = 0; i < n * n; i++)
    D[i] = -D[i];
  const int code = pni_pivot_invert(n, D, scale, factor->tolerance, pivot,
                                    &factor->dropped, &factor->left);
  for (size_t i = 0; i < n * n; i++)
    D[i] = -D[i];
  for (size_t i = 0; i < n; i++)
    pivot[i] = -pivot[i];
  return code;
}

/* Replaces D_j, of which only the lower triangle is right, by its inverse. */
static int invert(pn_block_factor *factor, const double *scale, size_t j)
{
  const size_t n = factor->L->order[j], first = factor->first[j];
  double *D = factor->L->value + factor->L->entry[factor->L->column[j]];
  double *pivot = factor->pivot + first;
  scale += first;
  factor->performed += n * n * n;
  const int is_negative =
      factor->negative && factor->negative[factor->order[j]];
  if (n == 3 && !is_negative && pivot_invert_regular_3(D, scale, pivot))
    return GSL_SUCCESS;
  kernel_mirror(n, D);
  if (is_negative)
    return invert_negative(factor, n, D, scale, pivot);
  return pni_pivot_invert(n, D, scale, factor->tolerance, pivot,
                          &factor->dropped, &factor->left);
}

/* Corrects L = A D^-1 by L += (A - L D) D^-1. Where D has small pivots beside
   large entries, as with thin rods, L has wrong digits, and what they leave in
   redundant rows might be taken for a pivot. A, L: (m x n). */
static void improve(size_t m, size_t n, const double *A, const double *D,
                    const double *inverse, double *L)
{
  double rest[ORDER_MAX * ORDER_MAX], change[ORDER_MAX * ORDER_MAX];
  for (size_t i = 0; i < m * n; i++)
    rest[i] = A[i];
  kernel_subtract(m, n, n, L, D, rest);
  kernel_multiply(m, n, rest, inverse, change);
  for (size_t i = 0; i < m * n; i++)
    L[i] += change[i];
}

/* Returns whether block j had pivots that are small or were dropped. */
static int is_ill(const pn_block_factor *factor, const double *D, size_t j)
{
  const size_t n = factor->L->order[j];
  const double *pivot = factor->pivot + factor->first[j];
  for (size_t i = 0; i < n; i++)
    /* NOLINTNEXTLINE(*-core.CallAndMessage): eliminate has kept D */
    if (fabs(pivot[i]) < small * fabs(D[i * (n + 1)]))
      return 1;
  return 0;
}

/* Eliminates a column of order 3 with one block of order 6 below, as of a ball
   joint at a body that is kept, if its D is plainly regular; returns whether it
   is. */
PNI_WIDE static int eliminate_three(double *D, const double *scale,
                                    double *pivot, double *Abj, double *Abb)
{
  enum { ENTRIES = 18 };
  double A[ENTRIES];
  lanes_block S;
  if (!lanes_invert_3(D, scale, pivot, &S))
    return 0;
  memcpy(A, Abj, sizeof A);
  lanes_multiply_3(6, A, &S, Abj);
  lanes_subtract_lower_6(Abj, A, Abb);
  return 1;
}

/* Eliminates column j by eliminate_three if it has that form; returns whether
   it has. */
static int try_three(pn_block_factor *factor, const double *scale, size_t j)
{
  enum { OPERATIONS = 27 + 6 * 3 * 3 + 21 * 3 };
  pn_block_matrix *L = factor->L;
  const size_t k = L->column[j], first = factor->first[j];
  if (!factor->negative || L->order[j] != 3 || L->column[j + 1] != k + 2 ||
      L->order[L->row[k + 1]] != 6 || factor->negative[factor->order[j]] ||
      !eliminate_three(L->value + L->entry[k], scale + first,
                       factor->pivot + first, L->value + L->entry[k + 1],
                       L->value + L->entry[L->column[L->row[k + 1]]]))
    return 0;
  factor->performed += OPERATIONS;
  return 1;
}

/* Computes column j of L, and subtracts its contribution from the rest. */
static int eliminate(pn_block_factor *factor, const double *scale, size_t j)
{
  pn_block_matrix *L = factor->L;
  double kept[ORDER_MAX * ORDER_MAX];
  if (try_three(factor, scale, j))
    return GSL_SUCCESS;
  if (!factor->negative)
    memcpy(kept, L->value + L->entry[L->column[j]],
           L->order[j] * L->order[j] * sizeof *kept);
  if (invert(factor, scale, j))
    return GSL_EDOM;
  const size_t start = L->column[j] + 1, end = L->column[j + 1];
  if (start == end)
    return GSL_SUCCESS;

  /* A_aj moves to `column`, L_aj takes its place. */
  const double *D = L->value + L->entry[start - 1];
  const size_t base = L->entry[start], n = L->order[j];
  size_t done = 0;
  for (size_t i = 0; i < L->entry[end] - base; i++)
    factor->column[i] = L->value[base + i];
  for (size_t p = start; p < end; p++)
    done += kernel_multiply(L->order[L->row[p]], n,
                            factor->column + L->entry[p] - base, D,
                            L->value + L->entry[p]);

  /* Correct wrong digits. */
  if (!factor->negative && is_ill(factor, kept, j)) {
    kernel_mirror(n, kept);
    for (size_t p = start; p < end; p++)
      improve(L->order[L->row[p]], n, factor->column + L->entry[p] - base, kept,
              D, L->value + L->entry[p]);
  }
  factor->performed += done + update(L, j, factor->column);
  return GSL_SUCCESS;
}

/* Takes column j of L, of order n, times x_j from the rows below. */
static inline void solve_down(const pn_block_matrix *L, size_t j, size_t n,
                              double *x)
{
  for (size_t k = L->column[j] + 1; k < L->column[j + 1]; k++)
    kernel_apply(L->order[L->row[k]], n, L->value + L->entry[k],
                 x + L->first[j], x + L->first[L->row[k]]);
}

/* Eliminates all columns, and solves L y = b on the way, unless y is NULL. */
static int eliminate_all(pn_block_factor *factor, const double *scale,
                         double *y)
{
  factor->dropped = factor->performed = 0;
  factor->left = 0;
  if (factor->all_three && !factor->negative)
    return pni_factor_three_set(factor, scale, y);
  for (size_t j = 0; j < factor->L->blocks;) {
    const size_t done = pni_factor_hub_set(factor, scale, j, y);
    if (done > 0) {
      j += done;
      continue;
    }
    if (eliminate(factor, scale, j)) {
      factor->failed = factor->order[j];
      return GSL_EDOM;
    }
    if (y)
      solve_down(factor->L, j, factor->L->order[j], y);
    j++;
  }
  return GSL_SUCCESS;
}

int pn_block_factor_set(pn_block_factor *factor, const pn_block_matrix *matrix)
{
  copy_in(factor, matrix);
  set_diagonal(factor, matrix);
  return eliminate_all(factor, factor->scale ? factor->scale : factor->diagonal,
                       NULL);
}

int pn_block_factor_set_in_place(pn_block_factor *factor)
{
  return eliminate_all(factor, factor->scale, NULL);
}

pn_inertia pn_block_factor_inertia(const pn_block_factor *factor)
{
  pn_inertia inertia = {0};
  for (size_t i = 0; i < factor->L->rows; i++) {
    inertia.positive += factor->pivot[i] > 0;
    inertia.negative += factor->pivot[i] < 0;
    inertia.zero += factor->pivot[i] == 0;
  }
  return inertia;
}

/* Sets x_j = D_j^-1 x_j - L_j^T x; order n. */
static inline void solve_up(const pn_block_matrix *L, size_t j, size_t n,
                            double *x)
{
  const size_t diagonal = L->column[j];
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

/* Solves L y = b in place, in the order of elimination. Columns of order 3 have
   loops of their own, of known length. */
static void solve_all_down(const pn_block_factor *factor, double *x)
{
  const pn_block_matrix *L = factor->L;
  if (factor->all_three) {
    pni_factor_three_solve_down(L, x);
    return;
  }
  for (size_t j = 0; j < L->blocks; j++)
    if (L->order[j] == 3)
      solve_down(L, j, 3, x);
    else
      solve_down(L, j, L->order[j], x);
}

/* Solves D L^T x = y in place, likewise. */
static void solve_all_up(const pn_block_factor *factor, double *x)
{
  const pn_block_matrix *L = factor->L;
  if (factor->all_three) {
    pni_factor_three_solve_up(L, x);
    return;
  }
  for (size_t j = L->blocks; j-- > 0;)
    if (factor->in_order && pni_factor_hub_solve_up(L, j, x))
      continue;
    else if (L->order[j] == 3)
      solve_up(L, j, 3, x);
    else
      solve_up(L, j, L->order[j], x);
}

/* Copies the rows of each block from A's order to that of elimination, or
   back. */
static void permute(const pn_block_factor *factor, const double *from,
                    double *to, int back)
{
  const pn_block_matrix *L = factor->L;
  if (factor->in_order) {
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
    double *work = factor->in_order ? x : factor->work;
    permute(factor, b, work, 0);
    solve_all_down(factor, work);
    solve_all_up(factor, work);
    permute(factor, work, x, 1);
  }
}

int pn_block_factor_set_and_solve(pn_block_factor *factor, double *x)
{
  const int code = eliminate_all(factor, factor->scale, x);
  if (code == GSL_SUCCESS)
    solve_all_up(factor, x);
  return code;
}
