/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: measures the steps from the new mean, so that C shrinks */
/* WRONG 2: forgets mueff under the root, so that the path is too short */
/* WRONG 3: keeps all of the old C */
/* WRONG 4: takes c_c for the factor r */
/* WRONG 5: forgets the root, and takes r^2 for r */
#include "tuning/exercises.h"

#include <math.h>

void my_covariance(my_strategy *s, const double (*y)[2])
{
  double mean[2] = {0};
  for (size_t k = 0; k < s->parents; k++)
    for (size_t i = 0; i < 2; i++)
      mean[i] += s->w[k] * y[k][i];
#if WRONG == 2
  const double root = sqrt(s->cc * (2 - s->cc));
#elif WRONG == 4
  const double root = s->cc;
#elif WRONG == 5
  const double root = s->cc * (2 - s->cc) * s->mueff;
#else
  const double root = sqrt(s->cc * (2 - s->cc) * s->mueff);
#endif
  for (size_t i = 0; i < 2; i++)
    s->pc[i] = (1 - s->cc) * s->pc[i] + root * mean[i];
  for (size_t i = 0; i < 2; i++)
    for (size_t j = 0; j < 2; j++) {
      double steps = 0;
      for (size_t k = 0; k < s->parents; k++)
#if WRONG == 1
        steps += s->w[k] * (y[k][i] - mean[i]) * (y[k][j] - mean[j]);
#else
        steps += s->w[k] * y[k][i] * y[k][j];
#endif
#if WRONG == 3
      s->C[i][j] += s->c1 * s->pc[i] * s->pc[j] + s->cmu * steps;
#else
      s->C[i][j] = (1 - s->c1 - s->cmu) * s->C[i][j] +
                   s->c1 * s->pc[i] * s->pc[j] + s->cmu * steps;
#endif
    }
}
