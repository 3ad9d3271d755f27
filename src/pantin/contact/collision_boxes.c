/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Contacts with boxes. The collision finds points p of shapes that are grown;
   a grown box keeps its edges, so that p may lie outside of the box by the
   growth along each axis. Here they become points of the shapes as they are.

   Plane and box:    the corner of the box that is nearest to p.
   Round and box:    the point of the box that is nearest to the centre of the
                     ball, or to a point of the capsule's axis.
   Edge across edge: the nearest points of the two edges.
   Face and box:     the point b of the box that is nearest to p, and the point
                     a of the face below it; where the face ends beside b, b
                     moves above a, again and again (alternating projections).

   A box holds the points x with |(R^T (x - x_0))_i| <= half_i, so that the
   nearest one is found by clamping each coordinate. */
#include "pantin/contact/collision_private.h"

#include "pantin/base/lanes.h"

/* A normal whose part along an axis of a box is so large is that of a face. */
static const double aligned = 1 - 1e-9;

/* Points whose slip, their distance across the normal, is less than this are
   above each other [m]; where a round leaves more than this share of its
   square, they never will be. */
static const double least_slip = 1e-13, slow = 0.9;

/* A centre nearer to a box than this is in it [m]. */
static const double least_distance = 1e-9;

/* Edges are parallel if the sine of their angle has a lesser square. */
static const double least_sine_squared = 1e-12;

static const int no_face = -1;

/* A box beside a contact. */
typedef struct {
  pn_vec3 x;
  pn_vec3 axis[3];    /* the columns of R */
  double half[3];     /* [m] */
  double outwards[3]; /* the normal that points out of it, by its axes */
  double top[3];      /* half, on the side to which the normal points */
  int face;           /* the axis along which it points, or no_face */
} box;

/* Makes the box of a contact's first or second geom. */
static box box_of(const pn_geom *geom, pn_pose pose, pn_vec3 normal, int side)
{
  const pn_mat3 R = pn_quat_matrix(pose.q);
  const double sign = side == 0 ? 1 : -1;
  box made = {.x = pose.x, .face = no_face};
  for (int i = 0; i < 3; i++) {
    made.axis[i] = pn_vec3_make(R.m[0][i], R.m[1][i], R.m[2][i]);
    made.outwards[i] = sign * pn_vec3_dot(made.axis[i], normal);
    made.half[i] = geom->size[i] / 2;
    made.top[i] = copysign(made.half[i], made.outwards[i]);
    if (fabs(made.outwards[i]) > aligned)
      made.face = i;
  }
  return made;
}

/* Returns the point of the box that is nearest to p, or of this face of it. */
static inline pn_vec3 nearest(const box *of, pn_vec3 p, int face)
{
  const pn_vec3 d = pn_vec3_sub(p, of->x);
  pn_vec3 q = of->x;
  for (int i = 0; i < 3; i++) {
    const double x = i == face ? of->top[i]
                               : pni_clip(pn_vec3_dot(of->axis[i], d),
                                          -of->half[i], of->half[i]);
    q = pn_vec3_add_scaled(q, x, of->axis[i]);
  }
  return q;
}

/* Returns what of d is across n. */
static pn_vec3 across(pn_vec3 n, pn_vec3 d)
{
  return pn_vec3_add_scaled(d, -pn_vec3_dot(n, d), n);
}

/* Places a contact of a box and a plane. */
static void place_plane(const box *of, const pn_geom *plane, pn_contact *at)
{
  at->point = nearest(of, at->point, of->face);
  at->gap = pn_pose_local(plane->pose, at->point).z;
}

/* Places a contact of a ball whose centre is in the box: on the face that is
   nearest. */
static void place_inside(const box *of, pn_vec3 centre, double sign,
                         pn_contact *at)
{
  const pn_vec3 d = pn_vec3_sub(centre, of->x);
  double least = INFINITY;
  for (int i = 0; i < 3; i++) {
    const double x = pn_vec3_dot(of->axis[i], d);
    const double depth = of->half[i] - fabs(x), way = copysign(1, x);
    if (depth >= least)
      continue;
    least = depth;
    at->point = pn_vec3_add_scaled(centre, way * depth, of->axis[i]);
    at->normal = pn_vec3_scale(sign * way, of->axis[i]);
  }
}

