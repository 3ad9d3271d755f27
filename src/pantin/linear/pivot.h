/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inverting the diagonal blocks of a factorisation. */
#ifndef PANTIN_LINEAR_PIVOT_H
#define PANTIN_LINEAR_PIVOT_H

#include <stddef.h>

/* D = D^-1 for a symmetric positive semidefinite block of order n <= 6, both
   triangles. A pivot no greater than `tolerance` times the entry of `diagonal`
   that it came from is dropped: its row and column become 0, and *dropped
   rises. pivot: (n). GSL_SUCCESS, or GSL_EDOM if a pivot is clearly negative
   or an entry not finite. */
int pni_pivot_invert(size_t n, double *D, const double *diagonal,
                     double tolerance, double *pivot, size_t *dropped);

#endif
