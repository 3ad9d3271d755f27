/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* --grow: every solver on chains, rings, trees, stars and grids of growing
   size. A solver is not begun on a size for which the two before it predict
   too long a time. */
#include "programs/eliminate/grow.h"

#include "pantin/base/alloc.h"
#include "pantin/body/generate.h"
#include "programs/interrupt.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_fit.h>
#include <math.h>

/* Sizes are so many times apart, two a decade; the last one may be as near as
   this to the one before it. */
static const double ratio = 3.1622776601683795, nearest = 1.2;

/* A size that may be expected to take longer is left out [s]. */
static const double patience = 0.5;

/* Dense elimination has exponent 3; none grows faster for long. A size that
   took less than this [s] says nothing about those that follow. */
static const double steepest = 3, noise = 1e-3;

/* The least number of points that an exponent is fitted to. */
enum { FITTED_LEAST = 3 };

/* Sizes [m] and mass [kg] of usual things; any others would do. */
static const double arm[] = {0.5, 0.1, 0.06}, plate[] = {0.5, 0.4, 0.1},
                    hub_size = 0.3, mass = 1.2;

/* Returns the rule by which systems grow, with boxes of this size. */
static pn_generator_settings settings_of(const double *size)
{
  return (pn_generator_settings){
      .body = pn_body_make(pn_shape_box, size, mass),
      .hub = pn_body_make(pn_shape_sphere, &hub_size, mass),
      .joint = pn_joint_ball,
      .axis = {1, 0, 0},
      .spacing = size[0],
      .radius = hub_size,
      .to_joint = {0.2, 0.05, 0},
      .to_child = {0.2, 0.03, 0.01},
  };
}

/* The topologies: equal boxes in ball joints, by the library's generators. */
static const struct {
  const pn_generator *const *generator;
  const double *size;
  size_t more; /* bodies beside the generator's count */
} topologies[GROW_TOPOLOGIES] = {{&pn_generate_chain, arm, 0},
                                 {&pn_generate_ring, plate, 0},
                                 {&pn_generate_tree, arm, 0},
                                 {&pn_generate_star, arm, 1},
                                 {&pn_generate_grid, plate, 0}};

/* Makes the system of n bodies of the k-th topology; NULL, and the error
   filled, when memory is short. */
static pn_system *make_system(size_t k, size_t n, pn_error *error)
{
  pn_generator_settings settings = settings_of(topologies[k].size);
  settings.count = n - topologies[k].more;
  pn_system *system = pn_system_alloc();
  if (!system || (*topologies[k].generator)->make(&settings, system)) {
    pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
    pn_system_free(system);
    return NULL;
  }
  return system;
}

/* Sets the sizes, each by a factor larger than the last one; the largest is the
   one that was asked for. */
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

/* Foresees how long size s will probably take to prepare and solve [s], by the
   two sizes before it. */
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

/* Measures one point; returns the time until its first solution [s]. */
static double measure(const pn_system *system, const pn_multiplier_type *solver,
                      grow_point *point)
{
  const double begin = program_thread_time();
  eliminate_run run;
  double taken = 0;
  const int code = eliminate_run_make(&run, system, solver, NULL, NULL);
  point->end = code ? GROW_MEMORY : GROW_DONE;
  if (!code) {
    eliminate_run_solve(&run);
    taken = program_thread_time() - begin;
    point->solved = run.solved;
    point->operations = eliminate_run_operations(&run);
    point->microseconds = eliminate_run_time(&run);
  }
  eliminate_run_free(&run);
  return taken;
}

/* Tells whether the solver takes this system at all. */
static int takes(const pn_multiplier_type *solver, const pn_system *system)
{
  pn_assembly *assembly = pn_assembly_alloc(system);
  const int answer = assembly ? pn_multiplier_type_takes(solver, assembly) : 0;
  pn_assembly_free(assembly);
  return answer;
}

