/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Block L D L^T as in factor_numeric.c, of the columns of a hub b:

     L_bj = A_bj D_j^-1,   A_bb <- A_bb - L_bj A_bj^T,   y_b <- y_b - L_bj y_j.

   Columns do not wait for each other, but what they take from A_bb and y_b is
   taken in their order. */
#include "pantin/linear/factor_hub.h"

#include "pantin/linear/columns_four.h"

/* The numbers of a column: D, then six rows of L. */
enum { BELOW = 9, ENTRIES = 27, ROWS = 6 };

/* Tells whether column j has the form of a hub's. */
static inline int is_hub_column(const pn_block_matrix *L, size_t j)
{
  const size_t k = L->column[j];
  return L->order[j] == 3 && L->column[j + 1] == k + 2 &&
         L->order[L->row[k + 1]] == ROWS;
}

#ifdef PNI_LANES

/* Numbers of the lower triangle of A_bb, and as many as fill vectors. */
enum { LOWER = 21, ROOM = 24 };

/* Holds the block of a hub and its right-hand side, which columns change. */
typedef struct {
  pni_lanes A[ROOM / FOUR]; /* the lower triangle of A_bb, row by row */
  pni_lanes y[2];
} hub;

/* Reads the lower triangle of A_bb, (6 x 6), and y_b unless y is NULL. */
static inline void hub_read(const double *A, const double *y, hub *h)
{
  double lower[ROOM] = {0}, right[2 * FOUR] = {0};
  for (size_t r = 0, t = 0; r < ROWS; r++)
    for (size_t c = 0; c <= r; c++)
      lower[t++] = A[ROWS * r + c];
  for (size_t r = 0; y && r < ROWS; r++)
    right[r] = y[r];
  memcpy(h->A, lower, sizeof lower);
  memcpy(h->y, right, sizeof right);
}

/* Writes what hub_read reads. */
static inline void hub_write(const hub *h, double *A, double *y)
{
  double lower[ROOM], right[2 * FOUR];
  memcpy(lower, h->A, sizeof lower);
  memcpy(right, h->y, sizeof right);
  for (size_t r = 0, t = 0; r < ROWS; r++)
    for (size_t c = 0; c <= r; c++)
      A[ROWS * r + c] = lower[t++];
  for (size_t r = 0; y && r < ROWS; r++)
    y[r] = right[r];
}

/* Takes four numbers of each of four columns from those of the hub, column by
   column. */
PNI_INLINE void take(const pni_lanes of[FOUR], pni_lanes *from)
{
  pni_lanes v[FOUR] = {of[0], of[1], of[2], of[3]};
  lanes_swap(v);
  *from = *from - v[0] - v[1] - v[2] - v[3];
}

/* Writes L of four columns. */
PNI_INLINE void write_four(const pni_lanes L[18], double *block)
{
  PNI_UNROLL
  for (size_t i = 0; i < 16; i += FOUR)
    four_write(L + i, block + BELOW + i, ENTRIES);
  four_write(L + 14, block + BELOW + 14, ENTRIES);
}

/* Subtracts L A^T from the hub's triangle, and L y from its y. */
PNI_INLINE void update_hub(const pni_lanes L[18], const pni_lanes A[18],
                           const pni_lanes y[3], hub *h)
{
  pni_lanes term[ROOM], right[2 * FOUR];
  for (size_t t = LOWER; t < ROOM; t++)
    term[t] = (pni_lanes){0};
  PNI_UNROLL
  for (size_t r = 0; r < ROWS; r++) {
    const pni_lanes u = L[3 * r], v = L[3 * r + 1], w = L[3 * r + 2];
    PNI_UNROLL
    for (size_t c = 0; c <= r; c++)
      term[r * (r + 1) / 2 + c] =
          u * A[3 * c] + v * A[3 * c + 1] + w * A[3 * c + 2];
    right[r] = u * y[0] + v * y[1] + w * y[2];
  }
  right[ROWS] = right[ROWS + 1] = (pni_lanes){0};
  PNI_UNROLL
  for (size_t i = 0; i < ROOM / FOUR; i++)
    take(term + FOUR * i, &h->A[i]);
  take(right, &h->y[0]);
  take(right + FOUR, &h->y[1]);
}

