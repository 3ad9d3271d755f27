/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Explicit Euler, of order 1:

     y+ = y + h f(t, y)

   Local error h^2/2 y'', estimated by h/2 (f+ - f). */
#include "pantin/dynamics/integrator.h"
#include "pantin/dynamics/step.h"

enum { VECTORS = 2 };

static void *euler_alloc(size_t dim)
{
  return step_alloc(dim, VECTORS);
}

static int euler_apply(void *vstate, size_t dim, double t, double h, double y[],
                       double yerr[], const double dydt_in[], double dydt_out[],
                       const gsl_odeiv2_system *system)
{
  const step_state *state = vstate;
  double *f = state->v[0], *end = state->v[1];
  const int code = step_first(system, t, y, dydt_in, f);
  if (code)
    return code;
  pni_step_sum(dim, y, h, f, end);
  return step_last_trapezium(system, t + h, h, f, end, dydt_out, y, yerr);
}

static unsigned int euler_order(void *vstate)
{
  (void)vstate;
  return 1;
}

static const gsl_odeiv2_step_type euler = {
    .name = "euler",
    .can_use_dydt_in = 1,
    .gives_exact_dydt_out = 1,
    .alloc = euler_alloc,
    .apply = euler_apply,
    .set_driver = step_set_driver,
    .reset = step_reset,
    .order = euler_order,
    .free = step_free,
};

const gsl_odeiv2_step_type *const pn_step_euler = &euler;
