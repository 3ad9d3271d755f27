/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Point on line: a point of the child stays on a line of the parent. Four free
   motions. With e2 and e3 the normals of the line (the joint's axis), fixed to
   the parent, d = x_c + r_c - x_p - r_p:

     C = ( e2 . d,  e3 . d )                                     (2 rows)

   J and Jdot u of each row are derived in rows.h. */
#include "pantin/body/rows.h"

#include <gsl/gsl_errno.h>

static int point_on_line_evaluate(const pn_joint *joint,
                                  const pn_motion *parent,
                                  const pn_motion *child, pn_joint_rows *rows)
{
  const joint_arms arms = arms_of(joint, parent, child);
  rows_on_line(joint, &arms, parent, child, 0, rows);
  return GSL_SUCCESS;
}

static const pn_joint_type point_on_line = {
    .name = "point-on-line",
    .summary = "a point of the child stays on a line of the parent",
    .rows = 2,
    .has_axis = 1,
    .evaluate = point_on_line_evaluate,
};

const pn_joint_type *const pn_joint_point_on_line = &point_on_line;
