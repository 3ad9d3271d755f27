/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The articulated inertia. A body on a hinge gets the acceleration a from its
   parent, and adds qdd S, such that the hinge transmits no torque about its
   axis, S^T f = 0:

     f = I (a + S qdd),   S^T f = 0   =>   qdd = -S^T I a / (S^T I S),
     f = I_a a,   I_a = I - U U^T / D,   U = I S,   D = S^T U.

   The parent feels X^T I_a X, as if I_a were welded to it. */
#include "elimination/exercises.h"

my_mat6 my_articulated(my_mat6 I, const double S[6], my_mat6 X)
{
  double U[6] = {0}, D = 0;
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < 6; j++)
      U[i] += I.m[i][j] * S[j];
    D += S[i] * U[i];
  }
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      I.m[i][j] -= U[i] * U[j] / D;
  return my_congruent(X, I);
}
