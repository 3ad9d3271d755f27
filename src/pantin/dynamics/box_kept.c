/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Keeps what walls need from one step in the next one: the forces that they
   exert, and where bodies rest. */
#include "pantin/dynamics/box_private.h"

#include <string.h>

void pn_walls_keep(pn_walls *walls)
{
  const size_t bodies = walls->impulse->dynamics->system->bodies;
  memcpy(walls->sum_kept, walls->sum, bodies * sizeof *walls->sum);
  walls->pushes_kept = walls->pushes;
  memcpy(walls->kept, walls->push, walls->pushes * sizeof *walls->push);
  walls->rests_kept = walls->rests;
  memcpy(walls->rest_kept, walls->rest, walls->rests * sizeof *walls->rest);
}

void pn_walls_return(pn_walls *walls)
{
  const size_t bodies = walls->impulse->dynamics->system->bodies;
  memcpy(walls->sum, walls->sum_kept, bodies * sizeof *walls->sum);
  walls->pushes = walls->pushes_kept;
  memcpy(walls->push, walls->kept, walls->pushes * sizeof *walls->push);
  pni_box_return_rests(walls);
}

void pn_walls_release(pn_walls *walls)
{
  const size_t bodies = walls->impulse->dynamics->system->bodies;
  memset(walls->sum, 0, bodies * sizeof *walls->sum);
  walls->pushes = 0;
  if (walls->group->bounds)
    walls->group->bounds->stale = 1;
}

void pni_box_note_rests(pn_walls *walls, size_t creeping, const double *y)
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
