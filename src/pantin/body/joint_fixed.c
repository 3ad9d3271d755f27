/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Fixed joint (weld): no relative motion. With e1, e2, e3 fixed to the parent,
   f1, f2 to the child:

     C = ( x_p + r_p - x_c - r_c,  e2 . f1,  e3 . f1,  e3 . f2 ) (6 rows)

   J and Jdot u of each row are derived in rows.h. */
#include "pantin/body/rows.h"

#include <gsl/gsl_errno.h>

static int fixed_evaluate(const pn_joint *joint, const pn_motion *parent,
                          const pn_motion *child, pn_joint_rows *rows)
{
  const joint_arms arms = arms_of(joint, parent, child);
  rows_coincide(&arms, parent, child, rows);
  rows_same_frame(joint, parent, child, 3, rows);
  return GSL_SUCCESS;
}

static const pn_joint_type fixed = {
    .name = "fixed",
    .summary = "no relative motion (weld)",
    .rows = 6,
    .shares_point = 1,
    .keeps = 3,
    .evaluate = fixed_evaluate,
};

const pn_joint_type *const pn_joint_fixed = &fixed;
