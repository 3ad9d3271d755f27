/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: makes one full kick at the start, which has order 1 */
/* WRONG 2: takes back the first kick with the second */
/* WRONG 3: takes one acceleration for both kicks */
#include "joints/exercises.h"

void my_leapfrog(const gsl_function *a, double h, double *x, double *v)
{
#if WRONG == 1
  *v += h * GSL_FN_EVAL(a, *x);
#elif WRONG == 3
  const double force = GSL_FN_EVAL(a, *x);
  *v += h / 2 * force;
#else
  *v += h / 2 * GSL_FN_EVAL(a, *x);
#endif
  *x += h * *v;
#if WRONG == 2
  *v -= h / 2 * GSL_FN_EVAL(a, *x);
#elif WRONG == 3
  *v += h / 2 * force;
#elif WRONG != 1
  *v += h / 2 * GSL_FN_EVAL(a, *x);
#endif
}
