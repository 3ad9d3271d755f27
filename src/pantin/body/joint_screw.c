/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Screw: the child turns about an axis of the parent, and each turn slides it
   along by the pitch p. With e1 the axis, theta the angle from e2 to f2, the
   second axis as the child carries it, s = e1 . (p_c - p_p):

     C = ( the child's point on the axis (2),  the axis in common (2),
           s - p theta / (2 pi) )                                (5 rows)

   theta is known up to whole turns, hence the last row up to whole pitches: the
   one nearest to 0 is meant. J and Jdot u of each part are derived in rows.h.
 */
#include "pantin/body/rows.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>

enum { THREAD = 4 }; /* the last row */

static int screw_evaluate(const pn_joint *joint, const pn_motion *parent,
                          const pn_motion *child, pn_joint_rows *rows)
{
  const joint_arms arms = arms_of(joint, parent, child);
  rows_on_line(joint, &arms, parent, child, 0, rows);
  rows_same_axis(joint, parent, child, 2, rows);
  row_in_plane(&arms, parent, child, parent_axis(joint, parent, 0), THREAD,
               rows);

  /* Take the share of the turn from the slide. */
  const pn_vec3 zero = {0, 0, 0}, f2 = child_axis(joint, child, 1);
  const joint_line l = {f2, pn_vec3_cross(child->omega, f2),
                        centripetal(child->omega, f2)};
  const joint_angle turn =
      angle_of(&l, parent_axis(joint, parent, 1), parent_axis(joint, parent, 2),
               parent->omega);
  const double share = joint->pitch / (2 * M_PI);
  const pn_vec3 along = pn_vec3_scale(share, pn_vec3_cross(turn.g, f2));
  add_row(rows->Jp, THREAD, zero, pn_vec3_scale(-1, along));
  add_row(rows->Jc, THREAD, zero, along);
  rows->bias[THREAD] -= share * turn.second;
  const double pitches =
      rows->C[THREAD] / joint->pitch - turn.theta / (2 * M_PI);
  rows->C[THREAD] = joint->pitch * (pitches - round(pitches));
  return gsl_finite(turn.second) ? GSL_SUCCESS : GSL_EFAILED;
}

static const pn_joint_type screw = {
    .name = "screw",
    .summary = "a turn about an axis slides along it, by a pitch",
    .rows = 5,
    .has_axis = 1,
    .winds = 1,
    .has_frames = 1,
    .keeps = 1,
    .evaluate = screw_evaluate,
};

const pn_joint_type *const pn_joint_screw = &screw;
