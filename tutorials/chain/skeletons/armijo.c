/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Armijo's rule, for any function of alpha.

   In:  phi, to be evaluated as GSL_FN_EVAL(phi, alpha); phi0, its value at 0;
        slope, its derivative there, which is negative; omega.
   Out: the first of 1, 1/2, 1/4, ... that satisfies the rule.

   Example: phi = 1 - 2 alpha + 5 alpha^2 and omega = 0.1. The values at 1, 1/2
   and 1/4 are 4, 1.25 and 0.8125; the line is at 0.8, 0.9 and 0.95. So the
   answer is 1/4. */
#include "chain/exercises.h"

double my_armijo(const gsl_function *phi, double phi0, double slope,
                 double omega)
{
  double alpha = 1;
  while (0) /* TODO: while alpha does not satisfy the rule */
    alpha /= 2;
  return alpha;
}
