/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Contacts with boxes. The collision finds points p of shapes that are grown;
   a grown box keeps its edges, so that p may lie outside of the box by the
   growth along each axis. Here they become points of the shapes as they are.

   Plane and box:    the corner of the box that is nearest to p.
   Round and box:    collision_round.c.
   Edge across edge: the nearest points of the two edges.
   Face and box:     collision_faces.c. */
#include "pantin/contact/collision_box.h"

/* A normal whose part along an axis of a box is so large is that of a face. */
static const double aligned = 1 - 1e-9;

/* Edges are parallel if the sine of their angle has a lesser square. */
static const double least_sine_squared = 1e-12;

/* Rounding moves a point by less than this share of the distance within which
   two count as one. */
static const double rounding = 1e-3;

void pni_box_set(const pn_collision *of, const pn_contact *at, int side,
                 pni_box *box)
{
  const size_t k = at->geom[side];
  const pn_mat3 *R = &of->turn[k];
  const double sign = side == 0 ? 1 : -1;
  box->x = of->pose[k].x;
  box->face = PNI_NO_FACE;
  PNI_UNROLL
  for (int i = 0; i < 3; i++) {
    const pn_vec3 axis = {R->m[0][i], R->m[1][i], R->m[2][i]};
    const double outwards = sign * pn_vec3_dot(axis, at->normal);
    const double half = of->geom[k].size[i] / 2;
    box->axis[i] = axis;
    box->outwards[i] = outwards;
    box->half[i] = half;
    box->top[i] = copysign(half, outwards);
    if (fabs(outwards) > aligned)
      box->face = i;
  }
}

void pni_boxes_set(const pn_collision *of, const pn_contact *at, pni_box box[2])
{
  for (int side = 0; side < 2; side++)
    pni_box_set(of, at, side, &box[side]);
}

/* Places a contact of a box and a plane. */
static void place_plane(const pni_box *of, const pn_geom *plane, pn_contact *at)
{
  at->point = pni_box_nearest(of, at->point, of->face);
  at->gap = pn_pose_local(plane->pose, at->point).z;
}

/* Finds the middle and the axis of the edge farthest along the normal. */
static int edge_of(const pni_box *of, pn_vec3 *middle, pn_vec3 *axis)
{
  int along = 0;
  for (int i = 1; i < 3; i++)
    if (fabs(of->outwards[i]) < fabs(of->outwards[along]))
      along = i;
  *axis = of->axis[along];
  *middle = of->x;
  for (int i = 0; i < 3; i++)
    if (i != along)
      *middle = pn_vec3_add_scaled(*middle, of->top[i], of->axis[i]);
  return along;
}

/* Finds the nearest points of two edges, m + s e with |s| <= half: their
   difference is normal to both. Takes, of parallel edges, the points at p. */
static void cross_edges(const pni_box of[2], pn_vec3 p, pn_vec3 found[2])
{
  pn_vec3 m[2], e[2];
  int along[2];
  for (int k = 0; k < 2; k++)
    along[k] = edge_of(&of[k], &m[k], &e[k]);
  const pn_vec3 d = pn_vec3_sub(m[1], m[0]);
  const double c = pn_vec3_dot(e[0], e[1]);
  const double d0 = pn_vec3_dot(e[0], d), d1 = pn_vec3_dot(e[1], d);
  double s[2];
  if (1 - c * c > least_sine_squared) {
    s[0] = (d0 - c * d1) / (1 - c * c);
    s[1] = (c * d0 - d1) / (1 - c * c);
  } else
    for (int k = 0; k < 2; k++)
      s[k] = pn_vec3_dot(e[k], pn_vec3_sub(p, m[k]));
  for (int k = 0; k < 2; k++)
    found[k] = pn_vec3_add_scaled(
        m[k], pni_clip(s[k], -of[k].half[along[k]], of[k].half[along[k]]),
        e[k]);
}

/* Tells whether one box reaches into the other by less than `least` [m] along
   two axes of that one. */
static int is_at_edge(const pni_box *of, const pni_box *other, double least)
{
  const pn_vec3 d = pn_vec3_sub(other->x, of->x);
  int narrow = 0;
  for (int i = 0; i < 3 && narrow + 3 - i >= 2; i++) {
    double overlap = of->half[i] - fabs(pn_vec3_dot(of->axis[i], d));
    PNI_UNROLL
    for (int j = 0; j < 3; j++)
      overlap +=
          other->half[j] * fabs(pn_vec3_dot(of->axis[i], other->axis[j]));
    narrow += overlap < least;
  }
  return narrow >= 2;
}

/* Each point kept is midway between one of either box. These are no farther
   apart than the margin, or the depth, along the normal, and `near` across it;
   so it is off a face by half of that and the overlap at most. */
int pni_boxes_beside(const pn_collision *of, const pni_box box[2],
                     const pn_contact *at)
{
  if (of->settings.step > 0 ||
      (box[0].face == PNI_NO_FACE && box[1].face == PNI_NO_FACE))
    return 0;
  double depth = -pn_vec3_dot(at->normal, pn_vec3_sub(box[1].x, box[0].x));
  for (int i = 0; i < 3; i++)
    depth += box[0].half[i] * fabs(box[0].outwards[i]) +
             box[1].half[i] * fabs(box[1].outwards[i]);
  const double near = pni_merged_within(of),
               apart = fmax(of->settings.margin, depth),
               least = (PNI_EDGE_TIMES - rounding) * near -
                       sqrt(apart * apart + near * near) / 2;
  return is_at_edge(&box[0], &box[1], least) &&
         is_at_edge(&box[1], &box[0], least);
}

int pni_boxes_at_edge(const pn_collision *of, const pn_contact *at,
                      double least)
{
  pni_box box[2];
  pni_boxes_set(of, at, box);
  return (box[0].face != PNI_NO_FACE || box[1].face != PNI_NO_FACE) &&
         (is_at_edge(&box[0], &box[1], least) ||
          is_at_edge(&box[1], &box[0], least));
}

/* Places contacts of two boxes. Returns how many are left: none of boxes beside
   each other. */
static size_t place_boxes(const pn_collision *of, const pni_box box[2],
                          pn_contact *point, size_t count, pn_vec3 *aside)
{
  if (pni_boxes_beside(of, box, point))
    return 0;
  if (box[0].face != PNI_NO_FACE || box[1].face != PNI_NO_FACE) {
    pni_faces_place_all(box, point, count, aside);
    return count;
  }
  for (size_t k = 0; k < count; k++) {
    pn_vec3 found[2];
    cross_edges(box, point[k].point, found);
    aside[k] = pni_place_midway(found, &point[k]);
  }
  return count;
}

int pni_boxes_place(const pn_collision *of, pn_contact *point, size_t *count,
                    pn_vec3 *aside)
{
  int boxes = 0, side = 0; /* the last one */
  const pn_geom *geom[2];
  pni_box made[2];
  for (int k = 0; k < 2; k++) {
    geom[k] = &of->geom[point->geom[k]];
    if (geom[k]->shape != pn_shape_box)
      continue;
    pni_box_set(of, point, k, &made[k]);
    side = k;
    boxes++;
  }
  if (boxes == 2)
    *count = place_boxes(of, made, point, *count, aside);
  for (size_t k = 0; boxes == 1 && k < *count; k++) {
    aside[k] = pn_vec3_make(0, 0, 0);
    point[k].share = side;
    place_plane(&made[side], geom[!side], &point[k]);
  }
  return boxes > 0;
}
