/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Four columns of order 3 side by side, as those of the limbs of a body: what
   pivot.h and factor_three.c compute for each by itself, in the same operations
   and so to the bit. Their numbers are turned into vectors, one of each
   column. */
#ifndef PANTIN_LINEAR_COLUMNS_FOUR_H
#define PANTIN_LINEAR_COLUMNS_FOUR_H

#include "pantin/base/fours.h"
#include "pantin/linear/pivot.h"

#include <math.h>

#ifdef PNI_LANES

/* A block of each column, row by row. */
typedef struct {
  pni_lanes m[9];
} four_blocks;

/* Inverses of symmetric blocks: their upper triangles row by row. */
typedef struct {
  pni_lanes m[6];
} four_inverses;

/* Inverts four D as pivot_invert_regular_3 does if all are plainly regular;
   returns whether they are. Of `scale` and `pivot` each has three numbers, one
   behind the other, and one may be read or written after the last. */
PNI_INLINE int four_invert(const four_blocks *D, const double *scale,
                           double *pivot, four_inverses *S)
{
  pni_lanes s[FOUR];
  four_read(scale, 3, s);
  const pni_lanes xx = D->m[0], xy = D->m[3], yy = D->m[4], xz = D->m[6],
                  yz = D->m[7], zz = D->m[8];
  const pni_lanes a = yy * zz - yz * yz, b = xz * yz - xy * zz,
                  c = xy * yz - xz * yy, minor = xx * yy - xy * xy;
  const pni_lanes det = xx * a + xy * b + xz * c;
  const pni_mask good = (xx > pivot_plainly_regular * s[0]) &
                        (minor > pivot_plainly_regular * s[1] * xx) &
                        (det > pivot_plainly_regular * s[2] * minor) &
                        (det < INFINITY);
  if (!(good[0] & good[1] & good[2] & good[3]))
    return 0;
  const pni_lanes inverse = 1 / det;
  const pni_lanes pivots[FOUR] = {xx, minor / xx, det / minor, xx};
  four_write(pivots, pivot, 3);
  S->m[0] = inverse * a;
  S->m[1] = inverse * b;
  S->m[2] = inverse * c;
  S->m[3] = inverse * (xx * zz - xz * xz);
  S->m[4] = inverse * (xy * xz - xx * yz);
  S->m[5] = inverse * minor;
  return 1;
}

/* Writes D^-1 of each. */
PNI_INLINE void four_write_inverses(const four_inverses *S,
                                    double *const to[FOUR])
{
  const pni_lanes *s = S->m;
  const four_blocks D = {
      {s[0], s[1], s[2], s[1], s[3], s[4], s[2], s[4], s[5]}};
  four_write_nine(D.m, to);
}

/* Returns row i of A S. */
PNI_INLINE void four_times_inverse(const pni_lanes A[3], const four_inverses *S,
                                   pni_lanes L[3])
{
  const pni_lanes *s = S->m, a = A[0], b = A[1], c = A[2];
  L[0] = a * s[0] + b * s[1] + c * s[2];
  L[1] = a * s[1] + b * s[3] + c * s[4];
  L[2] = a * s[2] + b * s[4] + c * s[5];
}

#endif

#endif
