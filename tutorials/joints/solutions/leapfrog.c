/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One step of x'' = a(x) in which the velocity that moves x is that of the half
   step:

     v* = v + h/2 a(x),   x+ = x + h v*,   v+ = v* + h/2 a(x+).

   GSL_FN_EVAL(a, x) is a(x). */
#include "joints/exercises.h"

void my_leapfrog(const gsl_function *a, double h, double *x, double *v)
{
  *v += h / 2 * GSL_FN_EVAL(a, *x);
  *x += h * *v;
  *v += h / 2 * GSL_FN_EVAL(a, *x);
}
