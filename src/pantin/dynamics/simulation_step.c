/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A step of a run: integrate, normalise, correct, rebound. Quaternions are
   divided by their lengths between steps; the accelerations depend on q / |q|
   only, so that this leaves an integrator's order as it is. */
#include "pantin/dynamics/simulation_private.h"

#include "pantin/dynamics/bounds_private.h"
#include "pantin/dynamics/box_private.h"
#include "pantin/dynamics/ledger_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* The error of a step's energy, as a share of the kinetic energy, above which
   it has been kicked by rows that are nearly redundant: in all, where steps of
   rk4 make some 1e-9, and as a multiple of that of the step before, which
   coarse integrators make as large. */
static const double kick = 1e-5, kick_of_usual = 20;

/* The gain of energy of a step, as a share of the kinetic energy, with which
   forces of walls are not to be trusted. */
static const double gained = 0.05;

/* This share of what was put into the motion is no gain. */
static const double negligible = 1e-9;

/* The most rebounds at one instant, each of which may push others beyond their
   limits. */
enum { STRIKES_MOST = 20 };

/* Begins a part of a step, with the rebounds from limits that were passed when
   the last one was corrected. */
static int begin_part(pn_simulation *s, double t, double *made)
{
  int code = pn_bounds_begin(s->bounds, s->y);
  for (size_t k = 0; k < STRIKES_MOST && !code && s->bounds->strikes > 0; k++) {
    code = pn_bounds_strike(s->bounds, t, s->y) ||
           pni_simulation_correct(s, made) || pn_bounds_begin(s->bounds, s->y);
    s->settled_work = s->correction_work;
  }
  return code;
}

/* Makes a part of a step from t, of length h, with limits and dry friction: in
   as many parts as limits are reached and motions turn back. */
static int advance_bounded(pn_simulation *s, double t, double h, double *made)
{
  for (double done = 0; done < h;) {
    double rest = h - done;
    const size_t before = s->bounds->impacts;
    if (s->bounds->parts++ == PNI_PARTS_MOST || begin_part(s, t + done, made) ||
        pni_simulation_leap_to_bound(s, t + done, &rest, made))
      return GSL_EFAILED;
    done = rest < h - done ? done + rest : h;
    s->settled_work = s->correction_work;
    if (pn_bounds_apply(s->bounds, t + done, rest, s->y) ||
        pni_simulation_correct(s, made))
      return GSL_EFAILED;
    s->impacts += s->bounds->impacts - before;
    pni_simulation_begin_anew(s);
    s->settled_work = s->correction_work;
  }
  return GSL_SUCCESS;
}

/* Returns the books of the simulation as they are now. */
static pn_account account_of(const pn_simulation *s)
{
  return (pn_account){s->correction_work, s->impulse->work,
                      s->impulse->joint_work, s->impacts, *s->put_in};
}

/* Returns the energy of a state less what friction, motors and Baumgarte's
   forces have put into the motion until then [J]: without impacts it changes by
   errors, and by corrections of them. Sets *kinetic. */
static double energy_less_work(const pn_simulation *s, const double *y,
                               const pn_bound_work *bounds, double *kinetic)
{
  const double *works = y + pn_system_dimension(s->system);
  double energy = pn_measure_energy(s->system, y, kinetic) - bounds->friction -
                  bounds->motors - bounds->corrections;
  for (size_t k = 0; k < PNI_WORKS; k++)
    energy -= works[k];
  return energy;
}

/* Returns the error of the energy in the step made from s->last without
   impacts, and its correction, as a share of the kinetic energy. Walls have not
   been met yet, but what rests on them has been pushed. */
static double error_of_step(const pn_simulation *s)
{
  static const pn_bound_work none;
  const pn_bounds *bounds = s->bounds;
  double before, after;
  const double start = energy_less_work(
      s, s->last, bounds ? &bounds->kept.work : &none, &before);
  const double end =
      energy_less_work(s, s->y, bounds ? &bounds->work : &none, &after);
  const double correction = s->correction_work - s->before->corrections;
  const double pushes = s->walls ? pni_box_work(s->walls, s->last, s->y) : 0;
  return (fabs(end - start - pushes - correction) + fabs(correction)) /
         fmax(fmax(before, after), s->rounding);
}

