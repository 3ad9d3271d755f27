/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A new joint from its C: a bead, a point of the child, slides in a round bowl
   that is fixed to the world. With the point at p = x + r, and R the radius of
   curvature at the bottom (joint->length) [m]:

     C = p_z - (p_x^2 + p_y^2) / (2 R),   C' = g . p',   g = (-p_x/R, -p_y/R, 1)

   and, as p' = v + omega x r, p'' = omega x (omega x r) when u' = 0:

     J      = [ g  r x g ]                        by a . (b x c) = b . (c x a)
     Jdot u = g . p'' - (p'_x^2 + p'_y^2) / R.

   The world is the parent; its part of J, rows->Jp, is not looked at. */
#include "joints/exercises.h"

#include <gsl/gsl_errno.h>

int my_bowl(const pn_joint *joint, const pn_motion *parent,
            const pn_motion *child, pn_joint_rows *rows)
{
  const double R = joint->length;
  const pn_vec3 r = pn_mat3_apply(child->R, joint->point[1]);
  const pn_vec3 p = pn_vec3_add(child->pose.x, r);
  const pn_vec3 turn = pn_vec3_cross(child->omega, r);
  const pn_vec3 rate = pn_vec3_add(child->v, turn); /* p' */
  rows->C[0] = p.z - (p.x * p.x + p.y * p.y) / (2 * R);

  const pn_vec3 g = {0, 0, 1};                  /* TODO */
  const double J[6] = {g.x, g.y, g.z, 0, 0, 0}; /* TODO: the part of omega */
  for (int k = 0; k < 6; k++)
    rows->Jc[k] = J[k];

  rows->bias[0] = 0; /* TODO */
  return GSL_SUCCESS;
}
