/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The gradient of the Lagrangian l = e + lambda^T c at a free node i:

     dl/dp_i = (0, (L_{i-1} + L_i) / 2) + f_{i-1} - f_i,
     f_i = 2 lambda_i (p_{i+1} - p_i),   p_i = (x_i, y_i).              */
#include "chain/exercises.h"

void my_gradient(const pn_chain *chain, const pn_chain_point *point, double *gx,
                 double *gy)
{
  const double *L = chain->length, *lambda = point->lambda;
  const double *x = point->x, *y = point->y;
  for (size_t i = 1; i < chain->bars; i++) {
    gx[i] = 0; /* TODO */
    gy[i] = 0; /* TODO */
  }
}
