/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Planar joint: a point of the child stays in a plane of the parent, and the
   child turns about the plane's normal alone. Two free slides, one free turn.
   With e1 the normal, e2 and e3 in the plane, f1 the normal as the child
   carries it, d = p_c - p_p:

     C = ( e1 . d,  e2 . f1,  e3 . f1 )                          (3 rows)

   J and Jdot u of each row are derived in rows.h. */
#include "pantin/body/rows.h"

#include <gsl/gsl_errno.h>

static int planar_evaluate(const pn_joint *joint, const pn_motion *parent,
                           const pn_motion *child, pn_joint_rows *rows)
{
  const joint_arms arms = arms_of(joint, parent, child);
  row_in_plane(&arms, parent, child, parent_axis(joint, parent, 0), 0, rows);
  rows_same_axis(joint, parent, child, 1, rows);
  return GSL_SUCCESS;
}

static const pn_joint_type planar = {
    .name = "planar",
    .summary = "a face on a plane: two slides and the turn about the normal",
    .rows = 3,
    .has_axis = 1,
    .keeps = 1,
    .evaluate = planar_evaluate,
};

const pn_joint_type *const pn_joint_planar = &planar;
