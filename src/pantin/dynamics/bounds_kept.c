/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Keeps what a step changes of limits and dry friction, and returns to it. */
#include "pantin/dynamics/bounds_private.h"

#include <string.h>

void pn_bounds_keep(pn_bounds *bounds, double h)
{
  const size_t count = bounds->bounds;
  bounds->step = h;
  bounds->parts = 0;
  memset(bounds->hits, 0, 2 * count * sizeof *bounds->hits);
  memset(bounds->swing, 0, count * sizeof *bounds->swing);
  memset(bounds->held, 0, count * sizeof *bounds->held);
  memset(bounds->struck, 0, count * sizeof *bounds->struck);
  bounds->kept.longest = bounds->longest;
  bounds->kept.work = bounds->work;
  bounds->kept.impacts = bounds->impacts;
  bounds->kept.jumped = bounds->jumped;
  bounds->kept.stale = bounds->stale;
  memcpy(bounds->kept.force, bounds->dry, count * sizeof *bounds->dry);
  memcpy(bounds->kept.force + count, bounds->way, count * sizeof *bounds->way);
  memcpy(bounds->kept.force + 2 * count, bounds->press,
         2 * count * sizeof *bounds->press);
  memcpy(bounds->kept.force + 4 * count, bounds->met,
         2 * count * sizeof *bounds->met);
  memcpy(bounds->kept.force + 6 * count, bounds->value,
         count * sizeof *bounds->value);
  memcpy(bounds->kept.force + 7 * count, bounds->rate,
         count * sizeof *bounds->rate);
  memcpy(bounds->kept.force + 8 * count, bounds->led,
         2 * count * sizeof *bounds->led);
  bounds->kept.elapsed = bounds->elapsed;
}

void pn_bounds_return(pn_bounds *bounds)
{
  const size_t count = bounds->bounds;
  bounds->longest = bounds->kept.longest;
  bounds->work = bounds->kept.work;
  bounds->impacts = bounds->kept.impacts;
  bounds->jumped = bounds->kept.jumped;
  bounds->stale = bounds->kept.stale;
  memcpy(bounds->dry, bounds->kept.force, count * sizeof *bounds->dry);
  memcpy(bounds->way, bounds->kept.force + count, count * sizeof *bounds->way);
  memcpy(bounds->press, bounds->kept.force + 2 * count,
         2 * count * sizeof *bounds->press);
  memcpy(bounds->met, bounds->kept.force + 4 * count,
         2 * count * sizeof *bounds->met);
  memcpy(bounds->value, bounds->kept.force + 6 * count,
         count * sizeof *bounds->value);
  memcpy(bounds->rate, bounds->kept.force + 7 * count,
         count * sizeof *bounds->rate);
  memcpy(bounds->led, bounds->kept.force + 8 * count,
         2 * count * sizeof *bounds->led);
  bounds->elapsed = bounds->kept.elapsed;
  pni_bounds_sum_forces(bounds);
}
