/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A leap of the state over a time: integrate, normalise, correct. */
#include "pantin/dynamics/simulation_private.h"

#include "pantin/base/finite.h"
#include "pantin/dynamics/bounds.h"
#include "pantin/dynamics/box_private.h"
#include "pantin/dynamics/ledger_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Corrections of the state by this many tolerances are worth a new beginning of
   an adaptive integrator that remembers. */
static const double worth = 1000;

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

/* Tells whether joints alone act on the bodies: then even the first steps do
   not begin badly. */
static int is_free(const pn_simulation *s)
{
  const pn_system *system = s->system;
  const pn_dynamics *d = s->dynamics;
  int has_friction = 0;
  for (size_t j = 0; j < system->joints; j++)
    has_friction |= system->joint[j].friction_turn > 0 ||
                    system->joint[j].friction_slide > 0;
  return !has_friction && !s->walls && !system->load &&
         pn_vec3_norm(system->gravity) == 0 &&
         system->springs + system->motors + system->bounds == 0 &&
         !(d->ks > 0 || d->kd > 0 || d->stiffness > 0);
}

int pni_simulation_correct(pn_simulation *s, double *made)
{
  const pn_bound_work bounds = s->bounds ? s->bounds->work : (pn_bound_work){0};
  const double walls =
      s->walls ? s->walls->undone + fabs(pni_box_work(s->walls, s->last, s->y))
               : 0;
  const double drive = pni_simulation_works(s)[PNI_WORK_MOTORS] + bounds.motors;
  double kinetic;
  const double before = pn_measure_energy(s->system, s->y, &kinetic);
  const int code =
      s->settings.correction->apply(s->correction, s->dynamics, s->y);
  const double after = pn_measure_energy(s->system, s->y, &kinetic);
  if (code)
    return code;
  s->correction_work = s->settled_work + after - before;
  s->is_new = !s->track || has_strayed(s);
  const int are_free = is_free(s); /* what corrections take back has grown */
  const double most = are_free ? fmax(before, after) : after;
  const double gain = most - s->start.energy - drive;
  if (s->is_tried)
    return GSL_SUCCESS;
  if (pni_put_in_bounds(s->put_in, are_free ? SIZE_MAX : s->steps,
                        s->start.potential - (after - kinetic), drive, gain,
                        s->rounding + bounds.undone + walls))
    return GSL_SUCCESS;
  *made = gain;
  return GSL_EFAILED;
}

int pni_simulation_leap(pn_simulation *s, double t, double h, double *made)
{
  int code = integrate(s, t, h);
  if (code)
    return code;
  pn_state_normalize(s->system, s->y);
  code = pni_simulation_correct(s, made);
  if (code)
    return code;
  return pni_all_finite(s->y, s->ode.dimension) &&
                 pn_assembly_gap(s->dynamics->assembly) <= s->torn
             ? GSL_SUCCESS
             : GSL_EFAILED;
}

void pni_simulation_begin_anew(pn_simulation *s)
{
  s->is_new = 1;
  if (s->step)
    gsl_odeiv2_step_reset(s->step);
}
