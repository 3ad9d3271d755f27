/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Two boxes that rest, or move straight, without turning, within a step. On
   each axis normal to two faces, or to two edges, their shadows overlap for an
   interval of time; they meet, if they do, when the last of these begins, and
   the normal is that axis. Boxes that overlap as they are do least along one of
   these axes.

   Source: Gottschalk, Lin and Manocha (1996), OBBTree, SIGGRAPH, section 5. */
#include "pantin/contact/collision_box.h"

/* Edges are parallel if the sine of their angle has a lesser square. */
static const double least_sine_squared = 1e-12;

/* Two boxes, one of which passes the other. */
typedef struct {
  const pni_box *other, *box;
  pn_vec3 way;       /* of the second one within the step */
  double grazing;    /* they do not meet unless they overlap by more [m] */
  double begin, end; /* when they do so on all axes, as a share of the step */
  double touch;      /* when their shadows touch on the last axis */
  pni_plane plane;   /* across that axis; its gap at the begin of the step */
} passing;

/* Returns when a gap is closed. */
static double time_of(double gap, double closing)
{
  return gap <= 0 ? 0 : closing > 0 ? gap / closing : INFINITY;
}

/* Looks at the shadows on the axis n, which has length 1. */
static void look_along(passing *of, pn_vec3 n)
{
  const double x = pn_vec3_dot(n, pn_vec3_sub(of->box->x, of->other->x)),
               reach =
                   pni_reach_along(of->other, n) + pni_reach_along(of->box, n),
               gap = fabs(x) - reach, apart = gap + of->grazing,
               through = fabs(x) + reach - of->grazing;
  const pn_vec3 out = pn_vec3_scale(copysign(1, x), n);
  const double closing = -pn_vec3_dot(out, of->way),
               touch = time_of(gap, closing);
  if (touch > of->touch || (of->touch == 0 && gap > of->plane.gap)) {
    of->plane.n = out;
    of->plane.gap = gap;
    of->touch = touch;
  }
  of->plane.now = fmax(of->plane.now, gap);
  of->begin = fmax(of->begin, time_of(apart, closing));
  if (closing != 0)
    of->end = fmin(of->end, (closing > 0 ? through : apart) / closing);
}

pni_plane pni_box_plane(const pni_box *other, const pni_box *box, pn_vec3 way,
                        double grazing)
{
  passing of = {.other = other,
                .box = box,
                .way = way,
                .grazing = grazing,
                .end = INFINITY,
                .plane = {.gap = -INFINITY, .now = -INFINITY}};
  for (int i = 0; i < 3; i++) {
    look_along(&of, other->axis[i]);
    look_along(&of, box->axis[i]);
  }
  for (int i = 0; i < 9; i++) {
    const pn_vec3 n = pn_vec3_cross(other->axis[i / 3], box->axis[i % 3]);
    const double square = pn_vec3_dot(n, n);
    if (square > least_sine_squared)
      look_along(&of, pn_vec3_scale(1 / sqrt(square), n));
  }
  if (!(of.begin < of.end))
    of.plane.gap = INFINITY;
  return of.plane;
}

/* Returns the plane of a plane. */
static pni_plane plane_of_plane(pn_pose plane, const pni_box *box)
{
  const pn_vec3 n = pn_quat_rotate(plane.q, pn_vec3_make(0, 0, 1));
  const double gap =
      pn_vec3_dot(n, pn_vec3_sub(box->x, plane.x)) - pni_reach_along(box, n);
  return (pni_plane){n, gap, gap};
}

pni_plane pni_boxes_plane(const pn_collision *of, size_t other, size_t box,
                          pn_vec3 moved, pn_vec3 way)
{
  const pn_contact pair = {.geom = {other, box}};
  pni_box made[2];
  pni_box_set(of, &pair, 1, &made[1]);
  made[1].x = pn_vec3_add(made[1].x, moved);
  if (of->geom[other].shape != pn_shape_box)
    return plane_of_plane(of->pose[other], &made[1]);
  pni_box_set(of, &pair, 0, &made[0]);
  return pni_box_plane(&made[0], &made[1], way, pni_near_edge(of));
}

/* Returns the corner that is farthest along the normal, outwards. */
static pn_vec3 corner_of(const pni_box *of)
{
  pn_vec3 p = of->x;
  for (int i = 0; i < 3; i++)
    p = pn_vec3_add_scaled(p, of->top[i], of->axis[i]);
  return p;
}

size_t pni_boxes_overlap(const pn_collision *of, pn_contact *point)
{
  const pn_vec3 rests = {0, 0, 0};
  if (!pni_are_boxes(of, point->geom))
    return 0;
  const pni_plane least =
      pni_boxes_plane(of, point->geom[0], point->geom[1], rests, rests);
  if (!(least.gap < 0))
    return 0;
  pni_box box[2];
  pn_vec3 aside;
  size_t count = 1;
  point->normal = least.n;
  pni_boxes_set(of, point, box);
  point->point = corner_of(&box[box[0].face != PNI_NO_FACE]);
  pni_boxes_place(of, point, &count, &aside);
  return count;
}
