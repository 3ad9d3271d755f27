/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reads the motion of a body from the state. */
#ifndef PANTIN_BODY_MOTION_H
#define PANTIN_BODY_MOTION_H

#include "pantin/body/body.h"

#include <stddef.h>

/* Loads and assemblies read vectors of numbers across both. */
_Static_assert(offsetof(pn_motion, v) ==
                   offsetof(pn_motion, R) + sizeof(pn_mat3),
               "v follows R");

/* Lengths of quaternions so near 1, as in a step of an integrator, have the
   series below. */
static const double motion_near = 4e-6;

/* Returns 1 / sqrt(s) for s = 1 + e. Where e is small, 1 - e/2 + 3 e^2/8 is
   exact up to rounding (its error is 5 e^3/16) and needs neither a root nor a
   division. */
static inline double motion_inverse_root(double s)
{
  const double e = s - 1;
  return fabs(e) < motion_near ? 1 - e * (0.5 - 0.375 * e) : 1 / sqrt(s);
}

/* Returns q / |q|, faster than pn_quat_normalize where |q| is near 1. */
static inline pn_quat motion_unit(const double *q)
{
  const double scale = motion_inverse_root(q[0] * q[0] + q[1] * q[1] +
                                           q[2] * q[2] + q[3] * q[3]);
  return (pn_quat){scale * q[0], scale * q[1], scale * q[2], scale * q[3]};
}

/* Tells whether a symmetric matrix is diagonal, as an inertia is in a frame of
   principal axes: multiplying by it then costs a third. */
static inline int mat3_is_diagonal(const pn_mat3 *B)
{
  return B->m[0][1] == 0 && B->m[0][2] == 0 && B->m[1][2] == 0;
}

/* Sets the motion of a body from its 7 positions and 6 velocities. */
static inline void motion_read(const double *q, const double *u,
                               pn_motion *motion)
{
  motion->pose.x = pn_vec3_make(q[0], q[1], q[2]);
  motion->pose.q = motion_unit(q + 3);
  motion->v = pn_vec3_make(u[0], u[1], u[2]);
  motion->omega = pn_vec3_make(u[3], u[4], u[5]);
  motion->R = pn_quat_matrix(motion->pose.q);
}

#endif
