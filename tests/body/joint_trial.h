/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Joints at random places between random bodies, and what they evaluate. */
#ifndef PANTIN_TESTS_BODY_JOINT_TRIAL_H
#define PANTIN_TESTS_BODY_JOINT_TRIAL_H

#include "pantin/body/joint.h"

/* What a joint evaluates; NaN where it writes nothing, but Jt of a joint
   without a third body is 0. */
typedef struct {
  double C[PN_JOINT_ROWS_MAX], bias[PN_JOINT_ROWS_MAX];
  double Jp[6 * PN_JOINT_ROWS_MAX], Jc[6 * PN_JOINT_ROWS_MAX],
      Jt[6 * PN_JOINT_ROWS_MAX];
} trial_result;

/* Draw a body in motion, and a joint between two poses (draw.h). */
pn_motion trial_motion(void);
pn_joint trial_joint(const pn_joint_type *type, pn_pose parent, pn_pose child);

/* Evaluates a joint whose third body, if it has one, moves like t, or like p.
 */
trial_result trial_evaluate_three(const pn_joint *joint, pn_motion p,
                                  pn_motion c, pn_motion t);
trial_result trial_evaluate(const pn_joint *joint, pn_motion p, pn_motion c);

/* Return row i of a J on one body times its u, and of J on both. */
double trial_product(const double *J, size_t i, pn_motion m);
double trial_along(const trial_result *r, size_t i, pn_motion p, pn_motion c);

/* Returns the number of independent rows of Jc. */
size_t trial_rank(const trial_result *r, size_t rows);

#endif
