/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Finds when something that slides against dry friction turns back. Friction is
   steady, against the motion, until the velocity x' of its coordinate is 0;
   from then on the driving force is either held by friction or reverses the
   motion, and friction with it. A step across that moment would err by as much
   as friction does in it, and every integrator would have order 1. So steps are
   divided there, as at limits. The next part begins with finding the forces
   anew, which tells whether friction holds (bounds_forces.c). */
#include "pantin/dynamics/bounds_private.h"

#include <gsl/gsl_math.h>
#include <string.h>

const double pn_bounds_turned = 1e-9;

/* A turn that comes before this share of a step's change is the one at which
   the last part of the step ended; in the first part there was none. */
static const double early = 1e-6;

/* Relative tolerance within which friction counts as at its bound. */
static const double full = 1e-9;

/* Returns the way in which a coordinate slides, by what friction exerts during
   a time h. */
static double way_of(const pn_bound *of, double exerted, double h)
{
  return fabs(exerted) < (1 - full) * of->friction * h ? 0
                                                       : -copysign(1, exerted);
}

void pni_bounds_set_ways(pn_bounds *bounds, const double *y)
{
  const pn_system *system = bounds->dynamics->system;
  const double *u = y + pn_system_positions(system);
  for (size_t b = 0; b < bounds->bounds; b++) {
    const pn_bound *of = &system->bound[b];
    if (!(of->friction > 0))
      continue;
    if (bounds->jumped) {
      const double slid = bounds->way[b];
      bounds->swing[b] = 0;
      bounds->way[b] = fabs(bounds->rate[b]) > pni_bound_creep(bounds, of, u)
                           ? copysign(1, bounds->rate[b])
                           : 0;
      if (bounds->way[b] == 0 && slid != 0) { /* an impact has stopped it */
        bounds->dry[b] = 0;
        bounds->stale = 1;
      }
    }
    if (bounds->way[b] != 0)
      bounds->dry[b] = -bounds->way[b] * of->friction;
    else if (bounds->stale && way_of(of, bounds->dry[b], 1) != 0)
      bounds->dry[b] = 0; /* it is that of before a turn */
  }
  bounds->jumped = 0;
}

void pni_bounds_note_braces(pn_bounds *bounds, const double *u)
{
  for (size_t i = 0; i < bounds->rows; i++) {
    const pn_bound_row *row = &bounds->row[i];
    const size_t b = (size_t)(row->of - bounds->dynamics->system->bound);
    if (row->kind == PN_BOUND_FRICTION) {
      bounds->way[b] = way_of(row->of, *row->force, 1);
      bounds->held[b] =
          bounds->way[b] == 0 && pni_bound_has_value(bounds, row->of) &&
          fabs(bounds->rate[b]) <= pni_bound_creep(bounds, row->of, u);
    } else if (*row->force > 0) {
      bounds->met[pni_bounds_limit(bounds, row)] = PNI_MET;
    }
  }
  pni_bounds_sum_forces(bounds);
}

void pni_bounds_note_ways(pn_bounds *bounds, double h, int is_short)
{
  memset(bounds->way, 0, bounds->bounds * sizeof *bounds->way);
  for (size_t i = 0; i < bounds->rows; i++) {
    const pn_bound_row *row = &bounds->row[i];
    const size_t b = (size_t)(row->of - bounds->dynamics->system->bound);
    const double force = row->force ? *row->force * h : 0;
    const double exerted = force + bounds->solver->lambda[i];
    if (row->kind == PN_BOUND_FRICTION) {
      const double before = copysign(1, bounds->rate[b]);
      bounds->way[b] = way_of(row->of, exerted, h);
      if (bounds->swing[b] > 0) {
        bounds->swing[b] = is_short && bounds->way[b] == before ? -1 : 0;
        bounds->way[b] = 0; /* until its force is found */
      }
    } else if (row->kind == PN_BOUND_REST && exerted > 0) {
      bounds->way[b] = 0; /* it rests; rows of limits come behind friction */
    }
  }
}

void pni_bounds_choose_ways(pn_bounds *bounds)
{
  for (size_t i = 0; i < bounds->rows; i++) {
    const pn_bound_row *row = &bounds->row[i];
    double *way = &bounds->way[row->of - bounds->dynamics->system->bound];
    if (row->kind == PN_BOUND_FRICTION && *way == 0)
      *way = way_of(row->of, *row->force, 1);
  }
}

/* Returns by how much the velocity of bound b has changed at u if it slid when
   the step began and has turned back; 0 of others. */
static double swing_of(const pn_bounds *bounds, size_t b, const double *u)
{
  const pn_bound *of = &bounds->dynamics->system->bound[b];
  if (bounds->way[b] == 0 || bounds->swing[b] < 0)
    return 0;
  const double start = bounds->way[b] * bounds->rate[b];
  const double end = bounds->way[b] * pni_bound_rate(bounds, of, u);
  const double last = bounds->parts > 1 ? early * (start - end) : 0;
  const double least = fmax(last, pni_bound_creep(bounds, of, u));
  return end < 0 && start > least ? start - end : 0;
}

size_t pn_bounds_find_turns(pn_bounds *bounds, const double *y)
{
  const double *u = y + pn_system_positions(bounds->dynamics->system);
  for (size_t b = 0; b < bounds->bounds; b++) {
    const double swing = swing_of(bounds, b, u);
    if (!(swing > 0))
      continue;
    bounds->swing[b] = swing;
    bounds->turns++;
  }
  return bounds->turns;
}

int pn_bounds_overshoots(pn_bounds *bounds, const double *y)
{
  const double *u = y + pn_system_positions(bounds->dynamics->system);
  if (bounds->frictions == 0 || pn_assembly_set(bounds->dynamics->assembly, y))
    return 0;
  for (size_t b = 0; b < bounds->bounds; b++)
    if (swing_of(bounds, b, u) > 0)
      return 1;
  return 0;
}

/* Returns the velocity at u of bound b, which turns, along the old direction
   and as a share of its change. */
static double onward(const pn_bounds *bounds, size_t b, const double *u)
{
  const pn_bound *of = &bounds->dynamics->system->bound[b];
  return bounds->way[b] * pni_bound_rate(bounds, of, u) / bounds->swing[b];
}

double pn_bounds_onward(const pn_bounds *bounds, const double *y)
{
  const double *u = y + pn_system_positions(bounds->dynamics->system);
  double least = INFINITY;
  for (size_t b = 0; b < bounds->bounds; b++)
    if (bounds->swing[b] > 0)
      least = fmin(least, onward(bounds, b, u));
  return least;
}

void pn_bounds_drop_turns(pn_bounds *bounds, const double *y)
{
  const double *u = y + pn_system_positions(bounds->dynamics->system);
  const double first = fabs(pn_bounds_onward(bounds, y));
  for (size_t b = 0; b < bounds->bounds; b++)
    if (bounds->swing[b] > 0 &&
        onward(bounds, b, u) > fmax(first, pn_bounds_turned)) {
      bounds->swing[b] = 0;
      bounds->turns--;
    }
}
