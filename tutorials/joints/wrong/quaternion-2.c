/* Wrong, factor 2: q is made of theta / 2, not of theta. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "joints/exercises.h"

pn_quat my_quaternion(pn_quat q, pn_vec3 omega)
{
  const double s = q.w;
  const pn_vec3 v = {q.x, q.y, q.z};
  const double ds = -pn_vec3_dot(omega, v);
  const pn_vec3 dv = pn_vec3_add_scaled(pn_vec3_cross(omega, v), s, omega);
  return (pn_quat){ds, dv.x, dv.y, dv.z};
}
