/* Wrong, off by one: the other condition; nothing is ever taken back. */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "contact/exercises.h"

void my_projection(size_t n, const double *lambda, const double *w, double *r)
{
  for (size_t i = 0; i < n; i++) {
    const int held = w[i] > 0;
    r[i] = held ? 0 : -w[i];
  }
}
