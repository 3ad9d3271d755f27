/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The line of least squares, the standard error of its slope, and R^2. */
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
  line.a = xy / xx;
  line.b = my - line.a * mx;
  const double squares = yy - line.a * xy; /* of the residuals */
  line.a_error = sqrt(squares / ((double)n - 2) / xx);
  line.explained = 1 - squares / yy;
  return line;
}
