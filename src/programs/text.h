/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small matters of tables and pictures. */
#ifndef PROGRAMS_TEXT_H
#define PROGRAMS_TEXT_H

#include <math.h>
#include <stddef.h>

/* The ending of a counted noun: "1 step", "7 steps". */
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

/* Leaves a 0 out of a curve over a logarithmic axis. */
static inline double logarithmic(double value)
{
  return value > 0 ? value : NAN;
}

#endif
