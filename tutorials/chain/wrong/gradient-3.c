/* Wrong, off by one: the weight of the bars i and i + 1, not i - 1 and i. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chain/exercises.h"

void my_gradient(const pn_chain *chain, const pn_chain_point *point, double *gx,
                 double *gy)
{
  const double *L = chain->length, *lambda = point->lambda;
  const double *x = point->x, *y = point->y;
  for (size_t i = 1; i < chain->bars; i++) {
    const double next = i + 1 < chain->bars ? L[i + 1] : 0;
    gx[i] = 2 * lambda[i - 1] * (x[i] - x[i - 1]) -
            2 * lambda[i] * (x[i + 1] - x[i]);
    gy[i] = 2 * lambda[i - 1] * (y[i] - y[i - 1]) -
            2 * lambda[i] * (y[i + 1] - y[i]) + (L[i] + next) / 2;
  }
}
