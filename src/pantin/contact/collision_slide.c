/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Boxes that move straight, without turning, beside each other within a step:
   whether one gets over the face of the other. Where they meet is found as
   in collision_axes.c.

   A box that meets the world first is looked at on the way that is left from
   then on: what lands beside the seam of two boxes slides over the second. */
#include "pantin/contact/collision_box.h"

/* The deepest sinking into the world with which a box still slides over others,
   as a share of its thinnest edge. */
static const double sunk_most = 0.25;

/* Returns what the box of this contact with the world meets; NULL, if both
   belong to bodies, or nothing is looked at ahead. */
static const pni_ahead *ahead_of(const pn_collision *of, const pn_contact *at)
{
  const int fixed = at->body[1] == PN_WORLD;
  return of->settings.step > 0 && at->body[fixed] == PN_WORLD
             ? &of->ahead[at->geom[!fixed]]
             : NULL;
}

double pni_boxes_near_edge(const pn_collision *of, const pn_contact *at)
{
  const pni_ahead *ahead = ahead_of(of, at);
  const double near = pni_near_edge(of);
  if (!ahead)
    return near;
  const double *s = of->geom[at->geom[at->body[1] != PN_WORLD]].size;
  return near + fmin(ahead->sunk, sunk_most * fmin(s[0], fmin(s[1], s[2])));
}

/* A box that passes the face of another one. */
typedef struct {
  const pni_box *other, *box;
  pn_vec3 way; /* of the second one within the step */
  pni_plane plane;
} passing;

/* Tells whether the box gets over the face of the other one, and deeper than
   `near`, in this share of the step. On its way it goes on from where it has
   met the plane of the face; across each other axis of that face there is an
   interval in which they overlap. */
static int gets_over(const passing *of, double share, double near)
{
  const pni_box *face = of->other;
  const pn_vec3 d = pn_vec3_sub(of->box->x, face->x);
  const double closing = -pn_vec3_dot(of->plane.n, of->way);
  double low = fmax(0, of->plane.gap / closing), high = share;
  if (!(closing > 0) || pn_vec3_norm(pni_across(of->plane.n, of->way)) <= near)
    return 0;
  for (int i = 0; i < 3; i++) {
    const double x = pn_vec3_dot(face->axis[i], d),
                 w = pn_vec3_dot(face->axis[i], of->way),
                 reach = face->half[i] +
                         pni_reach_along(of->box, face->axis[i]) - near;
    if (i == face->face)
      continue;
    if (w == 0) {
      high = fabs(x) < reach ? high : 0;
      continue;
    }
    low = fmax(low, fmin((-reach - x) / w, (reach - x) / w));
    high = fmin(high, fmax((-reach - x) / w, (reach - x) / w));
  }
  return low < high;
}

int pni_boxes_slide_over(const pn_collision *of, const pn_motion *body,
                         pn_contact *at)
{
  pni_box box[2];
  pni_boxes_set(of, at, box);
  const int face = box[0].face == PNI_NO_FACE, other = !face;
  const double sign = face == 0 ? 1 : -1, near = pni_boxes_near_edge(of, at);
  const pn_vec3 way =
      pn_vec3_scale(sign, pni_reach_move(of, body, at, at->point));
  passing pair = {.other = &box[face],
                  .box = &box[other],
                  .way = way,
                  .plane = {pn_vec3_scale(sign, at->normal), at->gap, at->gap}};
  const pni_ahead *ahead = ahead_of(of, at);
  const size_t meetings =
      ahead ? pni_ahead_before(ahead, at->geom[at->body[1] == PN_WORLD]) : 0;
  int over = gets_over(&pair, pni_ahead_part(ahead, 0, meetings), near);
  pni_plane met = {.gap = INFINITY};
  if (over)
    met = pni_box_plane(pair.other, pair.box, way, near);
  const double turned = at->body[other] == PN_WORLD ? -1 : 1;
  pn_vec3 left = way;
  for (size_t k = 1; !over && k <= meetings; k++) {
    const double before = pni_ahead_part(ahead, k - 1, meetings),
                 part = pni_ahead_part(ahead, k, meetings);
    box[other].x = pn_vec3_add_scaled(box[other].x, before, left);
    left = pn_vec3_add_scaled(way, turned, ahead->met[k - 1].turn);
    met = pni_box_plane(pair.other, pair.box, left, near);
    over = -part * pn_vec3_dot(met.n, left) > met.gap;
  }
  if (over && met.gap < INFINITY)
    at->normal = pn_vec3_scale(sign, met.n);
  return over;
}
