/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Small matters of tables and pictures. */
#ifndef PROGRAMS_TEXT_H
#define PROGRAMS_TEXT_H

#include <float.h>
#include <math.h>
#include <stddef.h>

/* Returns the ending of a counted noun: "1 step", "7 steps". */
static inline const char *plural(size_t count)
{
  return count == 1 ? "" : "s";
}

/* Takes the sign from a value that nine decimals show as zero. */
static inline double unsigned_zero(double value)
{
  static const double half_digit = 5e-10;
  return fabs(value) < half_digit ? 0 : value;
}

/* Returns a size for a curve over a logarithmic axis. What is below the
   rounding of `scale` is noise, or 0, and is drawn at that rounding. */
static inline double logarithmic(double value, double scale)
{
  return isnan(value) ? value : fmax(value, DBL_EPSILON * scale);
}

/* Returns the least of 1, 2, 5, 10, .. times a power of ten that is not below
   x > 0: the distance of ticks. */
static inline double round_up(double x)
{
  const double power = pow(10, floor(log10(x))), lead = x / power;
  return power * (lead > 5 ? 10 : lead > 2 ? 5 : lead > 1 ? 2 : 1);
}

#endif
