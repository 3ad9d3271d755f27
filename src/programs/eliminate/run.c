/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/eliminate/eliminate.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_statistics.h>
#include <math.h>
#include <string.h>

/* Seed of the forces from which b comes: always the same. */
static const unsigned long seed = 2385;

/* A residual above this is no solution. */
static const double accepted = 1e-6;

/* The median is that of 21 samples of at least sample_time each [s]; none is
   begun after total_time [s]. */
enum { SAMPLES = 21 };
static const double sample_time = 2e-4, total_time = 0.1;

void eliminate_run_free(eliminate_run *run)
{
  pn_multipliers_free(run->multipliers);
  pn_elimination_free(run->ordered);
  pn_matrix_free(run->plain);
  pn_assembly_free(run->assembly);
  pn_free(run->f);
  pn_free(run->b);
  pn_free(run->lambda);
  pn_free(run->work);
}

/* Allocates sparse in the order asked for. */
static int alloc_ordered(eliminate_run *run)
{
  pn_matrix *given = pn_matrix_alloc(run->assembly, NULL, NULL);
  size_t *order = pn_alloc(run->system->joints, sizeof *order);
  if (given && order && run->order->set(given->A, order) == GSL_SUCCESS)
    run->ordered = pn_elimination_alloc(run->assembly, NULL, order);
  pn_matrix_free(given);
  pn_free(order);
  run->elimination = run->ordered;
  return run->ordered ? GSL_SUCCESS : GSL_ENOMEM;
}

/* Allocates the solver, or the elimination in the order that was asked for. */
static int alloc_solver(eliminate_run *run)
{
  if (run->order)
    return alloc_ordered(run);
  run->multipliers = pn_multipliers_alloc(run->solver, run->assembly);
  if (!run->multipliers)
    return GSL_ENOMEM;
  run->elimination = run->multipliers->elimination;
  return GSL_SUCCESS;
}

int eliminate_run_show(eliminate_run *run, pn_error *error)
{
  if (!run->elimination)
    run->plain = pn_matrix_alloc(run->assembly, NULL, NULL);
  run->matrix = run->elimination ? run->elimination->matrix : run->plain;
  return run->matrix
             ? GSL_SUCCESS
             : pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
}

/* Sets b = J W f. */
static void set_right(eliminate_run *run, gsl_rng *random)
{
  const pn_assembly *a = run->assembly;
  for (size_t i = 0; i < a->velocities; i++)
    run->f[i] = 2 * gsl_rng_uniform(random) - 1;
  pn_assembly_accelerate(a, run->f, run->f);
  pn_assembly_velocity(a, run->f, run->b);
}

/* Sets the state at the start, and b. */
static int set_state(eliminate_run *run, pn_error *error)
{
  double *y = pn_alloc(pn_system_dimension(run->system), sizeof *y);
  gsl_rng *random = gsl_rng_alloc(gsl_rng_taus2);
  int code = y && random ? GSL_SUCCESS : GSL_ENOMEM;
  if (!code) {
    gsl_rng_set(random, seed);
    pn_system_start(run->system, y);
    if (pn_assembly_set(run->assembly, y))
      code = pn_error_set(error, GSL_EFAILED, NULL, 0,
                          "a joint has no derivative at the start");
    else
      set_right(run, random);
  }
  pn_free(y);
  gsl_rng_free(random);
  return code;
}

/* Allocates all; a scene without joints has nothing to eliminate. */
static int alloc_all(eliminate_run *run, pn_error *error)
{
  run->assembly = pn_assembly_alloc(run->system);
  if (!run->assembly)
    return GSL_ENOMEM;
  run->rows = run->assembly->rows;
  if (run->rows == 0)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "the scene has no joints: nothing to eliminate");
  const int code = pn_multiplier_type_check(run->solver, run->system, error);
  if (code)
    return code;
  run->f = pn_alloc(run->assembly->velocities, sizeof *run->f);
  run->b = pn_alloc(run->rows, sizeof *run->b);
  run->lambda = pn_alloc(run->rows, sizeof *run->lambda);
  run->work = pn_alloc(run->rows, sizeof *run->work);
  if (!run->f || !run->b || !run->lambda || !run->work || alloc_solver(run))
    return GSL_ENOMEM;
  return set_state(run, error);
}

