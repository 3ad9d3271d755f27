/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: gives all four slopes the same weight */
/* WRONG 2: takes the last slope half way, not at the end of the step */
/* WRONG 3: starts the last slope along k2, where k3 belongs */
/* WRONG 4: takes all slopes at the time t */
/* WRONG 5: writes 1 / 6, which in C is the integer 0 */
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
#if WRONG == 4
  code = code ? code : GSL_ODEIV_FN_EVAL(f, t, at, k2);
#else
  code = code ? code : GSL_ODEIV_FN_EVAL(f, t + h / 2, at, k2);
#endif
  advance(n, y, h / 2, k2, at);
#if WRONG == 4
  code = code ? code : GSL_ODEIV_FN_EVAL(f, t, at, k3);
#else
  code = code ? code : GSL_ODEIV_FN_EVAL(f, t + h / 2, at, k3);
#endif
#if WRONG == 2
  advance(n, y, h / 2, k3, at);
#elif WRONG == 3
  advance(n, y, h, k2, at);
#else
  advance(n, y, h, k3, at);
#endif
#if WRONG == 4
  code = code ? code : GSL_ODEIV_FN_EVAL(f, t, at, k4);
#else
  code = code ? code : GSL_ODEIV_FN_EVAL(f, t + h, at, k4);
#endif
  for (size_t i = 0; i < n; i++)
#if WRONG == 1
    y[i] += h / 4 * (k1[i] + k2[i] + k3[i] + k4[i]);
#elif WRONG == 5
    y[i] += 1 / 6 * h * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
#else
    y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
#endif
  return code;
}
