/* Wrong, sign: the hinge makes the body heavier. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
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
      I.m[i][j] += U[i] * U[j] / D;
  return my_congruent(X, I);
}
