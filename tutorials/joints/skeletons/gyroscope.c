/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The angular acceleration of a body.

   In:  the inertia I in the world's frame at this moment [kg m^2], and its
        inverse; omega [rad/s]; the torque [N m].
   Out: omega' [rad/s^2].

   Example: I = diag(1, 2, 3), omega = (0, 1, 1), no torque. The angular
   momentum is (0, 2, 3) and stays so, while the body turns away under it:
   omega' = (-1, 0, 0).

   pn_mat3_apply(A, v) is A v. */
#include "joints/exercises.h"

pn_vec3 my_gyroscope(pn_mat3 I, pn_mat3 inverse, pn_vec3 omega, pn_vec3 torque)
{
  const pn_vec3 L = pn_mat3_apply(I, omega); /* the angular momentum */
  return (pn_vec3){0, 0, 0};                 /* TODO */
}
