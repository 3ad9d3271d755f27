/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Bodies in an invisible box: impacts at their corners. They are noticed at the
   end of a step, when a point is a depth z beyond a wall and moves out at the
   speed w; it has hit about z / w ago. Points for which that is the same but
   for rounding, such as the corners of a block that falls flat, have hit in one
   instant and rebound together; the others do one at a time, the one that has
   hit first before those that it may keep from hitting. An impact may push
   another point out, which is then dealt with in its turn; each takes energy or
   keeps it, so that the passes come to an end.

   Source: P. Benet, Moteur physique avec des contraintes rigides (2016),
   section IV-D. */
#include "pantin/dynamics/box.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_heapsort.h>
#include <math.h>

/* The most passes over all points; what is left waits for the next step. */
enum { PASSES = 20 };

/* The most points of a body, and walls that a point is beyond. */
enum { POINTS_MAX = 8, WALLS_MAX = 3 };

/* Share of a hit's age, and of the points' coordinates, that is rounding. */
static const double age_rounding = 1e-9, place_rounding = 1e-12;

/* A velocity below this share of that before a common hit is rounding. */
static const double left_over = 1e-9;

/* The points of a body that may touch a wall, with a radius around them. */
typedef struct {
  size_t points;
  pn_vec3 point[POINTS_MAX]; /* in the body's frame [m] */
  double radius;             /* [m] */
} hull;

static void add_corners(hull *h, double a, double b, double c)
{
  for (int k = 0; k < POINTS_MAX; k++)
    h->point[h->points++] = pn_vec3_make(
        k & 1 ? a / 2 : -a / 2, k & 2 ? b / 2 : -b / 2, k & 4 ? c / 2 : -c / 2);
}

static void add_ends(hull *h, double length)
{
  h->point[h->points++] = pn_vec3_make(length / 2, 0, 0);
  h->point[h->points++] = pn_vec3_make(-length / 2, 0, 0);
}

/* Returns the points of a body: of a cylinder the corners of its box, of a body
   without shape its centre. */
static hull hull_of(const pn_body *body)
{
  const double *size = body->size;
  hull h = {0};
  if (body->shape == pn_shape_box) {
    add_corners(&h, size[0], size[1], size[2]);
  } else if (body->shape == pn_shape_cylinder) {
    add_corners(&h, size[0], 2 * size[1], 2 * size[1]);
  } else if (body->shape == pn_shape_capsule || body->shape == pn_shape_rod) {
    add_ends(&h, size[0]);
    h.radius = size[1]; /* 0 for a rod */
  } else {
    h.points = 1;
    h.radius = size[0]; /* 0 but for a sphere */
  }
  return h;
}

pn_walls *pn_walls_alloc(pn_impulse *impulse)
{
  const size_t bodies = impulse->dynamics->system->bodies;
  pn_walls *walls = pn_alloc(1, sizeof *walls);
  if (!walls)
    return NULL;
  walls->impulse = impulse;
  walls->list = pn_alloc(bodies, POINTS_MAX * WALLS_MAX * sizeof *walls->list);
  walls->met = pn_alloc(bodies, POINTS_MAX * WALLS_MAX * sizeof *walls->met);
  walls->together = pn_alloc(PN_IMPULSE_GROUP, sizeof *walls->together);
  walls->group = pn_impulse_group_alloc(impulse);
  const size_t n = impulse->dynamics->assembly->velocities;
  const size_t m = impulse->dynamics->assembly->rows;
  walls->response = pn_alloc(n, PN_IMPULSE_GROUP * sizeof *walls->response);
  walls->own = pn_alloc(PN_IMPULSE_GROUP, sizeof *walls->own);
  walls->share = pn_alloc(PN_IMPULSE_GROUP, sizeof *walls->share);
  walls->displacement = pn_alloc(n, sizeof *walls->displacement);
  walls->lambda = pn_alloc(m, sizeof *walls->lambda);
  if (walls->list && walls->met && walls->together && walls->group &&
      walls->response && walls->own && walls->share && walls->displacement &&
      walls->lambda)
    return walls;
  pn_walls_free(walls);
  return NULL;
}

void pn_walls_free(pn_walls *walls)
{
  if (!walls)
    return;
  pn_impulse_group_free(walls->group);
  pn_free(walls->together);
  pn_free(walls->response);
  pn_free(walls->own);
  pn_free(walls->share);
  pn_free(walls->displacement);
  pn_free(walls->lambda);
  pn_free(walls->list);
  pn_free(walls->met);
  pn_free(walls);
}

/* Finds the inward normals of the walls that a ball is beyond; returns their
   number. */
static size_t walls_beyond(const pn_box *box, pn_vec3 p, double radius,
                           pn_vec3 normal[WALLS_MAX])
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

