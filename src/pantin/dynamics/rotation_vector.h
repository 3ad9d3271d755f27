/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A turn by the angle |r| about the axis r / |r|, and how it moves with r. */
#ifndef PANTIN_DYNAMICS_ROTATION_VECTOR_H
#define PANTIN_DYNAMICS_ROTATION_VECTOR_H

#include "pantin/base/quat.h"

/* A turn, its angular velocity and angular acceleration, both in the frame in
   which the turn is counted. */
typedef struct {
  pn_quat q;
  pn_vec3 omega, omega_dot;
} pni_turn;

/* Returns the turn of a rotation vector r with its derivatives r' and r''. */
pni_turn pni_turn_of_vector(pn_vec3 r, pn_vec3 rate, pn_vec3 second);

/* Returns the r' of a rotation vector r with this angular velocity; |r| < 2
   pi. */
pn_vec3 pni_rotation_vector_rate(pn_vec3 r, pn_vec3 omega);

/* Sets r' and r'' of a rotation vector r with the velocity and the acceleration
   of a turn; |r| < 2 pi. */
void pni_rotation_vector_follow(pn_vec3 r, const pni_turn *of, pn_vec3 *rate,
                                pn_vec3 *second);

/* Returns the rotation vector of a turn that is nearest to another vector. */
pn_vec3 pni_rotation_vector(pn_quat q, pn_vec3 near);

/* Returns the angle that is nearest to another one and the same up to turns. */
double pni_nearest_angle(double angle, double near);

#endif
