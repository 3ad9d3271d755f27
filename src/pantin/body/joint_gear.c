/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Gear: two wheels with n_p and n_c teeth roll on each other; each turns about
   its own axis, which other joints hold. theta_b is the angle, seen in the
   frame of wheel b and about its axis, by which the line from the parent's
   centre to the child's has turned since the start. The teeth that have passed
   on both wheels are equal:

     C = ( n_p theta_p + n_c theta_c ) / max |n|                 (1 row)

   Since the line of centres is the reference, the wheels may go round each
   other: with the axes on a third body, a carrier, this is the constraint of
   three bodies of a differential. n_c < 0: both turn the same way, as with a
   belt, or in a ring. The angles are known up to whole turns, which are whole
   teeth, hence C up to 2 pi / max |n|: the value nearest to 0 is meant.

   The angles and their derivatives are those of rows.h, with d the line of
   centres: theta_b' = g . d' + omega_b . (g x d).

   Source: J. Uicker, G. Pennock, J. Shigley, Theory of Machines and Mechanisms
   (2011), section 9.7 (the formula method for planetary trains). */
#include "pantin/body/rows.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <stdlib.h>

static int gear_evaluate(const pn_joint *joint, const pn_motion *parent,
                         const pn_motion *child, pn_joint_rows *rows)
{
  const joint_arms arms = arms_of(joint, parent, child);
  const joint_line l = {gap_of(&arms, parent, child),
                        gap_rate(&arms, parent, child),
                        pn_vec3_sub(arms.s[1], arms.s[0])};
  const joint_angle of[2] = {
      angle_of(&l, parent_axis(joint, parent, 1), parent_axis(joint, parent, 2),
               parent->omega),
      angle_of(&l, child_axis(joint, child, 1), child_axis(joint, child, 2),
               child->omega)};
  const double most = fmax(abs(joint->teeth[0]), abs(joint->teeth[1]));
  const pn_vec3 zero = {0, 0, 0};
  double passed = 0;
  set_row(rows->Jp, 0, zero, zero);
  set_row(rows->Jc, 0, zero, zero);
  rows->bias[0] = 0;
  for (int b = 0; b < 2; b++) {
    const double n = joint->teeth[b] / most;
    const pn_vec3 g = pn_vec3_scale(n, of[b].g);
    passed += joint->teeth[b] * of[b].theta / (2 * M_PI);
    rows->bias[0] += n * of[b].second;
    add_row(rows->Jp, 0, pn_vec3_scale(-1, g), pn_vec3_cross(g, arms.r[0]));
    add_row(rows->Jc, 0, g, pn_vec3_cross(arms.r[1], g));
    add_row(b == 0 ? rows->Jp : rows->Jc, 0, zero, pn_vec3_cross(g, l.d));
  }
  rows->C[0] = 2 * M_PI * (passed - round(passed)) / most;
  return gsl_finite(rows->C[0]) && gsl_finite(rows->bias[0]) ? GSL_SUCCESS
                                                             : GSL_EFAILED;
}

static const pn_joint_type gear = {
    .name = "gear",
    .summary = "two wheels roll on each other, tooth by tooth",
    .rows = 1,
    .has_axis = 1,
    .has_points = 1,
    .has_teeth = 1,
    .evaluate = gear_evaluate,
};

const pn_joint_type *const pn_joint_gear = &gear;
