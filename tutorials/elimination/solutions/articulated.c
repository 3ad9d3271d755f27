/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The articulated inertia. A body on a hinge gets the acceleration a from its
   parent, and adds qdd s, such that the hinge transmits nothing along s:

     h = I (a + qdd s),   s^T h = 0   =>   qdd = -s^T I a / (s^T I s),
     h = I_a a,   I_a = I - u u^T / delta,   u = I s,   delta = s^T u.

   The parent feels X^T I_a X, as if I_a were welded to it. */
#include "elimination/exercises.h"

my_mat6 my_articulated(my_mat6 I, const double s[6], my_mat6 X)
{
  double u[6] = {0}, delta = 0;
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < 6; j++)
      u[i] += I.m[i][j] * s[j];
    delta += s[i] * u[i];
  }
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      I.m[i][j] -= u[i] * u[j] / delta;
  return my_congruent(X, I);
}
