/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a body's motion from the state, without copies on the way. */
#ifndef PANTIN_BODY_MOTION_H
#define PANTIN_BODY_MOTION_H

#include "pantin/body/body.h"

/* q / |q|, faster than pn_quat_normalize where |q| is near 1. */
static inline pn_quat motion_unit(const double *q)
{
  const double scale =
      1 / sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return (pn_quat){scale * q[0], scale * q[1], scale * q[2], scale * q[3]};
}

/* From the 7 positions and the 6 velocities of the body. */
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
