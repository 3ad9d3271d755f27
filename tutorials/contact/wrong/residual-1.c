/* Wrong, sign: rows that still close count as solved. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "contact/exercises.h"

#include <math.h>

double my_residual(double D, double lo, double hi, double lambda, double w)
{
  return fmin(D * (lambda - lo), fmax(D * (lambda - hi), fmax(w, 0)));
}
