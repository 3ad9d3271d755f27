/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* How far the joints of a scene with loops are followed at once. */
#include "programs/inverse/inverse.h"

#include <gsl/gsl_math.h>
#include <math.h>

/* Steps of a swing's period, and between two points of a path, at least: where
   a choice of motions is integrated, errors are 1e-8 of the turns. */
static const double steps_of_period = 100, steps_of_interval = 50;

/* A joint with a motion turns by less than this from step to step [rad], so
   that two dead points of a crank, half a turn apart, are not passed in one;
   and the largest rate of a quintic path from rest to rest, to its mean. */
static const double step_turn = M_PI / 4, peak = 15.0 / 8;

double inverse_longest_step(const pn_system_scene *of)
{
  double step = INFINITY;
  for (size_t k = 0; k < of->swings; k++) {
    const double turn = 2 * M_PI * pn_vec3_norm(of->swing[k].turn);
    step = fmin(step, 1 / (fabs(of->swing[k].frequency) *
                           fmax(steps_of_period, turn / step_turn)));
  }
  for (size_t k = 0; k < of->paths; k++)
    for (size_t i = 1; i < of->path[k].points; i++) {
      const double *to = of->path[k].value + PN_WAYPOINT_COLUMNS * i;
      const double *from = to - PN_WAYPOINT_COLUMNS;
      const double turn = pn_vec3_norm(
          pn_vec3_make(to[0] - from[0], to[1] - from[1], to[2] - from[2]));
      step = fmin(step, (of->path[k].time[i] - of->path[k].time[i - 1]) /
                            fmax(steps_of_interval, peak * turn / step_turn));
    }
  return step;
}
