/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Dead points of the motors, which lie between two samples: where the leverage
   changes its sign, halving finds the time at which it is 0. What the motors
   lack there for the motion counts in the round trip. If it is nothing, as
   where a crank passes its dead point by its momentum alone, their torques stay
   finite.

   Not so where the motion begins or ends in one at rest: their torques are like

     what they would lack if they had no leverage / leverage,

   of which both go to 0, and the leverage faster: where a crank starts, they
   are like 1 / t^2. */
#include "programs/inverse/inverse.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Halvings of the time in which a dead point lies. */
enum { HALVINGS = 40 };

/* A leverage that falls below this part of those around it is 0 there; it has
   not jumped because its sign was not followed. */
static const double gone = 1e-6;

/* Times in which torques next to an end are compared, each half of the one
   before, the longest a step. Torques that grow without bound grow by more than
   this from one to the next: like 1 / t by 2. */
enum { TIMES = 3 };
static const double grows = 1.7;

/* In a dead point that is passed again, the same is lacking but for rounding,
   which is below this part of it. */
static const double same = 1e-6;

/* Puts the joints back to a place. */
static int go_back(inverse_run *run, const pn_loop_place *place,
                   pn_joint_motion *motion, double *y, double *u)
{
  pn_joint_path_set(run->path, place->time, motion);
  return pn_loop_place_return(place, motion, y, u);
}

/* Moves the joints on from where they are, and computes the leverage there. */
static int move_on(inverse_run *run, double t, pn_joint_motion *motion,
                   double *y, double *u)
{
  pn_joint_path_set(run->path, t, motion);
  const int code = pn_loop_motion_close(run->closing, t, motion, y, u);
  return code ? code : pn_levers_set(run->levers, motion);
}

/* Keeps this place, to compare the next leverages with the one here. */
static void keep(inverse_run *run, double t)
{
  pn_levers_keep(run->levers);
  pn_loop_place_keep(run->looked, t);
}

/* Takes up a dead point at the time t, in which, or next to which, the forces
   have been set. */
static void add_dead_point(inverse_run *run, double t, const double *u)
{
  pn_inverse_loops *shared = run->shared;
  const double lacking = pn_inverse_loops_lacking(shared);
  if (run->dead_points == 0 || lacking > (1 + same) * run->lacking_dead) {
    run->dead = t - run->start;
    run->lacking_dead = lacking;
  }
  run->dead_points++;
  inverse_compare(run, shared->dynamics->assembly, u, lacking, shared->right);
}

/* Looks for the dead point between the last look and the time t, and returns to
   t. The joints are followed forwards only, from before the dead point. */
static int find(inverse_run *run, double t, pn_joint_motion *motion, double *y,
                double *u)
{
  const double *leverage = &run->levers->leverage;
  const double around = fmax(fabs(run->leverage), fabs(*leverage));
  double to = t, middle = t;
  pn_loop_place_keep(run->here, t);
  for (int k = 0; k < HALVINGS && *leverage != 0; k++) {
    middle = (run->looked->time + to) / 2;
    int code = go_back(run, run->looked, motion, y, u);
    if (!code)
      code = move_on(run, middle, motion, y, u);
    if (code)
      return code;
    if (*leverage * run->leverage > 0)
      keep(run, middle);
    else
      to = middle;
  }
  if (fabs(*leverage) < gone * around) {
    if (pn_inverse_loops_set(run->shared, middle, y, u))
      return GSL_EFAILED;
    add_dead_point(run, middle, u);
  }
  const int code = go_back(run, run->here, motion, y, u);
  return code ? code : pn_levers_set(run->levers, motion);
}

/* Tells whether torques grow without bound on the way to the place, and leaves
   those next to it; h: a step from there into the motion [s]. */
static int grow(inverse_run *run, const pn_loop_place *place, double h,
                pn_joint_motion *motion, double *y, double *u)
{
  double before = 0;
  for (int k = 0; k < TIMES; k++) {
    const double t = place->time + ldexp(h, -k);
    if (go_back(run, place, motion, y, u) || move_on(run, t, motion, y, u) ||
        pn_inverse_loops_set(run->shared, t, y, u))
      return 0;
    const double need =
        pn_inverse_loops_lacking(run->shared) / fabs(run->levers->leverage);
    if (!(need > grows * before))
      return 0;
    before = need;
  }
  return 1;
}

/* Takes up the end of the motion at which the place is, if motors lack
   something there, or if their torques grow without bound on the way there. */
static void look_at_end(inverse_run *run, const pn_loop_place *place, double h,
                        pn_joint_motion *motion, double *y, double *u)
{
  if (go_back(run, place, motion, y, u) ||
      pn_inverse_loops_set(run->shared, place->time, y, u))
    return;
  if (inverse_lacks(run, pn_inverse_loops_lacking(run->shared)) ||
      grow(run, place, h, motion, y, u))
    add_dead_point(run, place->time, u);
}

void inverse_look_at_ends(inverse_run *run, pn_joint_motion *motion, double *y,
                          double *u)
{
  const double last = run->levers->leverage, none = gone * run->most;
  const double h = fmin(inverse_longest_step(run->of), run->now);
  if (run->hold || run->motion || !(h > 0))
    return;
  pn_loop_place_keep(run->here, run->start + run->now);
  if (fabs(run->first) < none)
    look_at_end(run, run->begun, h, motion, y, u);
  if (fabs(last) < none)
    look_at_end(run, run->here, -h, motion, y, u);
}

int inverse_look(inverse_run *run, double t, pn_joint_motion *motion, double *y,
                 double *u)
{
  pn_levers *levers = run->levers;
  if (pn_levers_set(levers, motion))
    return GSL_EFAILED;
  const int code = levers->leverage * run->leverage < 0
                       ? find(run, t, motion, y, u)
                       : GSL_SUCCESS;
  run->most = fmax(run->most, fabs(levers->leverage));
  if (run->samples == 0) {
    run->first = levers->leverage;
    pn_loop_place_keep(run->begun, t);
  }
  if (levers->leverage != 0 && !isnan(levers->leverage)) {
    run->leverage = levers->leverage;
    keep(run, t);
  }
  return code;
}
