/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The Jacobian of the ball joint. Its constraint says that two points coincide,

     C = x_p + r_p - x_c - r_c,

   where an arm r is fixed to its body, r' = omega x r. J is what multiplies the
   velocities (v, omega) of parent and child in C':

     C' = Jp (v_p, omega_p) + Jc (v_c, omega_c).

   pn_mat3_cross(r) is the matrix [r]x with [r]x b = r x b; its entries are
   .m[row][column]. Jp and Jc come filled with zeros. */
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
