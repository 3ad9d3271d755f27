/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The line y = a x + b with the least sum of squares of its residuals r:

     a = sum (x - mx) (y - my) / sum (x - mx)^2,   b = my - a mx

   with the means mx and my. The standard error of a is the root of
   s^2 / sum (x - mx)^2, s^2 = sum r^2 / (n - 2). The line explains the part
   R^2 = 1 - sum r^2 / sum (y - my)^2 of the sum of squares. */
#include "tuning/exercises.h"

#include <math.h>

my_line my_fit(size_t n, const double *x, const double *y)
{
  double mx = 0, my = 0, xx = 0, xy = 0, yy = 0;
  for (size_t i = 0; i < n; i++) {
    mx += x[i] / (double)n;
    my += y[i] / (double)n;
  }
  for (size_t i = 0; i < n; i++) {
    xx += (x[i] - mx) * (x[i] - mx);
    xy += (x[i] - mx) * (y[i] - my);
    yy += (y[i] - my) * (y[i] - my);
  }
  my_line line = {0};
  line.b = my; /* TODO: all four members */
  return line;
}
