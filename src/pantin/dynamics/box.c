/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Bodies in an invisible box: impacts at their corners, one at a time. An
   impact may push another one out, which is then dealt with in its turn;
   each takes energy or keeps it, so that the passes come to an end.

   Source: P. Benet, Moteur physique avec des contraintes rigides (2016),
   section IV-D. */
#include "pantin/dynamics/box.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* The most passes over all points; what is left waits for the next step. */
enum { PASSES = 20 };

enum { POINTS_MAX = 8 };

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

/* Finds the inward normals of the walls that a ball is beyond; returns their
   number. */
static size_t walls_beyond(const pn_box *box, pn_vec3 p, double radius,
                           pn_vec3 normal[3])
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

/* Deals with all impacts of one body. */
static int bounce_body(const pn_box *box, pn_impulse *impulse, size_t b,
                       double *y, size_t *impacts)
{
  const pn_system *system = impulse->dynamics->system;
  const pn_motion motion = pn_state_motion(system, y, b);
  const hull h = hull_of(&system->body[b]);
  for (size_t i = 0; i < h.points; i++) {
    const pn_vec3 arm = pn_mat3_apply(motion.R, h.point[i]);
    pn_vec3 normal[3];
    const size_t walls =
        walls_beyond(box, pn_vec3_add(motion.pose.x, arm), h.radius, normal);
    for (size_t k = 0; k < walls; k++) {
      const pn_impact contact = {b,
                                 pn_vec3_add_scaled(arm, -h.radius, normal[k]),
                                 normal[k], box->sticks};
      if (pn_impact_velocity(&contact, system, y) >= 0)
        continue;
      const int code = pn_impulse_apply(impulse, &contact, box->restitution, y);
      if (code)
        return code;
      ++*impacts;
    }
  }
  return GSL_SUCCESS;
}

int pn_box_bounce(const pn_box *box, pn_impulse *impulse, double *y,
                  size_t *impacts)
{
  *impacts = 0;
  for (int pass = 0; pass < PASSES; pass++) {
    const size_t before = *impacts;
    for (size_t b = 0; b < impulse->dynamics->system->bodies; b++) {
      const int code = bounce_body(box, impulse, b, y, impacts);
      if (code)
        return code;
    }
    if (*impacts == before)
      break;
  }
  return GSL_SUCCESS;
}
