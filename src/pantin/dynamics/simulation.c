/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Makes, measures and frees a run, and balances its energy; simulation_step.c
   moves it. */
#include "pantin/dynamics/simulation.h"

#include "pantin/base/alloc.h"
#include "pantin/dynamics/bounds.h"
#include "pantin/dynamics/box.h"
#include "pantin/dynamics/ledger_private.h"
#include "pantin/dynamics/simulation_private.h"
#include "pantin/multipliers/least_norm.h"
#include "pantin/multipliers/tree.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <string.h>

/* Least time of Baumgarte's correction in steps: it is then stable with all
   integrators. Longer steps than that make the time grow; a time that shrank
   with the steps would keep the force as stiff as it is, and RK4 at order 2. */
static const double baumgarte_steps = 5;

pn_simulation_settings pn_simulation_settings_default(void)
{
  return (pn_simulation_settings){
      .integrator = pn_integrator_find("rk4"),
      .solver = pn_multipliers_auto,
      .correction = pn_correction_both,
      .dt = 1. / 240,
      .stiffness = 1e5,
      .damping = 100,
      .baumgarte_time = 1. / 48,
      .tolerance = 1e-10,
  };
}

int pn_simulation_settings_check(const pn_simulation_settings *settings,
                                 pn_error *error)
{
  pn_error_clear(error);
  const pn_box *box = settings->box;
  const char *rule = NULL;
  if (!settings->integrator)
    rule = "there is no integrator; pn_integrator_find(\"rk4\") is usual";
  else if (!settings->solver)
    rule =
        "there is no solver of the multipliers; pn_multipliers_auto is usual";
  else if (!settings->correction)
    rule = "there is no correction of drift; pn_correction_both is usual";
  else if (!(settings->dt > 0 && isfinite(settings->dt)))
    rule = "the time step must be positive; 1/240 s is usual";
  else if (!(settings->tolerance > 0 && settings->tolerance < 1))
    rule = "the tolerance must lie between 0 and 1; 1e-10 is usual";
  else if (!(settings->baumgarte_time > 0 &&
             isfinite(settings->baumgarte_time)))
    rule = "Baumgarte's time must be positive; 1/48 s is usual";
  else if (!(settings->baumgarte_ks >= 0 && settings->baumgarte_kd >= 0 &&
             isfinite(settings->baumgarte_ks + settings->baumgarte_kd)))
    rule = "Baumgarte's ks and kd must not be negative; 2300 and 96 are usual";
  else if (!(settings->stiffness > 0 && settings->damping >= 0 &&
             isfinite(settings->stiffness + settings->damping)))
    rule = "the stiffness of a penalty must be positive and its damping not "
           "negative; 1e5 and 100 are usual";
  else if (box && !(box->restitution >= 0 && box->restitution <= 1))
    rule = "restitution must lie between 0 and 1; 0.75 is usual";
  else if (box && !(box->low.x < box->high.x && box->low.y < box->high.y &&
                    box->low.z < box->high.z))
    rule = "a box must have its low corner below its high one";
  return rule ? pn_error_set(error, GSL_EINVAL, NULL, 0, "%s", rule)
              : GSL_SUCCESS;
}

/* Returns the largest distance between two bodies at the start, or `least` [m].
 */
static double extent_of(const pn_system *system, double least)
{
  double extent = least;
  for (size_t b = 1; b < system->bodies; b++)
    extent = fmax(extent, pn_vec3_norm(pn_vec3_sub(system->body[b].pose.x,
                                                   system->body[0].pose.x)));
  return extent;
}

/* Returns the largest distance of a joint from its bodies, of two bodies, or of
   a body from the origin [m]; 1 if there is none. */
static double size_of(const pn_system *system)
{
  double size = 0;
  for (size_t j = 0; j < system->joints; j++)
    size = fmax(size, fmax(pn_vec3_norm(system->joint[j].point[0]),
                           pn_vec3_norm(system->joint[j].point[1])));
  for (size_t b = 0; b < system->bodies; b++)
    size = fmax(size, pn_vec3_norm(system->body[b].pose.x));
  return extent_of(system, size > 0 ? size : 1);
}

