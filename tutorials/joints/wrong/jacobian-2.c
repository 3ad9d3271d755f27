/* Wrong, sign: the child adds to the gap, as the parent does. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "joints/exercises.h"

void my_jacobian(pn_vec3 rp, pn_vec3 rc, double Jp[3][6], double Jc[3][6])
{
  const pn_mat3 P = pn_mat3_cross(rp), Q = pn_mat3_cross(rc);
  for (int i = 0; i < 3; i++) {
    Jp[i][i] = 1;
    Jc[i][i] = 1;
    for (int k = 0; k < 3; k++) {
      Jp[i][3 + k] = -P.m[i][k];
      Jc[i][3 + k] = -Q.m[i][k];
    }
  }
}
