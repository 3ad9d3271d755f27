/* Wrong, sign: the gyroscopic term on the wrong side. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "joints/exercises.h"

pn_vec3 my_gyroscope(pn_mat3 I, pn_mat3 inverse, pn_vec3 omega, pn_vec3 torque)
{
  const pn_vec3 L = pn_mat3_apply(I, omega);
  const pn_vec3 rest = pn_vec3_add(torque, pn_vec3_cross(omega, L));
  return pn_mat3_apply(inverse, rest);
}
