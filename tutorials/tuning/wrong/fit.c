/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: adds a mx to the mean of y, where b needs the difference */
/* WRONG 2: divides by n, where n - 2 belongs */
/* WRONG 3: returns what is left over, not what is explained */
/* WRONG 4: returns the variance of a, not its root */
/* WRONG 5: returns the correlation of x and y, not its square */
/* WRONG 6: takes the scatter s for the error of a */
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
#if WRONG == 1
  line.b = my + line.a * mx;
#else
  line.b = my - line.a * mx;
#endif
  const double squares = yy - line.a * xy; /* of the residuals */
#if WRONG == 2
  line.a_error = sqrt(squares / (double)n / xx);
#elif WRONG == 4
  line.a_error = squares / ((double)n - 2) / xx;
#elif WRONG == 6
  line.a_error = sqrt(squares / ((double)n - 2));
#else
  line.a_error = sqrt(squares / ((double)n - 2) / xx);
#endif
#if WRONG == 3
  line.explained = squares / yy;
#elif WRONG == 5
  line.explained = xy / sqrt(xx * yy);
#else
  line.explained = 1 - squares / yy;
#endif
  return line;
}
