/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The world that a test makes body by body: what it is made of, and short ways
   to make it and to let it move. All functions fail the test when memory is
   short or a step fails. */
#ifndef PANTIN_TESTS_CONTACT_MADE_WORLD_H
#define PANTIN_TESTS_CONTACT_MADE_WORLD_H

#include "pantin/contact/world.h"

enum { MADE_GEOMS_MAX = 128 };

#define MADE_GRAVITY 9.81 /* along -z [m/s^2] */

extern struct made {
  pn_system *sys;
  pn_geom geom[MADE_GEOMS_MAX];
  size_t geoms;
  pn_world_settings settings;
} made;

/* Start a test without bodies and with the default settings, and free after it
   what was made. */
void made_begin(void);
void made_end(void);

/* Adds a body at x that collides by its own shape, and returns its number. */
size_t made_add(const pn_shape *shape, const double *size, double mass,
                pn_vec3 x);

/* Adds the plane z = 0. */
void made_add_ground(void);

/* Makes the world of all that was added, to be freed with pn_world_free. */
pn_world *made_world(void);

/* Takes that many steps. */
void made_advance(pn_world *world, size_t steps);

/* Returns where a body is, and how it moves. */
pn_motion made_motion(const pn_world *world, size_t body);

#endif