/* Returns to the state before, and books as before; but walls exert what they
   have been found to. */
static void begin_again(pn_simulation *s)
{
  const pn_account *before = s->before;
  memcpy(s->y, s->last, s->ode.dimension * sizeof *s->y);
  pni_simulation_begin_anew(s);
  s->correction_work = s->settled_work = before->corrections;
  s->impulse->work = before->impacts;
  s->impulse->joint_work = before->joints;
  s->impacts = before->struck;
  *s->put_in = before->put_in;
  pni_simulation_forget_told(s);
  if (s->bounds)
    pn_bounds_return(s->bounds);
  if (s->walls)
    pni_box_return_rests(s->walls);
}

/* Returns to the state before, and books as before. */
static void go_back(pn_simulation *s)
{
  begin_again(s);
  if (s->walls)
    pn_walls_return(s->walls);
}

/* Sets the number of steps, and the time by it. */
static void set_steps(pn_simulation *s, size_t steps)
{
  s->steps = steps;
  s->t = (double)steps * s->settings.dt;
}

void pni_simulation_undo(pn_simulation *s)
{
  go_back(s);
  set_steps(s, s->steps - 1);
}

/* Lets the limits rebound that are reached and approached at the start. */
static int rebound_at_start(pn_simulation *s)
{
  if (!s->bounds || s->steps > 0)
    return GSL_SUCCESS;
  const int code = pn_bounds_begin(s->bounds, s->y) ||
                   pn_bounds_throw(s->bounds, s->t, 0, s->y);
  s->impacts += s->bounds->impacts;
  return code ? GSL_EFAILED : GSL_SUCCESS;
}

/* Makes a part of a step from t, of length h, before walls are met; a state
   that is no good may remain in y. */
static int advance(pn_simulation *s, double t, double h, double *made)
{
  const int code = s->bounds ? advance_bounded(s, t, h, made)
                             : pni_simulation_leap(s, t, h, made);
  if (s->is_new)
    s->settled_work = s->correction_work;
  return code;
}

/* Makes one step before walls are met, in two parts unless `share`, the first
   one's, is 1. */
static int advance_by(pn_simulation *s, double share, double *made)
{
  const double h = s->settings.dt, t = s->t;
  if (s->bounds)
    pn_bounds_keep(s->bounds, h);
  int code = rebound_at_start(s) || advance(s, t, share * h, made);
  if (!code && share < 1)
    code = advance(s, t + share * h, (1 - share) * h, made);
  return code ? GSL_EFAILED : GSL_SUCCESS;
}

/* Makes one step before walls are met. Where the bars of a linkage come to lie
   in one line, rows of its joints are nearly redundant, and lambda has few
   digits: a stage that falls next to such a pose may kick the bodies. The step
   is then made in two parts, whose stages fall elsewhere; but not where the
   solver fails, which has other reasons, nor after impacts on limits, which
   change the energy, too. The shares are any whose stages lie apart. */
static int advance_well(pn_simulation *s, double *made)
{
  static const double share[] = {1, 0.62, 0.38, 0.8, 0.23};
  enum { TRIES = sizeof share / sizeof share[0] };
  double least = INFINITY;
  size_t best = 0;
  for (size_t k = 0; k < TRIES; k++) {
    const int code = advance_by(s, share[k], made);
    if (!s->has_loops || s->dynamics->failure || s->impacts > s->before->struck)
      return code;
    const double error = code ? INFINITY : error_of_step(s);
    if (!code && error <= fmax(kick, kick_of_usual * s->usual_error)) {
      s->usual_error = error;
      return GSL_SUCCESS;
    }
    best = error < least ? k : best;
    least = fmin(error, least);
    begin_again(s);
  }
  s->usual_error = fmin(least, kick_of_usual * s->usual_error);
  return advance_by(s, share[best], made);
}

