/* Wrong, off by one: a term is missing, the gyroscopic (so in a source). */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "joints/exercises.h"

pn_vec3 my_gyroscope(pn_mat3 I, pn_mat3 inverse, pn_vec3 omega, pn_vec3 torque)
{
  const pn_vec3 L = pn_mat3_apply(I, omega);
  const pn_vec3 rest = torque;
  return pn_mat3_apply(inverse, rest);
}
