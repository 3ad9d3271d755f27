/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Functions that the dynamics and their corrections share. */
#ifndef PANTIN_DYNAMICS_DYNAMICS_PRIVATE_H
#define PANTIN_DYNAMICS_DYNAMICS_PRIVATE_H

#include "pantin/dynamics/dynamics.h"

#include <math.h>

/* Does what pn_dynamics_least_change does, and factors before where the bodies
   have moved, which takes less time than the two one after the other. du is set
   only if that succeeds. */
int pni_dynamics_renew_and_change(pn_dynamics *dynamics, const double *r,
                                  double *du);

/* Refines lambda, (m), and the accelerations that follow from it, (n), where a
   body is a thin rod, until J u' = wanted, (m); NULL: 0. `right`, `impulse` and
   `force` of the dynamics are work. */
void pni_dynamics_refine(pn_dynamics *dynamics, const double *wanted,
                         double *lambda, double *acceleration);

/* Computes x' = v and q' = 1/2 (0, omega) q for each body: kinematics.c. */
void pni_kinematics_rates(const pn_system *system, const double *y,
                          double *qdot);

/* Turns the angular velocities of bodies along with them where they have been
   displaced by dq = (dx, dtheta) each, which changes neither their kinetic
   energy nor their spin about an axis of theirs: kinematics.c. */
void pni_kinematics_turn_along(const pn_system *system, const double *dq,
                               double *y);

/* Returns the largest absolute value of these numbers; 0 if there are none. */
static inline double pni_largest(const double *x, size_t count)
{
  double most = 0;
  for (size_t i = 0; i < count; i++)
    most = fmax(most, fabs(x[i]));
  return most;
}

#endif
