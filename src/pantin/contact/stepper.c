/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "pantin/contact/stepper_private.h"

#include "pantin/base/alloc.h"
#include "pantin/contact/grid.h"
#include "pantin/contact/impulses_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Balls with a gap below this share of the smallest radius touch: positions of
   some hundred radii are rounded to 1e-14 of a radius, and the steps that
   brought balls to rest leave gaps of the solver's tolerance. */
static const double touching = 1e-6;

pn_stepper_settings pn_stepper_settings_default(void)
{
  return (pn_stepper_settings){.step = 0.01,
                               .position_correction = 1,
                               .anticipation = 1,
                               .method = pn_lcp_psor,
                               .iterations = 20,
                               .omega = 1.75};
}

int pn_stepper_settings_check(const pn_stepper_settings *settings,
                              pn_error *error)
{
  pn_error_clear(error);
  const char *rule = NULL;
  if (!settings->method)
    rule = "there is no method; try pn_lcp_psor";
  else if (!(settings->step > 0 && isfinite(settings->step)))
    rule = "the step must be positive; try 0.01 s";
  else if (!(settings->margin >= 0 && isfinite(settings->margin)))
    rule = "the margin must not be negative; try 0 m";
  else if (!(settings->damping >= 0 && isfinite(settings->damping)))
    rule = "the damping must not be negative; try 0 1/s";
  else if (!(settings->tolerance >= 0))
    rule = "the tolerance must not be negative; 0 takes all iterations";
  else if (!(settings->kappa >= 0 && isfinite(settings->kappa)))
    rule = "kappa must not be negative; try 0 1/kg";
  else if (!(settings->omega > 0 && settings->omega < 2))
    rule = "omega must lie between 0 and 2; try 1.75";
  return rule ? pn_error_set(error, GSL_EINVAL, NULL, 0, "%s", rule)
              : GSL_SUCCESS;
}

/* Takes memory for a problem without contacts yet, and for all arrays with an
   entry for each ball. */
static int take_memory(pn_stepper *stepper)
{
  const size_t count = stepper->balls->count;
  stepper->lcp = pn_lcp_alloc(0);
  stepper->grid = pn_grid_alloc(count);
  stepper->near = pn_alloc(count, sizeof *stepper->near);
  stepper->way = pn_alloc(count, sizeof *stepper->way);
  stepper->change = pn_alloc(count + 1, sizeof *stepper->change);
  stepper->first = pn_alloc(count + 1, sizeof *stepper->first);
  stepper->last_first = pn_alloc(count + 1, sizeof *stepper->last_first);
  stepper->J = stepper->lcp ? pn_delassus_alloc(0, count) : NULL;
  if (stepper->J)
    pn_lcp_set_operator(stepper->lcp, &stepper->J->base);
  return stepper->lcp && stepper->J && stepper->grid && stepper->near &&
                 stepper->way && stepper->change && stepper->first &&
                 stepper->last_first
             ? GSL_SUCCESS
             : GSL_ENOMEM;
}

pn_stepper *pn_stepper_alloc(pn_balls *balls,
                             const pn_stepper_settings *settings,
                             pn_error *error)
{
  pn_error_clear(error);
  if (pn_stepper_settings_check(settings, error) ||
      pn_balls_check(balls, NULL, error))
    return NULL;
  pn_stepper *stepper = pn_alloc(1, sizeof *stepper);
  if (stepper) {
    stepper->balls = balls;
    stepper->settings = *settings;
  }
  if (!stepper || take_memory(stepper)) {
    pn_stepper_free(stepper);
    pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
    return NULL;
  }
  double smallest = INFINITY;
  for (size_t k = 0; k < balls->count; k++) {
    stepper->J->inverse_mass[k] = 1 / balls->mass[k];
    smallest = fmin(smallest, balls->radius[k]);
  }
  stepper->touching = touching * smallest;
  stepper->info.energy = pn_balls_energy(balls);
  stepper->info.kinetic = pn_balls_kinetic(balls, &stepper->info.speed);
  return stepper;
}

void pn_stepper_free(pn_stepper *stepper)
{
  if (!stepper)
    return;
  pn_lcp_solver_free(stepper->solver);
  pn_lcp_free(stepper->lcp);
  pn_grid_free(stepper->grid);
  pn_free(stepper->near);
  pn_free(stepper->way);
  pn_free(stepper->change);
  pn_free(stepper->first);
  pn_free(stepper->last_first);
  pn_free(stepper->other);
  pn_free(stepper->last_other);
  pn_free(stepper->last_lambda);
  pn_free(stepper->start);
  pn_free(stepper);
}

