/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Finds what a geom meets first within a step, on the way w that it would make
   if nothing were there: of the planes n that it gets to, at a gap g, the one
   of the least time g / (-n . w). From then on it makes the way that is left,
   w - (n . w) n, and what it meets later is looked at on that: a box that lands
   beside the seam of two others slides over the second one. */
#include "pantin/contact/collision_private.h"

#include <stdint.h>

/* Notes that a geom meets another one on its way, if it does, and none
   before. */
static void note(pni_ahead *ahead, size_t other, const pni_plane *of,
                 pn_vec3 way)
{
  const double closing = -pn_vec3_dot(of->n, way), gap = fmax(0, of->gap);
  ahead->sunk = fmax(ahead->sunk, -of->now);
  if (!(closing > gap) || gap / closing >= ahead->time)
    return;
  ahead->other = other;
  ahead->time = gap / closing;
  ahead->turn = pn_vec3_scale(closing, of->n);
}

/* Looks at what moves and another geom. */
static void look(pn_collision *of, const pn_motion *body, size_t mover,
                 size_t other)
{
  const pn_geom *geom[] = {&of->geom[other], &of->geom[mover]};
  if (pni_is_round(geom[0]) || geom[1]->body == PN_WORLD ||
      (!pni_is_round(geom[1]) && geom[0]->body != PN_WORLD))
    return;
  const pn_contact at = {.geom = {other, mover},
                         .body = {geom[0]->body, geom[1]->body}};
  const pn_vec3 way = pni_reach_move(of, body, &at, of->pose[mover].x);
  const pni_plane found = pni_is_round(geom[1])
                              ? pni_round_plane(of, other, mover, way)
                              : pni_boxes_plane(of, other, mover, way);
  note(&of->ahead[mover], other, &found, way);
}

void pni_ahead_look(pn_collision *of, const pn_motion *body)
{
  for (size_t k = 0; k < of->geoms; k++)
    of->ahead[k] = (pni_ahead){.other = SIZE_MAX, .time = INFINITY};
  for (size_t k = 0; k < of->pairs; k++) {
    look(of, body, of->pair[k][0], of->pair[k][1]);
    look(of, body, of->pair[k][1], of->pair[k][0]);
  }
}
