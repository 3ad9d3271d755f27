/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Finds what a geom meets within a step, on the way w that it would make if
   nothing were there, a ball or a capsule with gravity: of the planes n that it
   gets to, at a gap g, the one of the least time g / (-n . w). From then on it
   makes the way w + d, with the least turn d for which n . (w + d) >= 0, and
   what it meets later is looked at on that: a box that lands beside the seam of
   two others slides over the second one. In the corner of two planes the turn
   does that for both. What friction adds to it is in collision_throw.c. */
#include "pantin/contact/collision_private.h"

#include <stdint.h>

/* A way that comes nearer to a plane by less than this share of it is along the
   plane. */
static const double along = 1e-9;

/* Planes make no corner if the sine of their angle has a lesser square: those
   of boxes side by side, or of two that stand opposite each other. */
static const double least_sine_squared = 1e-6;

/* The rest of the step of a geom, after what it is known to meet. */
typedef struct {
  pn_vec3 moved; /* how far it has got */
  pn_vec3 way;   /* that of a step from there */
  double begin;  /* when, as a share of the step */
} course;

/* Returns the rest of the step of a geom that would make this way. */
static course course_of(const pni_ahead *ahead, pn_vec3 way)
{
  course of = {.way = way};
  for (size_t k = 0; k < ahead->count; k++) {
    const double part = pni_ahead_part(ahead, k, ahead->count);
    of.moved = pn_vec3_add_scaled(of.moved, part, of.way);
    of.begin = ahead->met[k].time;
    of.way = pni_ahead_way(ahead, k + 1, way);
  }
  return of;
}

/* Tells whether two planes make a corner. */
static int make_corner(pn_vec3 a, pn_vec3 b)
{
  const double k = pn_vec3_dot(a, b);
  return 1 - k * k > least_sine_squared;
}

/* Returns the turn of what meets two planes: onto the edge of both; onto the
   second one, where that takes it off the first by the end of the step. */
static pn_vec3 turn_in_corner(const pni_meeting *first,
                              const pni_meeting *second)
{
  const double k = pn_vec3_dot(first->n, second->n), square = 1 - k * k,
               behind_first = first->closing - first->gap,
               behind_second = second->closing - second->gap;
  if (behind_first <= k * behind_second)
    return pn_vec3_scale(second->closing, second->n);
  return pn_vec3_add(
      pn_vec3_scale((first->closing - k * second->closing) / square, first->n),
      pn_vec3_scale((second->closing - k * first->closing) / square,
                    second->n));
}

/* Notes that a geom of this way meets another one on its course, if it does,
   and nothing before that. */
static void note(pni_meeting *next, size_t other, const pni_plane *of,
                 const course *on, pn_vec3 way)
{
  const double closing = -pn_vec3_dot(of->n, on->way), gap = fmax(0, of->gap),
               time = on->begin + gap / closing;
  if (!(closing > along * pn_vec3_norm(on->way)) || !(time < next->time))
    return;
  *next = (pni_meeting){.other = other,
                        .time = time,
                        .n = of->n,
                        .gap = gap - pn_vec3_dot(of->n, on->moved),
                        .closing = -pn_vec3_dot(of->n, way)};
}

/* Looks whether what moves meets another geom after `known` meetings. */
static void look(pn_collision *of, const pn_motion *body, size_t mover,
                 size_t other, size_t known)
{
  const pn_geom *geom[] = {&of->geom[other], &of->geom[mover]};
  pni_ahead *ahead = &of->ahead[mover];
  if (pni_is_round(geom[0]) || geom[1]->body == PN_WORLD ||
      (!pni_is_round(geom[1]) && geom[0]->body != PN_WORLD) ||
      ahead->count < known)
    return;
  const pn_contact at = {.geom = {other, mover},
                         .body = {geom[0]->body, geom[1]->body}};
  const pn_vec3 way =
      pn_vec3_add(pni_reach_move(of, body, &at, of->pose[mover].x),
                  pni_reach_fall(of, &at));
  const course on = course_of(ahead, way);
  const pni_plane found =
      pni_is_round(geom[1])
          ? pni_round_plane(of, other, mover, on.moved, on.way)
          : pni_boxes_plane(of, other, mover, on.moved, on.way);
  if (known == 0)
    ahead->sunk = fmax(ahead->sunk, -found.now);
  if (known == 0 || make_corner(ahead->met[0].n, found.n))
    note(&ahead->met[known], other, &found, &on,
         pn_vec3_add(way, ahead->thrown));
}

/* Takes what was noted last, if anything was, for a meeting. */
static void meet(pn_collision *of, const pn_motion *body, size_t mover,
                 size_t known)
{
  pni_ahead *ahead = &of->ahead[mover];
  pni_meeting *met = &ahead->met[known];
  if (ahead->count < known || met->other == SIZE_MAX)
    return;
  if (known == 0)
    ahead->thrown = pni_throw(of, body, mover, met);
  met->turn = pn_vec3_add(ahead->thrown,
                          known == 0 ? pn_vec3_scale(met->closing, met->n)
                                     : turn_in_corner(&ahead->met[0], met));
  ahead->count = known + 1;
}

void pni_ahead_look(pn_collision *of, const pn_motion *body)
{
  for (size_t k = 0; k < of->geoms; k++)
    of->ahead[k] = (pni_ahead){.count = 0};
  for (size_t known = 0; known < PNI_MEETINGS; known++) {
    for (size_t k = 0; k < of->geoms; k++)
      of->ahead[k].met[known] = (pni_meeting){.other = SIZE_MAX, .time = 1};
    for (size_t k = 0; k < of->pairs; k++) {
      look(of, body, of->pair[k][0], of->pair[k][1], known);
      look(of, body, of->pair[k][1], of->pair[k][0], known);
    }
    for (size_t k = 0; k < of->geoms; k++)
      meet(of, body, k, known);
  }
}
