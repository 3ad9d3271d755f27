/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Whether all of many numbers are finite, without a branch for each. */
#ifndef PANTIN_BASE_FINITE_H
#define PANTIN_BASE_FINITE_H

#include "pantin/base/lanes.h"

#include <stddef.h>

/* Tells whether all numbers are finite: 0 times one that is not is NaN, which
   its sum keeps. The sums do not wait for each other. */
static inline int pni_all_finite(const double *x, size_t count)
{
  double sum = 0;
  size_t i = 0;
#ifdef PNI_LANES
  pni_lanes even = {0, 0, 0, 0}, odd = even;
  for (; i + 2 * PNI_LANES <= count; i += 2 * PNI_LANES) {
    even += 0 * lanes_load(x + i);
    odd += 0 * lanes_load(x + i + PNI_LANES);
  }
  even += odd;
  sum = (even[0] + even[1]) + (even[2] + even[3]);
#endif
  for (; i < count; i++)
    sum += 0 * x[i];
  return sum == 0;
}

#endif
