/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: steps along w, where -w belongs */
/* WRONG 2: takes the 2-norm, where the 1-norm belongs */
/* WRONG 3: forgets the upper bound */
/* WRONG 4: forgets both bounds */
#include "tuning/exercises.h"

#include <math.h>

double my_error(size_t n, const double *x, const double *w, const double *lo,
                const double *hi)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
#if WRONG == 1
    const double to = fmin(fmax(x[i] + w[i], lo[i]), hi[i]);
#elif WRONG == 3
    const double to = fmax(x[i] - w[i], lo[i]);
#elif WRONG == 4
    const double to = x[i] - w[i];
#else
    const double to = fmin(fmax(x[i] - w[i], lo[i]), hi[i]);
#endif
#if WRONG == 2
    sum += (x[i] - to) * (x[i] - to);
#else
    sum += fabs(x[i] - to);
#endif
  }
#if WRONG == 2
  return sqrt(sum);
#else
  return sum;
#endif
}
