/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Motors: what they exert at a time. */
#ifndef PANTIN_BODY_MOTOR_H
#define PANTIN_BODY_MOTOR_H

#include "pantin/body/assembly.h"

/* Numbers of a motor in each row of its table: torque x, y, z, and force. */
enum { PN_MOTOR_COLUMNS = 4 };

/* Computes the torque [N m] and the force [N] along the axes of the joint at a
   time t [s]. */
void pn_motor_at(const pn_motor *motor, double t, pn_vec3 *torque,
                 double *force);

/* Adds the motors' forces at a time t to the assembly's F, at the state of
   pn_assembly_set. */
void pni_motors_load(pn_assembly *assembly, double t);

#endif
