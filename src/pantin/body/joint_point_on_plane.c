/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Point on plane: a point of the child stays in a plane of the parent. Five
   free motions. With n the plane's normal (the joint's axis), fixed to the
   parent, d = x_c + r_c - x_p - r_p:

     C = n . d                                                   (1 row)

   J and Jdot u are derived in rows.h. */
#include "pantin/body/rows.h"

#include <gsl/gsl_errno.h>

static int point_on_plane_evaluate(const pn_joint *joint,
                                   const pn_motion *parent,
                                   const pn_motion *child, pn_joint_rows *rows)
{
  const joint_arms arms = arms_of(joint, parent, child);
  row_in_plane(&arms, parent, child, parent_axis(joint, parent, 0), 0, rows);
  return GSL_SUCCESS;
}

static const pn_joint_type point_on_plane = {
    .name = "point-on-plane",
    .summary = "a point of the child stays in a plane of the parent",
    .rows = 1,
    .has_axis = 1,
    .evaluate = point_on_plane_evaluate,
};

const pn_joint_type *const pn_joint_point_on_plane = &point_on_plane;
