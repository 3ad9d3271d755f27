/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Pairs of boxes, along the axes of the world, that overlap: sweep and prune.
   Boxes are put in the order in which they begin along one axis, and a box is
   compared with those that begin before it ends. From step to step the order
   hardly changes, so that sorting by insertion takes one look at each box. The
   axis is the one along which they are spread widest.

   Along x both ends are rounded to floats, as in the sweep of ODE 0.16
   (dSAP_AXES_XYZ), which found the pairs before: they are the same, in another
   order. Rounding parts no boxes that overlap. Floats are compared with floats,
   because GCC 12 takes a float for the number that it was rounded from where it
   turns two of them back at once.

   Source: Baraff (1992), Dynamic simulation of non-penetrating rigid bodies,
   section 3.2.1. */
#include "pantin/contact/collision_private.h"

#include "pantin/base/alloc.h"

#include <float.h>
#include <stdlib.h>

enum { AXES = 3, NO_AXIS = AXES };

/* Another axis must have so many times the spread of the present one, because
   the boxes are sorted anew for it. */
static const double wider = 4;

/* Where a box begins, and its number. */
typedef struct {
  double low;
  size_t box;
} place;

/* A box: where it begins and ends along the axis of the order, `last` being a
   little later, as rounding may be, and along x, y, z. */
typedef struct {
  double low, last;
  float x[2];
  double y[2], z[2];
} bounds;

struct pni_overlaps {
  place *place;   /* (boxes), in order, owned */
  bounds *sorted; /* the boxes in order, (boxes), owned */
  size_t *near;   /* work: those that overlap with one, (boxes), owned */
  int axis;       /* of the order, or NO_AXIS before the first */
};

pni_overlaps *pni_overlaps_alloc(size_t boxes)
{
  pni_overlaps *of = pn_alloc(1, sizeof *of);
  if (!of)
    return NULL;
  of->axis = NO_AXIS;
  of->place = pn_alloc(boxes, sizeof *of->place);
  of->sorted = pn_alloc(boxes, sizeof *of->sorted);
  of->near = pn_alloc(boxes, sizeof *of->near);
  if (of->place && of->sorted && of->near)
    return of;
  pni_overlaps_free(of);
  return NULL;
}

void pni_overlaps_free(pni_overlaps *of)
{
  if (!of)
    return;
  pn_free(of->place);
  pn_free(of->sorted);
  pn_free(of->near);
  pn_free(of);
}

/* Compares where two boxes begin. */
static int compare(const void *a, const void *b)
{
  const double p = ((const place *)a)->low, q = ((const place *)b)->low;
  return (p > q) - (p < q);
}

/* Returns the variance of the boxes along an axis. */
static double spread_of(const double (*box)[6], size_t boxes, int axis)
{
  double sum = 0, squares = 0;
  for (size_t k = 0; k < boxes; k++) {
    const double middle = (box[k][2 * axis] + box[k][2 * axis + 1]) / 2;
    sum += middle;
    squares += middle * middle;
  }
  return squares - sum * sum / (double)boxes;
}

/* Chooses the axis: the present one, if none is much better. */
static int choose_axis(const pni_overlaps *of, const double (*box)[6],
                       size_t boxes)
{
  int best = of->axis == NO_AXIS ? 0 : of->axis;
  double most = spread_of(box, boxes, best);
  for (int axis = 0; axis < AXES; axis++) {
    const double spread = spread_of(box, boxes, axis);
    if (spread > (of->axis == NO_AXIS ? 1 : wider) * most) {
      most = spread;
      best = axis;
    }
  }
  return best;
}

/* Sorts places that are nearly in order. */
static void sort_by_insertion(place *at, size_t count)
{
  for (size_t k = 1; k < count; k++) {
    const place moved = at[k];
    size_t to = k;
    for (; to > 0 && at[to - 1].low > moved.low; to--)
      at[to] = at[to - 1];
    at[to] = moved;
  }
}

/* Returns the bounds of a box. */
static bounds bounds_of(const double *box, int axis)
{
  const double high = box[2 * axis + 1];
  return (bounds){box[2 * axis],
                  high + 2 * (double)FLT_EPSILON * fabs(high) + (double)FLT_MIN,
                  {(float)box[0], (float)box[1]},
                  {box[2], box[3]},
                  {box[4], box[5]}};
}

/* Puts the boxes in order. */
static void sort(pni_overlaps *of, const double (*box)[6], size_t boxes)
{
  const int axis = choose_axis(of, box, boxes), is_new = axis != of->axis;
  place *const at = of->place;
  for (size_t k = 0; of->axis == NO_AXIS && k < boxes; k++)
    at[k].box = k;
  for (size_t k = 0; k < boxes; k++)
    at[k].low = box[at[k].box][2 * axis];
  of->axis = axis;
  if (is_new)
    qsort(at, boxes, sizeof *at, compare);
  else
    sort_by_insertion(at, boxes);
  for (size_t k = 0; k < boxes; k++)
    of->sorted[k] = bounds_of(box[at[k].box], axis);
}

size_t pni_overlaps_find(pni_overlaps *of, const double (*box)[6], size_t boxes,
                         size_t most, pni_overlaps_note *note, void *to)
{
  size_t overlaps = 0;
  if (boxes == 0)
    return 0;
  sort(of, box, boxes);
  const bounds *const b = of->sorted;
  for (size_t i = 0; i < boxes; i++) {
    /* A branch for y, by which most boxes of a heap are apart, and none of a
       wall; no other depends on whether they overlap. */
    size_t count = 0;
    for (size_t j = i + 1; j < boxes && b[j].low <= b[i].last; j++) {
      if (b[i].y[0] > b[j].y[1] || b[j].y[0] > b[i].y[1])
        continue;
      of->near[count] = of->place[j].box;
      count += (b[i].x[0] <= b[j].x[1]) & (b[j].x[0] <= b[i].x[1]) &
               (b[i].z[0] <= b[j].z[1]) & (b[j].z[0] <= b[i].z[1]);
    }
    overlaps += count;
    if (overlaps > most)
      break;
    for (size_t k = 0; note && k < count; k++)
      note(to, of->place[i].box, of->near[k]);
  }
  return overlaps;
}
