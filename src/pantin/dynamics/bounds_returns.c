/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Finds when a joint returns to a limit that it has just left: a bounce that is
   shorter than the rest of the step. The way x from the limit, as it was when
   the part of the step began, is 0 at both ends of the bounce, so that its sign
   tells nothing of the beginning. But x / h, the mean velocity so far, falls
   from x' > 0 to 0 at the return, under a steady force in a straight line:

     x / h = x' + x'' h / 2

   If it has come to m after a time h, the bounce thus lasted about
   h x' / (x' - m) and was a quarter of that times x' high. One that is not
   higher than pn_bounds_reached is none: the joint rests. */
#include "pantin/dynamics/bounds_private.h"

#include <gsl/gsl_math.h>
#include <string.h>

/* Returns the way from limit l since the part began, in the unit in which its
   gap is compared. */
static double way_from(const pn_bounds *bounds, size_t l)
{
  const pn_bound *of = &bounds->dynamics->system->bound[l / 2];
  const double sign = l % 2 == 0 ? 1 : -1;
  const double x = pni_bound_value(bounds, l / 2) - bounds->value[l / 2];
  return sign * x / pni_bound_measure(of);
}

/* Returns the speed at which limit l is left when the part begins, in that
   unit; 0 if it is not reached, or not left. */
static double leaving(const pn_bounds *bounds, size_t l)
{
  const pn_bound *of = &bounds->dynamics->system->bound[l / 2];
  const double sign = l % 2 == 0 ? 1 : -1, unit = pni_bound_measure(of);
  const double rate = sign * bounds->rate[l / 2] / unit;
  const int is_there =
      pni_bound_gap(of, sign, bounds->value[l / 2]) <= unit * pn_bounds_reached;
  return bounds->met[l] > 0 && is_there && rate > 0 ? rate : 0;
}

/* Returns how high a bounce at this speed is whose mean velocity in a time h is
   `mean`; INFINITY if it does not return. */
static double height(double speed, double mean, double h)
{
  return mean < speed ? speed * h * speed / (speed - mean) / 4 : INFINITY;
}

void pni_bounds_note_rests(pn_bounds *bounds, double h)
{
  for (size_t l = 0; l < 2 * bounds->bounds; l++) {
    const double speed = leaving(bounds, l);
    if (bounds->met[l] == PNI_LEFT && speed > 0 &&
        height(speed, way_from(bounds, l) / h, h) <= pn_bounds_reached)
      bounds->met[l] = PNI_MET;
  }
}

size_t pn_bounds_find_returns(pn_bounds *bounds, double h)
{
  size_t count = 0;
  memset(bounds->out, 0, 2 * bounds->bounds * sizeof *bounds->out);
  for (size_t l = 0; l < 2 * bounds->bounds; l++) {
    const double speed = leaving(bounds, l);
    if (!(speed > 0) || bounds->press[l] > 0)
      continue;
    const double mean = way_from(bounds, l) / h;
    if (mean < 0 && height(speed, mean, h) > pn_bounds_reached) {
      bounds->out[l] = speed;
      count++;
    }
  }
  return count;
}

double pn_bounds_out(const pn_bounds *bounds, double h)
{
  double least = INFINITY;
  for (size_t l = 0; l < 2 * bounds->bounds; l++)
    if (bounds->out[l] > 0)
      least = fmin(least, h > 0 ? way_from(bounds, l) / h : bounds->out[l]);
  return least;
}
