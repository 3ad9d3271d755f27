/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Distance joint: a massless rod between a point of each body. Five free
   motions. With d = x_c + r_c - x_p - r_p and n = d / |d|:

     C      = |d| - L                                            (1 row)
     Cdot   = n . d'
     J      = [ -n  -r_p x n  |  n  r_c x n ]
     Jdot u = n . d'' + (|d'|^2 - (n . d')^2) / |d|

   lambda is the rod's push on the child along n [N], negative when the rod is
   pulled. At |d| = 0 there is no n: such a joint should be a ball. */
#include "pantin/body/rows.h"

#include <gsl/gsl_errno.h>

static int distance_evaluate(const pn_joint *joint, const pn_motion *parent,
                             const pn_motion *child, pn_joint_rows *rows)
{
  const joint_arms arms = arms_of(joint, parent, child);
  const pn_vec3 d = gap_of(&arms, parent, child);
  const pn_vec3 rate = gap_rate(&arms, parent, child);
  const double length = pn_vec3_norm(d);
  if (!(length > 0))
    return GSL_EFAILED;
  const pn_vec3 n = pn_vec3_scale(1 / length, d);
  const double stretch = pn_vec3_dot(n, rate);
  rows->C[0] = length - joint->length;
  set_row(rows->Jp, 0, pn_vec3_scale(-1, n), pn_vec3_cross(n, arms.r[0]));
  set_row(rows->Jc, 0, n, pn_vec3_cross(arms.r[1], n));
  rows->bias[0] = pn_vec3_dot(n, pn_vec3_sub(arms.s[1], arms.s[0])) +
                  (pn_vec3_dot(rate, rate) - stretch * stretch) / length;
  return GSL_SUCCESS;
}

static const pn_joint_type distance = {
    .name = "distance",
    .summary = "two points stay at the same distance (massless rod)",
    .rows = 1,
    .has_points = 1,
    .evaluate = distance_evaluate,
};

const pn_joint_type *const pn_joint_distance = &distance;
