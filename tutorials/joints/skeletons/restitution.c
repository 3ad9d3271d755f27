/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The jump of velocities in an impact on a mechanism.

   In:  how many rows of J belong to joints, and how many there are in all: the
        joints' come first, then those of contacts. Ju, the velocities J u of
        all rows before the impact; for a contact it is negative if the bodies
        approach. e, the restitution.
   Out: r, the rho of the text: the right-hand side of (J W J^T) lambda = r.
        Impulses lambda change J u by (J W J^T) lambda. After the impact joints
        must hold, and each contact must separate with e times the velocity with
        which it met.

   Example: a joint that opens with 0.01 m/s, a contact that meets with -2 m/s,
   e = 1/2. Afterwards the velocities must be 0 and 1, so r = (-0.01, 3). */
#include "joints/exercises.h"

void my_rebound(size_t joints, size_t rows, const double *Ju, double e,
                double *r)
{
  for (size_t i = 0; i < joints; i++)
    r[i] = 0; /* TODO */
  for (size_t i = joints; i < rows; i++)
    r[i] = 0; /* TODO */
}
