/* Wrong, off by one: halves once too often. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chain/exercises.h"

double my_armijo(const gsl_function *phi, double phi0, double slope,
                 double omega)
{
  double alpha = 1;
  do
    alpha /= 2;
  while (GSL_FN_EVAL(phi, 2 * alpha) > phi0 + omega * 2 * alpha * slope);
  return alpha;
}
