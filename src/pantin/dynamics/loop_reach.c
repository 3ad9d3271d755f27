/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Closes the loops in a pose, from the last one on. Where joints are driven,
   and the loops leave a choice, positions are the integral of the rates x' that
   loop_least.c and loop_spins.c choose, by the trapezoidal rule with second
   derivatives, of order 4,

     x_1 = x_0 + h/2 (x'_0 + x'_1) + h^2/12 (x''_0 - x''_1),

   after which the loops are closed; this is repeated until x_1 stays. */
#include "pantin/dynamics/loop_motion_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* The integral of rates is good when it changes by less [rad], [m], times the
   scale; else it fails after so many turns. */
static const double same = 1e-12;
enum { TURNS = 50 };

/* Copies the given rates of all joints and bodies to a motion. */
static void take_rates(const pn_loop_motion *loops, pn_joint_motion *motion)
{
  const size_t count = loops->system->joints + loops->system->bodies;
  for (size_t k = 0; k < count; k++) {
    motion[k].turn_rate = loops->given[k].turn_rate;
    motion[k].slide_rate = loops->given[k].slide_rate;
  }
}

/* Finds rates and accelerations that close the loops in a motion whose
   positions do. */
static int close_derivatives(pn_loop_motion *loops, pn_joint_motion *motion,
                             double *y, double *acceleration)
{
  const pn_assembly *a = loops->assembly;
  if (pni_loop_evaluate(loops, motion, y, acceleration))
    return GSL_EFAILED;
  pni_loop_follow(loops, motion, PNI_RATE);
  if ((loops->least && pni_loop_least_rates(loops, motion, y, acceleration)) ||
      pni_loop_evaluate(loops, motion, y, acceleration))
    return GSL_EFAILED;
  pni_loop_rates(loops, y, acceleration);
  for (size_t i = 0; i < a->rows; i++)
    loops->right[i] += a->bias[i];
  pni_loop_follow(loops, motion, PNI_SECOND);
  return loops->least ? pni_loop_least_seconds(loops, motion, y, acceleration)
                      : GSL_SUCCESS;
}

/* Closes the loops in loops->given from the offset on. */
static int close_given(pn_loop_motion *loops, pn_joint_motion *motion,
                       double *y, double *acceleration)
{
  const size_t count = loops->system->joints + loops->system->bodies;
  memcpy(motion, loops->given, count * sizeof *motion);
  pni_loop_rest(loops, motion);
  for (size_t k = 0; k < loops->unknowns; k++)
    *pni_loop_part(motion, loops->coordinate[k], PNI_VALUE) += loops->offset[k];
  if (pni_loop_close_positions(loops, motion, y, acceleration))
    return GSL_EFAILED;
  for (size_t k = 0; k < loops->unknowns; k++)
    loops->offset[k] =
        *pni_loop_part(motion, loops->coordinate[k], PNI_VALUE) -
        *pni_loop_part(loops->given, loops->coordinate[k], PNI_VALUE);
  take_rates(loops, motion);
  if (close_derivatives(loops, motion, y, acceleration))
    return GSL_EFAILED;
  return pni_loop_evaluate(loops, motion, y, acceleration);
}

/* Moves the offset from the last state to where its derivatives, and those of
   the motion if there is one, lead in the time h. */
static void lead(pn_loop_motion *loops, double h, pn_joint_motion *motion)
{
  const pni_loop_least *least = loops->least;
  for (size_t k = 0; k < loops->unknowns; k++) {
    const pn_coordinate of = loops->coordinate[k];
    const double x1 = least->last[PNI_RATE][k], x2 = least->last[PNI_SECOND][k];
    const double given = *pni_loop_part(loops->given, of, PNI_VALUE);
    const double moved =
        motion ? h / 2 * (x1 + *pni_loop_part(motion, of, PNI_RATE)) +
                     h * h / 12 * (x2 - *pni_loop_part(motion, of, PNI_SECOND))
               : h * x1 + h * h / 2 * x2;
    loops->offset[k] = least->last[PNI_VALUE][k] + moved - given;
  }
}

/* Integrates from the last state until t. */
static int integrate(pn_loop_motion *loops, double t, pn_joint_motion *motion,
                     double *y, double *acceleration)
{
  double *before = loops->least->before, change = INFINITY;
  const double h = t - loops->least->time;
  lead(loops, h, NULL);
  double least = same;
  for (int turn = 0; turn < TURNS && !(change <= least); turn++) {
    if (close_given(loops, motion, y, acceleration))
      return GSL_EFAILED;
    least = same * pni_loop_scale(loops, motion, y);
    change = turn > 0 ? 0 : INFINITY;
    for (size_t k = 0; k < loops->unknowns; k++) {
      const double x = *pni_loop_part(motion, loops->coordinate[k], PNI_VALUE);
      change = fmax(change, fabs(x - before[k]));
      before[k] = x;
    }
    lead(loops, h, motion);
  }
  return change <= least ? GSL_SUCCESS : GSL_EFAILED;
}

int pni_loop_reach(pn_loop_motion *loops, double t, pn_joint_motion *motion,
                   double *y, double *acceleration)
{
  return loops->least && loops->least->begun &&
                 loops->least->choices + loops->spins > 0
             ? integrate(loops, t, motion, y, acceleration)
             : close_given(loops, motion, y, acceleration);
}
