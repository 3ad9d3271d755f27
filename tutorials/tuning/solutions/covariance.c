/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The path and the covariance after a generation: section 6 of the text has the
   formulas, all but that of the factor r. */
#include "tuning/exercises.h"

#include <math.h>

void my_covariance(my_strategy *s, const double (*y)[2])
{
  double mean[2] = {0};
  for (size_t k = 0; k < s->parents; k++)
    for (size_t i = 0; i < 2; i++)
      mean[i] += s->w[k] * y[k][i];
  const double root = sqrt(s->cc * (2 - s->cc) * s->mueff);
  for (size_t i = 0; i < 2; i++)
    s->pc[i] = (1 - s->cc) * s->pc[i] + root * mean[i];
  for (size_t i = 0; i < 2; i++)
    for (size_t j = 0; j < 2; j++) {
      double steps = 0;
      for (size_t k = 0; k < s->parents; k++)
        steps += s->w[k] * y[k][i] * y[k][j];
      s->C[i][j] = (1 - s->c1 - s->cmu) * s->C[i][j] +
                   s->c1 * s->pc[i] * s->pc[j] + s->cmu * steps;
    }
}
