/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: gives the gyroscopic term the wrong sign */
/* WRONG 2: takes half of the gyroscopic term */
/* WRONG 3: leaves out the gyroscopic term */
/* WRONG 4: leaves out the torque */
/* WRONG 5: divides the torque alone by the inertia */
#include "joints/exercises.h"

pn_vec3 my_gyroscope(pn_mat3 I, pn_mat3 inverse, pn_vec3 omega, pn_vec3 torque)
{
  const pn_vec3 L = pn_mat3_apply(I, omega);
#if WRONG == 1
  const pn_vec3 rest = pn_vec3_add(torque, pn_vec3_cross(omega, L));
#elif WRONG == 2
  const pn_vec3 rest =
      pn_vec3_add_scaled(torque, -0.5, pn_vec3_cross(omega, L));
#elif WRONG == 3
  const pn_vec3 rest = torque;
#elif WRONG == 4
  const pn_vec3 rest = pn_vec3_cross(L, omega);
#else
  const pn_vec3 rest = pn_vec3_sub(torque, pn_vec3_cross(omega, L));
#endif
#if WRONG == 5
  return pn_vec3_add(pn_mat3_apply(inverse, torque), pn_vec3_cross(L, omega));
#else
  return pn_mat3_apply(inverse, rest);
#endif
}