/* Prepares a solver that is large enough for the problem. */
static int prepare_solver(pn_stepper *stepper, pn_error *error)
{
  const pn_stepper_settings *settings = &stepper->settings;
  if (!stepper->solver || stepper->solver->room < stepper->lcp->size) {
    pn_lcp_solver_free(stepper->solver);
    stepper->solver = pn_lcp_solver_alloc(settings->method, stepper->lcp);
  }
  if (!stepper->solver)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  pn_lcp_settings lcp_settings = pn_lcp_settings_default();
  lcp_settings.iterations = settings->iterations;
  lcp_settings.omega = settings->omega;
  lcp_settings.kappa = settings->kappa;
  lcp_settings.order = settings->order;
  lcp_settings.threads = settings->threads;
  if (settings->tolerance > 0)
    lcp_settings.tolerance = settings->tolerance;
  return pn_lcp_solver_set(stepper->solver, &lcp_settings, stepper->start,
                           error);
}

/* Finds the impulses by all iterations, or until the tolerance is met. */
static int solve(pn_stepper *stepper, pn_error *error)
{
  int code = prepare_solver(stepper, error);
  if (code)
    return code;
  pn_lcp_solver *solver = stepper->solver;
  const int tests = stepper->settings.tolerance > 0;
  while (!code && solver->iteration < stepper->settings.iterations &&
         (!tests || pn_lcp_solver_test(solver) == GSL_CONTINUE))
    code = pn_lcp_solver_iterate(solver);
  stepper->info.cut = !code && solver->method->pivots &&
                      pn_lcp_solver_test(solver) == GSL_EMAXITER &&
                      solver->reason == PN_LCP_CUT;
  stepper->info.iterations = solver->iteration;
  return pni_take_impulses(solver, tests, &stepper->info, error);
}

/* Keeps what a warm start of the next step needs. */
static void remember(pn_stepper *stepper)
{
  uint32_t *const other = stepper->last_other;
  stepper->last_other = stepper->other;
  stepper->other = other;
  size_t *const first = stepper->last_first;
  stepper->last_first = stepper->first;
  stepper->first = first;
  for (size_t c = 0; c < stepper->lcp->size; c++)
    stepper->last_lambda[c] =
        stepper->solver->lambda[pni_stepper_row(stepper, c)];
}

int pn_stepper_advance(pn_stepper *stepper, pn_error *error)
{
  pn_error_clear(error);
  pn_balls *balls = stepper->balls;
  const double dt = stepper->settings.step;
  /* Gravity gives the velocities v*. */
  for (size_t k = 0; k < balls->count; k++)
    balls->v[k] = pn_vec3_add_scaled(balls->v[k], dt, balls->gravity);

  /* The contacts and their impulses. */
  int code = pni_stepper_find_contacts(stepper);
  if (code == GSL_ETABLE)
    return pn_error_set(error, code, NULL, 0,
                        "%zu balls have more than %zu contacts: the margin, %g "
                        "m, or the step, %g s, is too large",
                        balls->count, pni_stepper_most(balls),
                        stepper->settings.margin, dt);
  if (code)
    return pn_error_set(error, code, NULL, 0, "out of memory");
  code = solve(stepper, error);
  if (code)
    return code;

  /* The impulses change the velocities, which move the balls. */
  const double kept = exp(-stepper->settings.damping * dt);
  pn_delassus_velocities(stepper->J, stepper->solver->lambda, stepper->change);
  for (size_t k = 0; k < balls->count; k++) {
    balls->v[k] =
        pn_vec3_scale(kept, pn_vec3_add(balls->v[k], stepper->change[k]));
    balls->x[k] = pn_vec3_add_scaled(balls->x[k], dt, balls->v[k]);
  }

  /* What is known of the step. */
  remember(stepper);
  stepper->info.steps++;
  stepper->info.time = (double)stepper->info.steps * dt;
  stepper->info.energy = pn_balls_energy(balls);
  stepper->info.kinetic = pn_balls_kinetic(balls, &stepper->info.speed);
  return GSL_SUCCESS;
}
