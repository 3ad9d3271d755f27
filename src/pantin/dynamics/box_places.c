/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Places of a body's surface that touch a wall: a point of it, what a ball
   about a point has nearest to the wall, or of a circle about the body's x axis
   that point and those at right angles to it. */
#include "pantin/dynamics/box_private.h"

#include <math.h>

/* A cylinder stands upright on a wall with a sine of less than this. */
static const double upright = 1e-12;

/* The place where a circle touches has jumped if its arm turns by an angle with
   less than this cosine: 37 degrees. With more, coins that wobble lose energy
   at long steps; with less, rims of thrown cylinders gain some. */
static const double far_off = 0.8;

/* A cylinder stands on its end if it leans by a sine of at most this; with more
   it rolls on its rim. */
static const double steep = 0.02;

/* Returns the inward normal of a wall in the frame of a body with the attitude
   R, and how far it leans from the body's x axis: the sine of that angle. */
static pn_vec3 normal_in(const pn_wall_place *at, pn_mat3 R, double *lean)
{
  const pn_vec3 v = pn_mat3_apply_transposed(R, at->normal);
  *lean = hypot(v.y, v.z);
  return v;
}

/* Returns the arm, in the body's frame, from a point of a body with the
   attitude R to what is around it that touches a wall. */
static pn_vec3 arm_to_wall(const pn_wall_place *at, pn_mat3 R)
{
  double lean;
  const pn_vec3 v = normal_in(at, R, &lean);
  if (!(at->rim > 0))
    return pn_vec3_scale(-at->radius, v);
  const double c = lean > upright ? v.y / lean : 1,
               d = lean > upright ? v.z / lean : 0;
  const double to[PNI_RIM_POINTS][2] = {{-c, -d}, {d, -c}, {c, d}, {-d, c}};
  return pn_vec3_make(0, at->rim * to[at->number][0],
                      at->rim * to[at->number][1]);
}

pn_vec3 pni_box_arm(const pn_wall_place *at, pn_mat3 R)
{
  return pn_mat3_apply(R, pn_vec3_add(at->point, arm_to_wall(at, R)));
}

/* Returns the point of a circle that is at a place at the attitude R. */
static pn_wall_place point_of(const pn_wall_place *at, pn_mat3 R)
{
  pn_wall_place point = *at;
  point.point = pn_vec3_add(at->point, arm_to_wall(at, R));
  point.rim = 0;
  point.number = 0;
  return point;
}

int pni_box_stands(const pn_wall_place *at, pn_mat3 R)
{
  double lean;
  normal_in(at, R, &lean);
  return lean <= steep;
}

pn_wall_place pni_box_fix(const pn_wall_place *at, pn_mat3 R)
{
  return at->rim > 0 && pni_box_stands(at, R) ? point_of(at, R) : *at;
}

pn_wall_place pni_box_follow(const pn_wall_place *at, pn_mat3 was, pn_mat3 is)
{
  if (!(at->rim > 0))
    return *at;
  const pn_vec3 before = pn_mat3_apply(was, arm_to_wall(at, was)),
                after = pn_mat3_apply(is, arm_to_wall(at, is));
  const double cosine = pn_vec3_dot(before, after) / (at->rim * at->rim);
  return cosine > far_off ? *at : point_of(at, is);
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

pn_vec3 pni_box_slip(const pn_wall_place *at, const pn_motion *was,
                     const pn_motion *is)
{
  const pn_vec3 p_0 =
                    pn_vec3_add(was->pose.x, pn_mat3_apply(was->R, at->point)),
                p = pn_vec3_add(is->pose.x, pn_mat3_apply(is->R, at->point));
  const pn_vec3 arms =
      pn_vec3_add(pn_mat3_apply(was->R, arm_to_wall(at, was->R)),
                  pn_mat3_apply(is->R, arm_to_wall(at, is->R)));
  const pn_vec3 turn = turn_between(was->pose.q, is->pose.q);
  return pn_vec3_add(pn_vec3_sub(p, p_0),
                     pn_vec3_cross(turn, pn_vec3_scale(0.5, arms)));
}

/* Points of a body that lie closer together than this share of their distance
   from its centre are the same: those of an end that stands on a wall are found
   anew in each step. */
static const double same = 1e-6;

static int are_same(pn_vec3 a, pn_vec3 b)
{
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

int pni_box_are_one(const pn_wall_place *a, const pn_wall_place *b)
{
  return a->body == b->body && a->number == b->number && a->rim == b->rim &&
         are_same(a->normal, b->normal) &&
         pn_vec3_norm(pn_vec3_sub(a->point, b->point)) <=
             same * pn_vec3_norm(a->point);
}

int pni_box_is_beside(const pn_wall_place *at)
{
  return at->number != 0 && at->number != PNI_RIM_FARTHEST;
}

int pni_box_is_on(const pn_wall_place *at, const pn_wall_place *end)
{
  return at->body == end->body && at->point.x * end->point.x > 0 &&
         pn_vec3_dot(at->normal, end->normal) > 0;
}

double pni_box_depth(const pn_box *box, pn_vec3 p, pn_vec3 n)
{
  const pn_vec3 corner = pn_vec3_make(n.x > 0 ? box->low.x : box->high.x,
                                      n.y > 0 ? box->low.y : box->high.y,
                                      n.z > 0 ? box->low.z : box->high.z);
  return pn_vec3_dot(n, pn_vec3_sub(corner, p));
}
