/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Bodies as solids of flat faces, for gnuplot's `with polygons`. */
#ifndef PROGRAMS_JOINTS_SOLID_H
#define PROGRAMS_JOINTS_SOLID_H

#include "pantin/base/plot.h"
#include "pantin/body/system.h"

/* How the world lies in the picture, whose z axis points up. */
typedef struct {
  pn_mat3 turn; /* world to picture */
  int sides;    /* of what is round, a multiple of 4 */
} solid_view;

/* Returns the view in which weight pulls down; without weight y points up. */
solid_view solid_view_of(const pn_system *system);

/* Returns half the body's largest extent [m]; `least` for a point. */
double solid_radius(const pn_body *body, double least);

/* Adds the body's faces, turned and moved, to a data block: a line for each
   corner, two empty lines between faces. What is thinner than `least` [m] is
   drawn with that thickness. */
void solid_draw(pn_plot *plot, const solid_view *view, const pn_body *body,
                pn_pose pose, double least);

#endif
