/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The pairs of geoms that may touch: those whose boxes along the axes of the
   world overlap, and of a plane, whose box has no end, those that reach it.
   ODE finds the boxes. Neither of its spaces finds the pairs: its hash space
   (0.16.2) leaves out some now and then, of 200 balls in a box one for many
   steps, so that they fall through each other; and with its sweep a step of the
   wall takes 5 % longer than with overlaps.c. */
#include "pantin/contact/collision_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <ode/ode.h>
#include <stdint.h>
#include <string.h>

/* What rounding moves is less than this share of the numbers. */
static const double rounding = 1e-9;

/* Asks for the boxes. Those with an end go to `box`, with their geoms in
   `boxed`, where planes without one follow. Returns how many boxes they are. */
static size_t set_boxes(pn_collision *of)
{
  size_t boxes = 0, planes = 0;
  for (size_t k = 0; k < of->geoms; k++) {
    double *const box = of->box[boxes];
    dGeomGetAABB(of->ode_geom[k], box);
    if (box[1] < dInfinity)
      of->boxed[boxes++] = k;
    else
      of->boxed[of->geoms - ++planes] = k;
  }
  return boxes;
}

/* Notes two geoms that may touch. */
static void note(pn_collision *of, size_t a, size_t b)
{
  size_t found[2];
  pni_pair_sort(a, b, found);
  if (!pni_joined_may_touch(of, found))
    return;
  if (of->pairs == of->pair_room) {
    const size_t room = pni_room(of->pair_room, of->pairs + of->geoms);
    size_t(*pair)[2] = pn_realloc(of->pair, 2 * room, sizeof *pair);
    of->failed |= !pair;
    if (!pair)
      return;
    of->pair = pair;
    of->pair_room = room;
  }
  memcpy(of->pair[of->pairs++], found, sizeof found);
}

/* Sorts the pairs by their first or second geoms; equal ones keep their order.
 */
static void sort_by(pn_collision *of, int which, const size_t (*from)[2],
                    size_t (*to)[2])
{
  size_t *const end = of->end; /* of the pairs of a geom, so far */
  size_t sum = 0;
  memset(end, 0, of->geoms * sizeof *end);
  for (size_t k = 0; k < of->pairs; k++)
    end[from[k][which]]++;
  for (size_t g = 0; g < of->geoms; g++) {
    const size_t count = end[g];
    end[g] = sum;
    sum += count;
  }
  for (size_t k = 0; k < of->pairs; k++)
    memcpy(to[end[from[k][which]]++], from[k], sizeof from[k]);
}

/* Sorts the pairs by both geoms. */
static void sort_pairs(pn_collision *of)
{
  size_t(*const other)[2] = of->pair + of->pair_room; /* as much again */
  sort_by(of, 1, (const size_t(*)[2])of->pair, other);
  sort_by(of, 0, (const size_t(*)[2])other, of->pair);
}

/* Notes two of the boxes, which overlap. */
static void note_boxes(void *vof, size_t a, size_t b)
{
  pn_collision *of = vof;
  note(of, of->boxed[a], of->boxed[b]);
}

/* Tells whether a box reaches the half-space n . x <= d, or nearly does. */
static int reaches(const double *box, pn_vec3 n, double d)
{
  const double x = n.x * box[n.x < 0], y = n.y * box[2 + (n.y < 0)],
               z = n.z * box[4 + (n.z < 0)];
  return x + y + z - d <= rounding * (fabs(x) + fabs(y) + fabs(z) + fabs(d));
}

/* Notes the geoms that reach the k-th one, a plane without a box. */
static void note_plane(pn_collision *of, size_t k, size_t boxes)
{
  const pn_vec3 n = pn_quat_rotate(of->pose[k].q, pn_vec3_make(0, 0, 1));
  const double d = pn_vec3_dot(n, of->pose[k].x) + of->growth[k];
  for (size_t b = 0; b < boxes; b++)
    if (reaches(of->box[b], n, d))
      note(of, of->boxed[b], k);
}

int pni_collision_pairs(pn_collision *of)
{
  const size_t boxes = set_boxes(of);
  const double(*const box)[6] = (const double(*)[6])of->box;
  of->pairs = 0;
  of->failed = 0;
  /* Count the first ones before there is memory for them. */
  if (!of->counted &&
      pni_overlaps_find(of->overlaps, box, boxes, PN_COLLISION_PAIRS, NULL,
                        NULL) > PN_COLLISION_PAIRS)
    return GSL_ETABLE;
  of->counted = 1;
  pni_overlaps_find(of->overlaps, box, boxes, SIZE_MAX, note_boxes, of);
  for (size_t k = boxes; k < of->geoms; k++)
    note_plane(of, of->boxed[k], boxes);
  if (of->failed)
    return GSL_ENOMEM;
  if (of->pairs > 0)
    sort_pairs(of);
  return GSL_SUCCESS;
}
