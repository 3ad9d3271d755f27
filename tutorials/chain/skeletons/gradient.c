/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The gradient of the Lagrangian l = e + lambda^T c with respect to the free
   nodes, which section 2 of the text writes in vectors. Here a bar weighs 1 N
   per metre, so that w_i = L_i.

   In:  L and lambda of the bars 0 .. bars - 1; x and y of the nodes 0 .. bars.
   Out: gx[i] = dl/dx_i and gy[i] = dl/dy_i for the free nodes 1 .. bars - 1.

   Example, for two bars: L = (0.6, 0.6), the nodes (0, 0), (0.5, -0.3), (1, 0)
   and lambda = (1, 2) give f_0 = (1, -0.6), f_1 = (2, 1.2), and therefore
   gx[1] = -1, gy[1] = -1.2. */
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
