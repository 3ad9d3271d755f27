/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The derivative of the quaternion q = (s, v) of a body that turns with omega,
   given in the world's frame: q' = 1/2 (0, omega) q, a product of quaternions,
   hence

     s' = -(omega . v) / 2,   v' = (s omega + omega x v) / 2.

   pn_quat_multiply would compute it; here, write out the components. */
#include "joints/exercises.h"

pn_quat my_quaternion(pn_quat q, pn_vec3 omega)
{
  const double s = q.w;
  const pn_vec3 v = {q.x, q.y, q.z};
  const double ds = 0;          /* TODO */
  const pn_vec3 dv = {0, 0, 0}; /* TODO */
  return (pn_quat){ds, dv.x, dv.y, dv.z};
}
