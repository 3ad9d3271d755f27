/* Wrong, sign: the second kick takes the first back. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "joints/exercises.h"

void my_leapfrog(const gsl_function *a, double h, double *x, double *v)
{
  *v += h / 2 * GSL_FN_EVAL(a, *x);
  *x += h * *v;
  *v -= h / 2 * GSL_FN_EVAL(a, *x);
}
