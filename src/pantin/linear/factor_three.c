/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Block L D L^T as in factor_numeric.c, where all blocks are of order 3:
   systems with ball joints only. The sizes being known, all loops over a block
   are written out, and block k is at 9 k. */
#include "pantin/linear/factor_three.h"

#include "pantin/linear/columns_four.h"
#include "pantin/linear/kernel_lanes.h"
#include "pantin/linear/pivot.h"

#include <gsl/gsl_errno.h>

enum { ENTRIES = 9 };

/* Replaces D_j by its inverse; S becomes its rows. */
PNI_INLINE int invert(pn_block_factor *factor, const double *scale, size_t j,
                      double *D, lanes_block *S)
{
  const size_t first = factor->first[j];
  double *pivot = factor->pivot + first;
  if (lanes_invert_3(D, scale + first, pivot, S))
    return GSL_SUCCESS;
  kernel_mirror(3, D);
  const int code = pni_pivot_invert(3, D, scale + first, factor->tolerance,
                                    pivot, &factor->dropped, &factor->left);
  lanes_rows(D, S);
  return code;
}

/* Eliminates a column with one block below the diagonal, as in chains:

     L_bj = A_bj D_j^-1,   A_bb <- A_bb - L_bj A_bj^T.                        */
PNI_INLINE void eliminate_one(double *Abj, const lanes_block *S, double *Abb)
{
  double A[ENTRIES];
  lanes_block B;
  lanes_columns(Abj, &B);
  memcpy(A, Abj, sizeof A);
  lanes_multiply_3(3, A, S, Abj);
  lanes_subtract_3(Abj, &B, Abb);
}

/* Eliminates column j of several blocks: A_ab <- A_ab - L_aj A_bj^T for all its
   rows a >= b. The rows below b are all in column b: one walks along both. */
PNI_INLINE void eliminate_many(pn_block_matrix *L, size_t j,
                               const lanes_block *S, double *A)
{
  const size_t start = L->column[j] + 1, count = L->column[j + 1] - start;
  const size_t *row = L->row + start;
  double *Lj = L->value + ENTRIES * start;
  memcpy(A, Lj, ENTRIES * count * sizeof *A);
  for (size_t p = 0; p < count; p++)
    lanes_multiply_3(3, A + ENTRIES * p, S, Lj + ENTRIES * p);
  for (size_t q = 0; q < count; q++) {
    size_t there = L->column[row[q]];
    lanes_block B;
    lanes_columns(A + ENTRIES * q, &B);
    lanes_subtract_3(Lj + ENTRIES * q, &B, L->value + ENTRIES * there);
    for (size_t p = q + 1; p < count; p++) {
      while (L->row[there] != row[p])
        there++;
      lanes_subtract_3(Lj + ENTRIES * p, &B, L->value + ENTRIES * there);
    }
  }
}

/* Returns the multiply-adds of eliminating a column of `count` blocks below the
   diagonal. */
static inline uint64_t operations(uint64_t count)
{
  enum { INVERT = 27, MULTIPLY = 27, LOWER = 18, FULL = 27 };
  return INVERT + count * (MULTIPLY + LOWER) + count * (count - 1) / 2 * FULL;
}

/* Takes column j of L times y_j from the rows below. */
PNI_INLINE void solve_column(const pn_block_matrix *L, size_t j, double *y)
{
  for (size_t k = L->column[j] + 1; k < L->column[j + 1]; k++)
    kernel_apply_3(3, L->value + ENTRIES * k, y + 3 * j, y + 3 * L->row[k]);
}

#ifdef PNI_LANES
_Static_assert((int)FOUR_COLUMNS == (int)FOUR, "columns fill vectors");

/* Where four columns of one block below the diagonal find their numbers: each
   has D_j, A_bj and, in its row b, A_bb. */
typedef struct {
  double *D[FOUR], *below[FOUR], *there[FOUR];
  size_t row[FOUR]; /* b */
} four_columns;

/* Finds the columns from j on. */
PNI_INLINE void find_four(const pn_block_matrix *L, size_t j, four_columns *to)
{
  PNI_UNROLL
  for (size_t i = 0; i < FOUR; i++) {
    const size_t k = L->column[j + i];
    to->D[i] = L->value + ENTRIES * k;
    to->below[i] = to->D[i] + ENTRIES;
    to->row[i] = L->row[k + 1];
    to->there[i] = L->value + ENTRIES * L->column[to->row[i]];
  }
}

/* Subtracts L A^T from A_bb of each, of which only the lower triangle is
   right. */
PNI_INLINE void update_four(const four_blocks *L, const four_blocks *A,
                            double *const there[FOUR])
{
  four_blocks T;
  PNI_UNROLL
  for (size_t r = 0; r < 3; r++)
    PNI_UNROLL
  for (size_t c = 0; c <= r; c++)
    T.m[3 * r + c] = T.m[3 * c + r] = L->m[3 * r] * A->m[3 * c] +
                                      L->m[3 * r + 1] * A->m[3 * c + 1] +
                                      L->m[3 * r + 2] * A->m[3 * c + 2];
  lanes_swap(T.m);
  lanes_swap(T.m + 4);
  PNI_UNROLL
  for (size_t i = 0; i < FOUR; i++) {
    const pni_lanes low = lanes_load(there[i]) - T.m[i];
    const pni_lanes high = lanes_load(there[i] + 4) - T.m[4 + i];
    lanes_store(there[i], &low);
    lanes_store(there[i] + 4, &high);
    there[i][8] -= T.m[8][i];
  }
}

