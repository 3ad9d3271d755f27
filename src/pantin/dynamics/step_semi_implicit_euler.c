/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Semi-implicit (symplectic) Euler, of order 1. With y = (x, v):

     v+ = v + h a(t, x, v),   x+ = x + h x'(x, v+)

   For forces that do not depend on v the energy's error stays bounded; that of
   jointed bodies has velocity terms, and drifts. The error is estimated as
   Euler's, by h/2 (f+ - f).

   This is what P. Benet, Moteur physique avec des contraintes rigides (2016),
   section III-F, calls leapfrog; as it is written there it has order 1.
   Source: E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration
   (2006), section I.1.2. */
#include "pantin/dynamics/integrator.h"
#include "pantin/dynamics/step.h"

enum { VECTORS = 3 };

static void *semi_implicit_euler_alloc(size_t dim)
{
  return step_alloc(dim, VECTORS);
}

static int semi_implicit_euler_apply(void *vstate, size_t dim, double t,
                                     double h, double y[], double yerr[],
                                     const double dydt_in[], double dydt_out[],
                                     const gsl_odeiv2_system *system)
{
  const step_state *state = vstate;
  const pn_partition *part = system->params;
  const size_t x = part->positions;
  double *f = state->v[0], *end = state->v[1], *rate = state->v[2];
  int code = step_first(system, t, y, dydt_in, f);
  if (code)
    return code;
  memcpy(end, y, x * sizeof *end);
  pni_step_sum(dim - x, y + x, h, f + x, end + x);
  code = part->rates(t, end, rate, system->params);
  pni_step_sum(x, y, h, rate, end);
  return code
             ? code
             : step_last_trapezium(system, t + h, h, f, end, dydt_out, y, yerr);
}

static unsigned int semi_implicit_euler_order(void *vstate)
{
  (void)vstate;
  return 1;
}

static const gsl_odeiv2_step_type semi_implicit_euler = {
    .name = "semi-implicit-euler",
    .can_use_dydt_in = 1,
    .gives_exact_dydt_out = 1,
    .alloc = semi_implicit_euler_alloc,
    .apply = semi_implicit_euler_apply,
    .set_driver = step_set_driver,
    .reset = step_reset,
    .order = semi_implicit_euler_order,
    .free = step_free,
};

const gsl_odeiv2_step_type *const pn_step_semi_implicit_euler =
    &semi_implicit_euler;
