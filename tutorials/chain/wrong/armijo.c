/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: allows phi to increase, where a decrease is asked for */
/* WRONG 2: divides alpha by 4, and so skips good steps */
/* WRONG 3: halves alpha once too often */
#include "chain/exercises.h"

double my_armijo(const gsl_function *phi, double phi0, double slope,
                 double omega)
{
  double alpha = 1;
#if WRONG == 1
  while (GSL_FN_EVAL(phi, alpha) > phi0 - omega * alpha * slope)
#else
  while (GSL_FN_EVAL(phi, alpha) > phi0 + omega * alpha * slope)
#endif
#if WRONG == 2
    alpha /= 4;
#else
    alpha /= 2;
#endif
#if WRONG == 3
  alpha /= 2;
#endif
  return alpha;
}
