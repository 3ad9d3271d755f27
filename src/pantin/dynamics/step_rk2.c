/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Runge-Kutta of order 2, the midpoint rule:

     k1 = f(t, y),   k2 = f(t + h/2, y + h/2 k1),   y+ = y + h k2

   The error is estimated by the difference to Simpson's rule,
   h/6 (k1 - 2 k2 + f+).

   Source: E. Hairer, S. Norsett, G. Wanner, Solving Ordinary Differential
   Equations I (1993), section II.1. */
#include "pantin/dynamics/integrator.h"
#include "pantin/dynamics/step.h"

enum { VECTORS = 3 };

static void *rk2_alloc(size_t dim)
{
  return step_alloc(dim, VECTORS);
}

static int rk2_apply(void *vstate, size_t dim, double t, double h, double y[],
                     double yerr[], const double dydt_in[], double dydt_out[],
                     const gsl_odeiv2_system *system)
{
  const step_state *state = vstate;
  double *k1 = state->v[0], *k2 = state->v[1], *end = state->v[2];
  int code = step_first(system, t, y, dydt_in, k1);
  if (code)
    return code;
  pni_step_sum(dim, y, h / 2, k1, end);
  code = GSL_ODEIV_FN_EVAL(system, t + h / 2, end, k2);
  if (code)
    return code;
  pni_step_sum(dim, y, h, k2, end);
  code = step_last(system, t + h, end, dydt_out, y, yerr);
  if (code)
    return code;
  for (size_t i = 0; dydt_out && i < dim; i++)
    yerr[i] = h / 6 * (k1[i] - 2 * k2[i] + dydt_out[i]);
  return GSL_SUCCESS;
}

static unsigned int rk2_order(void *vstate)
{
  (void)vstate;
  return 2;
}

static const gsl_odeiv2_step_type rk2 = {
    .name = "rk2",
    .can_use_dydt_in = 1,
    .gives_exact_dydt_out = 1,
    .alloc = rk2_alloc,
    .apply = rk2_apply,
    .set_driver = step_set_driver,
    .reset = step_reset,
    .order = rk2_order,
    .free = step_free,
};

const gsl_odeiv2_step_type *const pn_step_rk2 = &rk2;
