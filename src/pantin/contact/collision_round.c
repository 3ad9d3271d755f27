/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Contacts of a box and a ball, or a capsule, which is a ball about any point
   of its axis: the point of the box that is nearest to the centre c of the
   ball. Within a step the ball gets from c to c + w, as if nothing else were
   there, and the contact is a plane that keeps it on one side,

     n . (c - q) - radius + n . w >= 0,

   with a point q of the box. Any plane on whose other side the box lies is
   right. That of the nearest points at the beginning brakes a ball that passes
   the box. Taken are those of the time when both touch, or, if they do not,
   when they are nearest: there n . w is 0, and a ball that passes, or slides
   over the seam of two boxes, does not feel it.

   A box that is met later, as the one behind a seam on which a ball lands, is
   met on the way that those before leave. */
#include "pantin/contact/collision_box.h"
#include "pantin/contact/collision_round.h"

#include <stdint.h>

/* A centre nearer to a box than this is in it [m]. */
static const double least_distance = 1e-9;

/* A ball or a capsule passes a box into which it reaches by less than this
   share of its radius, or no deeper than it has sunk into others, but by half
   its radius at most. */
static const double grazes = 1e-3, grazes_most = 0.5;

/* Balls about points of an axis that are nearer to each other than this share
   of the radius have one contact: so short a capsule turns like a ball. */
static const double share_contact = 0.02;

int pni_round_meets_box(const pn_collision *of, const size_t pair[2])
{
  const pn_geom *a = &of->geom[pair[0]], *b = &of->geom[pair[1]];
  return (a->shape == pn_shape_box && pni_is_round(b)) ||
         (b->shape == pn_shape_box && pni_is_round(a));
}

static double radius_of(const pn_geom *geom)
{
  return geom->size[geom->shape == pn_shape_capsule];
}

/* Returns half the length of the axis. */
static double end_of(const pn_geom *geom)
{
  return geom->shape == pn_shape_capsule ? geom->size[0] / 2 : 0;
}

/* Returns how far the geom of this side gets from the other one within the step
   at p, its own point. */
static pn_vec3 way_of(const pn_collision *of, const pn_motion *body,
                      const pn_contact *at, int side, pn_vec3 p)
{
  return pn_vec3_scale(
      side == 1 ? 1 : -1,
      pn_vec3_add(pni_reach_move(of, body, at, p), pni_reach_fall(of, at)));
}

/* Returns v in the frame of a box. */
static pn_vec3 local(const pn_collision *of, size_t box, pn_vec3 v)
{
  return pn_quat_rotate(pn_quat_conjugate(of->pose[box].q), v);
}

static void shift(pni_line *l, pn_vec3 by)
{
  l->m[0] += by.x;
  l->m[1] += by.y;
  l->m[2] += by.z;
}

/* Returns the move of the geom number `round` beside a box. */
static pni_sweep sweep_of(const pn_collision *of, size_t box, size_t round,
                          pn_vec3 way)
{
  const pn_vec3 w = local(of, box, way);
  return (pni_sweep){
      pni_line_of(&of->geom[box], of->pose[box], of->pose[round]),
      end_of(&of->geom[round]),
      radius_of(&of->geom[round]),
      {w.x, w.y, w.z}};
}

/* Returns the move of the ball about a place of its axis. */
static pni_sweep sweep_of_ball(const pn_collision *of, size_t box, size_t round,
                               double place, pn_vec3 way)
{
  pni_sweep ball = sweep_of(of, box, round, way);
  for (int i = 0; i < 3; i++)
    ball.line.m[i] += place * ball.line.d[i];
  ball.end = 0;
  return ball;
}

/* Places a contact of a ball whose centre is in the box: on the face that is
   nearest. */
