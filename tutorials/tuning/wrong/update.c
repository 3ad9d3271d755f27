/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: makes the steps smaller when the path is long */
/* WRONG 2: forgets the factor 2 - cs, so that the path is too short */
/* WRONG 3: multiplies by C, where C^-1/2 belongs */
/* WRONG 4: forgets C^-1/2 */
/* WRONG 5: takes c_sigma for the factor r_sigma */
/* WRONG 6: moves the mean by steps that are not multiplied by sigma */
/* WRONG 7: forgets to subtract 1 in the exponent */
#include "tuning/exercises.h"

#include <math.h>

void my_update(my_strategy *s, const double (*y)[2])
{
  double mean[2] = {0}, squares = 0;
  for (size_t k = 0; k < s->parents; k++)
    for (size_t i = 0; i < 2; i++)
      mean[i] += s->w[k] * y[k][i];
#if WRONG == 2
  const double to_path = sqrt(s->cs * s->mueff);
#elif WRONG == 5
  const double to_path = s->cs;
#else
  const double to_path = sqrt(s->cs * (2 - s->cs) * s->mueff);
#endif
  for (size_t i = 0; i < 2; i++) {
#if WRONG == 6
    s->m[i] += mean[i];
#else
    s->m[i] += s->sigma * mean[i];
#endif
#if WRONG == 3
    const double white = s->C[i][0] * mean[0] + s->C[i][1] * mean[1];
#elif WRONG == 4
    const double white = mean[i];
#else
    const double white = s->root[i][0] * mean[0] + s->root[i][1] * mean[1];
#endif
    s->ps[i] = (1 - s->cs) * s->ps[i] + to_path * white;
    squares += s->ps[i] * s->ps[i];
  }
#if WRONG == 1
  s->sigma *= exp(s->cs / s->ds * (1 - sqrt(squares) / s->chi));
#elif WRONG == 7
  s->sigma *= exp(s->cs / s->ds * sqrt(squares) / s->chi);
#else
  s->sigma *= exp(s->cs / s->ds * (sqrt(squares) / s->chi - 1));
#endif
}
