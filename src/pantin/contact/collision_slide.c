/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Boxes that move straight, without turning, beside each other within a step.
   On each axis normal to two faces, or to two edges, their shadows overlap for
   an interval of time; they meet, if they do, when the last of these begins,
   and the normal is that axis (Gottschalk, Lin and Manocha, OBBTree, SIGGRAPH
   1996, section 5, for boxes that move).

   A box that meets the world first is looked at on the way that is left from
   then on: what lands beside the seam of two boxes slides over the second. */
#include "pantin/contact/collision_box.h"

/* Edges are parallel if the sine of their angle has a lesser square. */
static const double least_sine_squared = 1e-12;

/* The deepest sinking into the world with which a box still slides over others,
   as a share of its thinnest edge. */
static const double sunk_most = 0.25;

/* Returns within which distance of an edge a point lies on it [m]. */
static double near_edge(const pn_collision *of)
{
  return PNI_EDGE_TIMES * pni_merged_within(of);
}

/* Returns how far a box reaches from its centre along a direction. */
static double reach_along(const pni_box *of, pn_vec3 direction)
{
  double sum = 0;
  for (int i = 0; i < 3; i++)
    sum += of->half[i] * fabs(pn_vec3_dot(of->axis[i], direction));
  return sum;
}

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
               reach = reach_along(of->other, n) + reach_along(of->box, n),
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

/* Returns the plane of the place where a box meets another one. */
static pni_plane plane_of_box(const pni_box *other, const pni_box *box,
                              pn_vec3 way, double grazing)
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
      pn_vec3_dot(n, pn_vec3_sub(box->x, plane.x)) - reach_along(box, n);
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
  return plane_of_box(&made[0], &made[1], way, near_edge(of));
}

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
  const double near = near_edge(of);
  if (!ahead)
    return near;
  const double *s = of->geom[at->geom[at->body[1] != PN_WORLD]].size;
  return near + fmin(ahead->sunk, sunk_most * fmin(s[0], fmin(s[1], s[2])));
}

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
                 reach =
                     face->half[i] + reach_along(of->box, face->axis[i]) - near;
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
    met = plane_of_box(pair.other, pair.box, way, near);
  const double turned = at->body[other] == PN_WORLD ? -1 : 1;
  pn_vec3 left = way;
  for (size_t k = 1; !over && k <= meetings; k++) {
    const double before = pni_ahead_part(ahead, k - 1, meetings),
                 part = pni_ahead_part(ahead, k, meetings);
    box[other].x = pn_vec3_add_scaled(box[other].x, before, left);
    left = pn_vec3_add_scaled(way, turned, ahead->met[k - 1].turn);
    met = plane_of_box(pair.other, pair.box, left, near);
    over = -part * pn_vec3_dot(met.n, left) > met.gap;
  }
  if (over && met.gap < INFINITY)
    at->normal = pn_vec3_scale(sign, met.n);
  return over;
}
