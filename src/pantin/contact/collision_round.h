/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A ball or a capsule beside a box: the axis of the capsule, in the frame of
   the box, is m + s d; a ball has one of length 0. */
#ifndef PANTIN_CONTACT_COLLISION_ROUND_H
#define PANTIN_CONTACT_COLLISION_ROUND_H

#include "pantin/contact/collision_private.h"

/* The most places of an axis that pni_line_places lists. */
enum { PNI_LINE_PLACES = 9 };

/* A line m + s d beside a box. */
typedef struct {
  double m[3], d[3], half[3]; /* d: of length 1 */
} pni_line;

/* Returns the axis of a ball or a capsule in the frame of a box. */
pni_line pni_line_of(const pn_geom *box, pn_pose at, pn_pose round);

/* Returns the s, |s| <= end, at which the line is nearest to the box: of a part
   in the box the middle. */
double pni_line_nearest(const pni_line *l, double end);

/* Lists the nearest place, and those on either side at which the line ends or
   passes the plane of a face, if they are at least `apart` from each other and
   from it. Returns how many. */
size_t pni_line_places(const pni_line *l, double end, double apart,
                       double place[PNI_LINE_PLACES]);

/* A ball or a capsule that moves straight beside a box within a step. */
typedef struct {
  pni_line line; /* where the axis is at the beginning */
  double end;    /* half the length of the axis; of a ball 0 */
  double radius;
  double way[3]; /* its move within the step, in the frame of the box */
} pni_sweep;

/* Returns how far the axis is from the box after the share t of the step, and
   the direction there from the box, or 0 where it is in the box. */
double pni_sweep_apart(const pni_sweep *of, double t, double n[3]);

/* Returns when both touch, as a share of the step, if they do in it; when they
   are nearest, if none of them reaches into the other by more than
   `grazing`. */
double pni_sweep_time(const pni_sweep *of, double grazing);

#endif
