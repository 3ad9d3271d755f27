/* Wrong, sign: an increase of phi is allowed, not a decrease asked for. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chain/exercises.h"

double my_armijo(const gsl_function *phi, double phi0, double slope,
                 double omega)
{
  double alpha = 1;
  while (GSL_FN_EVAL(phi, alpha) > phi0 - omega * alpha * slope)
    alpha /= 2;
  return alpha;
}
