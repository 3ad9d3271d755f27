/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Bodies that rest on the walls of a box. In the step after a hit walls
   exert no forces yet: then a body that rests sinks by g h^2 / 2 in a step,
   and slides along a steep wall by as much. So points that were at a wall
   when the step began, and press on it or would not be out in PNI_BOX_SLOW
   more, are put back on it, and on rough walls to where they were. With
   restitution 1 nothing rests, but what friction or limits of joints have
   stopped beyond a wall would sink like that, and is put back, too, where it is
   deeper than by ten times its way in the step. The displacement dq is the
   least in the measure of the masses, with

     k_i dq >= z_i      for the depths z,  = z_i of what presses,
     k_t dq  = -slip    for tangents of rough walls:

   what impulses in one instant would do to velocities. It lifts bodies by as
   much energy as they lost when they sank. Nor may it drive other places of the
   bodies through a wall, as the far edge of a plate that turns about a joint:
   those near walls have a z, too, which is below 0. */
#include "pantin/dynamics/box.h"

#include "pantin/dynamics/box_private.h"
#include "pantin/dynamics/dynamics_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Bounds how far other places of the bodies may move, by so many times the way
   of what is put back: the far edge of a foot goes 1.4 times as far. Places
   that are further off only cost time. */
static const double far = 10;

/* Tells whether a wall has pushed a point that rests on it. */
static int presses(const pn_wall_contact *of)
{
  return pn_vec3_dot(of->pushed, of->contact.normal) > 0;
}

/* Moves the listed points that creep to the front; returns their number. */
static size_t find_creeping(pn_walls *walls, double h, const double *y)
{
  const pn_system *system = walls->impulse->dynamics->system;
  size_t count = 0;
  for (size_t i = 0; i < walls->count; i++) {
    const pn_wall_contact of = walls->list[i];
    const double speed = pn_impact_velocity(&of.contact, system, y);
    if (!(of.rests || of.has_sunk) ||
        (!presses(&of) && of.depth + of.near < h * PNI_BOX_SLOW * speed))
      continue;
    walls->list[i] = walls->list[count];
    walls->list[count++] = of;
  }
  return count;
}

/* Gathers the i-th of the points that creep, and those that are coupled to it.
   Returns their number. */
static size_t gather(pn_walls *walls, size_t i, size_t creeping)
{
  size_t count = 0;
  for (size_t j = i; j < creeping && count < walls->group->most; j++) {
    const pn_wall_contact *of = &walls->list[j];
    if (of->is_back || !pni_box_couples(walls, &walls->list[i], of))
      continue;
    walls->member[count] = j;
    walls->off[count] = of->off;
    walls->presses[count] = presses(of);
    walls->together[count] = of->contact;
    walls->together[count++].sticks &= of->has_stuck && of->rests;
  }
  return count;
}

/* Tells whether a place is in the list, or another one of the same end of a
   cylinder. */
static int is_listed(const pn_walls *walls, const pn_wall_place *at)
{
  for (size_t i = 0; i < walls->count; i++) {
    const pn_wall_place *of = &walls->list[i].at;
    if (at->rim > 0 ? pni_box_is_on(of, at) : pni_box_are_one(of, at))
      return 1;
  }
  return 0;
}

/* Adds the places of a body that are no further than this from walls [m], and
   are not listed, to the contacts. Returns the number of these. */
static size_t add_near(pn_walls *walls, size_t body, double near,
                       const double *y, size_t count)
{
  const pn_system *system = walls->impulse->dynamics->system;
  const pn_motion motion = pn_state_motion(system, y, body);
  pn_wall_place at[PNI_BOX_POINTS * PNI_BOX_WALLS];
  const size_t places = pni_box_find_near(walls, body, near, y, at);
  for (size_t k = 0; k < places && count < walls->group->most; k++) {
    if (pni_box_is_beside(&at[k]) || is_listed(walls, &at[k]))
      continue;
    const pn_vec3 arm = pni_box_arm(&at[k], motion.R);
    const double depth = pni_box_depth(
        walls->box, pn_vec3_add(motion.pose.x, arm), at[k].normal);
    walls->off[count] = pn_vec3_scale(fmax(0, -depth), at[k].normal);
    walls->presses[count] = 0;
    walls->together[count++] =
        (pn_impact){.body = body, .arm = arm, .normal = at[k].normal};
  }
  return count;
}

/* Adds such places of all bodies that joints connect with that of the i-th
   point, from which `count` contacts may drive them through walls when they are
   put back. Returns the number of all contacts. */
static size_t add_others(pn_walls *walls, size_t i, const double *y,
                         size_t count)
{
  const size_t bodies = walls->impulse->dynamics->system->bodies;
  const pn_wall_part *part = pni_box_part(walls, walls->list[i].contact.body);
  double most = 0;
  for (size_t k = 0; k < count; k++)
    most =
        fmax(most,
             walls->together[k].sticks
                 ? pn_vec3_norm(walls->off[k])
                 : fabs(pn_vec3_dot(walls->off[k], walls->together[k].normal)));
  for (size_t b = 0; b < bodies; b++)
    if (pni_box_part(walls, b) == part)
      count = add_near(walls, b, far * most, y, count);
  return count;
}

/* Puts back the i-th of the points that creep, with those that are coupled to
   it. */
static int put_back(pn_walls *walls, size_t i, size_t creeping, double *y)
{
  const size_t n = walls->impulse->dynamics->assembly->velocities;
  const size_t listed = gather(walls, i, creeping);
  const size_t count = add_others(walls, i, y, listed);
  const double h = walls->step;
  int done;
  walls->group->is_shaken =
      pni_box_is_shaken(walls, walls->list[i].contact.body);
  const int code =
      pn_impulse_group_displace(walls->group, walls->together, walls->off,
                                walls->presses, count, h, y, &done);
  for (size_t k = 0; k < listed; k++)
    walls->list[walls->member[k]].is_back |= walls->group->is_coupled[k];
  for (size_t k = 0; k < n && done; k++)
    walls->way[k] += walls->group->unit[k];
  if (done)
    pni_kinematics_turn_along(walls->impulse->dynamics->system,
                              walls->group->unit, y);
  return code;
}

int pn_box_put_back(pn_walls *walls, double h, double *y, size_t *moved)
{
  const size_t creeping = *moved = find_creeping(walls, h, y);
  int code = GSL_SUCCESS;
  for (size_t i = 0; i < creeping && !code; i++)
    if (!walls->list[i].is_back)
      code = put_back(walls, i, creeping, y);
  pni_box_note_rests(walls, creeping, y);
  return code;
}
