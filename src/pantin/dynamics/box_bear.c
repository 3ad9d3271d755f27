/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Hits of limits in mechanisms that rest on walls: the lid of a chest that
   falls shut presses the chest on the floor, which does not give way. So the
   walls take part in the impact, without restitution, where bodies rested at
   the end of the last step, and are there still: not further off than they fall
   in a step. */
#include "pantin/dynamics/box_private.h"

#include <gsl/gsl_errno.h>

/* Takes note of the parts of the system in which a limit is hit. Returns
   whether there are any. */
static int note_hit(pn_walls *walls, const pn_bounds *bounds)
{
  const size_t bodies = walls->impulse->dynamics->system->bodies;
  int any = 0;
  for (size_t b = 0; b < bodies; b++)
    walls->part[b].is_hit = 0;
  for (size_t i = 0; i < bounds->rows; i++) {
    const pn_bound_row *row = &bounds->row[i];
    if (row->kind != PN_BOUND_HIT || !(row->free < 0))
      continue;
    pni_box_part_of_bound(walls, row->of)->is_hit = 1;
    any = 1;
  }
  return any;
}

/* Sets up the contacts that bear such parts in the state y; returns their
   number. */
static size_t find_bearing(pn_walls *walls, const double *y)
{
  const pn_system *system = walls->impulse->dynamics->system;
  const double fall = pni_box_fall(walls);
  size_t count = 0;
  for (size_t i = 0; i < walls->rests && count < walls->group->most; i++) {
    const pn_wall_place *at = &walls->rest[i];
    const pn_motion motion = pn_state_motion(system, y, at->body);
    const pn_vec3 arm = pni_box_arm(at, motion.R);
    if (pni_box_part(walls, at->body)->is_hit &&
        pni_box_depth(walls->box, pn_vec3_add(motion.pose.x, arm),
                      at->normal) >= -fall)
      walls->together[count++] = (pn_impact){.body = at->body,
                                             .arm = arm,
                                             .normal = at->normal,
                                             .sticks = walls->box->sticks,
                                             .holds = walls->box->sticks};
  }
  return count;
}

int pni_box_bear(struct pn_bounds *bounds, double t, double *u, int *is_borne)
{
  pn_walls *walls = bounds->bearer;
  double *y = u - pn_system_positions(walls->impulse->dynamics->system);
  if (walls->rests == 0 || !note_hit(walls, bounds))
    return GSL_SUCCESS;
  const size_t count = find_bearing(walls, y);
  if (count == 0)
    return GSL_SUCCESS;
  walls->impulse->time = t;
  return pn_impulse_group_bear(walls->group, walls->together, count, y,
                               is_borne);
}
