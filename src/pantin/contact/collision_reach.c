/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Contacts that bodies may come to within a step. Their shapes are grown by the
   way that they make in it, so that the collision finds them; what it finds are
   points p of the grown shapes. With d the distance of p from a shape as it is,
   outwards, the gap along the normal n is

     gap = d_i + d_j.

   For spheres, capsules and planes d is as exact as p. A box is grown without
   rounding its edges: there p is farther away than the growth, and d is what
   leads from the nearest point of the box to p, along n. */
#include "pantin/contact/collision_private.h"

/* Returns the greatest distance of a point of the geom from its body. */
static double radius(const pn_geom *geom)
{
  const double *s = geom->size;
  const double own = geom->shape == pn_shape_sphere ? s[0]
                     : geom->shape == pn_shape_capsule
                         ? s[0] / 2 + s[1]
                         : pn_vec3_norm(pn_vec3_make(s[0], s[1], s[2])) / 2;
  return pn_vec3_norm(geom->pose.x) + own;
}

double pni_reach_way(const pn_geom *geom, const pn_motion *body, double step)
{
  if (geom->body == PN_WORLD)
    return 0;
  const pn_motion *of = &body[geom->body];
  return step * (pn_vec3_norm(of->v) + pn_vec3_norm(of->omega) * radius(geom));
}

/* A shape beside the point p of the grown shapes. */
typedef struct {
  pn_vec3 nearest; /* its point */
  double distance; /* of p from there along the normal outwards, or from a plane
                      through it */
  int inside;      /* 1: p is within a box, and the distance is not known */
} side;

static double clamped(double x, double half)
{
  return fmax(-half, fmin(half, x));
}

/* A normal whose part along an axis of a box is so large is that of a face. */
static const double aligned = 1 - 1e-9;

/* Looks at p from a box: if the normal is that of a face, from its plane. */
static side side_of_box(const pn_geom *geom, pn_pose pose, pn_vec3 p, pn_vec3 n)
{
  const pn_vec3 local = pn_pose_local(pose, p);
  const pn_vec3 turned = pn_quat_rotate(pn_quat_conjugate(pose.q), n);
  const double x[] = {local.x, local.y, local.z},
               normal[] = {turned.x, turned.y, turned.z};
  double q[3];
  int inside = 1;
  for (int i = 0; i < 3; i++) {
    const double half = geom->size[i] / 2;
    const int face = fabs(normal[i]) > aligned;
    q[i] = face ? copysign(half, normal[i]) : clamped(x[i], half);
    inside = inside && !face && q[i] == x[i];
  }
  const pn_vec3 nearest = pn_pose_point(pose, pn_vec3_make(q[0], q[1], q[2]));
  return (side){nearest, pn_vec3_dot(n, pn_vec3_sub(p, nearest)), inside};
}

/* Looks at p from a sphere, a capsule or a plane. */
static side side_of_round(const pn_geom *geom, pn_pose pose, pn_vec3 p,
                          pn_vec3 n)
{
  pn_vec3 x = pn_pose_local(pose, p);
  double d = x.z;
  if (geom->shape == pn_shape_capsule)
    x.x -= clamped(x.x, geom->size[0] / 2);
  if (geom->shape != pn_geom_plane)
    d = pn_vec3_norm(x) - geom->size[geom->shape == pn_shape_capsule];
  return (side){pn_vec3_add_scaled(p, -d, n), d, 0};
}

/* Returns the velocity of the body at p. */
static pn_vec3 velocity(const pn_motion *body, size_t k, pn_vec3 p)
{
  if (k == PN_WORLD)
    return pn_vec3_make(0, 0, 0);
  const pn_vec3 arm = pn_vec3_sub(p, body[k].pose.x);
  return pn_vec3_add(body[k].v, pn_vec3_cross(body[k].omega, arm));
}

/* Looks at p from the k-th shape of a contact. */
static side look(const pn_collision *of, const pn_pose *pose,
                 const pn_contact *at, int k, pn_vec3 p)
{
  const pn_geom *geom = &of->geom[at->geom[k]];
  const pn_vec3 outwards = pn_vec3_scale(k == 0 ? 1 : -1, at->normal);
  return (geom->shape == pn_shape_box ? side_of_box : side_of_round)(
      geom, pose[k], p, outwards);
}

/* Returns what of d is across n. */
static pn_vec3 across(pn_vec3 n, pn_vec3 d)
{
  return pn_vec3_add_scaled(d, -pn_vec3_dot(n, d), n);
}

int pni_reach_settle(const pn_collision *of, const pn_motion *body,
                     const pn_pose pose[2], pn_contact *at)
{
  const double *growth = of->growth, margin = of->settings.margin;
  const double depth = growth[at->geom[0]] + growth[at->geom[1]] - at->gap;
  const pn_vec3 p = at->point, n = at->normal;
  side s[] = {look(of, pose, at, 0, p), look(of, pose, at, 1, p)};
  const int boxes = of->geom[at->geom[0]].shape == pn_shape_box &&
                    of->geom[at->geom[1]].shape == pn_shape_box;

  /* The gap. Within one box p is as deep as in the grown one, less the growth.
     Of two boxes come the points nearest to each other, near p. */
  for (int k = 0; k < 2; k++)
    if (s[k].inside && !s[1 - k].inside)
      s[k].distance = growth[at->geom[k]] - depth;
  const int outside = !s[0].inside && !s[1].inside;
  if (boxes && outside) {
    s[0] = look(of, pose, at, 0, s[1].nearest);
    s[1] = look(of, pose, at, 1, s[0].nearest);
  }
  const pn_vec3 apart = pn_vec3_sub(s[1].nearest, s[0].nearest);
  if (boxes && outside)
    at->gap = pn_vec3_dot(n, apart);
  else if (!s[0].inside || !s[1].inside)
    at->gap = s[0].distance + s[1].distance;
  at->point = s[0].nearest;

  /* Keep it if it closes within the step. Edges of boxes beside each other
     close only where they move there as well. */
  const pn_vec3 way = pn_vec3_scale(
      of->settings.step, pn_vec3_sub(velocity(body, at->body[1], p),
                                     velocity(body, at->body[0], p)));
  if (at->gap > margin + fmax(0, -pn_vec3_dot(n, way)))
    return 0;
  return !boxes || pn_vec3_norm(across(n, apart)) <=
                       margin + pn_vec3_norm(across(n, way));
}
