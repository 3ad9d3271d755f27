/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The Jacobian of the ball joint: how fast the gap between two points opens.

   In:  rp, rc: the arms of parent and child, each fixed to its body [m].
   Out: Jp, Jc (3 x 6): with C = x_p + r_p - x_c - r_c, the derivative of C by
        time is Jp (v_p, omega_p) + Jc (v_c, omega_c), for all velocities. Both
        come filled with zeros.

   Example: rp = (1, 0, 0). If only the parent turns, about z with 1 rad/s, its
   point moves with (0, 1, 0), and C changes like that: this is the last column
   of Jp.

   pn_mat3_cross(r) is the matrix [r] with [r] b = r x b; its entries are
   .m[row][column]. */
#include "joints/exercises.h"

void my_jacobian(pn_vec3 rp, pn_vec3 rc, double Jp[3][6], double Jc[3][6])
{
  const pn_mat3 P = pn_mat3_cross(rp), Q = pn_mat3_cross(rc);
  for (int i = 0; i < 3; i++) {
    Jp[i][i] = 0; /* TODO */
    Jc[i][i] = 0; /* TODO */
    for (int k = 0; k < 3; k++) {
      Jp[i][3 + k] = 0; /* TODO */
      Jc[i][3 + k] = 0; /* TODO */
    }
  }
}
