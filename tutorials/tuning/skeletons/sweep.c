/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Projected Gauss-Seidel, with w = (A x + b)_i of the newest x. The regularised
   problem is that of A + kappa I. A relaxed step is alpha times as long as the
   one to the row's own solution, before it is cut off:

     x_i <- clip(x_i + alpha (Delta - x_i), lo_i, hi_i). */
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
    const double to = x[i] - w / diagonal; /* TODO: this is the plain step */
    x[i] = fmin(fmax(to, lo[i]), hi[i]);
  }
}
