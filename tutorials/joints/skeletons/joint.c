/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* PROJECT: a joint of your own, of one equation between two bodies. You choose
   it. Some that others have made: a rope over two wheels; a telescope whose two
   halves are of one length; two bones that roll on each other; a bead on one
   body in a groove of the other.

   In:  the motions of parent and child (pose.x, R, v, omega). The joint has
        point[0] and point[1], a corner of each body in its own frame, and
        length = 1; use them or numbers of your own.
   Out: rows->C[0], which depends on both poses, and on nothing else; its
        Jacobian on (v, omega) of the parent, rows->Jp[0 .. 5], and of the
        child, rows->Jc[0 .. 5]; Jdot u in rows->bias[0]. The value returned is
        GSL_SUCCESS.

   The parent starts at (-0.5, 0, 0), the child at (0.5, 0, 0), not turned. C
   must be smooth within half a metre of there and in any orientation, be 0
   somewhere near, and have lengths of about a metre in it.

   Example: the distance joint of section 3 is such a joint, but it exists
   already: read src/pantin/body/joint_distance.c. */
#include "joints/exercises.h"

#include <gsl/gsl_errno.h>

int my_joint(const pn_joint *joint, const pn_motion *parent,
             const pn_motion *child, pn_joint_rows *rows)
{
  rows->C[0] = 0; /* TODO */
  for (int k = 0; k < 6; k++)
    rows->Jp[k] = rows->Jc[k] = 0; /* TODO */
  rows->bias[0] = 0;               /* TODO */
  return GSL_SUCCESS;
}
