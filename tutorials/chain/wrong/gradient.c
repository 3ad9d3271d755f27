/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: subtracts L_i from L_{i-1}; the weight needs their sum */
/* WRONG 2: forgets the 2 in the derivative of a square */
/* WRONG 3: takes the weights of bars i and i + 1, not i - 1 and i */
#include "chain/exercises.h"

void my_gradient(const pn_chain *chain, const pn_chain_point *point, double *gx,
                 double *gy)
{
  const double *L = chain->length, *lambda = point->lambda;
  const double *x = point->x, *y = point->y;
  for (size_t i = 1; i < chain->bars; i++) {
#if WRONG == 1
    gx[i] = 2 * lambda[i - 1] * (x[i] - x[i - 1]) -
            2 * lambda[i] * (x[i + 1] - x[i]);
    gy[i] = 2 * lambda[i - 1] * (y[i] - y[i - 1]) -
            2 * lambda[i] * (y[i + 1] - y[i]) + (L[i - 1] - L[i]) / 2;
#elif WRONG == 2
    gx[i] = lambda[i - 1] * (x[i] - x[i - 1]) - lambda[i] * (x[i + 1] - x[i]);
    gy[i] = lambda[i - 1] * (y[i] - y[i - 1]) - lambda[i] * (y[i + 1] - y[i]) +
            (L[i - 1] + L[i]) / 2;
#elif WRONG == 3
    const double next = i + 1 < chain->bars ? L[i + 1] : 0;
    gx[i] = 2 * lambda[i - 1] * (x[i] - x[i - 1]) -
            2 * lambda[i] * (x[i + 1] - x[i]);
    gy[i] = 2 * lambda[i - 1] * (y[i] - y[i - 1]) -
            2 * lambda[i] * (y[i + 1] - y[i]) + (L[i] + next) / 2;
#else
    gx[i] = 2 * lambda[i - 1] * (x[i] - x[i - 1]) -
            2 * lambda[i] * (x[i + 1] - x[i]);
    gy[i] = 2 * lambda[i - 1] * (y[i] - y[i - 1]) -
            2 * lambda[i] * (y[i + 1] - y[i]) + (L[i - 1] + L[i]) / 2;
#endif
  }
}
