/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The bounds of friction from the newest impulses. */
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
