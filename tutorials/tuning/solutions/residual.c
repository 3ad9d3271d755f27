/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The error of a boxed problem, row by row. */
#include "tuning/exercises.h"

#include <math.h>

double my_error(size_t n, const double *x, const double *w, const double *lo,
                const double *hi)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    const double to = fmin(fmax(x[i] - w[i], lo[i]), hi[i]);
    sum += fabs(x[i] - to);
  }
  return sum;
}
