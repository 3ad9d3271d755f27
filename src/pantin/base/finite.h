/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Whether all of many numbers are finite, without a branch for each. */
#ifndef PANTIN_BASE_FINITE_H
#define PANTIN_BASE_FINITE_H

#include "pantin/base/lanes.h"

#include <stddef.h>

/* Tells whether all numbers are finite: 0 times one that is not is NaN, which
   its sum keeps. The sums do not wait for each other. */
PNI_INLINE int pni_all_finite(const double *x, size_t count)
{
  enum { SUMS = 4 };
  double sum = 0;
  size_t i = 0;
#ifdef PNI_LANES
  enum { TURN = PNI_LANES * SUMS };
  pni_lanes s[SUMS] = {{0}};
  for (; i + TURN <= count; i += TURN) {
    PNI_UNROLL
    for (int k = 0; k < SUMS; k++)
      s[k] += 0 * lanes_load(x + i + PNI_LANES * k);
  }
  s[0] += s[1] + (s[2] + s[3]);
  sum = (s[0][0] + s[0][1]) + (s[0][2] + s[0][3]);
#endif
  for (; i < count; i++)
    sum += 0 * x[i];
  return sum == 0;
}

#endif
