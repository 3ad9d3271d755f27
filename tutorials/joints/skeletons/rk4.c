/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One step of the classical Runge-Kutta method, whose formula is in section 3.

   In:  the system y' = f(t, y) of at most MY_STATE_MAX equations; the time t,
        the step h, and y at t.
   Out: y at t + h. The value returned is the first error code of f that is not
        0, or 0 if all is well.

   Example: y' = y with y(0) = 1 and h = 1. The slopes are 1, 3/2, 7/4 and 11/4,
   and y = 65/24 = 2.7083; exact is 2.7183.

   The second and third slopes are taken at the time t + h/2, the fourth at
   t + h. GSL_ODEIV_FN_EVAL(f, t, y, k) sets k = f(t, y) and returns f's code.
 */
#include "joints/exercises.h"

/* Computes out = y + s k. */
static void advance(size_t n, const double *y, double s, const double *k,
                    double *out)
{
  for (size_t i = 0; i < n; i++)
    out[i] = y[i] + s * k[i];
}

int my_rk4(const gsl_odeiv2_system *f, double t, double h, double *y)
{
  const size_t n = f->dimension;
  double k1[MY_STATE_MAX] = {0}, k2[MY_STATE_MAX] = {0};
  double k3[MY_STATE_MAX] = {0}, k4[MY_STATE_MAX] = {0};
  double at[MY_STATE_MAX];
  int code = GSL_ODEIV_FN_EVAL(f, t, y, k1);
  /* TODO: k2, k3 and k4 */
  for (size_t i = 0; i < n; i++)
    y[i] += h * k1[i]; /* TODO: this is Euler's method */
  return code;
}
