/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The points of bodies that are beyond the walls of a box, and when in the step
   they came there: a point that was z_0 < 0 beyond when it began, and is z now,
   hit for a share z / (z - z_0) of it. One that was there already rests on the
   wall, unless that conserves energy: then nothing comes to rest. So does one
   that leaves the wall too slowly to be out soon. A point rests even if it
   would have left the wall in the step, were it not for the walls: then it may
   be others' impulses that press it on.

   A rim hits with its lowest point, or with the one opposite, if it falls over
   that: other points of it may be beyond the wall, too, if the step is long,
   but a smooth wall that pushed there would spin the body about its axis. */
#include "pantin/dynamics/box_private.h"

#include <float.h>
#include <math.h>

/* Share of a hit's age, and of the points' coordinates, that is rounding. */
static const double age_rounding = 1e-9, place_rounding = 1e-12;

/* Share of its way in a step by which a point that rests may be short of the
   wall. */
static const double touching = 1e-3;

/* A point comes from rest whose mean speed in a step is at most this share of
   the speed that it comes with; half is that of one that falls. */
static const double slow = 0.6;

/* It began the step with at most this share of that speed. */
static const double gained = 0.25;

const double pni_box_left_over = 1e-9;

/* A wall pushes evenly on an end if its forces are off the middle by at most
   this share of the radius: then any four points at right angles can bear it.
 */
static const double even = 0.6;

/* The points of a body, and what it has around each of them that may touch a
   wall: a ball, or a circle about the body's x axis, or nothing. */
typedef struct {
  size_t points;
  pn_vec3 point[PNI_BOX_POINTS]; /* in the body's frame [m] */
  double radius;                 /* of the ball [m] */
  double rim;                    /* radius of the circle [m] */
} hull_points;

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