/* Joints that are closed after each step are torn when open by more than this
   share of the system's size: long steps that are still right leave less. */
static const double closed = 0.01;

/* Rounding may move a body at rest as fast as this [m/s]. */
static const double crawl = 1e-6;

/* Rounding makes less than this share of a potential energy: up to 2e-14 has
   been seen of bodies that stand still, and 4e-12 of a linkage that a motor
   pushes, but its joints hold. */
static const double lost = 1e-10;

/* Returns what rounding may make of the energy [J]: of bodies at rest, and of
   their steady forces over their distances from the origin. */
static double rounding_of(const pn_system *system, double extent)
{
  double kinetic = 0, potential = 0;
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_body *body = &system->body[b];
    const pn_vec3 steady =
        pn_vec3_add_scaled(body->force, body->mass, system->gravity);
    kinetic += body->mass * crawl * crawl / 2;
    potential += pn_vec3_norm(steady) * (pn_vec3_norm(body->pose.x) + extent);
  }
  return kinetic + lost * potential;
}

/* Returns what the springs of a penalty hold in joints that are open, where the
   assembly is set [J]. */
static double energy_in_joints(const pn_dynamics *dynamics)
{
  double sum = 0;
  for (size_t i = 0; i < dynamics->assembly->rows; i++)
    sum += dynamics->assembly->C[i] * dynamics->assembly->C[i];
  return dynamics->stiffness * sum / 2;
}

/* Allocates the integrator's own memory. */
static int integrator_alloc(pn_simulation *s)
{
  const gsl_odeiv2_step_type *type = *s->settings.integrator->type;
  const double tolerance = s->settings.tolerance;
  if (s->settings.integrator->adaptive)
    s->driver = gsl_odeiv2_driver_alloc_y_new(&s->ode, type, s->settings.dt,
                                              tolerance, tolerance);
  else
    s->step = gsl_odeiv2_step_alloc(type, s->ode.dimension);
  return s->driver || s->step ? GSL_SUCCESS : GSL_ENOMEM;
}

static int simulation_set(pn_simulation *s)
{
  const pn_simulation_settings *settings = &s->settings;
  s->dynamics = pn_dynamics_alloc(s->system, settings->solver);
  if (!s->dynamics)
    return GSL_ENOMEM;
  s->ode = pni_ledger_ode(s->dynamics);
  const size_t dimension = s->ode.dimension;
  s->y = pn_alloc(dimension, sizeof *s->y);
  s->last = pn_alloc(3 * dimension, sizeof *s->last);
  s->impulse = pn_impulse_alloc(s->dynamics);
  s->least = pn_least_norm_alloc(s->dynamics->assembly);
  s->correction = settings->correction->alloc(s->system);
  s->put_in = pn_alloc(1, sizeof *s->put_in);
  s->before = pn_alloc(1, sizeof *s->before);
  const pn_integrator *integrator = settings->integrator;
  const int has_track = integrator->adaptive && integrator->remembers;
  if (has_track)
    s->track = pn_alloc(dimension, sizeof *s->track);
  if (!s->y || !s->last || !s->impulse || !s->least || !s->correction ||
      !s->put_in || !s->before || (has_track && !s->track))
    return GSL_ENOMEM;
  if (s->system->bounds > 0) {
    s->bounds = pn_bounds_alloc(s->dynamics, settings->integrator->reach);
    if (!s->bounds)
      return GSL_ENOMEM;
  }
  if (settings->box) {
    s->walls = pn_walls_alloc(settings->box, s->impulse, s->bounds);
    if (!s->walls)
      return GSL_ENOMEM;
    s->walls->step = settings->dt;
  }
  if (pni_simulation_listen(s))
    return GSL_ENOMEM;
  if (settings->correction->baumgarte)
    pn_dynamics_set_baumgarte(
        s->dynamics,
        fmax(settings->baumgarte_time, baumgarte_steps * settings->dt));
  if (settings->correction->baumgarte &&
      settings->baumgarte_ks + settings->baumgarte_kd > 0) {
    s->dynamics->ks = settings->baumgarte_ks;
    s->dynamics->kd = settings->baumgarte_kd;
  }
  if (settings->correction->penalty)
    pn_dynamics_set_penalty(s->dynamics, settings->stiffness,
                            settings->damping);
  s->extent = extent_of(s->system, 1);
  s->rounding = rounding_of(s->system, s->extent);
  pn_system_start(s->system, s->y);
  pn_measure_set(&s->start, s->dynamics->assembly, s->y, s->dynamics->right);
  s->torn = fmax(s->start.constraint_inf,
                 settings->correction == pn_correction_both
                     ? fmin(s->extent, closed * size_of(s->system))
                     : s->extent);
  s->put_in->start = s->start.kinetic + energy_in_joints(s->dynamics);
  s->is_new = 1;
  pn_tree *tree = pn_tree_alloc(s->system);
  s->usual_error = INFINITY;
  s->has_loops = tree && tree->loops > 0;
  pn_tree_free(tree);
  return tree ? integrator_alloc(s) : GSL_ENOMEM;
}

