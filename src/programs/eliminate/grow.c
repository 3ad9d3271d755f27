/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --grow: every solver on chains, rings, trees, stars and grids of growing
   size. A solver is not begun on a size for which the two before it predict
   too long a time. */
#include "programs/eliminate/grow.h"

#include "programs/eliminate/run.h"
#include "programs/eliminate/study.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_fit.h>
#include <math.h>

/* Sizes are so many times apart, two a decade; the last one may be as near as
   this to the one before it. */
static const double ratio = 3.1622776601683795, nearest = 1.2;

/* What may be expected to take longer is left out [s]. */
static const double patience = 0.5;

/* Dense elimination has exponent 3; none grows faster for long. What took less
   than this [s] says nothing about what follows. */
static const double steepest = 3, noise = 1e-3;

/* An exponent needs so many points. */
enum { FITTED_LEAST = 3 };

static void set_sizes(grow_table *table, const eliminate_request *asked)
{
  const double to = (double)asked->to;
  double n = (double)asked->from;
  while (table->sizes + 1 < GROW_SIZES_MAX && n * nearest < to) {
    table->n[table->sizes++] = (size_t)lround(n);
    n *= ratio;
  }
  table->n[table->sizes++] = asked->to;
}

/* How long size s will probably take to prepare and solve [s], by the two
   sizes before it. */
static double foreseen(const grow_table *table, const double *taken, size_t s)
{
  if (s == 0 || taken[s - 1] < noise)
    return 0;
  double exponent = steepest;
  if (s > 1 && taken[s - 2] > noise)
    exponent = log(taken[s - 1] / taken[s - 2]) /
               log((double)table->n[s - 1] / (double)table->n[s - 2]);
  exponent = fmin(fmax(exponent, 1), steepest);
  return taken[s - 1] *
         pow((double)table->n[s] / (double)table->n[s - 1], exponent);
}

/* One point; returns the time until its first solution [s]. */
static double measure(const pn_system *system, const pn_multiplier_type *solver,
                      grow_point *point)
{
  const double begin = eliminate_now();
  eliminate_run *run = eliminate_run_alloc(system, solver, NULL, NULL);
  point->end = run ? GROW_DONE : GROW_MEMORY;
  if (!run)
    return 0;
  eliminate_run_solve(run);
  const double taken = eliminate_now() - begin;
  point->failed = run->failed;
  point->operations = eliminate_run_operations(run);
  point->microseconds = eliminate_run_time(run);
  eliminate_run_free(run);
  return taken;
}

/* Whether the solver takes this system at all. */
static int takes(const pn_multiplier_type *solver, const pn_system *system)
{
  pn_assembly *assembly = pn_assembly_alloc(system);
  const int answer = assembly ? pn_multiplier_type_takes(solver, assembly) : 0;
  pn_assembly_free(assembly);
  return answer;
}

static double exponent_of(const grow_table *table, const grow_curve *curve,
                          int of_operations)
{
  double x[GROW_SIZES_MAX], y[GROW_SIZES_MAX], a, b, c00, c01, c11, square;
  size_t count = 0, large = 0;
  for (size_t s = 0; s < table->sizes; s++) {
    const grow_point *point = &curve->point[s];
    const double value =
        of_operations ? point->operations : point->microseconds;
    if (point->end != GROW_DONE || point->failed || !isfinite(value))
      continue;
    x[count] = log((double)table->n[s]);
    y[count++] = log(value);
    large += table->n[s] >= GROW_FITTED_FROM;
  }
  if (count < FITTED_LEAST)
    return NAN;
  const size_t from = large >= FITTED_LEAST ? count - large : 0;
  gsl_fit_linear(x + from, 1, y + from, 1, count - from, &a, &b, &c00, &c01,
                 &c11, &square);
  return b;
}

/* All sizes of one curve. */
static void follow(program *self, grow_table *table, size_t topology,
                   grow_curve *curve)
{
  double taken[GROW_SIZES_MAX] = {0};
  for (size_t s = 0; s < table->sizes; s++) {
    grow_point *point = &curve->point[s];
    *point = (grow_point){GROW_NOT_YET, NAN, NAN, 0};
    if (self->error.code || program_interrupted())
      continue;
    const grow_end before = s > 0 ? curve->point[s - 1].end : GROW_DONE;
    if (before == GROW_SLOW || before == GROW_MEMORY) {
      point->end = before;
      continue;
    }
    if (foreseen(table, taken, s) > patience) {
      point->end = GROW_SLOW;
      continue;
    }
    pn_system *system = grow_system(topology, table->n[s], &self->error);
    if (system && !takes(curve->solver, system))
      point->end = GROW_REFUSED;
    else if (system)
      taken[s] = measure(system, curve->solver, point);
    pn_system_free(system);
  }
  curve->exponent = exponent_of(table, curve, 0);
  curve->operations = exponent_of(table, curve, 1);
}

/* The solvers that were asked for. */
static void choose(const eliminate_request *asked, grow_topology *topology)
{
  const pn_multiplier_type *solver;
  for (size_t k = 0; topology->curves < GROW_CURVES_MAX &&
                     (solver = pn_multiplier_type_get(k));
       k++)
    if (asked->solver < 0 || (size_t)asked->solver == k)
      topology->curve[topology->curves++].solver = solver;
}

static void fill(program *self, const eliminate_request *asked,
                 grow_table *table)
{
  set_sizes(table, asked);
  for (size_t t = 0; t < GROW_TOPOLOGIES; t++) {
    grow_topology *topology = &table->topology[t];
    topology->name = grow_name(t);
    choose(asked, topology);
    for (size_t k = 0; k < topology->curves; k++) {
      follow(self, table, t, &topology->curve[k]);
      program_progress(self, (double)(t * topology->curves + k + 1) /
                                 (double)(GROW_TOPOLOGIES * topology->curves));
    }
  }
}

void eliminate_grow(program *self, const eliminate_request *asked)
{
  grow_table table = {0};
  fill(self, asked, &table);
  if (self->error.code)
    return;
  if (self->json)
    grow_json(stdout, &table);
  else if (!self->quiet)
    grow_print(stdout, &table);
  if (self->csv)
    grow_csv(self->csv, &table, &self->error);
  if (self->plot)
    grow_picture(self->plot, &table, &self->error);
}