static void place_inside(const pni_box *of, pn_vec3 centre, double sign,
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

/* Places a contact of a box, the geom number `side`, and a ball about `centre`
   that is looked at where it has got by `way`. */
static void place_ball(const pni_box *of, int side, double radius,
                       pn_vec3 centre, pn_vec3 way, pn_contact *at)
{
  const pn_vec3 there = pn_vec3_add(centre, way);
  const double sign = side == 0 ? 1 : -1; /* of the normal out of the box */
  at->share = side;
  at->point = pni_box_nearest(of, there, PNI_NO_FACE);
  const double distance = pn_vec3_norm(pn_vec3_sub(there, at->point));
  if (distance > least_distance)
    at->normal = pn_vec3_scale(sign / distance, pn_vec3_sub(there, at->point));
  else
    place_inside(of, there, sign, at);
  at->gap =
      sign * pn_vec3_dot(at->normal, pn_vec3_sub(centre, at->point)) - radius;
  if (pn_vec3_dot(way, way) > 0) /* on the plane, below the ball as it is */
    at->point =
        pn_vec3_add_scaled(centre, -sign * (at->gap + radius), at->normal);
}

/* Returns how deep a ball or a capsule may reach into a box that it passes. */
static double grazing(const pn_collision *of, size_t round)
{
  const double radius = radius_of(&of->geom[round]);
  return fmin(grazes * radius + of->ahead[round].sunk, grazes_most * radius);
}

/* Returns when a ball, or a capsule, and a box are looked at, as a share of the
   step. */
static double time_of(const pn_collision *of, size_t round,
                      const pni_sweep *sweep)
{
  return of->settings.step > 0 ? pni_sweep_time(sweep, grazing(of, round)) : 0;
}

/* Returns how far what makes this way has got when it is looked at: on the
   piece of it on which that is, of those before so many meetings and the one
   after them. */
static pn_vec3 way_there(const pn_collision *of, size_t box, size_t round,
                         pni_sweep sweep, pn_vec3 way, size_t meetings)
{
  const pni_ahead *ahead = &of->ahead[round];
  pn_vec3 there = {0, 0, 0};
  for (size_t k = 0;; k++) {
    const pn_vec3 now = pni_ahead_way(ahead, k, way), w = local(of, box, now);
    sweep.way[0] = w.x;
    sweep.way[1] = w.y;
    sweep.way[2] = w.z;
    const double t = time_of(of, round, &sweep),
                 part = pni_ahead_part(ahead, k, meetings);
    if (k == meetings || t < part)
      return pn_vec3_add_scaled(there, t, now);
    shift(&sweep.line, pn_vec3_scale(part, w));
    there = pn_vec3_add_scaled(there, part, now);
  }
}

/* Lists the places of the axis that touch first. Returns how many. */
static size_t list_places(const pn_collision *of, size_t box, size_t round,
                          pn_vec3 way, size_t meetings,
                          double place[PNI_LINE_PLACES])
{
  *place = 0;
  if (!(end_of(&of->geom[round]) > 0))
    return 1;
  pni_sweep all = sweep_of(of, box, round, way);
  const pn_vec3 there = way_there(of, box, round, all, way, meetings);
  shift(&all.line, local(of, box, there));
  return pni_line_places(&all.line, all.end, share_contact * all.radius, place);
}

size_t pni_round_place(const pn_collision *of, const pn_motion *body,
                       pn_contact *point)
{
  const int side =
      pni_is_round(&of->geom[point->geom[1]]); /* of the round one */
  const size_t round = point->geom[side], box = point->geom[!side];
  const pn_pose pose = of->pose[round];
  const pn_contact pair = *point;
  pni_box made;
  pni_box_set(of, &pair, !side, &made);
  const size_t meetings = of->settings.step > 0 ? of->ahead[round].count : 0,
               before = meetings ? pni_ahead_before(&of->ahead[round], box) : 0;
  double place[PNI_LINE_PLACES];
  const size_t places = list_places(
      of, box, round, way_of(of, body, &pair, side, pose.x), before, place);
  size_t kept = 0;
  for (size_t k = 0; k < places; k++) {
    const pn_vec3 centre = pn_pose_point(pose, pn_vec3_make(place[k], 0, 0));
    const pn_vec3 way = way_of(of, body, &pair, side, centre);
    const pni_sweep ball = sweep_of_ball(of, box, round, place[k], way);
    pn_contact *at = &point[kept];
    *at = pair;
    /* The first place goes on straight where it meets the box. */
    place_ball(&made, !side, ball.radius, centre,
               way_there(of, box, round, ball, way, k == 0 ? before : meetings),
               at);
    kept +=
        pni_reach_closes(of, body, at, at->point, pn_vec3_make(0, 0, 0)) != 0;
  }
  return kept;
}

/* Returns the plane of a box. */
static pni_plane plane_of_box(const pn_collision *of, size_t box, size_t round,
                              pn_vec3 moved, pn_vec3 way)
{
  pni_sweep sweep = sweep_of(of, box, round, way);
  shift(&sweep.line, local(of, box, moved));
  double n[3];
  const double now = pni_sweep_apart(&sweep, 0, n) - sweep.radius,
               t = time_of(of, round, &sweep),
               then = pni_sweep_apart(&sweep, t, n) - sweep.radius;
  const pn_vec3 out =
      pn_quat_rotate(of->pose[box].q, pn_vec3_make(n[0], n[1], n[2]));
  return (pni_plane){out, then - t * pn_vec3_dot(out, way), now};
}

/* Returns the plane of a plane. */
static pni_plane plane_of_plane(const pn_collision *of, size_t other,
                                size_t round, pn_vec3 moved)
{
  const pn_pose pose = {pn_vec3_add(of->pose[round].x, moved),
                        of->pose[round].q};
  const pn_vec3 n = pn_quat_rotate(of->pose[other].q, pn_vec3_make(0, 0, 1)),
                d = pn_quat_rotate(pose.q, pn_vec3_make(1, 0, 0));
  const double gap = pn_vec3_dot(n, pn_vec3_sub(pose.x, of->pose[other].x)) -
                     end_of(&of->geom[round]) * fabs(pn_vec3_dot(n, d)) -
                     radius_of(&of->geom[round]);
  return (pni_plane){n, gap, gap};
}

pni_plane pni_round_plane(const pn_collision *of, size_t other, size_t round,
                          pn_vec3 moved, pn_vec3 way)
{
  return of->geom[other].shape == pn_shape_box
             ? plane_of_box(of, other, round, moved, way)
             : plane_of_plane(of, other, round, moved);
}
