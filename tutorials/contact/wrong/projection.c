/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: has the sign of w, which leads up the energy */
/* WRONG 2: keeps every row at 0 that is at 0, whatever its w is */
/* WRONG 3: keeps every row with w > 0, even one that is above 0 */
#include "contact/exercises.h"

void my_projection(size_t n, const double *lambda, const double *w, double *r)
{
  for (size_t i = 0; i < n; i++) {
#if WRONG == 2
    const int held = lambda[i] <= 0;
#elif WRONG == 3
    const int held = w[i] > 0;
#else
    const int held = lambda[i] <= 0 && w[i] > 0;
#endif
#if WRONG == 1
    r[i] = held ? 0 : w[i];
#else
    r[i] = held ? 0 : -w[i];
#endif
  }
}
