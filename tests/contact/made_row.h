/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Rows of boxes of the world, flush with each other, and what slides over them
   without friction, for the world that a test makes. */
#ifndef PANTIN_TESTS_CONTACT_MADE_ROW_H
#define PANTIN_TESTS_CONTACT_MADE_ROW_H

#include "made_world.h"

/* The mass of bodies so light that contacts sink in by less than 1e-6 m. */
#define MADE_LIGHT 0.02

/* Starts a test without bodies and without friction, which brakes as well. */
void made_begin_smooth(void);

/* Adds a box of the world. */
void made_add_box(pn_vec3 size, pn_vec3 middle);

/* Adds boxes of random lengths, end to end along x, with their tops at z = 0:
   as many as carry a body this far in both directions, but 12 at most. */
void made_add_row(double far);

/* The same, turned and moved by this pose. */
void made_add_row_at(double far, pn_pose at);

/* Adds a ball, or a capsule that lies in the plane z = 0 and is turned about z.
   Its lowest points are at this height. */
void made_add_round(int is_capsule, double radius, double angle, double height);

#endif
