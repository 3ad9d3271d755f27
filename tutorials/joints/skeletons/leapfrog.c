/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One step of the leapfrog for x'' = a(x), in which x is moved by the velocity
   of the middle of the step (section 3).

   In:  the acceleration a, to be evaluated as GSL_FN_EVAL(a, x); the step h;
        x and v at the same time.
   Out: x and v a step later.

   Example: a(x) = -x, h = 1, x = 1, v = 0. In the middle of the step v is -1/2,
   so x becomes 1/2, and v is -3/4 at the end. */
#include "joints/exercises.h"

void my_leapfrog(const gsl_function *a, double h, double *x, double *v)
{
  *x += h * *v; /* TODO: is this the velocity of the middle? */
}
