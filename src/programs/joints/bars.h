/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Finds the parts of a mechanism that are drawn besides its bodies: pivots in
   the world, the ground bar between two of them, and massless rods. */
#ifndef PROGRAMS_JOINTS_BARS_H
#define PROGRAMS_JOINTS_BARS_H

#include "pantin/body/system.h"

typedef struct {
  size_t body[2];   /* PN_WORLD: the end stands still */
  pn_vec3 point[2]; /* in the frames of these bodies [m] */
} joints_bar;

/* Tells whether a joint holds a body to a point of the world; the point. */
int joints_is_pivot(const pn_joint *joint, pn_vec3 *point);

/* Tells whether there is a k-th bar, and which: of joint k, where it keeps two
   points apart, or the ground, where k is the number of joints and there are
   two pivots. */
int joints_bar_get(const pn_system *system, size_t k, joints_bar *bar);

#endif
