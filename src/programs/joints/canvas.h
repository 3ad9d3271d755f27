/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Where bodies are drawn: a cube that holds them at all times, the same for all
   pictures of a run; what stands around them; and how a picture is divided. */
#ifndef PROGRAMS_JOINTS_CANVAS_H
#define PROGRAMS_JOINTS_CANVAS_H

#include "programs/joints/solid.h"

typedef struct {
  const pn_system *system; /* borrowed */
  solid_view view;
  double low[3], high[3]; /* of what was included, in the picture's axes [m] */
  pn_vec3 centre;         /* of the cube, in the picture's axes [m] */
  double size;            /* of the cube, a margin included [m] */
} canvas;

/* Makes a canvas that has room for nothing yet but springs' ends in the world.
 */
canvas canvas_make(const pn_system *system);

/* Makes room for a point, or for all bodies in a state. */
void canvas_include_point(canvas *s, pn_vec3 x);
void canvas_include_bodies(canvas *s, const double *y);

/* Sets the cube, when all that shall have room has been included. */
void canvas_fit(canvas *s);

/* Returns a point of the world in the picture's axes. */
pn_vec3 canvas_point(const canvas *s, pn_vec3 x);

/* Returns the least thickness that can be seen [m]. */
double canvas_thinnest(const canvas *s);

/* Writes the bodies of a state as data blocks; then, within a splot, draws
   these blocks. */
void canvas_data(pn_plot *plot, const canvas *s, const double *y);
void canvas_draw(pn_plot *plot, const canvas *s);

/* Writes and draws in the same way what does not move: a floor of squares below
   all bodies, pivots in the world and the bar between two of them, massless
   rods, springs, wires. To be drawn before the bodies. */
void canvas_ground_data(pn_plot *plot, const canvas *s, const double *y);
void canvas_ground_draw(pn_plot *plot);

/* Says how large the squares are, and, unless `newton`, the length of an arrow
   of 1 N, is 0, what arrows mean. */
void canvas_caption(pn_plot *plot, const canvas *s, double newton);

/* Divides a still picture: the bodies on its left, curves over a logarithmic
   axis on its right. */
void canvas_left(pn_plot *plot, const canvas *s);
void canvas_right(pn_plot *plot);

/* Sets up an animation, which has the bodies alone. */
void canvas_animation(pn_plot *plot, const canvas *s);

#endif
