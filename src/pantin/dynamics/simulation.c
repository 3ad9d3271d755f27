/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A run: integrate, normalise, correct, rebound. Quaternions are divided by
   their lengths between steps; the accelerations depend on q / |q| only, so
   that this leaves an integrator's order as it is. */
#include "pantin/dynamics/simulation.h"

#include "pantin/base/alloc.h"
#include "pantin/dynamics/bounds.h"
#include "pantin/dynamics/box.h"
#include "pantin/dynamics/ledger_private.h"
#include "pantin/dynamics/stability_private.h"
#include "pantin/multipliers/least_norm.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <string.h>

/* Least time of Baumgarte's correction in steps: it is then stable with all
   integrators. Longer steps than that make the time grow; a time that shrank
   with the steps would keep the force as stiff as it is, and RK4 at order 2. */
static const double baumgarte_steps = 5;

/* Corrections of the state by this many tolerances are worth a new beginning of
   an adaptive integrator that remembers. */
static const double worth = 1000;

/* The most parts of a step that end where a limit of a joint is reached, and
   the most attempts to find such a time. */
enum { PARTS_MOST = 20, LOCATING_STEPS = 50 };

/* What has rebounded so often in one step rests from then on. */
enum { REBOUNDS_MOST = 2 };

/* A motion that fails at a step so much shorter than the limit of stability
   fails for its sake: what is below it dies away slowly. */
static const double near = 1.1;

/* This share of the kinetic energy in drift is worth a word. */
static const double astray = 0.01;

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
  if (!(settings->dt > 0 && isfinite(settings->dt)))
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

/* Returns the largest distance between two bodies at the start, at least 1
   m. */
static double extent_of(const pn_system *system)
{
  double extent = 1;
  for (size_t b = 1; b < system->bodies; b++)
    extent = fmax(extent, pn_vec3_norm(pn_vec3_sub(system->body[b].pose.x,
                                                   system->body[0].pose.x)));
  return extent;
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
  const pn_integrator *integrator = settings->integrator;
  const int has_track = integrator->adaptive && integrator->remembers;
  if (has_track)
    s->track = pn_alloc(dimension, sizeof *s->track);
  if (!s->y || !s->last || !s->impulse || !s->least || !s->correction ||
      !s->put_in || (has_track && !s->track))
    return GSL_ENOMEM;
  if (s->system->bounds > 0) {
    s->bounds = pn_bounds_alloc(s->dynamics, settings->integrator->reach);
    if (!s->bounds)
      return GSL_ENOMEM;
  }
  if (s->bounds) {
    s->bounds->listener = settings->listener;
    s->bounds->listener_params = settings->listener_params;
  }
  s->impulse->listener = settings->listener;
  s->impulse->listener_params = settings->listener_params;
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
  s->extent = extent_of(s->system);
  for (size_t b = 0; b < s->system->bodies; b++)
    s->mass += s->system->body[b].mass;
  pn_system_start(s->system, s->y);
  pn_measure_set(&s->start, s->dynamics->assembly, s->y, s->dynamics->right);
  s->put_in->start = s->start.kinetic + energy_in_joints(s->dynamics);
  s->is_new = 1;
  return integrator_alloc(s);
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
  pn_impulse_free(s->impulse);
  pn_bounds_free(s->bounds);
  pn_least_norm_free(s->least);
  pn_dynamics_free(s->dynamics);
  pn_free(s->y);
  pn_free(s->last);
  pn_free(s->put_in);
  pn_free(s->track);
  pn_free(s);
}

static int all_finite(const double *x, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (!isfinite(x[i]))
      return 0;
  return 1;
}

/* Integrates y(t) to y(t + h). An integrator that remembers goes on from its
   own past, without the corrections. */
static int integrate(pn_simulation *s, double t, double h)
{
  const size_t size = s->ode.dimension * sizeof *s->y;
  const double end = t + h;
  double *y = s->track ? s->track : s->y;
  if (s->step)
    return gsl_odeiv2_step_apply(
        s->step, t, h, s->y, s->last + s->ode.dimension, NULL, NULL, &s->ode);
  if (s->is_new || !s->track)
    gsl_odeiv2_driver_reset(s->driver);
  if (s->is_new && s->track)
    memcpy(s->track, s->y, size);
  const int code = gsl_odeiv2_driver_apply(s->driver, &t, end, y);
  if (s->track)
    memcpy(s->y, s->track, size);
  return code;
}

/* Tells whether the corrections have led the state so far from the integrator's
   own that it must begin anew. */
static int has_strayed(const pn_simulation *s)
{
  double change = 0;
  for (size_t i = 0; i < s->ode.dimension; i++)
    change = fmax(change, fabs(s->y[i] - s->track[i]) / (1 + fabs(s->y[i])));
  return change > worth * s->settings.tolerance;
}

/* Returns the works that are integrated beside the state. */
static const double *works_of(const pn_simulation *s)
{
  return s->y + pn_system_dimension(s->system);
}

/* Corrects the drift, and books what that changes of the energy. GSL_EFAILED if
   the energy has grown by more than was put into the motion; *made is then how
   much [J]. */
