/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The course of energy and drift, as curves beside the bodies. */
#ifndef PROGRAMS_JOINTS_COURSE_H
#define PROGRAMS_JOINTS_COURSE_H

#include "pantin/base/plot.h"
#include "programs/joints/run.h"

/* The data block $COURSE: t, the error of energy over the largest kinetic
   energy, |C|, |J u|; a 0 is left out, for the axis is logarithmic. */
void joints_course_data(pn_plot *plot, const joints_run *run);

/* Draws it. */
void joints_course_draw(pn_plot *plot);

#endif
