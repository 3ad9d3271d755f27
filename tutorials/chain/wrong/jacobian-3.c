/* Wrong, off by one: the right node of bar i is taken for node i. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chain/exercises.h"

void my_jacobian(const pn_chain *chain, const double *x, const double *y,
                 gsl_matrix *A)
{
  const size_t bars = chain->bars, nn = bars - 1;
  for (size_t i = 0; i < bars; i++) {
    const double dx = x[i + 1] - x[i], dy = y[i + 1] - y[i];
    if (i > 1) { /* its left node is free */
      gsl_matrix_set(A, i, i - 2, -2 * dx);
      gsl_matrix_set(A, i, nn + i - 2, -2 * dy);
    }
    if (i > 0) { /* its right node is free */
      gsl_matrix_set(A, i, i - 1, 2 * dx);
      gsl_matrix_set(A, i, nn + i - 1, 2 * dy);
    }
  }
}
