/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Two geoms, each of a body of its own, and the contacts between them: a
   fixture, with random numbers of draw.h. */
#ifndef CONTACT_MADE_PAIR_H
#define CONTACT_MADE_PAIR_H

#include "pantin/contact/collision.h"

extern struct made_pair {
  pn_geom geom[2];
  pn_motion body[2];
  pn_collision_settings settings;
  pn_collision *collision; /* of the last search, or NULL */
} made_pair;

/* Begin and end a test. */
void made_pair_begin(void);
void made_pair_end(void);

/* Makes the k-th geom, which is a body of its own unless it is a plane. */
void made_pair_set(size_t k, const pn_shape *shape, pn_vec3 size, pn_pose pose);

/* Searches, and returns how many contacts there are. */
size_t made_pair_find(void);

/* Returns how far p is from the k-th geom, a box [m]. */
double made_pair_outside(size_t k, pn_vec3 p);

/* Draws a quaternion of length 1. */
pn_quat made_pair_turn(void);

#endif