/* Eliminates four columns; returns 0 if one is not plainly regular. */
PNI_INLINE int eliminate_four(double *block, const double *scale, double *pivot,
                              const double *y, hub *h)
{
  double *const at[FOUR] = {block, block + ENTRIES, block + 2 * ENTRIES,
                            block + 3 * ENTRIES};
  const double *const from[FOUR] = {at[0], at[1], at[2], at[3]};
  four_blocks D;
  four_inverses S;
  pni_lanes A[20], L[18], right[FOUR] = {{0}};
  four_read_nine(from, D.m);
  if (!four_invert(&D, scale, pivot, &S))
    return 0;
  PNI_UNROLL
  for (size_t i = 0; i < 16; i += FOUR)
    four_read(block + BELOW + i, ENTRIES, A + i);
  four_read(block + BELOW + 14, ENTRIES, A + 14);
  if (y)
    four_read(y, 3, right);
  PNI_UNROLL
  for (size_t i = 0; i < 18; i += 3)
    four_times_inverse(A + i, &S, L + i);
  four_write_inverses(&S, at);
  write_four(L, block);
  update_hub(L, A, right, h);
  return 1;
}

/* Tells whether four columns from j on are a hub's, the one in this row. */
static inline int are_hub_columns(const pn_block_factor *factor, size_t j,
                                  size_t row)
{
  const pn_block_matrix *L = factor->L;
  if (j + FOUR > row)
    return 0;
  for (size_t i = j; i < j + FOUR; i++)
    if (!is_hub_column(L, i) || L->row[L->column[i] + 1] != row ||
        factor->negative[factor->order[i]])
      return 0;
  return 1;
}

/* Eliminates all fours of columns from j on; returns how many columns. */
PNI_WIDE static size_t eliminate_fours(pn_block_factor *factor,
                                       const double *scale, size_t j, double *y)
{
  const pn_block_matrix *L = factor->L;
  const size_t row = L->row[L->column[j] + 1], from = j;
  double *Abb = L->value + L->entry[L->column[row]];
  double *yb = y ? y + L->first[row] : NULL;
  hub h;
  hub_read(Abb, yb, &h);
  for (; are_hub_columns(factor, j, row); j += FOUR) {
    const size_t first = factor->first[j];
    if (!eliminate_four(L->value + L->entry[L->column[j]], scale + first,
                        factor->pivot + first, y ? y + L->first[j] : NULL, &h))
      break;
  }
  hub_write(&h, Abb, yb);
  return j - from;
}

size_t pni_factor_hub_set(pn_block_factor *factor, const double *scale,
                          size_t j, double *y)
{
  enum { OPERATIONS = 27 + 6 * 3 * 3 + 21 * 3 };
  if (!factor->in_order || !factor->negative || !is_hub_column(factor->L, j) ||
      !are_hub_columns(factor, j, factor->L->row[factor->L->column[j] + 1]))
    return 0;
  const size_t done = eliminate_fours(factor, scale, j, y);
  factor->performed += done * OPERATIONS;
  return done;
}

/* Sets x_j = D^-1 x_j - L^T x_b of one column. */
PNI_WIDE static void solve_up(const double *D, double *xj, const double *xb)
{
  const double y[3] = {-xj[0], -xj[1], -xj[2]}, *row = D + BELOW;
  pni_lanes column[3] = {lanes_load(D), lanes_load(D + 3), lanes_load(D + 6)};
  lanes_transpose(column);
  pni_lanes x = 0 - lanes_combine(y, column);
  for (size_t i = 0; i < ROWS; i++, row += 3)
    x -= xb[i] * lanes_load(row);
  lanes_store_3(xj, &x);
}

int pni_factor_hub_solve_up(const pn_block_matrix *L, size_t j, double *x)
{
  if (!is_hub_column(L, j))
    return 0;
  const size_t k = L->column[j];
  solve_up(L->value + L->entry[k], x + L->first[j],
           x + L->first[L->row[k + 1]]);
  return 1;
}

#else

size_t pni_factor_hub_set(pn_block_factor *factor, const double *scale,
                          size_t j, double *y)
{
  (void)factor;
  (void)scale;
  (void)j;
  (void)y;
  return 0;
}

int pni_factor_hub_solve_up(const pn_block_matrix *L, size_t j, double *x)
{
  (void)L;
  (void)j;
  (void)x;
  return 0;
}

#endif
