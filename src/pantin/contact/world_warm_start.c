/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Starts the solver from the impulses of the last step. The contacts of both
   steps are in the order of their geoms, so that one pass over both finds the
   pairs that they share. */
#include "pantin/contact/world_private.h"

#include <string.h>

/* Compares two contacts in the order of their geoms: negative if a comes before
   b. */
static int compare(const pn_contact *a, const pn_contact *b)
{
  for (int k = 0; k < 2; k++)
    if (a->geom[k] != b->geom[k])
      return a->geom[k] < b->geom[k] ? -1 : 1;
  return 0;
}

/* Finds the contact of the last step at the nearest point, among those of the
   same geoms, which begin at `first`; last_contacts if there is none. */
static size_t nearest(const pn_world *world, const pn_contact *at, size_t first)
{
  size_t best = world->last_contacts;
  double least = INFINITY;
  for (size_t k = first;
       k < world->last_contacts && compare(&world->last_contact[k], at) == 0;
       k++) {
    const pn_vec3 d = pn_vec3_sub(world->last_contact[k].point, at->point);
    const double square = pn_vec3_dot(d, d);
    if (square < least) {
      least = square;
      best = k;
    }
  }
  return best;
}

void pni_world_recall(pn_world *world)
{
  const pn_collision *now = world->collision;
  const size_t joints = pn_world_joint_rows(world);
  const size_t each = pn_world_contact_rows(world);
  for (size_t r = 0; r < joints; r++)
    world->start[r] = world->info.steps > 0 ? world->last[r] : 0;
  size_t first = 0;
  for (size_t c = 0; c < now->contacts; c++) {
    const pn_contact *at = &now->contact[c];
    while (first < world->last_contacts &&
           compare(&world->last_contact[first], at) < 0)
      first++;
    const size_t same = nearest(world, at, first);
    for (size_t k = 0; k < each; k++)
      world->start[joints + each * c + k] =
          same < world->last_contacts ? world->last[joints + each * same + k]
                                      : 0;
  }
}

void pni_world_remember(pn_world *world)
{
  const size_t rows = world->lcp->size;
  world->last_contacts = world->collision->contacts;
  if (rows > 0)
    memcpy(world->last, world->solver->lambda, rows * sizeof *world->last);
  if (world->last_contacts > 0)
    memcpy(world->last_contact, world->collision->contact,
           world->last_contacts * sizeof *world->last_contact);
}
