/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Whether all of many numbers are finite, without a branch for each. */
#ifndef PANTIN_BASE_FINITE_H
#define PANTIN_BASE_FINITE_H

#include <stddef.h>

/* Tells whether all numbers are finite: 0 times one that is not is NaN, which
   its sum keeps. The eight sums do not wait for each other. */
static inline int pni_all_finite(const double *x, size_t count)
{
  enum { SUMS = 8 };
  double sum[SUMS] = {0}, all = 0;
  size_t i = 0;
  for (; i + SUMS <= count; i += SUMS)
    for (size_t k = 0; k < SUMS; k++)
      sum[k] += 0 * x[i + k];
  for (; i < count; i++)
    sum[0] += 0 * x[i];
  for (size_t k = 0; k < SUMS; k++)
    all += sum[k];
  return all == 0;
}

#endif
