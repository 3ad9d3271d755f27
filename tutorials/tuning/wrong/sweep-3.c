/* Wrong, off by one: kappa only divides, and has no w of its own. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
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
    const double to = x[i] - alpha * w / (diagonal + kappa);
    x[i] = fmin(fmax(to, lo[i]), hi[i]);
  }
}
