/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A sweep of projected Gauss-Seidel with both knobs (section 3): over the rows
   of (A + kappa 1) x + b, each step alpha times as long as the row asks for,
   before it is cut off.

   In:  A in CSR: row i has the entries A->data[k] in the columns A->i[k], for
        k = A->p[i] .. A->p[i + 1] - 1; b; lo and hi; alpha; kappa; x.
   Out: x after the sweep.

   Example: A = [ 2 1 ]   b = (-3, -3), lo = 0, hi = infinity, alpha = 1.2,
                [ 1 2 ]   kappa = 1.

   From (0, 0) a sweep leads to (1.2, 0.72), the next one to (0.672, 0.7872). */
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
    /* TODO: x[i] */
  }
}
