/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Universal joint (cross, Cardan): the bodies share a point, and an axis of the
   parent stays normal to one of the child. Two free turns, about e1, fixed to
   the parent, and about f2, fixed to the child:

     C = ( x_p + r_p - x_c - r_c,  e1 . f2 )                     (4 rows)

   J and Jdot u of each row are derived in rows.h. */
#include "pantin/body/rows.h"

#include <gsl/gsl_errno.h>

static int universal_evaluate(const pn_joint *joint, const pn_motion *parent,
                              const pn_motion *child, pn_joint_rows *rows)
{
  const joint_arms arms = arms_of(joint, parent, child);
  rows_coincide(&arms, parent, child, rows);
  row_normal(parent, child, parent_axis(joint, parent, 0),
             child_axis(joint, child, 1), 3, rows);
  return GSL_SUCCESS;
}

static const pn_joint_type universal = {
    .name = "universal",
    .summary = "a shared point, and two axes at a right angle (cross)",
    .rows = 4,
    .has_axis = 1,
    .has_second = 1,
    .turns = 2,
    .has_frames = 1,
    .shares_point = 1,
    .evaluate = universal_evaluate,
};

const pn_joint_type *const pn_joint_universal = &universal;