pn_simulation *pn_simulation_alloc(const pn_system *system,
                                   const pn_simulation_settings *settings,
                                   pn_error *error)
{
  pn_error_clear(error);
  if (pn_simulation_settings_check(settings, error) ||
      pn_system_check(system, error))
    return NULL;
  if (system->bodies == 0) {
    pn_error_set(error, GSL_EINVAL, NULL, 0, "there is no body to move");
    return NULL;
  }
  if (pn_multiplier_type_check(settings->solver, system, error))
    return NULL;
  pn_simulation *s = pn_alloc(1, sizeof *s);
  if (s) {
    s->system = system;
    s->settings = *settings;
    if (simulation_set(s) == GSL_SUCCESS)
      return s;
  }
  pn_simulation_free(s);
  pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  return NULL;
}

void pn_simulation_free(pn_simulation *s)
{
  if (!s)
    return;
  if (s->correction)
    s->settings.correction->free(s->correction);
  if (s->driver)
    gsl_odeiv2_driver_free(s->driver);
  gsl_odeiv2_step_free(s->step);
  pn_walls_free(s->walls);
  pn_impulse_free(s->impulse);
  pn_bounds_free(s->bounds);
  pn_least_norm_free(s->least);
  pn_dynamics_free(s->dynamics);
  pn_free(s->y);
  pn_free(s->last);
  pn_free(s->put_in);
  pn_free(s->before);
  pn_free(s->told);
  pn_free(s->track);
  pn_free(s);
}

int pn_simulation_measure(pn_simulation *s, pn_measure *measure)
{
  const int failed = pn_dynamics_evaluate(s->dynamics, s->t, s->y, NULL);
  if (!failed && s->dynamics->multipliers->dropped > 0)
    pn_least_norm_apply(s->least, s->dynamics->lambda);
  return pn_measure_set(measure, s->dynamics->assembly, s->y,
                        s->dynamics->right) ||
                 failed
             ? GSL_EBADFUNC
             : GSL_SUCCESS;
}

/* Returns what limits and dry friction have taken so far. */
static pn_bound_work bound_work(const pn_simulation *s)
{
  return s->bounds ? s->bounds->work : (pn_bound_work){0};
}

pn_ledger pn_simulation_ledger(const pn_simulation *s,
                               const pn_measure *measure)
{
  const double *work = pni_simulation_works(s);
  const pn_bound_work bounds = bound_work(s);
  pn_ledger ledger = {.friction = work[PNI_WORK_FRICTION] + bounds.friction,
                      .motors = work[PNI_WORK_MOTORS] + bounds.motors,
                      .impacts = s->impulse->work + bounds.impacts,
                      .corrections =
                          s->correction_work + s->impulse->joint_work +
                          work[PNI_WORK_BAUMGARTE] + bounds.corrections};
  ledger.remainder = measure->energy - s->start.energy - ledger.friction -
                     ledger.motors - ledger.impacts - ledger.corrections;
  return ledger;
}
