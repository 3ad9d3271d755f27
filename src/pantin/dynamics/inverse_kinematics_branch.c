/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Whether a step stays on its branch. A linkage can often be assembled in
   several ways between which no motion leads, and Newton's method on C = 0 may
   end in another one than where a long step began. Without loops there is but
   one way.

   The poses near y are those that are reached by a step dq along the tangent
   and then along the normals at y,

     q + dq + W J(y)^T mu,

   and there is one for each dq as long as the normals do not turn too far:
   while J W J(y)^T can be inverted. Then the steps with the matrix of y,

     (J(y) W J(y)^T) mu = -C,

   come nearer by 1 - (J(y) W J(y)^T)^-1 J W J(y)^T, fast where the normals
   agree, and not at all where they have turned over, as on a branch that one
   comes to on the way straight on. So they must shrink, and be followed until
   what may grow among them would show.

   Sources: P. Deuflhard, Newton Methods for Nonlinear Problems (2004), sections
   2.1 and 5.1 (contraction of Newton's method with a matrix that is kept, as a
   measure of steps along a path); W. Rheinboldt, Numerical Analysis of
   Parametrized Nonlinear Equations (1986), chapter 3. */
#include "pantin/dynamics/inverse_kinematics_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Each step must be shorter than this share of the one before. */
static const double shrink = 0.5;

/* They are followed until one is below this share of the first. */
static const double small = 1e-4;

/* Makes a step with the matrix of the joints as they are set; its length in the
   measure of the masses, 0 where none is needed, infinity where there is none:
   dq^T M dq = mu^T J W J^T mu = -mu . C. */
static double close_a_bit(pn_inverse_kinematics *ik, double *y)
{
  pn_dynamics *joints = ik->joints;
  const double *C = ik->all->assembly->C;
  const size_t rows = joints->assembly->rows;
  if (pn_assembly_set(ik->all->assembly, y))
    return INFINITY;
  double gap = 0, sum = 0;
  for (size_t i = 0; i < rows; i++) {
    gap = fmax(gap, fabs(C[i]));
    joints->right[i] = -C[i];
  }
  if (gap < ik->settings.tolerance)
    return 0;
  ik->solves++;
  if (pn_dynamics_least_change(joints, joints->right, joints->force))
    return INFINITY;
  pn_dynamics_displace(joints, y, joints->force);
  for (size_t i = 0; i < rows; i++)
    sum -= joints->impulse[i] * C[i];
  return sqrt(fabs(sum));
}

int pni_ik_strays(pn_inverse_kinematics *ik, double *y)
{
  pn_dynamics *joints = ik->joints;
  if (ik->loops == 0)
    return 0;
  if (pn_assembly_set(joints->assembly, ik->y) ||
      pn_multipliers_set(joints->multipliers))
    return 1;
  const double first = close_a_bit(ik, y);
  double before = first;
  while (before > small * first) {
    const double size = close_a_bit(ik, y);
    if (!(size <= shrink * before))
      return 1;
    before = size;
  }
  return !isfinite(first);
}
