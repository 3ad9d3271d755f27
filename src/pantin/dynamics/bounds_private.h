/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Declares what the files on limits and dry friction share. */
#ifndef PANTIN_DYNAMICS_BOUNDS_PRIVATE_H
#define PANTIN_DYNAMICS_BOUNDS_PRIVATE_H

#include "pantin/dynamics/bounds.h"

/* Rows of a bound: its friction, and its limits. */
enum { PNI_BOUND_ROWS = 3 };

/* Returns k u of a bound's coordinate. */
double pni_bound_rate(const pn_bounds *bounds, const pn_bound *of,
                      const double *u);

/* Returns the coordinate of bound b at the assembly's state; a turn is the one
   nearest to that at the beginning of the step. */
double pni_bound_value(const pn_bounds *bounds, size_t b);

/* Returns how far the limit on one side of a bound (sign 1: the low one) is
   from x. */
double pni_bound_gap(const pn_bound *of, double sign, double x);

/* Returns the unit in which a gap of this bound is compared with
   pn_bounds_reached: 1, or less where its limits lie close together. */
double pni_bound_measure(const pn_bound *of);

/* Lists the rows of the state at the end of a step, whose velocities are u, and
   sets the matrix of their problem. GSL_SUCCESS or GSL_EFAILED. */
int pni_bounds_list(pn_bounds *bounds, int rebounds, const double *u);

/* Finds out what slides against dry friction at the start y of a step, if
   velocities have jumped, and sets the friction against the motion. */
void pni_bounds_set_ways(pn_bounds *bounds, const double *y);

/* Takes note of what slides when the problem of a part of a step, of length h,
   is solved; `is_short` if it tells no forces. */
void pni_bounds_note_ways(pn_bounds *bounds, double h, int is_short);

#endif
