/* Wrong, factor 2: one whole kick (as a source prints it): of order 1. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "joints/exercises.h"

void my_leapfrog(const gsl_function *a, double h, double *x, double *v)
{
  *v += h * GSL_FN_EVAL(a, *x);
  *x += h * *v;
}
