/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Revolute joint (hinge): the bodies share a point and an axis. One free turn.
   With e1 the axis, e2 and e3 its normals, fixed to the parent, f1 the axis as
   the child carries it:

     C = ( x_p + r_p - x_c - r_c,  e2 . f1,  e3 . f1 )           (5 rows)

   J and Jdot u of each row are derived in rows.h.

   (In Peyre 2001, section 1.2, a pivot is one equation, the distance of two
   points. That has no gradient where it is satisfied.) */
#include "pantin/body/rows.h"

#include <gsl/gsl_errno.h>

static int revolute_evaluate(const pn_joint *joint, const pn_motion *parent,
                             const pn_motion *child, pn_joint_rows *rows)
{
  const joint_arms arms = arms_of(joint, parent, child);
  rows_coincide(&arms, parent, child, rows);
  rows_same_axis(joint, parent, child, 3, rows);
  return GSL_SUCCESS;
}

static const pn_joint_type revolute = {
    .name = "revolute",
    .summary = "a shared point and axis: one turn is free (hinge)",
    .rows = 5,
    .has_axis = 1,
    .turns = 1,
    .has_frames = 1,
    .shares_point = 1,
    .keeps = 1,
    .evaluate = revolute_evaluate,
};

const pn_joint_type *const pn_joint_revolute = &revolute;
