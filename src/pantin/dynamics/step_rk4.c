/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The classical Runge-Kutta method, of order 4:

     k1 = f(t, y)                       k2 = f(t + h/2, y + h/2 k1)
     k3 = f(t + h/2, y + h/2 k2)        k4 = f(t + h, y + h k3)
     y+ = y + h/6 (k1 + 2 k2 + 2 k3 + k4)

   With f+ in the place of k4 it is of order 3, so that h/6 (k4 - f+) estimates
   an error, on the safe side. (Quaternions go through it component by
   component: averaging angular velocities over the stages and turning once
   would be of order 2 only.)

   Source: E. Hairer, S. Norsett, G. Wanner, Solving Ordinary Differential
   Equations I (1993), section II.1. */
#include "pantin/dynamics/integrator.h"
#include "pantin/dynamics/step.h"

enum { VECTORS = 5 };

static void *rk4_alloc(size_t dim)
{
  return step_alloc(dim, VECTORS);
}

static int rk4_apply(void *vstate, size_t dim, double t, double h, double y[],
                     double yerr[], const double dydt_in[], double dydt_out[],
                     const gsl_odeiv2_system *system)
{
  const step_state *state = vstate;
  double *k1 = state->v[0], *k2 = state->v[1], *k3 = state->v[2],
         *k4 = state->v[3], *end = state->v[4];
  int code = step_first(system, t, y, dydt_in, k1);
  pni_step_sum(dim, y, h / 2, k1, end);
  if (!code)
    code = GSL_ODEIV_FN_EVAL(system, t + h / 2, end, k2);
  pni_step_sum(dim, y, h / 2, k2, end);
  if (!code)
    code = GSL_ODEIV_FN_EVAL(system, t + h / 2, end, k3);
  pni_step_sum(dim, y, h, k3, end);
  if (!code)
    code = GSL_ODEIV_FN_EVAL(system, t + h, end, k4);
  pni_step_sum_of_four(dim, y, h / 6, state->v, end); /* k1 to k4 */
  if (!code)
    code = step_last(system, t + h, end, dydt_out, y, yerr);
  if (code)
    return code;
  for (size_t i = 0; dydt_out && i < dim; i++)
    yerr[i] = h / 6 * (k4[i] - dydt_out[i]);
  return GSL_SUCCESS;
}

static unsigned int rk4_order(void *vstate)
{
  (void)vstate;
  return 4;
}

static const gsl_odeiv2_step_type rk4 = {
    .name = "rk4",
    .can_use_dydt_in = 1,
    .gives_exact_dydt_out = 1,
    .alloc = rk4_alloc,
    .apply = rk4_apply,
    .set_driver = step_set_driver,
    .reset = step_reset,
    .order = rk4_order,
    .free = step_free,
};

const gsl_odeiv2_step_type *const pn_step_rk4 = &rk4;
