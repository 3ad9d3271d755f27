/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The values that a number may take, and its unit, for clear messages. */
#ifndef PANTIN_BASE_RANGE_H
#define PANTIN_BASE_RANGE_H

#include <float.h>

#include "pantin/base/error.h"

typedef struct {
  double low, high; /* both allowed, both finite: inf and NaN never pass */
  const char *unit; /* such as "m"; NULL for a pure number */
} pn_range;

static inline pn_range pn_range_between(double low, double high,
                                        const char *unit)
{
  return (pn_range){low, high, unit};
}

/* Returns the range x > 0. */
static inline pn_range pn_range_positive(const char *unit)
{
  return (pn_range){DBL_TRUE_MIN, DBL_MAX, unit};
}

/* Returns the range x >= 0. */
static inline pn_range pn_range_nonnegative(const char *unit)
{
  return (pn_range){0, DBL_MAX, unit};
}

/* Returns the range of all finite numbers. */
static inline pn_range pn_range_finite(const char *unit)
{
  return (pn_range){-DBL_MAX, DBL_MAX, unit};
}

/* Checks that x lies in the range: GSL_SUCCESS; or GSL_EDOM, and the error
   "WHAT must be positive, got -0.3 m" at the place file:line. */
int pn_range_check(pn_range range, double x, const char *what, const char *file,
                   int line, pn_error *error);

#endif