int eliminate_run_make(eliminate_run *run, const pn_system *system,
                       const pn_multiplier_type *solver,
                       const pn_order_type *order, pn_error *error)
{
  *run = (eliminate_run){.system = system, .solver = solver, .order = order};
  const int code = alloc_all(run, error);
  if (code)
    pn_error_set(error, code, NULL, 0, "out of memory");
  return code;
}

/* Sets the matrix at the state of the assembly, and solves for lambda. */
static int set_and_solve(eliminate_run *run)
{
  if (!run->ordered) {
    const int code = pn_multipliers_set(run->multipliers);
    return code ? code
                : pn_multipliers_solve(run->multipliers, run->b, run->lambda);
  }
  const int code = pn_elimination_set(run->ordered, NULL);
  if (!code)
    pn_elimination_solve(run->ordered, run->b, run->lambda);
  return code;
}

static double norm(const double *x, size_t n)
{
  const gsl_vector_const_view view = gsl_vector_const_view_array(x, n);
  return gsl_blas_dnrm2(&view.vector);
}

/* Returns |b - J W J^T lambda| / |b|, by products with J and W: no use is made
   of the matrix that the solver made. */
static double residual_of(eliminate_run *run)
{
  const pn_assembly *a = run->assembly;
  memset(run->f, 0, a->velocities * sizeof *run->f);
  pn_assembly_add_force(a, run->lambda, run->f);
  pn_assembly_accelerate(a, run->f, run->f);
  pn_assembly_velocity(a, run->f, run->work);
  for (size_t i = 0; i < run->rows; i++)
    run->work[i] = run->b[i] - run->work[i];
  return norm(run->work, run->rows) / norm(run->b, run->rows);
}

void eliminate_run_solve(eliminate_run *run)
{
  const double begin = program_thread_time();
  const int code = set_and_solve(run);
  run->seconds = program_thread_time() - begin;
  if (run->ordered) {
    run->redundant = run->ordered->factor->dropped;
  } else { /* auto may have turned to another one */
    run->elimination = run->multipliers->elimination;
    run->redundant = run->multipliers->dropped;
  }
  run->residual = residual_of(run);
  run->solved = !code && run->residual < accepted;
  run->broken = code && run->elimination;
}

/* Returns the time of one of `count` solutions [s]. */
static double time_of(eliminate_run *run, size_t count)
{
  const double begin = program_thread_time();
  for (size_t k = 0; k < count; k++)
    set_and_solve(run);
  return (program_thread_time() - begin) / (double)count;
}

double eliminate_run_time(eliminate_run *run)
{
  double sample[SAMPLES];
  if (run->seconds > total_time)
    return 1e6 * run->seconds;
  const double begin = program_thread_time();
  size_t count = 1, samples = 0;
  double one = time_of(run, count);
  while (one * (double)count < sample_time) {
    count *= 2;
    one = time_of(run, count);
  }
  sample[samples++] = one;
  while (samples < SAMPLES && program_thread_time() - begin < total_time)
    sample[samples++] = time_of(run, count);
  return 1e6 * gsl_stats_median(sample, 1, samples);
}

double eliminate_run_operations(const eliminate_run *run)
{
  if (run->elimination)
    return (double)pn_elimination_operations(run->elimination);
  const uint64_t known = run->multipliers->operations;
  return known > 0 ? (double)known : NAN;
}

const char *eliminate_run_label(const eliminate_run *run, size_t k)
{
  for (size_t j = 0; j < run->system->joints; j++)
    if (run->matrix->joint_row[j] == k)
      return run->system->joint[j].name;
  size_t b = 0;
  while (run->matrix->body_row[b] != k)
    b++;
  return run->system->body[b].name;
}
