/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Counts the teeth that pass from one state to another, with the angles of
   joint_gear.c and joint_differential.c,

     passed = ( n_1 dtheta_1 + n_2 dtheta_2 ) / (2 pi).

   The angles are known up to whole turns, and so their changes, which are less
   than half a turn. What is off by more than half a tooth has slipped. */
#include "pantin/body/slip.h"

#include "pantin/body/rows.h"

#include <gsl/gsl_math.h>

/* Returns the angle of d about the axis of a joint's frame on a body. */
static double angle_in(const pn_motion *body, const pn_vec3 axis[3], pn_vec3 d)
{
  return atan2(pn_vec3_dot(d, pn_mat3_apply(body->R, axis[2])),
               pn_vec3_dot(d, pn_mat3_apply(body->R, axis[1])));
}

/* Computes the angles of both wheels. */
static void set_angles(const pn_system *system, const pn_joint *joint,
                       const double *y, double angle[2])
{
  const pn_motion parent = pn_state_motion(system, y, joint->parent);
  const pn_motion child = pn_state_motion(system, y, joint->child);
  if (joint->type->has_teeth) {
    const joint_arms arms = arms_of(joint, &parent, &child);
    const pn_vec3 line = gap_of(&arms, &parent, &child);
    angle[0] = angle_in(&parent, joint->axis[0], line);
    angle[1] = angle_in(&child, joint->axis[1], line);
    return;
  }
  const pn_mat3 R = pn_state_motion(system, y, joint->third).R;
  const pn_vec3 mark[] = {child_axis(joint, &child, 1),
                          pn_mat3_apply(R, joint->third_axis)};
  for (int k = 0; k < 2; k++)
    angle[k] = angle_in(&parent, joint->axis[0], mark[k]);
}

/* Returns by how many teeth a joint is off. */
static double slip_of(const pn_system *system, const pn_joint *joint,
                      const double *from, const double *to)
{
  double was[2], is[2], passed = 0;
  set_angles(system, joint, from, was);
  set_angles(system, joint, to, is);
  for (int k = 0; k < 2; k++) {
    const double turns = (is[k] - was[k]) / (2 * M_PI);
    passed += joint->teeth[k] * (turns - round(turns));
  }
  return fabs(passed);
}

int pni_slips(const pn_system *system, const double *from, const double *to)
{
  for (size_t j = 0; j < system->joints; j++) {
    const pn_joint *joint = &system->joint[j];
    if ((joint->type->has_teeth || joint->type->has_third) &&
        !(slip_of(system, joint, from, to) < 0.5))
      return 1;
  }
  return 0;
}
