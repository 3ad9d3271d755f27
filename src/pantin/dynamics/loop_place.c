/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Keeps the coordinates that follow, their derivatives and the turns of joints
   that were cut; all else is computed anew where the loops are closed there. */
#include "pantin/dynamics/loop_place.h"

#include "pantin/base/alloc.h"
#include "pantin/dynamics/loop_motion_private.h"

#include <string.h>

pn_loop_place *pn_loop_place_alloc(pn_loop_motion *loops)
{
  pn_loop_place *place = pn_alloc(1, sizeof *place);
  if (!place)
    return NULL;
  place->loops = loops;
  place->offset = pn_alloc(loops->unknowns, sizeof *place->offset);
  place->x = pn_alloc(PNI_DERIVATIVES * loops->unknowns, sizeof *place->x);
  place->cut_motion =
      pn_alloc(loops->system->joints, sizeof *place->cut_motion);
  if (place->offset && place->x && place->cut_motion)
    return place;
  pn_loop_place_free(place);
  return NULL;
}

void pn_loop_place_free(pn_loop_place *place)
{
  if (!place)
    return;
  pn_free(place->offset);
  pn_free(place->x);
  pn_free(place->cut_motion);
  pn_free(place);
}

void pn_loop_place_keep(pn_loop_place *place, double t)
{
  const pn_loop_motion *loops = place->loops;
  const size_t n = loops->unknowns;
  place->time = t;
  memcpy(place->offset, loops->offset, n * sizeof *place->offset);
  memcpy(place->cut_motion, loops->cut_motion,
         loops->cuts * sizeof *place->cut_motion);
  if (!loops->least)
    return;
  place->choices = loops->least->choices;
  for (int d = 0; d < PNI_DERIVATIVES; d++)
    memcpy(place->x + (size_t)d * n, loops->least->last[d],
           n * sizeof *place->x);
}

int pn_loop_place_return(const pn_loop_place *place, pn_joint_motion *motion,
                         double *y, double *acceleration)
{
  pn_loop_motion *loops = place->loops;
  const size_t n = loops->unknowns;
  memcpy(loops->offset, place->offset, n * sizeof *place->offset);
  memcpy(loops->cut_motion, place->cut_motion,
         loops->cuts * sizeof *place->cut_motion);
  if (loops->least) {
    loops->least->time = place->time;
    loops->least->choices = place->choices;
    for (int d = 0; d < PNI_DERIVATIVES; d++)
      memcpy(loops->least->last[d], place->x + (size_t)d * n,
             n * sizeof *place->x);
  }
  return pn_loop_motion_close(loops, place->time, motion, y, acceleration);
}
