/* Wrong, off by one: both kicks by the old force. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "joints/exercises.h"

void my_leapfrog(const gsl_function *a, double h, double *x, double *v)
{
  const double force = GSL_FN_EVAL(a, *x);
  *v += h / 2 * force;
  *x += h * *v;
  *v += h / 2 * force;
}
