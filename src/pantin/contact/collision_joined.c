/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Bodies that joints hold together. A moving parent and its child pass through
   each other, as they overlap where the joint is. What is held to the world
   collides with the ground: the joints of a robot that moves in a plane hold
   its torso so. Only geoms that touch each other at the start, as a door and
   its floor, never do. */
#include "pantin/contact/collision_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <stdlib.h>
#include <string.h>

/* Compares two ascending pairs of bodies, or of geoms. */
static int compare(const void *a, const void *b)
{
  const size_t *p = a, *q = b;
  if (p[0] != q[0])
    return p[0] < q[0] ? -1 : 1;
  return p[1] < q[1] ? -1 : p[1] > q[1];
}

void pni_pair_sort(size_t a, size_t b, size_t pair[2])
{
  pair[0] = a < b ? a : b;
  pair[1] = a < b ? b : a;
}

int pni_joined_set(pn_collision *of, const size_t (*joined)[2], size_t count)
{
  of->ignore = pn_alloc(count, sizeof *of->ignore);
  if (!of->ignore)
    return GSL_ENOMEM;
  for (size_t k = 0; k < count; k++)
    pni_pair_sort(joined[k][0], joined[k][1], of->ignore[k]);
  of->ignored = count;
  qsort(of->ignore, count, sizeof *of->ignore, compare);
  return GSL_SUCCESS;
}

/* Tells whether a joint holds two ascending bodies together. */
static int are_joined(const pn_collision *of, const size_t bodies[2])
{
  return bsearch(bodies, of->ignore, of->ignored, sizeof *of->ignore,
                 compare) != NULL;
}

/* Tells whether two geoms touched each other at the first search. */
static int touched_first(const pn_collision *of, const size_t pair[2])
{
  return of->grounded > 0 && bsearch(pair, of->ground, of->grounded,
                                     sizeof *of->ground, compare) != NULL;
}

int pni_joined_may_touch(const pn_collision *of, const size_t pair[2])
{
  size_t bodies[2];
  pni_pair_sort(of->geom[pair[0]].body, of->geom[pair[1]].body, bodies);
  if (bodies[0] == bodies[1])
    return 0;
  return of->ignored == 0 || !are_joined(of, bodies) ||
         (bodies[1] == PN_WORLD && !touched_first(of, pair));
}

int pni_joined_start(pn_collision *of,
                     int (*touch)(const pn_collision *of, const size_t pair[2]))
{
  const size_t room = of->pair_room; /* there is as much again */
  size_t found = 0, kept = 0;
  for (size_t k = 0; k < of->pairs; k++) {
    const size_t pair[2] = {of->pair[k][0], of->pair[k][1]};
    size_t bodies[2];
    pni_pair_sort(of->geom[pair[0]].body, of->geom[pair[1]].body, bodies);
    const int is_ground =
        bodies[1] == PN_WORLD && are_joined(of, bodies) && touch(of, pair);
    memcpy(of->pair[is_ground ? room + found++ : kept++], pair, sizeof pair);
  }
  if (found > 0) {
    of->ground = pn_alloc(found, sizeof *of->ground);
    if (!of->ground)
      return GSL_ENOMEM;
    memcpy(of->ground, of->pair + room, found * sizeof *of->ground);
  }
  of->grounded = found;
  of->pairs = kept;
  of->started = 1;
  return GSL_SUCCESS;
}
