/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Ball joint: the bodies share a point. Three free turns.

     C      = x_p + r_p - x_c - r_c                              (3 rows)
     Cdot   = v_p + omega_p x r_p - v_c - omega_c x r_c
     J      = [ 1  -[r_p]x  |  -1  [r_c]x ]
     Jdot u = omega_p x (omega_p x r_p) - omega_c x (omega_c x r_c)

   lambda is the force on the parent at the joint [N]; the child gets -lambda.

   Source: P. Benet, Moteur physique avec des contraintes rigides (2016),
   section II. (Its code calls the last line J' u'; it is Jdot u.) */
#include "pantin/body/rows.h"

#include <gsl/gsl_errno.h>

static int ball_evaluate(const pn_joint *joint, const pn_motion *parent,
                         const pn_motion *child, pn_joint_rows *rows)
{
  const joint_arms arms = arms_of(joint, parent, child);
  rows_coincide(&arms, parent, child, rows);
  return GSL_SUCCESS;
}

static const pn_joint_type ball = {
    .name = "ball",
    .summary = "a point of each body, held together: three turns are free",
    .rows = 3,
    .turns = 3,
    .has_frames = 1,
    .shares_point = 1,
    .evaluate = ball_evaluate,
};

const pn_joint_type *const pn_joint_ball = &ball;
