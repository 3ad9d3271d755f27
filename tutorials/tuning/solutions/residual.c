/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A step of x along -w, cut off at the bounds, leads nowhere if all rows are
   solved. The error adds up how far each of them would go:

     e = sum |x - clip(x - w, lo, hi)|, the 1-norm. */
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
