/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: lets a negative normal impulse swap the bounds */
/* WRONG 2: divides by sqrt(2): the box inside the cone */
/* WRONG 3: takes the row before, which is wrong for a second tangent */
/* WRONG 4: takes the impulse of the tangent, not that of the normal */
/* WRONG 5: takes mu from the row of the normal, where it is 0 */
#include "tuning/exercises.h"

#include <math.h>

void my_bounds(size_t n, const size_t *normal, const double *mu,
               const double *x, double *lo, double *hi)
{
  for (size_t i = 0; i < n; i++) {
    if (normal[i] == i)
      continue;
#if WRONG == 1
    hi[i] = mu[i] * x[normal[i]];
#elif WRONG == 2
    hi[i] = mu[i] * fmax(0, x[normal[i]]) / sqrt(2);
#elif WRONG == 3
    hi[i] = mu[i] * fmax(0, x[i - 1]);
#elif WRONG == 4
    hi[i] = mu[i] * fmax(0, x[i]);
#elif WRONG == 5
    hi[i] = mu[normal[i]] * fmax(0, x[normal[i]]);
#else
    hi[i] = mu[i] * fmax(0, x[normal[i]]);
#endif
    lo[i] = -hi[i];
  }
}
