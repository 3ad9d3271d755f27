/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Inverting the diagonal blocks of a factorisation. */
#ifndef PANTIN_LINEAR_PIVOT_H
#define PANTIN_LINEAR_PIVOT_H

#include <math.h>
#include <stddef.h>

/* Replaces D by D^-1 for a symmetric positive semidefinite block of order n <=
   6, both triangles. A pivot no greater than `tolerance` times the entry of
   `diagonal` that it came from is dropped: it becomes 0, as do its row and
   column, *dropped rises, and *left rises to the share of that entry that was
   left of it; left may be NULL. pivot: (n). GSL_SUCCESS, or GSL_EDOM if a pivot
   is clearly negative or an entry not finite. */
int pni_pivot_invert(size_t n, double *D, const double *diagonal,
                     double tolerance, double *pivot, size_t *dropped,
                     double *left);

/* A block of order 3 with all pivots, in order, above this share of their
   diagonal entries is inverted by cofactors. */
static const double pivot_plainly_regular = 1e-3;

/* Tells whether a block of order 3 is plainly regular, by its leading minors.
 */
static inline int pivot_is_regular_3(double xx, double minor, double det,
                                     const double *diagonal)
{
  return xx > pivot_plainly_regular * diagonal[0] &&
         minor > pivot_plainly_regular * diagonal[1] * xx &&
         det > pivot_plainly_regular * diagonal[2] * minor && isfinite(det);
}

/* Inverts D of order 3 by cofactors, the usual case, if it is plainly regular;
   returns whether it is. */
static inline int pivot_invert_regular_3(double *D, const double *diagonal,
                                         double *pivot)
{
  const double xx = D[0], xy = D[3], yy = D[4], xz = D[6], yz = D[7], zz = D[8];
  const double a = yy * zz - yz * yz, b = xz * yz - xy * zz,
               c = xy * yz - xz * yy, minor = xx * yy - xy * xy;
  const double det = xx * a + xy * b + xz * c;
  if (!pivot_is_regular_3(xx, minor, det, diagonal))
    return 0;
  const double scale = 1 / det;
  pivot[0] = xx;
  pivot[1] = minor / xx;
  pivot[2] = det / minor;
  D[0] = scale * a;
  D[1] = D[3] = scale * b;
  D[2] = D[6] = scale * c;
  D[4] = scale * (xx * zz - xz * xz);
  D[5] = D[7] = scale * (xy * xz - xx * yz);
  D[8] = scale * minor;
  return 1;
}

#endif
