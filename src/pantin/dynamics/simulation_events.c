/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Leaps to the first event in a step with limits and dry friction: a limit that
   is reached, or returned to, or a turn of what slides. The whole rest of the
   step is tried first; an event within it is then found by regula falsi. */
#include "pantin/dynamics/simulation_private.h"

#include "pantin/dynamics/bounds_private.h"
#include "pantin/dynamics/ledger_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* The most attempts to find the time of an event, and the most times that a
   leap too far is halved. */
enum { LOCATING_STEPS = 50, HALVINGS_MOST = 40 };

/* Share of a step that is tried to find the forces of limits: long enough for
   rounding, short enough for the forces to be those of its beginning. */
static const double glimpse = 0.01;

/* An event: its distance after a time h, negative once it is past, and how
   exactly it must be found. */
typedef struct {
  double (*away)(const pn_bounds *bounds, double h, const double *y);
  double near;
} bound_event;

/* Returns the gap to the nearest limit; the assembly is set to y. */
static double away_from_limit(const pn_bounds *bounds, double h,
                              const double *y)
{
  (void)h;
  (void)y;
  return pn_bounds_gap(bounds);
}

/* Returns how fast limits are left; the assembly is set to y. */
static double away_from_return(const pn_bounds *bounds, double h,
                               const double *y)
{
  (void)y;
  return pn_bounds_out(bounds, h);
}

/* Returns how far the turn is to which y is nearest; the assembly is set to
   y. */
static double away_from_turn(const pn_bounds *bounds, double h, const double *y)
{
  (void)h;
  return pn_bounds_onward(bounds, y);
}

/* Returns where the state is kept from which a part of a step leaps. */
static double *kept_start(const pn_simulation *s)
{
  return s->last + 2 * s->ode.dimension;
}

/* Leaps from the kept state, at t, for a time h, and sets *away to the event's
   distance there. */
static int try_leap(pn_simulation *s, const bound_event *event, double t,
                    double h, double *away, double *made)
{
  memcpy(s->y, kept_start(s), s->ode.dimension * sizeof *s->y);
  pni_simulation_begin_anew(s);
  const int code = pni_simulation_leap(s, t, h, made);
  if (code || pn_assembly_set(s->dynamics->assembly, s->y))
    return GSL_EFAILED;
  s->bounds->elapsed = h;
  *away = event->away(s->bounds, h, s->y);
  return GSL_SUCCESS;
}

/* Leaps from t to the event, which was `from_here` away, in a time below *h,
   after which it is `beyond`, not positive, away; *h becomes that time. By
   regula falsi (Illinois). */
static int leap_to(pn_simulation *s, const bound_event *event, double t,
                   double from_here, double beyond, double *h, double *made)
{
  double low = 0, high = *h, away = beyond;
  int side = 0; /* on which the last time was kept */
  for (int k = 0;
       k < LOCATING_STEPS && beyond < -event->near && fabs(away) > event->near;
       k++) {
    *h = low + (high - low) * from_here / (from_here - beyond);
    if (try_leap(s, event, t, *h, &away, made))
      return GSL_EFAILED;
    if (away > 0) {
      low = *h;
      from_here = away;
      beyond /= side > 0 ? 2 : 1;
      side = 1;
    } else {
      high = *h;
      beyond = away;
      from_here /= side < 0 ? 2 : 1;
      side = -1;
    }
  }
  return GSL_SUCCESS;
}

/* Leaps from t to where a limit is reached within a time *h, after which the
   nearest one is `beyond` away, and it was `gap` before; *h becomes the time
   until then. A limit may have been passed and left again. */
static int leap_to_limit(pn_simulation *s, double t, double gap, double beyond,
                         double *h, double *made)
{
  const bound_event limit = {away_from_limit, pn_bounds_reached / 2};
  if (leap_to(s, &limit, t, gap, beyond, h, made))
    return GSL_EFAILED;
  const double dip = pn_bounds_find_dip(s->bounds, *h, s->y);
  if (!(dip < *h))
    return GSL_SUCCESS;
  *h = dip;
  return try_leap(s, &limit, t, *h, &beyond, made) ||
                 leap_to(s, &limit, t, gap, beyond, h, made)
             ? GSL_EFAILED
             : GSL_SUCCESS;
}

/* Leaps from t, for a time *h at most. Friction that acts on when what slides
   has turned, or forces of before that are wrong, may drive it faster than
   anything has: such a leap fails, and is tried again for half the time. Where
   next to nothing moves, rounding drives it faster in any time: then energies
   are left to the end of the part, which looks at them after the turn. */
static int leap_far(pn_simulation *s, const bound_event *event, double t,
                    double *h, double *away, double *made)
{
  const pn_put_in put_in = *s->put_in;
  const double whole = *h;
  for (int k = 0; try_leap(s, event, t, *h, away, made); k++) {
    const int may_pass =
        s->bounds->stale || pn_bounds_overshoots(s->bounds, s->y);
    if (s->is_tried || s->bounds->frictions == 0)
      return GSL_EFAILED;
    s->is_tried = k == HALVINGS_MOST || !may_pass;
    *s->put_in = put_in;
    *made = 0;
    *h = s->is_tried ? whole : *h / 2;
  }
  return GSL_SUCCESS;
}

static int leap_to_bound(pn_simulation *s, double t, double *h, double *made)
{
  const bound_event limit = {away_from_limit, pn_bounds_reached / 2},
                    turn = {away_from_turn, pn_bounds_turned};
  pn_bounds *bounds = s->bounds;
  double beyond;
  memcpy(kept_start(s), s->y, s->ode.dimension * sizeof *s->y);
  const double gap = pn_bounds_gap(bounds);
  double glance = fmin(*h, glimpse * s->settings.dt);
  if (bounds->stale)
    pni_bounds_drop_left(bounds);
  if (bounds->stale && (leap_far(s, &limit, t, &glance, &beyond, made) ||
                        pn_bounds_find_forces(bounds, glance, s->y)))
    return GSL_EFAILED;
  if (leap_far(s, &limit, t, h, &beyond, made) ||
      leap_to_limit(s, t, gap, beyond, h, made))
    return GSL_EFAILED;
  if (pn_bounds_find_returns(bounds, *h) > 0) {
    const bound_event back = {away_from_return, pn_bounds_reached / 2 / *h};
    if (leap_to(s, &back, t, pn_bounds_out(bounds, 0),
                pn_bounds_out(bounds, *h), h, made))
      return GSL_EFAILED;
  }
  if (bounds->frictions == 0 || pn_bounds_find_turns(bounds, s->y) == 0)
    return GSL_SUCCESS;
  beyond = pn_bounds_onward(bounds, s->y);
  if (leap_to(s, &turn, t, 1 + beyond, beyond, h, made))
    return GSL_EFAILED;
  pn_bounds_drop_turns(bounds, s->y);
  return GSL_SUCCESS;
}

int pni_simulation_leap_to_bound(pn_simulation *s, double t, double *h,
                                 double *made)
{
  const int code = leap_to_bound(s, t, h, made);
  s->is_tried = 0;
  return code;
}
