/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The parts of a step of inverse kinematics, in inverse_kinematics_step.c and
   inverse_kinematics_stiffness.c. */
#ifndef PANTIN_DYNAMICS_INVERSE_KINEMATICS_PRIVATE_H
#define PANTIN_DYNAMICS_INVERSE_KINEMATICS_PRIVATE_H

#include "pantin/dynamics/inverse_kinematics.h"

/* Sets the stiffness of each body under the multipliers all->lambda, and its
   excess. */
void pni_ik_set_stiffness(pn_inverse_kinematics *ik);

/* Gives the bodies of `aimed` the inertia I + (H + e 1) / s, or those of
   `system` for s = 0; the caller then sets all->assembly anew. */
void pni_ik_stiffen(pn_inverse_kinematics *ik, double s);

/* Sets both assemblies at ik->y, and measures distance, gap and pull there.
   GSL_SUCCESS or the error of a solve. */
int pni_ik_look(pn_inverse_kinematics *ik);

/* Makes Newton steps on the joints alone, until they hold in the state y.
   GSL_EFAILED if they do not, or only turned over. */
int pni_ik_close(pn_inverse_kinematics *ik, double *y);

/* Tells whether a state y, displaced from ik->y, can be closed but on another
   branch, if at all; moves y nearer to closed. */
int pni_ik_strays(pn_inverse_kinematics *ik, double *y);

/* Returns a . b of n numbers. */
double pni_ik_dot(const double *a, const double *b, size_t n);

/* Computes the force F = -J_d^T d of the targets' springs; (velocities). */
void pni_ik_set_pull(const pn_inverse_kinematics *ik, double *F);

/* Computes K p, the second derivative of |d|^2 / 2 + lambda . C but for J_d^T
   J_d, times a change of the pose ik->y, where `all` is set; both (velocities).
   GSL_SUCCESS, or GSL_EFAILED if a joint has no derivative nearby. */
int pni_ik_curve(pn_inverse_kinematics *ik, const double *p, double *Kp);

/* Makes of a damped step dq, (velocities), that of the whole curvature.
   GSL_SUCCESS or the error of a solve. */
int pni_ik_bend(pn_inverse_kinematics *ik, double damping, double *dq);

/* Computes dq, the step of this damping [1/kg] from ik->y within the bound on
   turns; (velocities). GSL_SUCCESS or the error of a solve. */
int pni_ik_step(pn_inverse_kinematics *ik, double damping, double *dq);

/* Makes a step that brings the points nearer, with as little damping as does
   it. GSL_ENOPROG if none does. */
int pni_ik_approach(pn_inverse_kinematics *ik);

/* Counts a step from this distance and pull, if it was slow. */
void pni_ik_note_pace(pn_inverse_kinematics *ik, double distance, double pull);

/* Forgets slow steps. */
void pni_ik_forget_pace(pn_inverse_kinematics *ik);

/* Leaps, if steps have long been slow: makes Newton steps without damping, and
   keeps the pose where they come much nearer. GSL_SUCCESS; GSL_ENOPROG where
   the pose is what it was; or the error of a solve. */
int pni_ik_leap(pn_inverse_kinematics *ik);

/* Sets trial = y moved by dq, with its joints closed, and returns how far the
   points then are from their targets; infinity if the joints do not close, or
   slip, or only close on another branch. */
double pni_ik_move(pn_inverse_kinematics *ik, const double *dq);

#endif
