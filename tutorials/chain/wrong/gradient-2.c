/* Wrong, factor 2: the derivative of a square without its 2. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chain/exercises.h"

void my_gradient(const pn_chain *chain, const pn_chain_point *point, double *gx,
                 double *gy)
{
  const double *L = chain->length, *lambda = point->lambda;
  const double *x = point->x, *y = point->y;
  for (size_t i = 1; i < chain->bars; i++) {
    gx[i] = lambda[i - 1] * (x[i] - x[i - 1]) - lambda[i] * (x[i + 1] - x[i]);
    gy[i] = lambda[i - 1] * (y[i] - y[i - 1]) - lambda[i] * (y[i + 1] - y[i]) +
            (L[i - 1] + L[i]) / 2;
  }
}
