/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The error of a boxed problem: the sum of psi_i over all rows (section 3).

   In:  x and w = A x + b of n rows, and their bounds; lo <= x <= hi, and bounds
        may be infinite.
   Out: e, the value returned.

   Work out first what one row contributes: where does the step to x - w end, if
   it is cut off at the bounds?

   Example: three rows with lo = 0 and hi = infinity, x = (0, 0, 2) and
   w = (0.4, -0.4, 0.3). The first pushes against its bound: 0. The second could
   go up by 0.4, the third down by 0.3. So e = 0.7. */
#include "tuning/exercises.h"

#include <math.h>

double my_error(size_t n, const double *x, const double *w, const double *lo,
                const double *hi)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    /* TODO */
  }
  return sum;
}
