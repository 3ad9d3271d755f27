/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The bounds of friction from the newest impulses (section 2), of either sign
   along each tangent. A normal impulse that is negative for the moment allows
   no friction.

   In:  n rows with their impulses x. Row i is a friction row if normal[i] != i;
        then normal[i] is the row of its contact's normal impulse, and mu[i] its
        coefficient.
   Out: lo and hi of the friction rows; those of all other rows stay.

   Example: the rows of a contact, normal = (0, 0, 0), mu = (0, 0.6, 0.6) and
   x = (2, 0.5, 0). Rows 1 and 2 get lo = -1.2 and hi = 1.2. With x_0 = -1 they
   get lo = hi = 0. */
#include "tuning/exercises.h"

#include <math.h>

void my_bounds(size_t n, const size_t *normal, const double *mu,
               const double *x, double *lo, double *hi)
{
  for (size_t i = 0; i < n; i++) {
    /* TODO */
  }
}
