/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* How the quaternion of a body changes.

   In:  q = (w, x, y, z), of length 1; it turns the body's frame into the
        world's; w is the eta of the text, (x, y, z) its epsilon. The angular
        velocity omega in the world's frame [rad/s].
   Out: the derivative of q with respect to time.

   Example: q = (1, 0, 0, 0), not turned, and omega = (0, 0, 1). After a short
   time t the body is turned by the angle t about z, which has the quaternion
   (cos(t/2), 0, 0, sin(t/2)): the answer is (0, 0, 0, 1/2).

   The library has pn_quat_multiply for this product; write the components. */
#include "joints/exercises.h"

pn_quat my_quaternion(pn_quat q, pn_vec3 omega)
{
  const double s = q.w;
  const pn_vec3 v = {q.x, q.y, q.z};
  const double ds = 0;          /* TODO */
  const pn_vec3 dv = {0, 0, 0}; /* TODO */
  return (pn_quat){ds, dv.x, dv.y, dv.z};
}