/* Ends a step: bodies meet the walls, and what remembers forgets the past of
   what jumps. */
static int end_step(pn_simulation *s)
{
  size_t impacts = 0;
  const double t = s->t + s->settings.dt;
  s->impulse->time = t;
  const int code =
      s->walls ? pni_simulation_meet_walls(s, t, &impacts) : GSL_SUCCESS;
  s->impacts += impacts;
  if (impacts > 0)
    s->is_new = 1;
  if (impacts > 0 && s->bounds)
    s->bounds->jumped = 1;
  if (s->is_new)
    s->settled_work = s->correction_work;
  if (impacts > 0 && s->step)
    gsl_odeiv2_step_reset(s->step);
  return code;
}

/* Makes one step; with `may_ask` it may be found that it should be made again,
   with other forces of walls. */
static int make(pn_simulation *s, int may_ask, double *made)
{
  if (s->walls)
    s->walls->may_ask = may_ask;
  return advance_well(s, made) || end_step(s) ? GSL_EFAILED : GSL_SUCCESS;
}

/* Returns the energy that bodies have at twice the speed of a fall in one step,
   if all of them do: what is put back on walls may gain as much. */
static double energy_of_falls(const pn_simulation *s)
{
  const double speed = 2 * pn_vec3_norm(s->system->gravity) * s->settings.dt;
  double mass = 0;
  for (size_t b = 0; b < s->system->bodies; b++)
    mass += s->system->body[b].mass;
  return mass * speed * speed / 2;
}

/* Tells whether bodies have gained energy from walls in the step: more than
   motors and friction have put into them. */
static int has_gained(const pn_simulation *s)
{
  static const pn_bound_work none;
  const pn_bounds *bounds = s->bounds;
  double before, after;
  const double energy = pn_measure_energy(s->system, s->y, &after) -
                        pn_measure_energy(s->system, s->last, &before);
  const double gain =
      energy_less_work(s, s->y, bounds ? &bounds->work : &none, &after) -
      energy_less_work(s, s->last, bounds ? &bounds->kept.work : &none,
                       &before);
  return fmin(energy, gain) > gained * fmax(before, after) +
                                  energy_of_falls(s) +
                                  negligible * pni_put_in_sum(s->put_in);
}

/* Makes one step; again where walls have exerted other forces in it than those
   that hold what rests, which may be those of the step before; and without any
   where they have given energy, as to a rim that runs round too fast. */
static int make_well(pn_simulation *s, double *made)
{
  enum { TRIES = 3 };
  const int has_pushed = s->walls && s->walls->pushes > 0;
  int tries = 1, code = make(s, 1, made);
  for (; tries <= TRIES && !code && s->walls && s->walls->asks &&
         !pni_simulation_has_told(s);
       tries++) {
    begin_again(s);
    code = make(s, tries < TRIES, made);
  }
  const int is_trial = tries > 1 && !pni_simulation_has_told(s);
  if (code && is_trial) {
    go_back(s);
    code = make(s, 0, made);
  }
  if (!code && (has_pushed || is_trial) && !pni_simulation_has_told(s) &&
      has_gained(s)) {
    go_back(s);
    pn_walls_release(s->walls);
    code = make(s, 0, made);
  }
  return code;
}

int pn_simulation_step(pn_simulation *s, pn_error *error)
{
  pn_error_clear(error);
  double made = 0;
  memcpy(s->last, s->y, s->ode.dimension * sizeof *s->y);
  *s->before = account_of(s);
  if (s->walls)
    pn_walls_keep(s->walls);
  if (make_well(s, &made)) {
    memcpy(s->y, s->last, s->ode.dimension * sizeof *s->y);
    pni_simulation_refuse(s, made, error);
    go_back(s);
    return GSL_EFAILED;
  }
  pni_simulation_tell(s);
  set_steps(s, s->steps + 1);
  return GSL_SUCCESS;
}
