/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Leapfrog (Verlet), of order 2: positions live at full steps, the velocities
   that move them at half steps. With y = (x, v):

     v* = v + h/2 a(t, x, v)                      velocity at t + h/2
     x+ = x + h x'(x + h/2 x'(x, v*), v*)         (x + h v* if x' = v)
     v+ = v* + h/2 a(t + h, x+, v* + (v* - v))

   The last a takes the velocity at t + h as far as it is known, so that the
   order remains 2 when forces depend on velocities; if they do not, this is
   exactly Verlet's method. Two evaluations a step. The error is estimated by
   h/2 (f+ - f), one order too high.

   Source: E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration
   (2006), section I.1.4. */
#include "pantin/dynamics/integrator.h"
#include "pantin/dynamics/step.h"

enum { VECTORS = 4 };

static void *leapfrog_alloc(size_t dim)
{
  return step_alloc(dim, VECTORS);
}

static int leapfrog_apply(void *vstate, size_t dim, double t, double h,
                          double y[], double yerr[], const double dydt_in[],
                          double dydt_out[], const gsl_odeiv2_system *system)
{
  const step_state *state = vstate;
  const pn_partition *part = system->params;
  const size_t x = part->positions, u = dim - x;
  double *f = state->v[0], *end = state->v[1], *rate = state->v[2],
         *half = state->v[3];
  int code = step_first(system, t, y, dydt_in, f);
  if (code)
    return code;

  /* Half a kick, then the positions by the midpoint rule. */
  memcpy(half, y, x * sizeof *half);
  pni_step_sum(u, y + x, h / 2, f + x, half + x);
  code = part->rates(t, half, rate, system->params);
  pni_step_sum(x, y, h / 2, rate, half);
  if (!code)
    code = part->rates(t + h / 2, half, rate, system->params);
  pni_step_sum(x, y, h, rate, end);

  /* The other half of the kick. */
  pni_step_sum(u, half + x, h / 2, f + x, end + x);
  if (!code)
    code = GSL_ODEIV_FN_EVAL(system, t + h, end, rate);
  pni_step_sum(u, half + x, h / 2, rate + x, end + x);
  return code
             ? code
             : step_last_trapezium(system, t + h, h, f, end, dydt_out, y, yerr);
}

static unsigned int leapfrog_order(void *vstate)
{
  (void)vstate;
  return 2;
}

static const gsl_odeiv2_step_type leapfrog = {
    .name = "leapfrog",
    .can_use_dydt_in = 1,
    .gives_exact_dydt_out = 1,
    .alloc = leapfrog_alloc,
    .apply = leapfrog_apply,
    .set_driver = step_set_driver,
    .reset = step_reset,
    .order = leapfrog_order,
    .free = step_free,
};

const gsl_odeiv2_step_type *const pn_step_leapfrog = &leapfrog;