/* Fits the exponent of the times, or of the operations, of a curve. */
static double exponent_of(const grow_table *table, const grow_point *curve,
                          int of_operations)
{
  double x[GROW_SIZES_MAX], y[GROW_SIZES_MAX], a, b, c00, c01, c11, square;
  size_t count = 0, large = 0;
  for (size_t s = 0; s < table->sizes; s++) {
    const double value =
        of_operations ? curve[s].operations : curve[s].microseconds;
    if (curve[s].end != GROW_DONE || !curve[s].solved || !isfinite(value))
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

/* Measures a solver on the topology with that number. Returns the time until
   its first solution [s], 0 if there is none. */
static double solve_one(size_t topology, const pn_multiplier_type *solver,
                        grow_point *point, pn_error *error)
{
  pn_system *system = make_system(topology, point->bodies, error);
  double taken = 0;
  if (system && !takes(solver, system))
    point->end = GROW_REFUSED;
  else if (system)
    taken = measure(system, solver, point);
  pn_system_free(system);
  return taken;
}

/* Measures all sizes of one curve. */
static void follow(program *self, grow_table *table, size_t topology,
                   const pn_multiplier_type *solver, grow_point *curve)
{
  double taken[GROW_SIZES_MAX] = {0};
  for (size_t s = 0; s < table->sizes; s++) {
    grow_point *point = &curve[s];
    if (self->error.code || program_interrupted())
      continue;
    /* A size that would take too long ends the curve, as does want of
       memory. */
    const grow_end before = s > 0 ? curve[s - 1].end : GROW_DONE;
    if (before == GROW_SLOW || before == GROW_MEMORY) {
      point->end = before;
      continue;
    }
    if (foreseen(table, taken, s) > patience) {
      point->end = GROW_SLOW;
      continue;
    }
    grow_point measured = *point;
    interrupt_step_begin();
    taken[s] = solve_one(topology, solver, &measured, &self->error);
    interrupt_step_end();
    *point = measured;
  }
  const double exponent = exponent_of(table, curve, 0);
  const double operations_exponent = exponent_of(table, curve, 1);
  for (size_t s = 0; s < table->sizes; s++) {
    curve[s].exponent = exponent;
    curve[s].operations_exponent = operations_exponent;
  }
}

/* Lists the solvers that were asked for, and sets all points, not yet
   measured. */
static void prepare(grow_table *table, const eliminate_request *asked,
                    const pn_multiplier_type *solver[GROW_CURVES_MAX])
{
  const pn_multiplier_type *next;
  for (size_t k = 0;
       table->curves < GROW_CURVES_MAX && (next = pn_multiplier_type_get(k));
       k++)
    if (asked->solver < 0 || (size_t)asked->solver == k)
      solver[table->curves++] = next;
  set_sizes(table, asked);
  for (size_t t = 0; t < GROW_TOPOLOGIES; t++)
    for (size_t k = 0; k < table->curves; k++)
      for (size_t s = 0; s < table->sizes; s++)
        table->point[t][k][s] =
            (grow_point){.topology = (*topologies[t].generator)->name,
                         /* NOLINTNEXTLINE(*-core.NullDereference): is set */
                         .solver = solver[k]->name,
                         .bodies = table->n[s],
                         .microseconds = NAN,
                         .operations = NAN,
                         .exponent = NAN,
                         .operations_exponent = NAN};
}

/* Measures the solvers on all topologies. */
static void fill(program *self, grow_table *table,
                 const pn_multiplier_type *const *solver)
{
  for (size_t t = 0; t < GROW_TOPOLOGIES; t++)
    for (size_t k = 0; k < table->curves; k++) {
      follow(self, table, t, solver[k], table->point[t][k]);
      program_progress(self, (double)(t * table->curves + k + 1) /
                                 (double)(GROW_TOPOLOGIES * table->curves));
    }
}

void grow(program *self, const eliminate_request *asked)
{
  static const program_outputs outputs = {grow_print, grow_json, grow_csv,
                                          grow_picture, NULL};
  const pn_multiplier_type *solver[GROW_CURVES_MAX];
  grow_table *table = pn_alloc(1, sizeof *table);
  if (!table) {
    pn_error_set(&self->error, GSL_ENOMEM, NULL, 0, "out of memory");
    return;
  }
  prepare(table, asked, solver);
  program_leave_with(self, NULL, &outputs, table);
  fill(self, table, solver);
  if (!self->error.code)
    program_write(self, &outputs, table);
  pn_free(table);
}
