/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The parts of a system that walls treat one by one: bodies that joints connect
   act on each other in an instant, and others do not. */
#include "pantin/base/parts.h"
#include "pantin/body/side.h"
#include "pantin/dynamics/box_private.h"

void pni_box_find_parts(pn_walls *walls)
{
  const pn_system *system = walls->impulse->dynamics->system;
  size_t *up = walls->part_of;
  for (size_t b = 0; b < system->bodies; b++)
    up[b] = b;
  for (size_t j = 0; j < system->joints; j++)
    joint_connect(up, &system->joint[j]);
  for (size_t b = 0; b < system->bodies; b++)
    up[b] = parts_find(up, b);
}

pn_wall_part *pni_box_part(const pn_walls *walls, size_t body)
{
  return &walls->part[walls->part_of[body]];
}

int pni_box_couples(const pn_walls *walls, const pn_wall_contact *a,
                    const pn_wall_contact *b)
{
  return walls->part_of[a->contact.body] == walls->part_of[b->contact.body];
}

pn_wall_part *pni_box_part_of_bound(const pn_walls *walls, const pn_bound *of)
{
  const pn_joint *joint = &walls->impulse->dynamics->system->joint[of->joint];
  return pni_box_part(walls,
                      joint->child == PN_WORLD ? joint->parent : joint->child);
}

void pni_box_note_struck(pn_walls *walls)
{
  const pn_bounds *bounds = walls->group->bounds;
  const pn_system *system = walls->impulse->dynamics->system;
  for (size_t b = 0; bounds && b < bounds->bounds; b++)
    if (bounds->struck[b])
      pni_box_part_of_bound(walls, &system->bound[b])->is_struck = 1;
}

int pni_box_is_shaken(const pn_walls *walls, size_t body)
{
  const pn_wall_part *part = pni_box_part(walls, body);
  return part->is_struck || part->is_shaken;
}

int pni_box_is_quiet(const pn_walls *walls)
{
  const size_t bodies = walls->impulse->dynamics->system->bodies;
  int shaken = 0;
  for (size_t b = 0; b < bodies; b++)
    shaken |= walls->part[b].is_shaken;
  return !shaken;
}
