/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Prismatic joint (slider): the child slides along the parent's axis and does
   not turn. One free slide. With e1 the axis, e2 and e3 its normals, fixed to
   the parent, f1 and f2 the child's, d = x_c + r_c - x_p - r_p:

     C = ( e2 . d,  e3 . d,  e2 . f1,  e3 . f1,  e3 . f2 )       (5 rows)

   J and Jdot u of each row are derived in rows.h. */
#include "pantin/body/rows.h"

#include <gsl/gsl_errno.h>

static int prismatic_evaluate(const pn_joint *joint, const pn_motion *parent,
                              const pn_motion *child, pn_joint_rows *rows)
{
  const joint_arms arms = arms_of(joint, parent, child);
  rows_on_line(joint, &arms, parent, child, 0, rows);
  rows_same_frame(joint, parent, child, 2, rows);
  return GSL_SUCCESS;
}

static const pn_joint_type prismatic = {
    .name = "prismatic",
    .summary = "a shared axis to slide along, without turning",
    .rows = 5,
    .has_axis = 1,
    .slides = 1,
    .keeps = 3,
    .evaluate = prismatic_evaluate,
};

const pn_joint_type *const pn_joint_prismatic = &prismatic;