/* Returns how large a vector is, in one of the measures that need no root. */
static double size_of(pn_vec3 v)
{
  return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

/* Returns the velocity of a body's point at an arm. */
static pn_vec3 velocity_at(const pn_motion *motion, pn_vec3 arm)
{
  return pn_vec3_add(motion->v, pn_vec3_cross(motion->omega, arm));
}

size_t pni_box_find_near(const pn_walls *walls, size_t body, double near,
                         const double *y, pn_wall_place *at)
{
  const pn_system *system = walls->impulse->dynamics->system;
  const hull_points hull = hull_of(&system->body[body]);
  const pn_motion motion = pn_state_motion(system, y, body);
  const double reach = fmax(hull.radius, hull.rim) + near;
  const int places = hull.rim > 0 ? PNI_RIM_POINTS : 1;
  size_t count = 0;
  for (size_t i = 0; i < hull.points; i++) {
    const pn_vec3 p =
        pn_vec3_add(motion.pose.x, pn_mat3_apply(motion.R, hull.point[i]));
    pn_vec3 normal[PNI_BOX_WALLS];
    const size_t beyond = walls_beyond(walls->box, p, reach, normal);
    for (size_t k = 0; k < beyond * (size_t)places; k++) {
      const pn_wall_place of = {
          body,     hull.point[i],   hull.radius,
          hull.rim, (int)k % places, normal[k / (size_t)places]};
      const pn_vec3 arm = pni_box_arm(&of, motion.R);
      if (pni_box_depth(walls->box, pn_vec3_add(motion.pose.x, arm),
                        of.normal) >= -near)
        at[count++] = of;
    }
  }
  return count;
}

double pni_box_speed(const pn_impact *contact, const pn_system *system,
                     const double *y)
{
  const pn_motion motion = pn_state_motion(system, y, contact->body);
  return pn_vec3_norm(velocity_at(&motion, contact->arm));
}

/* Tells whether a point near a wall is beyond it, but for rounding, or rests on
   it: in h it has come there from z_0 beyond, in places that are known to
   `vague`, and with a velocity that was `before`. Says when. */
static int touches(const pn_box *box, const pn_walls *walls,
                   pn_wall_contact *of, double z_0, pn_vec3 before, double h,
                   const double *y)
{
  const pn_system *system = walls->impulse->dynamics->system;
  const double whole = pni_box_speed(&of->contact, system, y);
  const double way = of->depth - z_0;
  const double noise = pni_box_left_over * whole;
  of->speed = -pn_impact_velocity(&of->contact, system, y);
  of->falls = box->sticks ? pn_vec3_norm(before) <= gained * whole + noise
                          : -pn_vec3_dot(before, of->contact.normal) <=
                                gained * fabs(of->speed) + noise;
  of->rests = box->restitution < 1 &&
              (of->rests || way <= slow * of->speed * h + of->near ||
               (of->falls && !pni_box_is_shaken(walls, of->contact.body)));
  if (!of->rests && !(of->depth > 0 || (of->depth > -of->vague && way > 0)))
    return 0;
  const int comes = !of->rests && z_0 <= 0 && way > 0;
  of->age = comes ? fmax(0, of->depth / way) : 1;
  of->vague = age_rounding + (comes ? of->vague / way : 0);
  return 1;
}

/* Adds a point to the list. */
static void list_point(pn_walls *walls, const pn_wall_contact *of)
{
  pn_wall_contact *last = &walls->list[walls->count];
  *last = *of;
  last->number = walls->count++;
}

/* A body's motions at the beginning and the end of a step. */
typedef struct {
  size_t body;
  hull_points hull;
  pn_motion was, is;
  pn_vec3 way, turn; /* that the walls have spared it */
} course;

/* Returns the way that the walls have spared a body at an arm. */
static pn_vec3 spared(const course *of, pn_vec3 arm)
{
  return pn_vec3_add(of->way, pn_vec3_cross(of->turn, arm));
}

/* Returns where a place of the body would be without walls. */
static pn_vec3 place_of(const course *of, const pn_wall_place *at)
{
  const pn_vec3 arm = pni_box_arm(at, of->is.R);
  return pn_vec3_add(pn_vec3_add(of->is.pose.x, arm), spared(of, arm));
}

/* Returns how far the body would have moved there. */
static pn_vec3 slip_of(const course *of, const pn_wall_place *at)
{
  return pn_vec3_add(pni_box_slip(at, &of->was, &of->is),
                     spared(of, pni_box_arm(at, of->is.R)));
}

/* Tells whether a place of a body's surface touches its wall, and how. */
static int find_place(const pn_box *box, const pn_walls *walls,
                      const course *of, const pn_wall_place *at, double h,
                      const double *y, pn_wall_contact *contact)
{
  const pn_wall_place fixed = pni_box_fix(at, of->is.R); /* as in the lists */
  const pn_wall_place same = pni_box_follow(at, of->was.R, of->is.R);
  const pn_vec3 n = at->normal, arm = pni_box_arm(at, of->is.R),
                arm_before = pni_box_arm(&same, of->was.R);
  const pn_vec3 was = pn_vec3_add(of->was.pose.x, arm_before),
                is = place_of(of, at), slip = slip_of(of, &same);
  const double depth = pni_box_depth(box, is, n);
  const double vague = place_rounding * (size_of(of->is.pose.x) + size_of(is));
  pn_wall_contact found = {
      .at = *at,
      .contact = {of->body, arm, n, box->sticks,
                  pni_box_credit(walls, &fixed, arm,
                                 y + pn_system_positions(
                                         walls->impulse->dynamics->system)),
                  box->sticks && pni_box_pushes(walls, &fixed)},
      .depth = depth,
      .off = pn_vec3_add_scaled(slip, -(pn_vec3_dot(slip, n) + depth), n),
      .near = touching * size_of(pn_vec3_sub(is, was)) + vague,
      .vague = vague,
      .still = DBL_EPSILON * (size_of(of->is.pose.x) + size_of(is)) / h,
      .runs = same.rim != at->rim};
  const double z_0 = pni_box_depth(box, was, n);
  const pn_vec3 before = velocity_at(&of->was, arm_before);
  const double leaves = pn_vec3_dot(before, n) * h;
  const int rested = z_0 >= -found.near && leaves <= found.near,
            is_slow = leaves >= 0 && PNI_BOX_SLOW * leaves < z_0;
  found.rests =
      is_slow || (rested && (depth <= 0 || box->restitution == 0)) ||
      (depth >= -pni_box_fall(walls) && pni_box_has_rested(walls, &fixed));
  found.has_sunk = z_0 > 0 && PNI_BOX_SLOW * fabs(leaves) < z_0 &&
                   PNI_BOX_SLOW * fabs(depth - z_0) < z_0 &&
                   box->restitution == 1 && (box->sticks || walls->has_brakes);
  found.has_sunk |=
      depth > z_0 && z_0 > 0 && pni_box_part(walls, at->body)->is_struck;
  *contact = found;
  return (depth >= -found.near || found.rests) &&
         touches(box, walls, contact, z_0, before, h, y);
}

/* Lists a place of a body's surface, if it touches its wall. */
static void list_place(const pn_box *box, pn_walls *walls, const course *of,
                       const pn_wall_place *at, double h, const double *y)
{
  pn_wall_contact found;
  if (find_place(box, walls, of, at, h, y, &found))
    list_point(walls, &found);
}

/* Returns the arm of a place across the body's x axis, in the body's frame. */
static pn_vec3 across(const course *of, const pn_wall_place *at)
{
  const pn_vec3 arm =
      pn_mat3_apply_transposed(of->was.R, pni_box_arm(at, of->was.R));
  return pn_vec3_make(0, arm.y, arm.z);
}

/* Returns the direction, across the body's x axis, in which the wall pushed
   most on the end of a cylinder in the last step; in the body's frame. If it
   pushed evenly, or not at all, that is one of a point on which the end rested;
   if there is none, where the end would have slid. */
static pn_vec3 pressed_side(const pn_walls *walls, const course *of,
                            const pn_wall_place *end)
{
  pn_vec3 sum = {0, 0, 0}, side = sum;
  double total = 0;
  for (size_t i = 0; i < walls->pushes; i++) {
    const pn_wall_push *push = &walls->push[i];
    const double force = pn_vec3_dot(push->force, end->normal);
    if (!pni_box_is_on(&push->at, end))
      continue;
    sum = pn_vec3_add_scaled(sum, force, across(of, &push->at));
    total += force * of->hull.rim;
  }
  if (pn_vec3_norm(sum) > even * total)
    return pn_vec3_normalize(sum);
  for (size_t i = 0; i < walls->rests && size_of(side) == 0; i++)
    if (pni_box_is_on(&walls->rest[i], end))
      side = across(of, &walls->rest[i]);
  if (size_of(side) == 0)
    side = pn_mat3_apply_transposed(of->is.R, slip_of(of, end));
  side.x = 0;
  return size_of(side) > 0 ? pn_vec3_normalize(side) : pn_vec3_make(0, 1, 0);
}

/* Lists the end of a cylinder that lies on its wall: with four points of its
   rim, the first one where it is pressed most. */
static void list_flat(const pn_box *box, pn_walls *walls, const course *of,
                      const pn_wall_place *end, double h, const double *y)
{
  const pn_vec3 side = pressed_side(walls, of, end);
  const pn_vec3 to[PNI_RIM_POINTS] = {
      side, {0, -side.z, side.y}, {0, -side.y, -side.z}, {0, side.z, -side.y}};
  for (int k = 0; k < PNI_RIM_POINTS; k++) {
    pn_wall_place at = *end;
    pn_wall_contact found;
    at.point = pn_vec3_add_scaled(end->point, of->hull.rim, to[k]);
    if (!find_place(box, walls, of, &at, h, y, &found))
      continue;
    found.quarter = k + 1;
    list_point(walls, &found);
  }
}

/* Tells whether the end of a cylinder that stands lies on its wall: the
   farthest point, too, rests and is beyond the wall, or has hit it in one
   instant with the lowest one. */
static int is_flat(const pn_wall_contact *farthest,
                   const pn_wall_contact *lowest)
{
  return farthest->rests
             ? farthest->depth >= -farthest->vague
             : !lowest->rests && fabs(farthest->age - lowest->age) <=
                                     fmax(farthest->vague, lowest->vague);
}

/* Tells whether a wall may push on a rim at one of its places that touch. If it
   is smooth it does so in the plane of the cylinder's axis and the normal, or
   it would spin it about its axis: beside that only on an end that stands, if
   it rests there. */
static int may_push(const pn_box *box, const pn_wall_contact *of, int stands)
{
  return !pni_box_is_beside(&of->at) || box->sticks || (stands && of->rests);
}

/* Lists the end of a cylinder, near the wall with the inward normal n. */
static void list_end(const pn_box *box, pn_walls *walls, const course *of,
                     pn_vec3 point, pn_vec3 n, double h, const double *y)
{
  const pn_wall_place end = {of->body, point, 0, 0, 0, n};
  const int stands = pni_box_stands(&end, of->is.R);
  pn_wall_contact found[PNI_RIM_POINTS];
  int is_there[PNI_RIM_POINTS];
  for (int k = 0; k < PNI_RIM_POINTS; k++) {
    const pn_wall_place at = {of->body, point, 0, of->hull.rim, k, n};
    is_there[k] = find_place(box, walls, of, &at, h, y, &found[k]);
  }
  if (stands && is_there[0] && is_there[PNI_RIM_FARTHEST] &&
      is_flat(&found[PNI_RIM_FARTHEST], &found[0])) {
    list_flat(box, walls, of, &end, h, y);
    return;
  }
  for (int k = 0; k < PNI_RIM_POINTS; k++)
    if (is_there[k] && may_push(box, &found[k], stands))
      list_point(walls, &found[k]);
}

/* Lists what a body has around one of its points, near the wall with the inward
   normal n. */
static void list_around(const pn_box *box, pn_walls *walls, const course *of,
                        pn_vec3 point, pn_vec3 n, double h, const double *y)
{
  const pn_wall_place at = {of->body, point, of->hull.radius, 0, 0, n};
  if (of->hull.rim > 0)
    list_end(box, walls, of, point, n, h, y);
  else
    list_place(box, walls, of, &at, h, y);
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
  const double *way = walls->way + PN_BODY_VELOCITIES * b;
  of.way = pn_vec3_make(way[0], way[1], way[2]);
  of.turn = pn_vec3_make(way[3], way[4], way[5]);
  for (size_t i = 0; i < of.hull.points; i++) {
    const pn_wall_place at = {.body = b, .point = of.hull.point[i]};
    const pn_vec3 p = place_of(&of, &at);
    const pn_vec3 p_0 =
        pn_vec3_add(of.was.pose.x, pn_mat3_apply(of.was.R, of.hull.point[i]));
    const double near = size_of(pn_vec3_sub(p, p_0)) +
                        2 * place_rounding * (size_of(p) + reach);
    pn_vec3 normal[PNI_BOX_WALLS];
    const size_t count = walls_beyond(box, p, reach + near, normal);
    for (size_t k = 0; k < count; k++)
      list_around(box, walls, &of, of.hull.point[i], normal[k], h, y);
  }
}

void pn_box_meet(const pn_box *box, pn_walls *walls, const double *last,
                 double h, const double *y)
{
  const size_t bodies = walls->impulse->dynamics->system->bodies;
  walls->count = 0;
  for (size_t b = 0; b < bodies; b++)
    walls->part[b].is_shaken = walls->part[b].is_struck = 0;
  pni_box_note_struck(walls);
  for (size_t b = 0; b < bodies; b++)
    list_body(box, walls, b, last, h, y);
}
