/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The coordinates of a joint: by how much its child is turned about each axis,
   or shifted along the axis, since the start. */
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

/* Returns the turn of a joint that turns about one axis [rad], in ]-pi, pi], or
   the slide [m]. */
double pn_coordinate_value(const pn_joint *joint, const pn_motion *parent,
                           const pn_motion *child, int axis);

/* Computes how far the limits of a bound, which are finite, are from the state
   of these motions: limit[0] <= 0 <= limit[1] [rad] or [m]. Of turns that mean
   the same the one nearest to the middle of the limits is taken. */
void pn_bound_limits(const pn_bound *bound, const pn_joint *joint,
                     const pn_motion *parent, const pn_motion *child,
                     double limit[2]);

#endif
