/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: adds U U^T / D, which makes the body heavier */
/* WRONG 2: treats the hinge as a weld: it subtracts nothing */
/* WRONG 3: subtracts only half of U U^T / D */
#include "elimination/exercises.h"

my_mat6 my_articulated(my_mat6 I, const double S[6], my_mat6 X)
{
#if WRONG != 2
  double U[6] = {0}, D = 0;
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < 6; j++)
      U[i] += I.m[i][j] * S[j];
    D += S[i] * U[i];
  }
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
#if WRONG == 1
      I.m[i][j] += U[i] * U[j] / D;
#elif WRONG == 3
      I.m[i][j] -= U[i] * U[j] / (2 * D);
#else
      I.m[i][j] -= U[i] * U[j] / D;
#endif
#endif
  return my_congruent(X, I);
}
