/* Wrong, factor 2: M itself, not 2 M. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chain/exercises.h"

void my_hessian(const pn_chain *chain, const double *lambda, gsl_matrix *H)
{
  const size_t nn = chain->bars - 1;
  for (size_t half = 0; half < 2; half++) /* the x half, then the y half */
    for (size_t i = 1; i <= nn; i++) {
      const size_t row = half * nn + i - 1;
      gsl_matrix_set(H, row, row, lambda[i - 1] + lambda[i]);
      if (i < nn) {
        gsl_matrix_set(H, row, row + 1, -lambda[i]);
        gsl_matrix_set(H, row + 1, row, -lambda[i]);
      }
    }
}