/* Places a contact of a box, the geom number `side`, and a ball or a capsule,
   which is a ball about any point of its axis. */
static void place_round(const box *of, int side, const pn_geom *round,
                        pn_pose pose, pn_contact *at)
{
  const int is_capsule = round->shape == pn_shape_capsule;
  const double radius = round->size[is_capsule];
  const double end = is_capsule ? round->size[0] / 2 : 0;
  const double along = pni_clip(pn_pose_local(pose, at->point).x, -end, end);
  const pn_vec3 centre = pn_pose_point(pose, pn_vec3_make(along, 0, 0));
  const double sign = side == 0 ? 1 : -1; /* of the normal out of the box */

  at->point = nearest(of, centre, no_face);
  const double distance = pn_vec3_norm(pn_vec3_sub(centre, at->point));
  if (distance > least_distance)
    at->normal = pn_vec3_scale(sign / distance, pn_vec3_sub(centre, at->point));
  else
    place_inside(of, centre, sign, at);
  at->gap =
      sign * pn_vec3_dot(at->normal, pn_vec3_sub(centre, at->point)) - radius;
}

/* Finds the middle and the axis of the edge farthest along the normal. */
static int edge_of(const box *of, pn_vec3 *middle, pn_vec3 *axis)
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
static void cross_edges(const box of[2], pn_vec3 p, pn_vec3 found[2])
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

/* Finds the points of a face of the one box and of the other box that are above
   each other, near p. */
static void face_points(const box of[2], pn_vec3 n, pn_vec3 p, pn_vec3 found[2])
{
  const int face = of[0].face == no_face, other = !face;
  pn_vec3 a, b = nearest(&of[other], p, of[other].face);
  for (double last = INFINITY;;) {
    a = nearest(&of[face], b, of[face].face);
    const pn_vec3 slip = across(n, pn_vec3_sub(b, a));
    const double square = pn_vec3_dot(slip, slip);
    if (square <= least_slip * least_slip || square > slow * last)
      break;
    last = square;
    b = nearest(&of[other], pn_vec3_sub(b, slip), of[other].face);
  }
  found[face] = a;
  found[other] = b;
}

/* Places a contact of two boxes midway between their points. Returns how far
   the second is aside of the first. */
static pn_vec3 place_boxes(const box of[2], pn_contact *at)
{
  pn_vec3 found[2];
  if (of[0].face == no_face && of[1].face == no_face)
    cross_edges(of, at->point, found);
  else
    face_points(of, at->normal, at->point, found);
  const pn_vec3 apart = pn_vec3_sub(found[1], found[0]);
  at->point = pn_vec3_add_scaled(found[0], 0.5, apart);
  at->gap = pn_vec3_dot(at->normal, apart);
  return across(at->normal, apart);
}

int pni_boxes_cross(const pn_collision *of, const pn_pose pose[2],
                    const pn_contact *at)
{
  int faces = 0;
  for (int k = 0; k < 2; k++) {
    const box made = box_of(&of->geom[at->geom[k]], pose[k], at->normal, k);
    faces += made.face != no_face;
  }
  return faces == 0;
}

int pni_boxes_place(const pn_collision *of, const pn_pose pose[2],
                    pn_contact *point, size_t count, pn_vec3 *aside)
{
  int boxes = 0, side = 0; /* the last one */
  const pn_geom *geom[2];
  box made[2];
  for (int k = 0; k < 2; k++) {
    geom[k] = &of->geom[point->geom[k]];
    if (geom[k]->shape != pn_shape_box)
      continue;
    made[k] = box_of(geom[k], pose[k], point->normal, k);
    side = k;
    boxes++;
  }
  for (size_t k = 0; boxes > 0 && k < count; k++) {
    aside[k] = pn_vec3_make(0, 0, 0);
    if (boxes == 2)
      aside[k] = place_boxes(made, &point[k]);
    else if (geom[!side]->shape == pn_geom_plane)
      place_plane(&made[side], geom[!side], &point[k]);
    else
      place_round(&made[side], side, geom[!side], pose[!side], &point[k]);
  }
  return boxes > 0;
}