static int correct(pn_simulation *s, double *made)
{
  const double *work = works_of(s);
  double kinetic;
  const double before = pn_measure_energy(s->system, s->y, &kinetic);
  const int code =
      s->settings.correction->apply(s->correction, s->dynamics, s->y);
  const double after = pn_measure_energy(s->system, s->y, &kinetic);
  if (code)
    return code;
  s->correction_work = s->settled_work + after - before;
  s->is_new = !s->track || has_strayed(s);
  const double gain = after - s->start.energy - work[PNI_WORK_MOTORS];
  if (pni_put_in_bounds(s->put_in, s->steps,
                        s->start.potential - (after - kinetic),
                        work[PNI_WORK_MOTORS], gain, s->mass))
    return GSL_SUCCESS;
  *made = gain;
  return GSL_EFAILED;
}

/* Integrates from t for a time h, and corrects; a state that is no good may
   remain in y. */
static int leap(pn_simulation *s, double t, double h, double *made)
{
  int code = integrate(s, t, h);
  if (code)
    return code;
  pn_state_normalize(s->system, s->y);
  code = correct(s, made);
  if (code)
    return code;
  return all_finite(s->y, s->ode.dimension) &&
                 pn_assembly_gap(s->dynamics->assembly) <= s->extent
             ? GSL_SUCCESS
             : GSL_EFAILED;
}

/* Forgets the past of the integrator after a jump of the state. */
static void begin_anew(pn_simulation *s)
{
  s->is_new = 1;
  if (s->step)
    gsl_odeiv2_step_reset(s->step);
}

/* Leaps from the state `from` at t for a time h, and sets the gap to the
   nearest limit there. */
static int try_leap(pn_simulation *s, const double *from, double t, double h,
                    double *gap, double *made)
{
  memcpy(s->y, from, s->ode.dimension * sizeof *from);
  begin_anew(s);
  const int code = leap(s, t, h, made);
  if (code || pn_assembly_set(s->dynamics->assembly, s->y))
    return GSL_EFAILED;
  *gap = pn_bounds_gap(s->bounds);
  return GSL_SUCCESS;
}

/* Leaps from t, for a time *h at most, which becomes the time until a limit is
   reached; by regula falsi (Illinois). */
static int leap_to_limit(pn_simulation *s, double t, double *h, double *made)
{
  double *from = s->last + 2 * s->ode.dimension;
  double low = 0, high = *h, gap_low, gap_high, gap;
  int side = 0; /* on which the last time was kept */
  memcpy(from, s->y, s->ode.dimension * sizeof *from);
  if (pn_bounds_begin(s->bounds, from))
    return GSL_EFAILED;
  gap_low = pn_bounds_gap(s->bounds);
  if (try_leap(s, from, t, *h, &gap, made))
    return GSL_EFAILED;
  gap_high = gap;
  for (int k = 0; k < LOCATING_STEPS && gap_high < -pn_bounds_reached / 2 &&
                  fabs(gap) > pn_bounds_reached / 2;
       k++) {
    *h = low + (high - low) * gap_low / (gap_low - gap_high);
    if (try_leap(s, from, t, *h, &gap, made))
      return GSL_EFAILED;
    if (gap > 0) {
      low = *h;
      gap_low = gap;
      gap_high /= side > 0 ? 2 : 1;
      side = 1;
    } else {
      high = *h;
      gap_high = gap;
      gap_low /= side < 0 ? 2 : 1;
      side = -1;
    }
  }
  return GSL_SUCCESS;
}

/* Makes one step with limits and dry friction, in as many parts as limits are
   reached. */
static int advance_bounded(pn_simulation *s, double h, double *made)
{
  double done = 0;
  for (int part = 0; done < h; part++) {
    double rest = h - done;
    const size_t before = s->bounds->impacts;
    if (part < PARTS_MOST ? leap_to_limit(s, s->t + done, &rest, made)
                          : pn_bounds_begin(s->bounds, s->y) ||
                                leap(s, s->t + done, rest, made))
      return GSL_EFAILED;
    done = rest < h - done ? done + rest : h;
    s->settled_work = s->correction_work;
    if (pn_bounds_apply(s->bounds, s->t + done, rest, part < REBOUNDS_MOST,
                        s->y) ||
        correct(s, made))
      return GSL_EFAILED;
    s->impacts += s->bounds->impacts - before;
    begin_anew(s);
    s->settled_work = s->correction_work;
  }
  return GSL_SUCCESS;
}

/* Makes one step; a state that is no good may remain in y. */
static int advance(pn_simulation *s, double h, double *made)
{
  int code = s->bounds ? advance_bounded(s, h, made) : leap(s, s->t, h, made);
  if (code)
    return code;
  size_t impacts = 0;
  s->impulse->time = s->t + h;
  if (s->settings.box)
    code = pn_box_bounce(s->settings.box, s->impulse, s->y, &impacts);
  s->impacts += impacts;
  if (impacts > 0)
    s->is_new = 1;
  if (s->is_new)
    s->settled_work = s->correction_work;
  if (impacts > 0 && s->step)
    gsl_odeiv2_step_reset(s->step);
  return code;
}

