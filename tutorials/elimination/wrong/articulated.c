/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: adds what must be subtracted, which makes the body heavier */
/* WRONG 2: treats the hinge as a weld: it subtracts nothing */
/* WRONG 3: changes when s is doubled: a division is missing */
#include "elimination/exercises.h"

my_mat6 my_articulated(my_mat6 I, const double s[6], my_mat6 X)
{
#if WRONG != 2
  double u[6] = {0}, delta = 0;
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < 6; j++)
      u[i] += I.m[i][j] * s[j];
    delta += s[i] * u[i];
  }
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
#if WRONG == 1
      I.m[i][j] += u[i] * u[j] / delta;
#elif WRONG == 3
      I.m[i][j] -= u[i] * u[j];
#else
      I.m[i][j] -= u[i] * u[j] / delta;
#endif
#endif
  return my_congruent(X, I);
}
