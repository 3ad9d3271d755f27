/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: counts a row with w < 0 as solved */
/* WRONG 2: is the Fischer-Burmeister function, also 0 at solutions */
/* WRONG 3: asks whether lambda is at a bound, not how near the bound is */
/* WRONG 4: forgets the upper bound */
/* WRONG 5: compares w with a distance, without the factor D */
#include "contact/exercises.h"

#include <math.h>

double my_residual(double D, double lo, double hi, double lambda, double w)
{
#if WRONG == 1
  return fmin(D * (lambda - lo), fmax(D * (lambda - hi), fmax(w, 0)));
#elif WRONG == 2
  const double a = D * (lambda - lo);
  const double c = fmax(D * (lambda - hi), w);
  return a + c - hypot(a, c);
#elif WRONG == 3
  return (lambda <= lo && w > 0) || (lambda >= hi && w < 0) ? 0 : w;
#elif WRONG == 4
  return fmin(D * (lambda - lo), w);
#elif WRONG == 5
  return fmin(lambda - lo, fmax(lambda - hi, w));
#else
  return fmin(D * (lambda - lo), fmax(D * (lambda - hi), w));
#endif
}
