/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Differential: two wheels, the child c and the third body t, are geared to
   each other by wheels that turn in a carrier, the parent. All three turn about
   the joint's axis, which other joints hold. Seen from the carrier, theta_b is
   the turn of wheel b since the start; the wheels that turn in the carrier roll
   on both, so that with n_b teeth (Willis's formula)

     C = ( n_c theta_c + n_t theta_t ) / max |n|                  (1 row)

   Bevel wheels have n_c = n_t: in angles of the world theta_c + theta_t =
   2 theta_p. A sun of n_c and a ring of n_t make a planetary gear. The angles
   are known up to whole turns: as with a gear, the C nearest to 0 is meant.

   The angles and their derivatives are those of rows.h in the carrier's frame,
   with d fixed to the wheel, d' = omega_b x d and d'' = omega_b x (omega_b x
   d):

     theta_b' = g . d' + omega_p . (g x d) = (omega_b - omega_p) . (d x g)

   Source: J. Uicker, G. Pennock, J. Shigley, Theory of Machines and Mechanisms
   (2011), sections 9.7 and 9.9. */
#include "pantin/body/rows.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <stdlib.h>

static int differential_evaluate(const pn_joint *joint,
                                 const pn_motion *carrier,
                                 const pn_motion *child, pn_joint_rows *rows)
{
  const pn_motion *wheel[2] = {child, rows->third};
  const pn_vec3 d[2] = {child_axis(joint, child, 1),
                        pn_mat3_apply(rows->third->R, joint->third_axis)};
  double *const J[2] = {rows->Jc, rows->Jt};
  const double most = fmax(abs(joint->teeth[0]), abs(joint->teeth[1]));
  const pn_vec3 zero = {0, 0, 0};
  double passed = 0;
  set_row(rows->Jp, 0, zero, zero);
  rows->bias[0] = 0;
  for (int b = 0; b < 2; b++) {
    const double n = joint->teeth[b] / most;
    const joint_line l = {d[b], pn_vec3_cross(wheel[b]->omega, d[b]),
                          centripetal(wheel[b]->omega, d[b])};
    const joint_angle of =
        angle_of(&l, parent_axis(joint, carrier, 1),
                 parent_axis(joint, carrier, 2), carrier->omega);
    const pn_vec3 axis = pn_vec3_scale(n, pn_vec3_cross(d[b], of.g));
    passed += joint->teeth[b] * of.theta / (2 * M_PI);
    rows->bias[0] += n * of.second;
    set_row(J[b], 0, zero, axis);
    add_row(rows->Jp, 0, zero, pn_vec3_scale(-1, axis));
  }
  rows->C[0] = 2 * M_PI * (passed - round(passed)) / most;
  return gsl_finite(rows->C[0]) && gsl_finite(rows->bias[0]) ? GSL_SUCCESS
                                                             : GSL_EFAILED;
}

static const pn_joint_type differential = {
    .name = "differential",
    .summary = "two wheels roll on wheels that a third body carries",
    .rows = 1,
    .has_axis = 1,
    .has_third = 1,
    .evaluate = differential_evaluate,
};

const pn_joint_type *const pn_joint_differential = &differential;
