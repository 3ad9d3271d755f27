/* Wrong, off by one: the quaternion is taken to have its real part last. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "joints/exercises.h"

pn_quat my_quaternion(pn_quat q, pn_vec3 omega)
{
  const double s = q.z;
  const pn_vec3 v = {q.w, q.x, q.y};
  const double ds = -pn_vec3_dot(omega, v) / 2;
  const pn_vec3 dv =
      pn_vec3_scale(0.5, pn_vec3_add_scaled(pn_vec3_cross(omega, v), s, omega));
  return (pn_quat){dv.x, dv.y, dv.z, ds};
}
