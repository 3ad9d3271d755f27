/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A joint by its free motions, chosen among slides along and turns about the
   three axes e1, e2, e3 of its frame on the parent; f1, f2, f3 are those of the
   child, d = p_c - p_p. Each motion that is not free is a row:

     slide along e_k         C = e_k . d
     turns, none free        C = e2 . f1,  e3 . f1,  e3 . f2
     turn about e_i free     C = e_j . f_i,  e_k . f_i
     about e_i, then f_j     C = e_i . f_j                    (i < j)

   (6 - free motions) rows; J and Jdot u of each row are derived in rows.h. */
#include "pantin/body/rows.h"

#include <gsl/gsl_errno.h>

/* Tells whether a turn about axis k is free. */
static int turns(const pn_joint *joint, int k)
{
  return (joint->free & PN_FREE_TURN(k)) != 0;
}

/* Sets the rows of the turns, from `row` on. */
static void rows_of_turns(const pn_joint *joint, const pn_motion *parent,
                          const pn_motion *child, size_t row,
                          pn_joint_rows *rows)
{
  const int count = turns(joint, 0) + turns(joint, 1) + turns(joint, 2);
  const int i = turns(joint, 0) ? 0 : turns(joint, 1) ? 1 : 2;
  if (count == 0)
    rows_same_frame(joint, parent, child, row, rows);
  for (int k = 0; k < 3 && count == 1; k++)
    if (k != i)
      row_normal(parent, child, parent_axis(joint, parent, k),
                 child_axis(joint, child, i), row++, rows);
  if (count == 2)
    row_normal(parent, child, parent_axis(joint, parent, i),
               child_axis(joint, child, turns(joint, 2) ? 2 : 1), row, rows);
}

static int free_evaluate(const pn_joint *joint, const pn_motion *parent,
                         const pn_motion *child, pn_joint_rows *rows)
{
  const joint_arms arms = arms_of(joint, parent, child);
  size_t row = 0;
  for (int k = 0; k < 3; k++)
    if (!(joint->free & PN_FREE_SLIDE(k)))
      row_in_plane(&arms, parent, child, parent_axis(joint, parent, k), row++,
                   rows);
  rows_of_turns(joint, parent, child, row, rows);
  return GSL_SUCCESS;
}

static const pn_joint_type free_type = {
    .name = "free",
    .summary = "any joint, by its free motions: tx, ty, tz, rx, ry, rz",
    .rows = 0,
    .has_axis = 1,
    .has_second = 1,
    .has_frames = 1,
    .evaluate = free_evaluate,
};

const pn_joint_type *const pn_joint_free = &free_type;
