/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: has the sign of [r]x wrong: omega x r is -[r]x omega */
/* WRONG 2: gives the child's part the sign of the parent's */
/* WRONG 3: begins the columns of omega one too early */
#include "joints/exercises.h"

void my_jacobian(pn_vec3 rp, pn_vec3 rc, double Jp[3][6], double Jc[3][6])
{
  const pn_mat3 P = pn_mat3_cross(rp), Q = pn_mat3_cross(rc);
  for (int i = 0; i < 3; i++) {
    Jp[i][i] = 1;
#if WRONG == 2
    Jc[i][i] = 1;
#else
    Jc[i][i] = -1;
#endif
    for (int k = 0; k < 3; k++) {
#if WRONG == 1
      Jp[i][3 + k] = P.m[i][k];
      Jc[i][3 + k] = -Q.m[i][k];
#elif WRONG == 2
      Jp[i][3 + k] = -P.m[i][k];
      Jc[i][3 + k] = -Q.m[i][k];
#elif WRONG == 3
      Jp[i][2 + k] = -P.m[i][k];
      Jc[i][2 + k] = Q.m[i][k];
#else
      Jp[i][3 + k] = -P.m[i][k];
      Jc[i][3 + k] = Q.m[i][k];
#endif
    }
  }
}
