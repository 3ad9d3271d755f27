/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: has the wrong sign in the entries beside the diagonal */
/* WRONG 2: fills in M, where 2 M belongs */
/* WRONG 3: uses lambda_{i-1} beside the diagonal, not lambda_i */
#include "chain/exercises.h"

void my_hessian(const pn_chain *chain, const double *lambda, gsl_matrix *H)
{
  const size_t nn = chain->bars - 1;
  for (size_t half = 0; half < 2; half++) /* the x half, then the y half */
    for (size_t i = 1; i <= nn; i++) {
      const size_t row = half * nn + i - 1;
#if WRONG == 2
      gsl_matrix_set(H, row, row, lambda[i - 1] + lambda[i]);
#else
      gsl_matrix_set(H, row, row, 2 * (lambda[i - 1] + lambda[i]));
#endif
      if (i < nn) {
#if WRONG == 1
        gsl_matrix_set(H, row, row + 1, 2 * lambda[i]);
        gsl_matrix_set(H, row + 1, row, 2 * lambda[i]);
#elif WRONG == 2
        gsl_matrix_set(H, row, row + 1, -lambda[i]);
        gsl_matrix_set(H, row + 1, row, -lambda[i]);
#elif WRONG == 3
        gsl_matrix_set(H, row, row + 1, -2 * lambda[i - 1]);
        gsl_matrix_set(H, row + 1, row, -2 * lambda[i - 1]);
#else
        gsl_matrix_set(H, row, row + 1, -2 * lambda[i]);
        gsl_matrix_set(H, row + 1, row, -2 * lambda[i]);
#endif
      }
    }
}
