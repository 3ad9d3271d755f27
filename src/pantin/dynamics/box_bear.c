/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Hits of limits in mechanisms that rest on walls: the lid of a chest that
   falls shut presses the chest on the floor, which does not give way. So the
   walls take part in the impact, without restitution, where bodies touch them:
   where these are no further off than they fall in a step, and neither come
   nor go faster; or where walls push them in this step, whatever that was off
   by: a light foot on a spring may have gone some way since. Smooth walls that
   conserve energy do so there, too; what rough ones hold has no energy to
   conserve. */
#include "pantin/dynamics/box_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* A body that moves at this speed [m/s] is at rest, too. */
static const double at_rest = 1e-9;

/* Bounds how far off its wall a place may be that this pushes, by so many times
   what bodies fall in a step: a foot of 1 kg on a spring that changes by 100 N
   in a step goes several times as far. */
static const double falls_most = 100;

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

/* Adds a place to the contacts, unless it is off its wall, or its body flies at
   the wall, or off it: by more, or faster, than it falls in a step. Where the
   wall pushes it touches. */
static size_t add_contact(pn_walls *walls, const pn_wall_place *at,
                          const double *y, size_t count)
{
  const pn_system *system = walls->impulse->dynamics->system;
  const pn_motion motion = pn_state_motion(system, y, at->body);
  const pn_wall_place fixed = pni_box_fix(at, motion.R); /* as in the lists */
  const int sticks = walls->box->sticks;
  const pn_impact contact = {.body = at->body,
                             .arm = pni_box_arm(at, motion.R),
                             .normal = at->normal,
                             .sticks = sticks,
                             .holds =
                                 sticks && pni_box_has_rested(walls, &fixed)};
  const double off = -pni_box_depth(
      walls->box, pn_vec3_add(motion.pose.x, contact.arm), at->normal);
  const double falls = pni_box_fall(walls) / walls->step;
  const int touches =
      pni_box_pushes(walls, &fixed) ||
      (off <= fmax(pni_box_fall(walls), pn_bounds_reached) &&
       fabs(pn_impact_velocity(&contact, system, y)) <= fmax(falls, at_rest));
  if (count == walls->group->most || !touches)
    return count;
  walls->together[count] = contact;
  return count + 1;
}

/* Sets up the contacts that bear such parts in the state y; returns their
   number. */
static size_t find_bearing(pn_walls *walls, const double *y)
{
  const size_t bodies = walls->impulse->dynamics->system->bodies;
  const double near = fmax(falls_most * pni_box_fall(walls), pn_bounds_reached);
  pn_wall_place at[PNI_BOX_POINTS * PNI_BOX_WALLS];
  size_t count = 0;
  for (size_t b = 0; b < bodies; b++) {
    if (!pni_box_part(walls, b)->is_hit)
      continue;
    const size_t places = pni_box_find_near(walls, b, near, y, at);
    for (size_t k = 0; k < places; k++)
      count = add_contact(walls, &at[k], y, count);
  }
  return count;
}

int pni_box_bear(struct pn_bounds *bounds, double t, double *u, int *is_borne)
{
  pn_walls *walls = bounds->bearer;
  double *y = u - pn_system_positions(walls->impulse->dynamics->system);
  if (!note_hit(walls, bounds))
    return GSL_SUCCESS;
  const size_t count = find_bearing(walls, y);
  if (count == 0)
    return GSL_SUCCESS;
  walls->impulse->time = t;
  const int conserves = walls->box->restitution == 1 && !walls->box->sticks;
  return pn_impulse_group_bear(walls->group, walls->together, count, conserves,
                               y, is_borne);
}
