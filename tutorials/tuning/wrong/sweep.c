/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: steps along w, where -w belongs */
/* WRONG 2: forgets (1 - alpha) x, the old value's part */
/* WRONG 3: leaves kappa x out of w and only divides by kappa */
/* WRONG 4: cuts off too early: the relaxed value must be cut off */
/* WRONG 5: leaves kappa out of what it divides by */
#include "tuning/exercises.h"

#include <math.h>

void my_sweep(const gsl_spmatrix *A, const double *b, const double *lo,
              const double *hi, double alpha, double kappa, double *x)
{
  for (size_t i = 0; i < A->size1; i++) {
    double w = b[i], diagonal = 0;
    for (int k = A->p[i]; k < A->p[i + 1]; k++) {
      w += A->data[k] * x[A->i[k]];
      if ((size_t)A->i[k] == i)
        diagonal = A->data[k];
    }
#if WRONG == 1
    const double step = (w + kappa * x[i]) / (diagonal + kappa);
#elif WRONG == 3
    const double step = -w / (diagonal + kappa);
#elif WRONG == 5
    const double step = -(w + kappa * x[i]) / diagonal;
#else
    const double step = -(w + kappa * x[i]) / (diagonal + kappa);
#endif
#if WRONG == 2
    const double to = alpha * (x[i] + step);
#else
    const double to = x[i] + alpha * step;
#endif
#if WRONG == 4
    x[i] += alpha * (fmin(fmax(x[i] + step, lo[i]), hi[i]) - x[i]);
#else
    x[i] = fmin(fmax(to, lo[i]), hi[i]);
#endif
  }
}
