/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The line through points with the least sum of squares (section 8), and how
   much it can be trusted.

   In:  n > 2 points; their x are not all equal.
   Out: a and b of y = a x + b; the standard error of a; R^2, the share of the
        variance of y that the line explains.

   In the text x is q, y is alpha, and b is a_0.

   Derive a and b from the derivatives of the sum of squares. For the error: a
   is linear in the y_i, so its variance is a sum of squares times the variance
   s^2 of the scatter about the line. Two numbers were fitted, so that n - 2 are
   left to estimate s^2 from.

   Example: (0, 0), (1, 3), (2, 3) give a = 1.5 and b = 0.5. The residuals are
   -0.5, 1 and -0.5, s^2 = 1.5, the standard error of a is 0.866, R^2 = 0.75. */
#include "tuning/exercises.h"

#include <math.h>

my_line my_fit(size_t n, const double *x, const double *y)
{
  my_line line = {0};
  /* TODO: all four members */
  return line;
}
