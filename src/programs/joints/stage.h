/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where bodies are drawn: a cube that holds them at all times, the same for all
   pictures of a run; and how a picture is divided. */
#ifndef PROGRAMS_JOINTS_STAGE_H
#define PROGRAMS_JOINTS_STAGE_H

#include "programs/joints/solid.h"

typedef struct {
  const pn_system *system; /* borrowed */
  solid_view view;
  double low[3], high[3]; /* of what was included, in the picture's axes [m] */
  pn_vec3 centre;         /* of the cube, in the picture's axes [m] */
  double size;            /* of the cube, a margin included [m] */
} stage;

/* Includes nothing yet. */
stage stage_make(const pn_system *system);

/* What shall have room: a point, or all bodies in a state. */
void stage_include_point(stage *s, pn_vec3 x);
void stage_include(stage *s, const double *y);

/* Sets the cube. */
void stage_close(stage *s);

/* A point of the world in the picture's axes. */
pn_vec3 stage_seen(const stage *s, pn_vec3 x);

/* The least thickness that can be seen [m]. */
double stage_thinnest(const stage *s);

/* The bodies of a state, as data blocks; then, within a splot, these blocks. */
void stage_bodies(pn_plot *plot, const stage *s, const double *y);
void stage_draw(pn_plot *plot, const stage *s);

/* A still picture has the bodies on its left, curves over a
   logarithmic axis on its right. */
void stage_left(pn_plot *plot, const stage *s);
void stage_right(pn_plot *plot);

/* An animation has the bodies alone. */
void stage_moving(pn_plot *plot, const stage *s);

#endif
