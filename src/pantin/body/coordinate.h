/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The coordinates of a joint: by how much its child's frame is turned about
   each axis, or its point shifted along the axis, against those of the parent.
   A joint starts at 0 unless its scene says otherwise. */
#ifndef PANTIN_BODY_COORDINATE_H
#define PANTIN_BODY_COORDINATE_H

#include "pantin/body/assembly.h"

/* A coordinate of a joint: its turn about axis 0, 1 or 2, or its slide. */
typedef struct {
  size_t joint;
  int axis; /* PN_COORDINATE_SLIDE: the slide */
} pn_coordinate;

enum { PN_COORDINATE_SLIDE = 3, PN_COORDINATES = 4 };

/* Wider limits, in degrees or m, are taken for typing errors. */
enum { PN_BOUND_WIDEST = 1000000 };

/* How far beyond a limit a joint may start [rad] or [m]: where a run ended that
   leant on it. */
#define PN_BOUND_SLACK 1e-3

/* Lists the coordinates of a joint, along which its motors act, (at most
   PN_COORDINATES). Returns how many it has. */
size_t pn_joint_coordinates(const pn_system *system, size_t joint,
                            pn_coordinate *list);

/* Returns the axis of a coordinate in the world, at the assembly's state. */
pn_vec3 pn_coordinate_axis(const pn_assembly *assembly, pn_coordinate of);

/* Sets k, (6) on the parent and on the child, so that k u is the rate of the
   coordinate, and k^T a torque [N m] or force [N] of 1 along it. */
void pn_coordinate_row(const pn_assembly *assembly, pn_coordinate of,
                       double k[2][PN_BODY_VELOCITIES]);

/* Sets f, (n), to what a torque or force of this strength along the coordinate
   exerts: k^T on the joint's bodies, 0 elsewhere. */
void pn_coordinate_force(const pn_assembly *assembly, pn_coordinate of,
                         double strength, double *f);

/* Returns the turn of a joint that turns about one axis [rad], in ]-pi, pi] but
   for a screw, or the slide [m]. */
double pn_coordinate_value(const pn_joint *joint, const pn_motion *parent,
                           const pn_motion *child, int axis);

/* Returns the coordinate of a bound, of turns that mean the same the one
   nearest to 0 that the limits allow, if there is one. */
double pn_bound_value(const pn_bound *bound, const pn_joint *joint,
                      const pn_motion *parent, const pn_motion *child);

/* Returns it at the start. */
double pn_bound_start(const pn_bound *bound, const pn_system *system);

/* Tells whether the limits of a bound allow this value, or nearly so. */
int pn_bound_allows(const pn_bound *bound, double value);

#endif
