/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The picture of a run. */
#ifndef PROGRAMS_JOINTS_PICTURE_H
#define PROGRAMS_JOINTS_PICTURE_H

#include "programs/joints/run.h"

/* Draws the bodies as solids with the forces of their joints: an animation, or
   the last state beside energy's error and drift over time. The result is a
   joints_run. */
int joints_picture(pn_plot *plot, const void *result, pn_error *error);

/* Makes a replay of the run, with joint forces; the result is a joints_run. */
struct replay *joints_replay(const void *result);

#endif
