/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The classical Runge-Kutta method. One step of y' = f(t, y):

     k1 = f(t, y)                       k2 = f(t + h/2, y + h/2 k1)
     k3 = f(t + h/2, y + h/2 k2)        k4 = f(t + h, y + h k3)
     y+ = y + h/6 (k1 + 2 k2 + 2 k3 + k4)

   GSL_ODEIV_FN_EVAL(f, t, y, k) sets k = f(t, y); it returns an error's code,
   0 when all is well. */
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
  advance(n, y, h / 2, k1, at);
  code = code ? code : GSL_ODEIV_FN_EVAL(f, t + h / 2, at, k2);
  /* TODO: k3 and k4 */
  for (size_t i = 0; i < n; i++)
    y[i] += h * k1[i]; /* TODO: this is Euler's method */
  return code;
}
