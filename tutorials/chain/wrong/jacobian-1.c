/* Wrong, sign: both ends of a bar with a plus, as the report misprints it. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chain/exercises.h"

void my_jacobian(const pn_chain *chain, const double *x, const double *y,
                 gsl_matrix *A)
{
  const size_t bars = chain->bars, nn = bars - 1;
  for (size_t i = 0; i < bars; i++) {
    const double dx = x[i + 1] - x[i], dy = y[i + 1] - y[i];
    if (i > 0) { /* its left node is free */
      gsl_matrix_set(A, i, i - 1, 2 * dx);
      gsl_matrix_set(A, i, nn + i - 1, 2 * dy);
    }
    if (i < nn) { /* its right node is free */
      gsl_matrix_set(A, i, i, 2 * dx);
      gsl_matrix_set(A, i, nn + i, 2 * dy);
    }
  }
}
