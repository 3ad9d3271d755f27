/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: multiplies in the other order, as for body axes */
/* WRONG 2: forgets the factor 1/2 */
/* WRONG 3: takes the last component for the real part */
#include "joints/exercises.h"

pn_quat my_quaternion(pn_quat q, pn_vec3 omega)
{
#if WRONG == 3
  const double s = q.z;
  const pn_vec3 v = {q.w, q.x, q.y};
#else
  const double s = q.w;
  const pn_vec3 v = {q.x, q.y, q.z};
#endif
#if WRONG == 1
  const double ds = -pn_vec3_dot(omega, v) / 2;
  const pn_vec3 dv =
      pn_vec3_scale(0.5, pn_vec3_add_scaled(pn_vec3_cross(v, omega), s, omega));
#elif WRONG == 2
  const double ds = -pn_vec3_dot(omega, v);
  const pn_vec3 dv = pn_vec3_add_scaled(pn_vec3_cross(omega, v), s, omega);
#else
  const double ds = -pn_vec3_dot(omega, v) / 2;
  const pn_vec3 dv =
      pn_vec3_scale(0.5, pn_vec3_add_scaled(pn_vec3_cross(omega, v), s, omega));
#endif
#if WRONG == 3
  return (pn_quat){dv.x, dv.y, dv.z, ds};
#else
  return (pn_quat){ds, dv.x, dv.y, dv.z};
#endif
}
