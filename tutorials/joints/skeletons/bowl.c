/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A new type of joint from its C: a bead, a point of the child, slides in a
   round bowl that is fixed to the world; z points upwards. With the point at
   p = x + r (the b of the text), and the radius of curvature at the bottom,
   joint->length [m],

     C = p_z - (p_x^2 + p_y^2) / (2 radius).

   In:  the joint, whose point[1] is the bead in the child's frame; the motion
        of the child. The parent is the world.
   Out: rows->C[0]; J on the child's (v, omega) in rows->Jc[0 .. 5]; Jdot u in
        rows->bias[0]. rows->Jp is not looked at.

   Example: radius 1, the bead in the child's centre (r = 0), at p = (1, 0,
   1/2), moving with v = (0, 2, 0): C = 0, J = (-1, 0, 1, 0, 0, 0), Jdot u = -4.
 */
#include "joints/exercises.h"

#include <gsl/gsl_errno.h>

int my_bowl(const pn_joint *joint, const pn_motion *parent,
            const pn_motion *child, pn_joint_rows *rows)
{
  const double radius = joint->length;
  const pn_vec3 r = pn_mat3_apply(child->R, joint->point[1]);
  const pn_vec3 p = pn_vec3_add(child->pose.x, r);
  rows->C[0] = p.z - (p.x * p.x + p.y * p.y) / (2 * radius);

  const double J[6] = {0, 0, 0, 0, 0, 0}; /* TODO */
  for (int k = 0; k < 6; k++)
    rows->Jc[k] = J[k];

  rows->bias[0] = 0; /* TODO; the child moves with child->v, child->omega */
  return GSL_SUCCESS;
}
