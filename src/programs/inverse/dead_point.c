/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Dead points of the motors, which lie between two samples: where the leverage
   changes its sign, halving finds the time at which it is 0. What the motors
   lack there for the motion counts in the round trip. If it is nothing, as
   where a crank passes its dead point by its momentum alone, their torques stay
   finite. */
#include "programs/inverse/inverse.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Halvings of the time in which a dead point lies. */
enum { HALVINGS = 40 };

/* A leverage that falls below this part of those around it is 0 there; it has
   not jumped because its sign was not followed. */
static const double gone = 1e-6;

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

/* Takes up a dead point, in which the joints are. */
static int add_dead_point(inverse_run *run, double t, const double *y,
                          const double *u)
{
  pn_inverse_loops *shared = run->shared;
  if (pn_inverse_loops_set(shared, t, y, u))
    return GSL_EFAILED;
  const double lacking = pn_inverse_loops_lacking(shared);
  if (run->dead_points == 0 || lacking > (1 + same) * run->lacking_dead) {
    run->dead = t - run->start;
    run->lacking_dead = lacking;
  }
  run->dead_points++;
  inverse_compare(run, shared->dynamics->assembly, u, lacking, shared->right);
  return GSL_SUCCESS;
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
  if (fabs(*leverage) < gone * around && add_dead_point(run, middle, y, u))
    return GSL_EFAILED;
  const int code = go_back(run, run->here, motion, y, u);
  return code ? code : pn_levers_set(run->levers, motion);
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
  if (levers->leverage != 0 && !isnan(levers->leverage)) {
    run->leverage = levers->leverage;
    keep(run, t);
  }
  return code;
}
