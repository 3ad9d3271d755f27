/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Adams-Bashforth of order 4, one evaluation a step, of f_k = f(t_k, y_k):

     y+ = y + h/24 (55 f_n - 59 f_n-1 + 37 f_n-2 - 9 f_n-3)

   The first three steps are RK4's, for want of a past; so are those after a
   jump, a reset, or a change of step. The local error is 251/720 h^5 y^(5); it
   is estimated by 251/270 of the difference to Adams-Moulton's formula,
   y + h/24 (9 f+ + 19 f_n - 5 f_n-1 + f_n-2), where there is a past.

   Source: E. Hairer, S. Norsett, G. Wanner, Solving Ordinary Differential
   Equations I (1993), section III.1. */
#include "pantin/dynamics/integrator.h"
#include "pantin/dynamics/step.h"

#include <math.h>

/* Times that differ by less than this share of a step are the same. */
static const double same_time = 1e-6;

enum { PAST = 4, END = PAST, VECTORS };

typedef struct {
  step_state *vectors; /* f_n .. f_n-3, in the order of `slot`, and y+; owned */
  void *rk4;           /* RK4's state, owned */
  size_t slot;         /* where f_n goes */
  size_t known;        /* how many before it are known: 0 .. 3 */
  double next, h;      /* the time at which the next step must begin, its h */
} ab4_state;

static void ab4_free(void *vstate)
{
  ab4_state *state = vstate;
  if (state->vectors)
    step_free(state->vectors);
  if (state->rk4)
    pn_step_rk4->free(state->rk4);
  pn_free(state);
}

static void *ab4_alloc(size_t dim)
{
  ab4_state *state = pn_alloc(1, sizeof *state);
  if (!state)
    return NULL;
  state->vectors = step_alloc(dim, VECTORS);
  state->rk4 = pn_step_rk4->alloc(dim);
  if (!state->vectors || !state->rk4) {
    ab4_free(state);
    return NULL;
  }
  return state;
}

static int ab4_reset(void *vstate, size_t dim)
{
  ab4_state *state = vstate;
  (void)dim;
  state->known = 0;
  return GSL_SUCCESS;
}

/* Returns f_{n-k}. */
static double *past(const ab4_state *state, size_t k)
{
  return state->vectors->v[(state->slot + PAST - k) % PAST];
}

/* Takes a step by the formula of four past derivatives. The error is 251/720 h
   times the fourth difference of f, if the caller wants f at the end. */
static int take_step(const ab4_state *state, size_t dim, double t, double h,
                     double y[], double yerr[], double dydt_out[],
                     const gsl_odeiv2_system *system)
{
  const double *f0 = past(state, 0), *f1 = past(state, 1), *f2 = past(state, 2),
               *f3 = past(state, 3);
  double *end = state->vectors->v[END];
  for (size_t i = 0; i < dim; i++)
    end[i] = y[i] + h / 24 * (55 * f0[i] - 59 * f1[i] + 37 * f2[i] - 9 * f3[i]);
  const int code = step_last(system, t + h, end, dydt_out, y, yerr);
  if (code)
    return code;
  for (size_t i = 0; dydt_out && i < dim; i++)
    yerr[i] =
        251. / 270 * h / 24 *
        (9 * dydt_out[i] - 36 * f0[i] + 54 * f1[i] - 36 * f2[i] + 9 * f3[i]);
  return GSL_SUCCESS;
}

static int ab4_apply(void *vstate, size_t dim, double t, double h, double y[],
                     double yerr[], const double dydt_in[], double dydt_out[],
                     const gsl_odeiv2_system *system)
{
  ab4_state *state = vstate;
  if (fabs(t - state->next) > same_time * fabs(h) ||
      fabs(h - state->h) > same_time * fabs(h))
    state->known = 0;
  int code = step_first(system, t, y, dydt_in, past(state, 0));
  if (code)
    return code;
  if (state->known == PAST - 1)
    code = take_step(state, dim, t, h, y, yerr, dydt_out, system);
  else
    code = pn_step_rk4->apply(state->rk4, dim, t, h, y, yerr, past(state, 0),
                              dydt_out, system);
  if (code)
    return code;
  state->known += state->known < PAST - 1;
  state->slot = (state->slot + 1) % PAST;
  state->next = t + h;
  state->h = h;
  return GSL_SUCCESS;
}

static unsigned int ab4_order(void *vstate)
{
  (void)vstate;
  return 4;
}

static const gsl_odeiv2_step_type ab4 = {
    .name = "ab4",
    .can_use_dydt_in = 1,
    .gives_exact_dydt_out = 1,
    .alloc = ab4_alloc,
    .apply = ab4_apply,
    .set_driver = step_set_driver,
    .reset = ab4_reset,
    .order = ab4_order,
    .free = ab4_free,
};

const gsl_odeiv2_step_type *const pn_step_ab4 = &ab4;
