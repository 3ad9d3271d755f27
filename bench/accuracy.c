/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "accuracy.h"

#include "pantin/dynamics/measure.h"

#include "dynamics/reference.h"

#include <math.h>
#include <stdlib.h>

/* What the measuring works on. */
typedef struct {
  pn_assembly *assembly;
  double *y, *start, *Ju;
} gauge;

static double distance(const double *y, const double (*reference)[3])
{
  double largest = 0;
  for (size_t b = 0; b < REFERENCE_PUPPET; b++) {
    const double *x = y + PN_BODY_POSITIONS * b, *want = reference[b];
    largest = fmax(
        largest, hypot(hypot(x[0] - want[0], x[1] - want[1]), x[2] - want[2]));
  }
  return largest;
}

/* Tells whether the engine starts where it was told to. */
static int starts_there(const gauge *g, const engine *by, void *run,
                        const pn_system *system)
{
  static const double rounding = 1e-12;
  const size_t dimension = pn_system_dimension(system);
  pn_system_start(system, g->start);
  by->read(run, g->y);
  for (size_t k = 0; k < dimension; k++)
    if (!(fabs(g->y[k] - g->start[k]) < rounding))
      return 0;
  return 1;
}

static void follow(accuracy *result, const gauge *g, const engine *by,
                   void *run, double dt, size_t steps)
{
  const size_t to_2_s = (size_t)lround(2 / dt);
  pn_measure first, now;
  pn_measure_set(&first, g->assembly, g->start, g->Ju);
  for (size_t k = 1; k <= steps; k++) {
    if (by->step(run))
      return;
    by->read(run, g->y);
    pn_measure_set(&now, g->assembly, g->y, g->Ju);
    result->time = (double)k * dt;
    result->gap = fmax(result->gap, now.constraint_inf);
    result->energy = fmax(result->energy, fabs(now.energy / first.energy - 1));
    if (k == to_2_s)
      result->at_2_s = distance(g->y, reference_puppet_2);
  }
  result->at_10_s = distance(g->y, reference_puppet_10);
}

int accuracy_measure(accuracy *result, const engine *by, void *run,
                     const engine_tree *puppet, double dt, size_t steps)
{
  const pn_system *system = puppet->system;
  const size_t dimension = pn_system_dimension(system);
  const gauge g = {.assembly = pn_assembly_alloc(system),
                   .y = calloc(dimension, sizeof *g.y),
                   .start = calloc(dimension, sizeof *g.start),
                   .Ju = calloc(pn_system_rows(system), sizeof *g.Ju)};
  int code = -1;
  *result = (accuracy){0};
  if (g.assembly && g.y && g.start && g.Ju &&
      starts_there(&g, by, run, system)) {
    follow(result, &g, by, run, dt, steps);
    code = 0;
  }
  pn_assembly_free(g.assembly);
  free(g.y);
  free(g.start);
  free(g.Ju);
  return code;
}