/* Returns how far a ball is beyond a wall, by the wall's inward normal. */
static double depth_of(const pn_box *box, pn_vec3 p, double radius, pn_vec3 n)
{
  const pn_vec3 corner = pn_vec3_make(n.x > 0 ? box->low.x : box->high.x,
                                      n.y > 0 ? box->low.y : box->high.y,
                                      n.z > 0 ? box->low.z : box->high.z);
  return pn_vec3_dot(n, pn_vec3_sub(corner, p)) + radius;
}

/* Lists the points of one body that are beyond walls. */
static void list_body(const pn_box *box, pn_walls *walls, size_t b,
                      const double *y)
{
  const pn_system *system = walls->impulse->dynamics->system;
  const pn_motion motion = pn_state_motion(system, y, b);
  const hull h = hull_of(&system->body[b]);
  for (size_t i = 0; i < h.points; i++) {
    const pn_vec3 arm = pn_mat3_apply(motion.R, h.point[i]);
    const pn_vec3 p = pn_vec3_add(motion.pose.x, arm);
    pn_vec3 normal[WALLS_MAX];
    const size_t count = walls_beyond(box, p, h.radius, normal);
    for (size_t k = 0; k < count; k++) {
      pn_wall_contact of = {
          .contact = {b, pn_vec3_add_scaled(arm, -h.radius, normal[k]),
                      normal[k], box->sticks}};
      of.speed = -pn_impact_velocity(&of.contact, system, y);
      of.depth = depth_of(box, p, h.radius, normal[k]);
      of.age = of.depth / of.speed;
      of.vague = age_rounding * of.age + place_rounding *
                                             (pn_vec3_norm(motion.pose.x) +
                                              pn_vec3_norm(of.contact.arm)) /
                                             of.speed;
      of.number = walls->count;
      walls->list[walls->count++] = of;
    }
  }
}

/* Orders points by when they have hit: the first ones first, those that do not
   move out last. */
static int by_age(const void *va, const void *vb)
{
  const pn_wall_contact *a = va, *b = vb;
  const double age_a = a->speed > 0 ? a->age : -1;
  const double age_b = b->speed > 0 ? b->age : -1;
  if (age_a != age_b)
    return age_a > age_b ? -1 : 1;
  return (a->number > b->number) - (a->number < b->number);
}

/* Tells whether a point moves out of the box. */
static int moves_out(const pn_walls *walls, size_t i, const double *y)
{
  const pn_wall_contact *of = &walls->list[i];
  const double most = of->was_hit ? -left_over * of->speed : 0;
  return pn_impact_velocity(&of->contact, walls->impulse->dynamics->system, y) <
         most;
}

/* Lets the points that have hit together with the i-th one rebound together, if
   there are any: *struck of them. */
static int bounce_together(const pn_box *box, pn_walls *walls, size_t i,
                           double *y, size_t *struck)
{
  const pn_wall_contact *first = &walls->list[i];
  size_t count = 0, member[PN_IMPULSE_GROUP];
  *struck = 0;
  for (size_t j = i; j < walls->count && count < PN_IMPULSE_GROUP; j++) {
    const pn_wall_contact *of = &walls->list[j];
    if (!(of->speed > 0) || of->was_hit || !moves_out(walls, j, y) ||
        !(fabs(of->age - first->age) <= fmax(of->vague, first->vague)))
      continue;
    member[count] = j;
    walls->together[count++] = of->contact;
  }
  if (count < 2)
    return GSL_SUCCESS;
  const int code = pn_impulse_group_apply(walls->group, walls->together, count,
                                          box->restitution, y, struck);
  for (size_t k = 0; *struck > 0 && k < count; k++)
    walls->list[member[k]].was_hit |= walls->group->is_coupled[k];
  return code;
}

/* Lets the i-th point rebound, if it moves out. */
static int bounce(const pn_box *box, pn_walls *walls, size_t i, double *y,
                  size_t *impacts)
{
  size_t struck = 0;
  int code = GSL_SUCCESS;
  if (!moves_out(walls, i, y))
    return GSL_SUCCESS;
  if (walls->list[i].speed > 0 && !walls->list[i].was_hit)
    code = bounce_together(box, walls, i, y, &struck);
  if (!code && struck == 0) {
    code = pn_impulse_apply(walls->impulse, &walls->list[i].contact,
                            box->restitution, y);
    struck = 1;
  }
  *impacts += struck;
  return code;
}

int pn_box_bounce(const pn_box *box, pn_walls *walls, double *y,
                  size_t *impacts)
{
  *impacts = walls->count = 0;
  for (size_t b = 0; b < walls->impulse->dynamics->system->bodies; b++)
    list_body(box, walls, b, y);
  gsl_heapsort(walls->list, walls->count, sizeof *walls->list, by_age);
  for (int pass = 0; pass < PASSES; pass++) {
    const size_t before = *impacts;
    for (size_t i = 0; i < walls->count; i++) {
      const int code = bounce(box, walls, i, y, impacts);
      if (code)
        return code;
    }
    if (*impacts == before)
      break;
  }
  return GSL_SUCCESS;
}
