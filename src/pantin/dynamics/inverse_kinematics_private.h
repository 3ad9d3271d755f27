/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The parts of a step of inverse kinematics, in inverse_kinematics_step.c and
   inverse_kinematics_stiffness.c. */
#ifndef PANTIN_DYNAMICS_INVERSE_KINEMATICS_PRIVATE_H
#define PANTIN_DYNAMICS_INVERSE_KINEMATICS_PRIVATE_H

#include "pantin/dynamics/inverse_kinematics.h"

/* Sets the stiffness of each body under the multipliers all->lambda. */
void pni_ik_set_stiffness(pn_inverse_kinematics *ik);

/* Gives the bodies of `aimed` the inertia I + H / s, or those of `system` for s
   = 0; the caller then sets all->assembly anew. */
void pni_ik_stiffen(pn_inverse_kinematics *ik, double s);

/* Sets both assemblies at ik->y, and measures distance, gap and pull there.
   GSL_SUCCESS or the error of a solve. */
int pni_ik_look(pn_inverse_kinematics *ik);

/* Makes Newton steps on the joints alone, until they hold in the state y.
   GSL_EFAILED if they do not, or only turned over. */
int pni_ik_close(pn_inverse_kinematics *ik, double *y);

/* Computes dq, the step of this damping [1/kg] from ik->y within the bound on
   turns; (velocities). GSL_SUCCESS or the error of a solve. */
int pni_ik_step(pn_inverse_kinematics *ik, double damping, double *dq);

/* Makes a step that brings the points nearer, with as little damping as does
   it. GSL_ENOPROG if none does. */
int pni_ik_approach(pn_inverse_kinematics *ik);

#endif
