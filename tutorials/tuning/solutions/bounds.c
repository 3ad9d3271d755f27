/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Friction as bounds: |x_t| <= mu x_n, for each tangent. A normal impulse
   that is negative for the moment allows no friction. */
#include "tuning/exercises.h"

#include <math.h>

void my_bounds(size_t n, const size_t *normal, const double *mu,
               const double *x, double *lo, double *hi)
{
  for (size_t i = 0; i < n; i++) {
    if (normal[i] == i)
      continue;
    hi[i] = mu[i] * fmax(0, x[normal[i]]);
    lo[i] = -hi[i];
  }
}
