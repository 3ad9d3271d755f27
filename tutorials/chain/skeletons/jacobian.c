/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The Jacobian of c_i = |p_{i+1} - p_i|^2 - L_i^2. Bar i has two non-zero
   columns for each coordinate:

     dc_i/dp_{i+1} = 2 (p_{i+1} - p_i) = -dc_i/dp_i.

   Node i is in the columns i - 1 (its x) and nn + i - 1 (its y); the nodes 0
   and `bars` are fixed and have none. */
#include "chain/exercises.h"

void my_jacobian(const pn_chain *chain, const double *x, const double *y,
                 gsl_matrix *A)
{
  const size_t bars = chain->bars, nn = bars - 1;
  for (size_t i = 0; i < bars; i++) {
    const double dx = x[i + 1] - x[i], dy = y[i + 1] - y[i];
    if (i > 0) { /* its left node is free */
      /* TODO: two entries of row i */
    }
    if (i < nn) { /* its right node is free */
      /* TODO: two entries of row i */
    }
  }
}
