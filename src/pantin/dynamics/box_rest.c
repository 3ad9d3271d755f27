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
   much energy as they lost when they sank. */
#include "pantin/dynamics/box.h"

#include "pantin/dynamics/box_private.h"
#include "pantin/dynamics/dynamics_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

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

/* Puts back the i-th of the points that creep, with those that are coupled to
   it. */
static int put_back(pn_walls *walls, size_t i, size_t creeping, double *y)
{
  const size_t n = walls->impulse->dynamics->assembly->velocities;
  size_t count = 0;
  int done;
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
  const double h = walls->step;
  walls->group->is_shaken =
      pni_box_is_shaken(walls, walls->list[i].contact.body);
  const int code =
      pn_impulse_group_displace(walls->group, walls->together, walls->off,
                                walls->presses, count, h, y, &done);
  for (size_t k = 0; k < count; k++)
    walls->list[walls->member[k]].is_back |= walls->group->is_coupled[k];
  for (size_t k = 0; k < n && done; k++)
    walls->way[k] += walls->group->unit[k];
  if (done)
    pni_kinematics_turn_along(walls->impulse->dynamics->system,
                              walls->group->unit, y);
  return code;
}

/* Takes note of where bodies rest, of the points that creep. */
static void note_rests(pn_walls *walls, size_t creeping, const double *y)
{
  const pn_system *system = walls->impulse->dynamics->system;
  walls->rests = 0;
  for (size_t i = 0; i < creeping; i++) {
    const pn_wall_contact *of = &walls->list[i];
    if (of->rests)
      walls->rest[walls->rests++] =
          pni_box_fix(&of->at, pn_state_motion(system, y, of->at.body).R);
  }
}

double pni_box_fall(const pn_walls *walls)
{
  const pn_system *system = walls->impulse->dynamics->system;
  return pn_vec3_norm(system->gravity) * walls->step * walls->step;
}

int pni_box_has_rested(const pn_walls *walls, const pn_wall_place *at)
{
  for (size_t i = 0; i < walls->rests; i++)
    if (pni_box_are_one(&walls->rest[i], at))
      return 1;
  return 0;
}

void pni_box_return_rests(pn_walls *walls)
{
  walls->rests = walls->rests_kept;
  memcpy(walls->rest, walls->rest_kept, walls->rests * sizeof *walls->rest);
}

int pn_box_put_back(pn_walls *walls, double h, double *y, size_t *moved)
{
  const size_t creeping = *moved = find_creeping(walls, h, y);
  int code = GSL_SUCCESS;
  for (size_t i = 0; i < creeping && !code; i++)
    if (!walls->list[i].is_back)
      code = put_back(walls, i, creeping, y);
  note_rests(walls, creeping, y);
  return code;
}
