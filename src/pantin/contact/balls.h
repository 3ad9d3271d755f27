/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Balls without friction or rotation, of any radii and masses, in a
   container. */
#ifndef PANTIN_CONTACT_BALLS_H
#define PANTIN_CONTACT_BALLS_H

#include "pantin/base/error.h"
#include "pantin/contact/container.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Some 2 GB with their contacts. */
enum { PN_BALLS_MAX = 2000000 };

/* A heap of balls, and what it is in. */
typedef struct {
  size_t count;           /* balls */
  double *radius;         /* [m], (count), owned */
  double *mass;           /* [kg], (count), owned */
  pn_vec3 *x;             /* centres [m], (count), owned */
  pn_vec3 *v;             /* velocities [m/s], (count), owned */
  pn_container container; /* what they are in */
  pn_vec3 gravity;        /* [m/s^2] */
} pn_balls;

/* Returns balls to be filled in, all zero; NULL when memory is short. */
pn_balls *pn_balls_alloc(size_t count);

/* Frees balls; NULL is fine. */
void pn_balls_free(pn_balls *balls);

/* Places the balls, whose radii are set, on a cubic lattice (square in 2D) as
   wide as the container allows, each off its point by what the neighbours
   leave free, drawn with `seed`. GSL_EINVAL, with the reason, if they do not
   fit so or the container has no bounds. */
int pn_balls_fill(pn_balls *balls, unsigned long seed, pn_error *error);

/* Returns GSL_SUCCESS if radii and masses are positive, all is finite, and the
   balls have only the coordinates that the container has. Otherwise GSL_EINVAL,
   the reason in error and the ball to blame in `ball` (may be NULL). */
int pn_balls_check(const pn_balls *balls, size_t *ball, pn_error *error);

/* Returns the sum of kinetic and potential energy, 1/2 m v^2 - m g.x [J]. */
double pn_balls_energy(const pn_balls *balls);

/* Returns the kinetic energy [J], and sets *speed, unless it is NULL, to that
   of the fastest ball [m/s]. */
double pn_balls_kinetic(const pn_balls *balls, double *speed);

#ifdef __cplusplus
}
#endif

#endif
