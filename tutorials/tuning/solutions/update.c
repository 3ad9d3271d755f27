/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Mean, path and step size of CMA-ES after a generation. */
#include "tuning/exercises.h"

#include <math.h>

void my_update(my_strategy *s, const double (*y)[2])
{
  double mean[2] = {0}, squares = 0;
  for (size_t k = 0; k < s->parents; k++)
    for (size_t i = 0; i < 2; i++)
      mean[i] += s->w[k] * y[k][i];
  const double to_path = sqrt(s->cs * (2 - s->cs) * s->mueff);
  for (size_t i = 0; i < 2; i++) {
    s->m[i] += s->sigma * mean[i];
    const double white = s->root[i][0] * mean[0] + s->root[i][1] * mean[1];
    s->ps[i] = (1 - s->cs) * s->ps[i] + to_path * white;
    squares += s->ps[i] * s->ps[i];
  }
  s->sigma *= exp(s->cs / s->ds * (sqrt(squares) / s->chi - 1));
}
