/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The Hessian of the Lagrangian. The energy is linear, so it comes from the
   constraints alone, and x and y do not mix:

     H = 2 [ M  0 ],   M tridiagonal:   M_ii      = lambda_{i-1} + lambda_i,
           [ 0  M ]                     M_{i,i+1} = -lambda_i

   for the free nodes i = 1 .. nn. Node i is in row i - 1. */
#include "chain/exercises.h"

void my_hessian(const pn_chain *chain, const double *lambda, gsl_matrix *H)
{
  const size_t nn = chain->bars - 1;
  for (size_t half = 0; half < 2; half++) /* the x half, then the y half */
    for (size_t i = 1; i <= nn; i++) {
      const size_t row = half * nn + i - 1;
      gsl_matrix_set(H, row, row, 2 * (lambda[i - 1] + lambda[i]));
      if (i < nn) {
        gsl_matrix_set(H, row, row + 1, -2 * lambda[i]);
        gsl_matrix_set(H, row + 1, row, -2 * lambda[i]);
      }
    }
}
