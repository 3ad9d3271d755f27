/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The points of bodies that are beyond the walls of a box, and when in the step
   they came there: a point that was z_0 < 0 beyond when it began, and is z now,
   hit for a share z / (z - z_0) of it. One that was there already rests on the
   wall, unless that conserves energy: then nothing comes to rest. */
#include "pantin/dynamics/box_private.h"

#include <math.h>

/* Share of a hit's age, and of the points' coordinates, that is rounding. */
static const double age_rounding = 1e-9, place_rounding = 1e-12;

/* Share of its way in a step by which a point that rests may be short of the
   wall. */
static const double touching = 1e-3;

/* A cylinder stands upright on a wall with a sine of less than this. */
static const double upright = 1e-12;

/* A point comes from rest whose mean speed in a step is at most this share of
   the speed that it comes with; half is that of one that falls. */
static const double slow = 0.6;

/* The points of a body, and what it has around each of them that may touch a
   wall: a ball, or a circle about the body's x axis, or nothing. */
typedef struct {
  size_t points;
  pn_vec3 point[PNI_BOX_POINTS]; /* in the body's frame [m] */
  double radius;                 /* of the ball [m] */
  double rim;                    /* radius of the circle [m] */
} hull_points;

/* A circle touches a wall at its point that is nearest to it, and lies on it
   with those at right angles to that one, too. */
enum { RIM_POINTS = 4 };

static void add_corners(hull_points *h, double a, double b, double c)
{
  for (int k = 0; k < PNI_BOX_POINTS; k++)
    h->point[h->points++] = pn_vec3_make(
        k & 1 ? a / 2 : -a / 2, k & 2 ? b / 2 : -b / 2, k & 4 ? c / 2 : -c / 2);
}

static void add_ends(hull_points *h, double length)
{
  h->point[h->points++] = pn_vec3_make(length / 2, 0, 0);
  h->point[h->points++] = pn_vec3_make(-length / 2, 0, 0);
}

/* Returns the points of a body: of one without shape its centre. */
static hull_points hull_of(const pn_body *body)
{
  const double *size = body->size;
  hull_points h = {0};
  if (body->shape == pn_shape_box) {
    add_corners(&h, size[0], size[1], size[2]);
  } else if (body->shape == pn_shape_cylinder) {
    add_ends(&h, size[0]);
    h.rim = size[1];
  } else if (body->shape == pn_shape_capsule || body->shape == pn_shape_rod) {
    add_ends(&h, size[0]);
    h.radius = size[1]; /* 0 for a rod */
  } else {
    h.points = 1;
    h.radius = size[0]; /* 0 but for a sphere */
  }
  return h;
}

/* Returns the arm from a point of a body with the attitude R to the k-th point
   around it that touches a wall with the inward normal n. */
static pn_vec3 arm_to_wall(const hull_points *h, pn_mat3 R, pn_vec3 n, int k)
{
  if (!(h->rim > 0))
    return pn_vec3_scale(-h->radius, n);
  const pn_vec3 v = pn_mat3_apply_transposed(R, n);
  const double across = hypot(v.y, v.z);
  const double c = across > upright ? v.y / across : 1,
               d = across > upright ? v.z / across : 0;
  const double to[RIM_POINTS][2] = {{-c, -d}, {d, -c}, {c, d}, {-d, c}};
  return pn_mat3_apply(R,
                       pn_vec3_make(0, h->rim * to[k][0], h->rim * to[k][1]));
}

/* Finds the inward normals of the walls that a ball is beyond; returns their
   number. */
static size_t walls_beyond(const pn_box *box, pn_vec3 p, double radius,
                           pn_vec3 normal[PNI_BOX_WALLS])
{
  const pn_vec3 low = box->low, high = box->high;
  const double r = radius;
  size_t count = 0;
  if (p.x < low.x + r || p.x > high.x - r)
    normal[count++] = pn_vec3_make(p.x < low.x + r ? 1 : -1, 0, 0);
  if (p.y < low.y + r || p.y > high.y - r)
    normal[count++] = pn_vec3_make(0, p.y < low.y + r ? 1 : -1, 0);
  if (p.z < low.z + r || p.z > high.z - r)
    normal[count++] = pn_vec3_make(0, 0, p.z < low.z + r ? 1 : -1);
  return count;
}

/* Returns how far a point is beyond a wall, by the wall's inward normal. */
static double depth_of(const pn_box *box, pn_vec3 p, pn_vec3 n)
{
  const pn_vec3 corner = pn_vec3_make(n.x > 0 ? box->low.x : box->high.x,
                                      n.y > 0 ? box->low.y : box->high.y,
                                      n.z > 0 ? box->low.z : box->high.z);
  return pn_vec3_dot(n, pn_vec3_sub(corner, p));
}

