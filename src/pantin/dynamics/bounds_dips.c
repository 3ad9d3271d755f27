/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Finds limits that a joint passes and leaves again within a part of a step, at
   both ends of which it is off them: a force pulls it away, or an impact has
   thrown it there but little. The gap g and its rate g' at both ends, a time h
   apart, tell of it: with s = t / h, the cubic through them is

     g = g_0 + a s + b s^2 + c s^3,
     a = h g'_0,
     b = 3 (g_1 - g_0) - 2 h g'_0 - h g'_1,
     c = h g'_0 + h g'_1 - 2 (g_1 - g_0),

   which is the gap itself under a steady force in a straight line. Where g'_0 <
   0 < g'_1 it is least in between, at s = -a / (b + sqrt(b^2 - 3 a c)). */
#include "pantin/dynamics/bounds_private.h"

#include <math.h>

/* Sets *s to where the gap is least between its ends. Returns how large it is
   there; INFINITY if it falls, or rises, all the time. */
static double least_between(double start, double fall, double end, double rise,
                            double *s)
{
  const double a = fall, b = 3 * (end - start) - 2 * fall - rise,
               c = fall + rise - 2 * (end - start);
  if (!(fall < 0 && rise > 0))
    return INFINITY;
  *s = -a / (b + sqrt(fmax(0, b * b - 3 * a * c)));
  return start + *s * (a + *s * (b + *s * c));
}

double pn_bounds_find_dip(const pn_bounds *bounds, double h, const double *y)
{
  const pn_system *system = bounds->dynamics->system;
  const double *u = y + pn_system_positions(system);
  double first = h;
  for (size_t l = 0; l < 2 * bounds->bounds; l++) {
    const size_t b = l / 2;
    const pn_bound *of = &system->bound[b];
    const double sign = l % 2 == 0 ? 1 : -1;
    const double reached = pni_bound_measure(of) * pn_bounds_reached;
    const double start = pni_bound_gap(of, sign, bounds->value[b]);
    if (!isfinite(start) || start <= reached)
      continue;
    const double end = pni_bound_gap(of, sign, pni_bound_value(bounds, b));
    double s = 1;
    if (least_between(start, h * sign * bounds->rate[b], end,
                      h * sign * pni_bound_rate(bounds, of, u), &s) < -reached)
      first = fmin(first, s * h);
  }
  return first;
}
