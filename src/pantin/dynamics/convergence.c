/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Convergence by halving the step, as in the table of P. Benet, Moteur physique
   avec des contraintes rigides (2016), section III: the energy's error after
   one turn of the puppet. The position's error beside it is the stricter
   judge: an error of energy may cancel. */
#include "pantin/dynamics/convergence.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <string.h>

/* The least order of an error that falls, and how far those of two halvings
   that agree may differ: that of ab4 on the scene axle still rises by 0.69 in
   the last one, and where rounding begins that of rk4 on top jumps by 0.72. */
static const double least = 0.5, agreement = 0.7;

/* Runs to the end; *kinetic becomes the largest kinetic energy on the way.
   Returns the simulation's code when it diverges. */
static int run(pn_simulation *s, size_t steps, double *kinetic)
{
  pn_measure m = s->start;
  *kinetic = m.kinetic;
  for (size_t k = 0; k < steps; k++) {
    pn_error ignored = {0};
    const int code = pn_simulation_step(s, &ignored);
    if (code)
      return code;
    pn_measure_set(&m, s->dynamics->assembly, s->y, s->dynamics->right);
    *kinetic = fmax(*kinetic, m.kinetic);
  }
  return GSL_SUCCESS;
}

static pn_simulation *start(const pn_system *system,
                            const pn_simulation_settings *settings, double time,
                            size_t steps, pn_error *error)
{
  pn_simulation_settings own = *settings;
  own.dt = time / (double)steps;
  return pn_simulation_alloc(system, &own, error);
}

pn_convergence *pn_convergence_alloc(const pn_system *system, const pn_box *box,
                                     double time, size_t steps, pn_error *error)
{
  pn_error_clear(error);
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.box = box;
  const size_t dimension = pn_system_dimension(system);
  pn_simulation *s = start(system, &settings, time, steps, error);
  if (!s)
    return NULL;
  pn_convergence *c = pn_alloc(1, sizeof *c);
  if (c) {
    *c = (pn_convergence){.system = system, .time = time};
    c->y = pn_alloc(dimension, sizeof *c->y);
  }
  if (!c || !c->y) {
    pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
    pn_convergence_free(c);
    c = NULL;
  } else if (run(s, steps, &c->scale)) {
    pn_error_set(error, GSL_EFAILED, NULL, 0,
                 "even %zu steps of rk4 diverge: choose a shorter time", steps);
    pn_convergence_free(c);
    c = NULL;
  } else {
    memcpy(c->y, s->y, dimension * sizeof *c->y);
  }
  pn_simulation_free(s);
  return c;
}

void pn_convergence_free(pn_convergence *convergence)
{
  if (!convergence)
    return;
  pn_free(convergence->y);
  pn_free(convergence);
}

/* Returns the largest distance between a body's places in two states. */
static double distance(const pn_system *system, const double *y,
                       const double *other)
{
  double most = 0;
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_vec3 d = pn_vec3_sub(pn_state_motion(system, y, b).pose.x,
                                  pn_state_motion(system, other, b).pose.x);
    most = fmax(most, pn_vec3_norm(d));
  }
  return most;
}

int pn_convergence_measure(const pn_convergence *c,
                           const pn_simulation_settings *settings, size_t steps,
                           pn_convergence_point *point, pn_error *error)
{
  pn_error_clear(error);
  double kinetic;
  pn_measure end;
  pn_simulation *s = start(c->system, settings, c->time, steps, error);
  if (!s)
    return GSL_EFAILED;
  *point =
      (pn_convergence_point){.steps = steps, .energy = NAN, .position = NAN};
  point->done = run(s, steps, &kinetic) == GSL_SUCCESS;
  if (point->done) {
    pn_measure_set(&end, s->dynamics->assembly, s->y, s->dynamics->right);
    const pn_ledger l = pn_simulation_ledger(s, &end);
    point->energy =
        fabs(l.corrections + l.remainder) / (c->scale > 0 ? c->scale : 1);
    point->position = distance(c->system, s->y, c->y);
  }
  pn_simulation_free(s);
  return GSL_SUCCESS;
}

double pn_convergence_order(double error_1, size_t steps_1, double error_2,
                            size_t steps_2)
{
  return error_1 > 0 && error_2 > 0
             ? log(error_1 / error_2) / log((double)steps_2 / (double)steps_1)
             : NAN;
}

double pn_convergence_order_of(const double *error, const size_t *steps,
                               size_t count)
{
  double finer = NAN;
  for (size_t k = count; k-- > 1;) {
    const double order =
        pn_convergence_order(error[k - 1], steps[k - 1], error[k], steps[k]);
    if (finer >= least && fabs(order - finer) <= agreement)
      return finer;
    finer = order;
  }
  return NAN;
}

double pn_convergence_turn(const pn_system *system)
{
  double fastest = 0;
  for (size_t b = 0; b < system->bodies; b++)
    fastest = fmax(fastest, pn_vec3_norm(system->body[b].omega));
  return fastest > 0 ? 2 * M_PI / fastest : 0;
}
