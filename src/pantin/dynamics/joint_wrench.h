/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tells the forces and torques that a joint exerts: of its multipliers, and of
   its viscous friction. */
#ifndef PANTIN_DYNAMICS_JOINT_WRENCH_H
#define PANTIN_DYNAMICS_JOINT_WRENCH_H

#include "pantin/dynamics/inverse.h"

/* Returns the wrench J^T lambda of a joint on its parent (side 0) or its child
   (1), about the joint's point on that body; `turn` and `slide` are 0. lambda:
   all multipliers, (m); the assembly must be set. */
pn_wrench pn_joint_wrench(const pn_assembly *assembly, const double *lambda,
                          size_t joint, int side);

/* Returns the viscous friction of a joint on its child, about the joint's point
   on it: force and torque; the assembly must be set. */
pn_wrench pn_joint_friction(const pn_assembly *assembly, size_t joint);

#endif
