/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Armijo's rule: the first alpha = 1, 1/2, 1/4, ... with

     phi(alpha) <= phi(0) + omega alpha phi'(0),

   which asks for a share omega of the decrease that the tangent promises.
   GSL_FN_EVAL(phi, alpha) is phi(alpha). */
#include "chain/exercises.h"

double my_armijo(const gsl_function *phi, double phi0, double slope,
                 double omega)
{
  double alpha = 1;
  while (GSL_FN_EVAL(phi, alpha) > phi0 + omega * alpha * slope)
    alpha /= 2;
  return alpha;
}