/* Takes L y_j from y_b of each. */
PNI_INLINE void solve_four(const four_blocks *L, const size_t row[FOUR],
                           size_t j, double *y)
{
  const double *yj = y + 3 * j;
  const pni_lanes x0 = four_pick(yj, 3), x1 = four_pick(yj + 1, 3),
                  x2 = four_pick(yj + 2, 3);
  PNI_UNROLL
  for (size_t r = 0; r < 3; r++) {
    const pni_lanes t =
        L->m[3 * r] * x0 + L->m[3 * r + 1] * x1 + L->m[3 * r + 2] * x2;
    PNI_UNROLL
    for (size_t i = 0; i < FOUR; i++)
      y[3 * row[i] + r] -= t[i];
  }
}

/* Eliminates four columns from j on, as eliminate_one does, and solves on the
   way; returns 0 if one is not plainly regular. */
PNI_INLINE int eliminate_four(pn_block_factor *factor, const double *scale,
                              size_t j, double *y)
{
  four_columns at;
  four_blocks D, A, L;
  four_inverses S;
  find_four(factor->L, j, &at);
  const double *const from[FOUR] = {at.D[0], at.D[1], at.D[2], at.D[3]};
  const double *const below[FOUR] = {at.below[0], at.below[1], at.below[2],
                                     at.below[3]};
  four_read_nine(from, D.m);
  if (!four_invert(&D, scale + 3 * j, factor->pivot + 3 * j, &S))
    return 0;
  four_read_nine(below, A.m);
  PNI_UNROLL
  for (size_t r = 0; r < 9; r += 3)
    four_times_inverse(A.m + r, &S, L.m + r);
  four_write_inverses(&S, at.D);
  four_write_nine(L.m, at.below);
  update_four(&L, &A, at.there);
  if (y)
    solve_four(&L, at.row, j, y);
  factor->performed += FOUR * operations(1);
  return 1;
}

#endif

/* Eliminates column j, and solves on the way unless y is NULL. */
PNI_INLINE int eliminate(pn_block_factor *factor, const double *scale, size_t j,
                         double *y)
{
  pn_block_matrix *L = factor->L;
  const size_t k = L->column[j], count = L->column[j + 1] - k - 1;
  double *D = L->value + ENTRIES * k;
  lanes_block S;
  if (invert(factor, scale, j, D, &S))
    return GSL_EDOM;
  if (count == 1)
    eliminate_one(D + ENTRIES, &S,
                  L->value + ENTRIES * L->column[L->row[k + 1]]);
  else if (count > 1)
    eliminate_many(L, j, &S, factor->column);
  if (y)
    solve_column(L, j, y);
  factor->performed += count == 1 ? operations(1) : operations(count);
  return GSL_SUCCESS;
}

PNI_WIDE int pni_factor_three_set(pn_block_factor *factor, const double *scale,
                                  double *y)
{
  for (size_t j = 0; j < factor->L->blocks;) {
#ifdef PNI_LANES
    if (factor->is_four[j] && eliminate_four(factor, scale, j, y)) {
      j += FOUR;
      continue;
    }
#endif
    if (eliminate(factor, scale, j, y)) {
      factor->failed = factor->order[j];
      return GSL_EDOM;
    }
    j++;
  }
  return GSL_SUCCESS;
}

/* Sets x = D^-1 x - z. */
static inline void apply_inverse(const double *D, double *x, const double *z)
{
  const double x0 = x[0], x1 = x[1], x2 = x[2];
  x[0] = D[0] * x0 + D[1] * x1 + D[2] * x2 - z[0];
  x[1] = D[3] * x0 + D[4] * x1 + D[5] * x2 - z[1];
  x[2] = D[6] * x0 + D[7] * x1 + D[8] * x2 - z[2];
}

void pni_factor_three_solve_down(const pn_block_matrix *L, double *x)
{
  for (size_t j = 0; j < L->blocks; j++)
    solve_column(L, j, x);
}

PNI_WIDE void pni_factor_three_solve_up(const pn_block_matrix *L, double *x)
{
  const double *block = L->value;
  const size_t *column = L->column, *row = L->row;
  for (size_t j = L->blocks; j-- > 0;) { /* x = D^-1 y - L^T x */
    double z[3] = {0, 0, 0};
    for (size_t k = column[j] + 1; k < column[j + 1]; k++) {
      const double *B = block + ENTRIES * k, *y = x + 3 * row[k];
      z[0] += B[0] * y[0] + B[3] * y[1] + B[6] * y[2];
      z[1] += B[1] * y[0] + B[4] * y[1] + B[7] * y[2];
      z[2] += B[2] * y[0] + B[5] * y[1] + B[8] * y[2];
    }
    apply_inverse(block + ENTRIES * column[j], x + 3 * j, z);
  }
}
