/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: computes n x r, where r x n belongs */
/* WRONG 2: forgets that a rope which swings must be turned, |d'|^2 / |d| */
/* WRONG 3: leaves out that the arm r turns, too */
#include "joints/exercises.h"

#include <gsl/gsl_errno.h>

/* Where the wheels are, beside each other, and how long the rope is [m]. */
static const pn_vec3 wheel[2] = {{-0.5, 1.5, 0}, {0.5, 1.5, 0}};
static const double rope = 3;

/* Adds one end of the rope, which hangs from its wheel to a point of a body:
   its length, the row of J, and its part of Jdot u. */
static void add_end(pn_vec3 from, pn_vec3 point, const pn_motion *body,
                    pn_joint_rows *rows, double *J)
{
  const pn_vec3 r = pn_mat3_apply(body->R, point);
  const pn_vec3 turn = pn_vec3_cross(body->omega, r);
  const pn_vec3 d = pn_vec3_sub(pn_vec3_add(body->pose.x, r), from);
  const pn_vec3 rate = pn_vec3_add(body->v, turn);
  const double length = pn_vec3_norm(d);
  const pn_vec3 n = pn_vec3_scale(1 / length, d);
#if WRONG == 1
  const pn_vec3 rxn = pn_vec3_cross(n, r);
#else
  const pn_vec3 rxn = pn_vec3_cross(r, n);
#endif
  const double row[6] = {n.x, n.y, n.z, rxn.x, rxn.y, rxn.z};
  for (int k = 0; k < 6; k++)
    J[k] = row[k];
  rows->C[0] += length;
  const double along = pn_vec3_dot(n, rate);
#if WRONG == 2
  rows->bias[0] += pn_vec3_dot(n, pn_vec3_cross(body->omega, turn));
#elif WRONG == 3
  rows->bias[0] += (pn_vec3_dot(rate, rate) - along * along) / length;
#else
  rows->bias[0] += pn_vec3_dot(n, pn_vec3_cross(body->omega, turn)) +
                   (pn_vec3_dot(rate, rate) - along * along) / length;
#endif
}

int my_joint(const pn_joint *joint, const pn_motion *parent,
             const pn_motion *child, pn_joint_rows *rows)
{
  rows->C[0] = -rope;
  rows->bias[0] = 0;
  add_end(wheel[0], joint->point[0], parent, rows, rows->Jp);
  add_end(wheel[1], joint->point[1], child, rows, rows->Jc);
  return GSL_SUCCESS;
}