/* Returns the share of the kinetic energy that lies in velocities which the
   joints do not allow; `last` is work. */
static double share_of_drift(pn_simulation *s)
{
  double *y = s->last + 2 * s->ode.dimension, before, after;
  memcpy(y, s->y, s->ode.dimension * sizeof *y);
  pn_measure_energy(s->system, y, &before);
  if (pn_correct_velocities(s->dynamics, y))
    return 0;
  pn_measure_energy(s->system, y, &after);
  return before > 0 ? (before - after) / before : 0;
}

/* Says in `text` why a step may have failed: a spring or a damper that is too
   stiff for it, velocities that have left the joints, or the step itself. */
static void explain(pn_simulation *s, char *text, size_t size)
{
  const pn_simulation_settings *settings = &s->settings;
  pni_stability limit;
  if (s->dynamics->failure == GSL_EDOM && s->dynamics->refines)
    snprintf(text, size,
             "solver %s takes J W J^T for indefinite, by rounding: there are "
             "thin rods; solver kkt keeps the bodies, and its digits",
             settings->solver->name);
  else if (s->dynamics->failure == GSL_EMAXITER)
    snprintf(text, size,
             "solver %s does not converge in %zu iterations; auto needs none",
             settings->solver->name, s->dynamics->multipliers->iterations);
  else if (pni_stability_find(s->dynamics, settings->integrator,
                              near * settings->dt, &limit) == GSL_SUCCESS &&
           isfinite(limit.dt))
    snprintf(text, size,
             "dt = %.3g ms is %s the stability limit of %s for %s %s, %.3g ms",
             1e3 * settings->dt, limit.dt < settings->dt ? "above" : "close to",
             settings->integrator->name, limit.what, limit.name,
             1e3 * limit.dt);
  else if (settings->correction != pn_correction_none &&
           share_of_drift(s) > astray)
    snprintf(text, size,
             "with correction %s the velocities have left the joints; "
             "correction both keeps them there",
             settings->correction->name);
  else
    snprintf(text, size, "a step of %g s is probably too long for %s here",
             settings->dt, settings->integrator->name);
}

/* Refuses a step without a next state, or one at whose end the energy has grown
   by `made` [J], more than was put in; with the likely reason. */
static int refuse(pn_simulation *s, double made, pn_error *error)
{
  char reason[256], growth[128] = "";
  if (!error)
    return GSL_EFAILED;
  explain(s, reason, sizeof reason);
  if (made > 0)
    snprintf(growth, sizeof growth,
             "its energy has grown by %.3g J, and only %.3g J were put in: ",
             made, pni_put_in_sum(s->put_in));
  return pn_error_set(error, GSL_EFAILED, NULL, 0,
                      "the motion cannot be followed beyond t = %g s: %s%s",
                      s->t, growth, reason);
}

/* Returns what limits and dry friction have taken so far. */
static pn_bound_work bound_work(const pn_simulation *s)
{
  return s->bounds ? s->bounds->work : (pn_bound_work){0, 0, 0};
}

int pn_simulation_step(pn_simulation *s, pn_error *error)
{
  pn_error_clear(error);
  const size_t size = s->ode.dimension * sizeof *s->y;
  memcpy(s->last, s->y, size);
  double made = 0;
  const double corrected = s->correction_work;
  const pn_bound_work worked = bound_work(s);
  if (advance(s, s->settings.dt, &made)) {
    memcpy(s->y, s->last, size);
    refuse(s, made, error);
    s->correction_work = s->settled_work = corrected;
    s->is_new = 1;
    if (s->bounds)
      s->bounds->work = worked;
    return GSL_EFAILED;
  }
  s->steps++;
  s->t = (double)s->steps * s->settings.dt;
  return GSL_SUCCESS;
}

int pn_simulation_measure(pn_simulation *s, pn_measure *measure)
{
  if (pn_dynamics_evaluate(s->dynamics, s->t, s->y, NULL))
    return GSL_EBADFUNC;
  if (s->dynamics->multipliers->dropped > 0)
    pn_least_norm_apply(s->least, s->dynamics->lambda);
  return pn_measure_set(measure, s->dynamics->assembly, s->y,
                        s->dynamics->right);
}

pn_ledger pn_simulation_ledger(const pn_simulation *s,
                               const pn_measure *measure)
{
  const double *work = works_of(s);
  const pn_bound_work bounds = bound_work(s);
  pn_ledger ledger = {.friction = work[PNI_WORK_FRICTION] + bounds.friction,
                      .motors = work[PNI_WORK_MOTORS],
                      .impacts = s->impulse->work + bounds.impacts,
                      .corrections =
                          s->correction_work + s->impulse->joint_work +
                          work[PNI_WORK_BAUMGARTE] + bounds.corrections};
  ledger.remainder = measure->energy - s->start.energy - ledger.friction -
                     ledger.motors - ledger.impacts - ledger.corrections;
  return ledger;
}
