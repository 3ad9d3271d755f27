/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: allows phi to increase, where a decrease is asked for */
/* WRONG 2: asks for a decrease, however small: the line is missing */
/* WRONG 3: asks for all that the tangent promises: omega is missing */
#include "chain/exercises.h"

double my_armijo(const gsl_function *phi, double phi0, double slope,
                 double omega)
{
  double alpha = 1;
#if WRONG == 1
  while (GSL_FN_EVAL(phi, alpha) > phi0 - omega * alpha * slope)
#elif WRONG == 2
  while (GSL_FN_EVAL(phi, alpha) >= phi0)
#elif WRONG == 3
  while (GSL_FN_EVAL(phi, alpha) > phi0 + alpha * slope)
#else
  while (GSL_FN_EVAL(phi, alpha) > phi0 + omega * alpha * slope)
#endif
    alpha /= 2;
  return alpha;
}
