/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: gives both ends of a bar the same sign */
/* WRONG 2: forgets the 2 in the derivative of a square */
/* WRONG 3: takes nodes i - 1 and i for the ends of bar i */
#include "chain/exercises.h"

void my_jacobian(const pn_chain *chain, const double *x, const double *y,
                 gsl_matrix *A)
{
  const size_t bars = chain->bars, nn = bars - 1;
  for (size_t i = 0; i < bars; i++) {
    const double dx = x[i + 1] - x[i], dy = y[i + 1] - y[i];
#if WRONG == 3
    if (i > 1) {
      gsl_matrix_set(A, i, i - 2, -2 * dx);
      gsl_matrix_set(A, i, nn + i - 2, -2 * dy);
    }
    if (i > 0) {
      gsl_matrix_set(A, i, i - 1, 2 * dx);
      gsl_matrix_set(A, i, nn + i - 1, 2 * dy);
    }
#else
    if (i > 0) { /* its left node is free */
#if WRONG == 1
      gsl_matrix_set(A, i, i - 1, 2 * dx);
      gsl_matrix_set(A, i, nn + i - 1, 2 * dy);
#elif WRONG == 2
      gsl_matrix_set(A, i, i - 1, -dx);
      gsl_matrix_set(A, i, nn + i - 1, -dy);
#else
      gsl_matrix_set(A, i, i - 1, -2 * dx);
      gsl_matrix_set(A, i, nn + i - 1, -2 * dy);
#endif
    }
    if (i < nn) { /* its right node is free */
#if WRONG == 2
      gsl_matrix_set(A, i, i, dx);
      gsl_matrix_set(A, i, nn + i, dy);
#else
      gsl_matrix_set(A, i, i, 2 * dx);
      gsl_matrix_set(A, i, nn + i, 2 * dy);
#endif
    }
#endif
  }
}