/* Returns the small turn, axis times angle, from one attitude to another. */
static pn_vec3 turn_between(pn_quat from, pn_quat to)
{
  const pn_quat q = pn_quat_multiply(to, pn_quat_conjugate(from));
  const pn_vec3 v = pn_vec3_make(q.x, q.y, q.z);
  const double sine = pn_vec3_norm(v);
  const double half = atan2(sine, fabs(q.w));
  return pn_vec3_scale(sine > 0 ? copysign(2 * half / sine, q.w) : 0, v);
}

/* Returns how large a vector is, in one of the measures that need no root. */
static double size_of(pn_vec3 v)
{
  return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

/* Adds a point near a wall to the list if it is beyond it, or rests on it: in h
   it has come there from z_0 beyond, in places that are known to `vague`. */
static void list_point(const pn_box *box, pn_walls *walls, pn_wall_contact *of,
                       double z_0, double h, const double *y)
{
  of->speed =
      -pn_impact_velocity(&of->contact, walls->impulse->dynamics->system, y);
  of->rests = box->restitution < 1 &&
              of->depth - z_0 <= slow * of->speed * h + of->near;
  if (!of->rests && !(of->depth > 0))
    return;
  of->age = of->rests ? 1 : of->depth / (of->depth - z_0);
  of->vague = age_rounding + of->vague / (of->depth - z_0);
  of->number = walls->count;
  walls->list[walls->count++] = *of;
}

/* A body's motions at the beginning and the end of a step, and between. */
typedef struct {
  size_t body;
  hull_points hull;
  pn_motion was, is;
  pn_vec3 turn;
} course;

/* Lists what a body has around one of its points, which has come from p_0 to p,
   near the wall with the inward normal n. */
static void list_around(const pn_box *box, pn_walls *walls, const course *of,
                        pn_vec3 p_0, pn_vec3 p, pn_vec3 n, double h,
                        const double *y)
{
  const pn_vec3 centre = of->is.pose.x;
  for (int k = 0; k < (of->hull.rim > 0 ? RIM_POINTS : 1); k++) {
    const pn_vec3 arm_0 = arm_to_wall(&of->hull, of->was.R, n, k);
    const pn_vec3 arm = arm_to_wall(&of->hull, of->is.R, n, k);
    const pn_vec3 at = pn_vec3_add(p, arm);
    const pn_vec3 way = pn_vec3_sub(p, p_0);
    const pn_vec3 slip = pn_vec3_add(way, pn_vec3_cross(of->turn, arm));
    const double depth = depth_of(box, at, n);
    const double vague = place_rounding * (size_of(centre) + size_of(at));
    pn_wall_contact new = {
        .contact = {of->body, pn_vec3_sub(at, centre), n, box->sticks},
        .depth = depth,
        .off = pn_vec3_add_scaled(slip, -(pn_vec3_dot(slip, n) + depth), n),
        .near = touching * size_of(way) + vague,
        .vague = vague};
    if (depth >= -new.near)
      list_point(box, walls, &new, depth_of(box, pn_vec3_add(p_0, arm_0), n), h,
                 y);
  }
}

/* Lists the points of one body that are beyond walls, or rest on them. */
static void list_body(const pn_box *box, pn_walls *walls, size_t b,
                      const double *last, double h, const double *y)
{
  const pn_system *system = walls->impulse->dynamics->system;
  course of = {.body = b,
               .hull = hull_of(&system->body[b]),
               .was = pn_state_motion(system, last, b),
               .is = pn_state_motion(system, y, b)};
  const double reach = fmax(of.hull.radius, of.hull.rim);
  for (size_t i = 0; i < of.hull.points; i++) {
    const pn_vec3 p =
        pn_vec3_add(of.is.pose.x, pn_mat3_apply(of.is.R, of.hull.point[i]));
    const pn_vec3 p_0 =
        pn_vec3_add(of.was.pose.x, pn_mat3_apply(of.was.R, of.hull.point[i]));
    const double near = touching * size_of(pn_vec3_sub(p, p_0)) +
                        2 * place_rounding * (size_of(p) + reach);
    pn_vec3 normal[PNI_BOX_WALLS];
    const size_t count = walls_beyond(box, p, reach + near, normal);
    if (count > 0)
      of.turn = turn_between(of.was.pose.q, of.is.pose.q);
    for (size_t k = 0; k < count; k++)
      list_around(box, walls, &of, p_0, p, normal[k], h, y);
  }
}

void pn_box_meet(const pn_box *box, pn_walls *walls, const double *last,
                 double h, const double *y)
{
  walls->count = 0;
  for (size_t b = 0; b < walls->impulse->dynamics->system->bodies; b++)
    list_body(box, walls, b, last, h, y);
}
