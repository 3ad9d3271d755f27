/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Products of blocks with three columns, a row at once: functions of kernel.h
   and pivot.h, to the bit, in less than half of the instructions. Where the
   compiler has no vectors of four they are those functions.

   A row is stored with a fourth number, which the next row overwrites; loads of
   three numbers then need not wait for both. Factors are numbers times vectors,
   which a processor reads from memory four times over. */
#ifndef PANTIN_LINEAR_KERNEL_LANES_H
#define PANTIN_LINEAR_KERNEL_LANES_H

#include "pantin/base/lanes.h"
#include "pantin/linear/kernel.h"
#include "pantin/linear/pivot.h"

#ifdef PNI_LANES

/* A block of order 3, by its rows or its columns. */
typedef struct {
  pni_lanes v[3];
} lanes_block;

/* Loads a block by its rows. */
PNI_INLINE void lanes_rows(const double *A, lanes_block *to)
{
  to->v[0] = lanes_load_3(A);
  to->v[1] = lanes_load_3(A + 3);
  to->v[2] = lanes_load_3(A + 6);
}

/* Loads a block by its columns. */
PNI_INLINE void lanes_columns(const double *A, lanes_block *to)
{
  lanes_rows(A, to);
  lanes_transpose(to->v);
}

/* Computes C = A S with S symmetric, as kernel_multiply_3 does; A and C (m x
   3), not the same, m constant; S by its rows. */
PNI_INLINE void lanes_multiply_3(size_t m, const double *A,
                                 const lanes_block *S, double *C)
{
  PNI_UNROLL
  for (size_t i = 0; i < 3 * m; i += 3) {
    const pni_lanes row = lanes_combine(A + i, S->v);
    if (i + 3 < 3 * m)
      lanes_store(C + i, &row);
    else
      lanes_store_3(C + i, &row);
  }
}

/* Subtracts A B^T from C, of order 3, as kernel_subtract_3 does; B by its
 * columns. */
PNI_INLINE void lanes_subtract_3(const double *A, const lanes_block *B,
                                 double *C)
{
  PNI_UNROLL
  for (size_t i = 0; i < 9; i += 3) {
    const pni_lanes row = lanes_load_3(C + i) - lanes_combine(A + i, B->v);
    lanes_store_3(C + i, &row);
  }
}

/* Inverts D as pivot_invert_regular_3 does; S becomes its rows. */
PNI_INLINE int lanes_invert_3(double *D, const double *diagonal, double *pivot,
                              lanes_block *S)
{
  const double xx = D[0], xy = D[3], yy = D[4], xz = D[6], yz = D[7], zz = D[8];
  const double a = yy * zz - yz * yz, b = xz * yz - xy * zz,
               c = xy * yz - xz * yy, minor = xx * yy - xy * xy;
  const double e = xx * zz - xz * xz, f = xy * xz - xx * yz;
  const double det = xx * a + xy * b + xz * c;
  if (!pivot_is_regular_3(xx, minor, det, diagonal))
    return 0;
  const double scale = 1 / det;
  S->v[0] = scale * (pni_lanes){a, b, c, c};
  S->v[1] = scale * (pni_lanes){b, e, f, f};
  S->v[2] = scale * (pni_lanes){c, f, minor, minor};
  pivot[0] = xx;
  pivot[1] = minor / xx;
  pivot[2] = det / minor;
  lanes_store(D, &S->v[0]);
  lanes_store(D + 3, &S->v[1]);
  lanes_store_3(D + 6, &S->v[2]);
  return 1;
}

/* Takes a row of A B^T from four numbers of C; B by its columns. */
PNI_INLINE void lanes_subtract_row(const double *A, const pni_lanes B[3],
                                   double *C)
{
  const pni_lanes row = lanes_load(C) - lanes_combine(A, B);
  lanes_store(C, &row);
}

/* Subtracts A B^T from the lower triangle of C, of order 6, A and B (6 x 3), as
   kernel_subtract_lower_6 does. Numbers above the diagonal change, too. */
PNI_INLINE void lanes_subtract_lower_6(const double *A, const double *B,
                                       double *C)
{
  pni_lanes left[PNI_LANES] = {lanes_load(B), lanes_load(B + 3),
                               lanes_load(B + 6), lanes_load(B + 9)};
  lanes_swap(left); /* the columns of the upper four rows */
  lanes_subtract_row(A, left, C);
  lanes_subtract_row(A + 3, left, C + 6);
  lanes_subtract_row(A + 6, left, C + 12);
  lanes_subtract_row(A + 9, left, C + 18);
  lanes_subtract_row(A + 12, left, C + 24);
  lanes_subtract_row(A + 15, left, C + 30);
  C[28] -= kernel_dot(3, A + 12, B + 12);
  C[34] -= kernel_dot(3, A + 15, B + 12);
  C[35] -= kernel_dot(3, A + 15, B + 15);
}

#else

typedef struct {
  double v[9];
} lanes_block;

PNI_INLINE void lanes_rows(const double *A, lanes_block *to)
{
  memcpy(to->v, A, sizeof to->v);
}

PNI_INLINE void lanes_columns(const double *A, lanes_block *to)
{
  lanes_rows(A, to); /* kernel_subtract_3 reads rows */
}

PNI_INLINE void lanes_multiply_3(size_t m, const double *A,
                                 const lanes_block *S, double *C)
{
  kernel_multiply_3(m, A, S->v, C);
}

PNI_INLINE void lanes_subtract_3(const double *A, const lanes_block *B,
                                 double *C)
{
  kernel_subtract_3(3, A, B->v, C);
}

PNI_INLINE int lanes_invert_3(double *D, const double *diagonal, double *pivot,
                              lanes_block *S)
{
  const int is_regular = pivot_invert_regular_3(D, diagonal, pivot);
  lanes_rows(D, S);
  return is_regular;
}

PNI_INLINE void lanes_subtract_lower_6(const double *A, const double *B,
                                       double *C)
{
  kernel_subtract_lower_6(A, B, C);
}

#endif

#endif
