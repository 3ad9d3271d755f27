/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: subtracts b, where it must be added */
/* WRONG 2: forgets (1 - alpha) x, the old value's part */
/* WRONG 3: leaves kappa x out of w and only divides by kappa */
#include "tuning/exercises.h"

#include <math.h>

void my_sweep(const gsl_spmatrix *A, const double *b, const double *lo,
              const double *hi, double alpha, double kappa, double *x)
{
  for (size_t i = 0; i < A->size1; i++) {
#if WRONG == 1
    double w = -b[i], diagonal = 0;
#else
    double w = b[i], diagonal = 0;
#endif
    for (int k = A->p[i]; k < A->p[i + 1]; k++) {
      w += A->data[k] * x[A->i[k]];
      if ((size_t)A->i[k] == i)
        diagonal = A->data[k];
    }
#if WRONG == 2
    const double step = -(w + kappa * x[i]) / (diagonal + kappa);
    const double to = alpha * (x[i] + step);
#elif WRONG == 3
    const double to = x[i] - alpha * w / (diagonal + kappa);
#else
    const double step = -(w + kappa * x[i]) / (diagonal + kappa);
    const double to = x[i] + alpha * step;
#endif
    x[i] = fmin(fmax(to, lo[i]), hi[i]);
  }
}
