/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/lcp/run.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/solver_private.h"
#include "programs/interrupt.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Products with A, sweeps included, that a method of a comparison has for each
   iteration that is allowed; usual ones need no more than three. */
enum { PRODUCTS_MAX = 50 };

/* Sets the ratios of the times of the runs until now. */
static void conclude(lcp_runs *runs)
{
  double least = INFINITY;
  for (size_t k = 0; k < runs->runs; k++)
    if (runs->run[k].solved)
      least = fmin(least, runs->run[k].milliseconds);
  for (size_t k = 0; k < runs->runs; k++)
    runs->run[k].ratio = runs->run[k].milliseconds / least;
}

/* Iterates to the tolerance, the last iteration, or as far as the method
   gets. Returns the error's code. */
static int iterate(lcp_runs *runs, lcp_run *run, pn_lcp_solver *solver,
                   program *self)
{
  const size_t most = runs->settings.iterations;

  /* The start counts as iteration 0. */
  int stuck = 0, status = pn_lcp_solver_test(solver);
  int code = lcp_runs_keep(runs, run, solver, &self->error);
  while (!code && status == GSL_CONTINUE && !program_interrupted()) {
    run->costly = runs->planned > 1 && solver->products > PRODUCTS_MAX * most;
    if (run->costly)
      break;
    interrupt_step_begin();
    const double begin = program_thread_time();
    stuck = pn_lcp_solver_iterate(solver);
    const double end = program_thread_time();
    if (!stuck)
      status = pn_lcp_solver_test(solver);
    interrupt_step_end();
    run->milliseconds += 1e3 * (end - begin);
    if (stuck)
      break; /* and solver->reason is why */
    code = lcp_runs_keep(runs, run, solver, &self->error);
    program_progress(self, ((double)runs->runs - 1 +
                            (double)solver->iteration / (double)most) /
                               (double)runs->planned);
  }
  if (code)
    return code;

  /* What came out of it. */
  pni_take_best(solver, pni_diverged);
  const size_t rows = runs->problem->lcp->size;
  if (runs->keeps && !(run->lambda = pn_alloc(rows, sizeof *run->lambda)))
    return pn_error_set(&self->error, GSL_ENOMEM, NULL, 0, "out of memory");
  if (runs->keeps && rows > 0)
    memcpy(run->lambda, solver->lambda, rows * sizeof *run->lambda);
  run->solved = status == GSL_SUCCESS;
  run->within = solver->within;
  if (stuck || status != GSL_CONTINUE)
    run->outcome = pn_lcp_reason_name(solver->reason);
  else if (run->costly)
    run->outcome = "too costly";
  return GSL_SUCCESS;
}

/* Runs one method. Returns the error's code; a method that does not take the
   problem says so in its run, which is no error. */
static int solve(lcp_runs *runs, const pn_lcp_method *method, program *self)
{
  lcp_run *run = &runs->run[runs->runs++];
  pn_error refusal = {0};
  *run = (lcp_run){
      .method = method, .solver = method->name, .outcome = "interrupted"};
  self->at_work = method->name;
  program_progress(self, (double)(runs->runs - 1) / (double)runs->planned);
  /* Whatever it prepares, as a factorisation, is a step of its own. */
  interrupt_step_begin();
  const double begin = program_thread_time();
  pn_lcp_solver *solver = pn_lcp_solver_alloc(method, runs->problem->lcp);
  if (solver)
    pn_lcp_solver_set(solver, &runs->settings, NULL, &refusal);
  const double end = program_thread_time();
  interrupt_step_end();
  if (!solver || refusal.code == GSL_ENOMEM) {
    pn_error_set(&self->error, GSL_ENOMEM, NULL, 0, "out of memory");
  } else if (refusal.code) {
    strcpy(run->refusal, refusal.text);
  } else {
    run->milliseconds = run->preparation = 1e3 * (end - begin);
    iterate(runs, run, solver, self);
  }
  conclude(runs);
  pn_lcp_solver_free(solver);
  return self->error.code;
}

/* Tells whether the k-th method is to run: the one that was named, or all, but
   with the cone only those that know it. */
static int is_asked(const lcp_request *asked, size_t k)
{
  if (asked->solver != 0)
    return asked->solver == (int)k + 1;
  return !asked->settings.cone || pn_lcp_method_get(k)->handles_cone;
}

int lcp_runs_solve(lcp_runs *runs, const lcp_request *asked, program *self)
{
  const pn_lcp_method *method;
  runs->settings = asked->settings;
  runs->settings.order = (pn_lcp_order)asked->order;
  runs->settings.seed = asked->seed;
  runs->keeps = asked->solution != NULL;
  for (size_t k = 0; pn_lcp_method_get(k); k++)
    runs->planned += (size_t)is_asked(asked, k);
  for (size_t k = 0; k < LCP_NAMES_MAX && (method = pn_lcp_method_get(k));
       k++) {
    if ((program_interrupted() && runs->runs > 0) || !is_asked(asked, k))
      continue;
    if (solve(runs, method, self))
      return self->error.code;
  }
  if (asked->solver > 0 && runs->runs > 0 && runs->run[0].refusal[0])
    return pn_error_set(&self->error, GSL_EINVAL, runs->name, 0, "%s",
                        runs->run[0].refusal);
  return GSL_SUCCESS;
}

/* Compares runs for sorting: solved ones by their time come before others by
   their best residual; those that refused come last. */
static int better_first(const void *va, const void *vb)
{
  const lcp_run *a = va, *b = vb;
  if (a->solved != b->solved)
    return b->solved - a->solved;
  const int none = a->samples == 0, other = b->samples == 0;
  if (none || other)
    return none - other;
  const double x = a->solved ? a->milliseconds : a->best.residual.scaled.inf;
  const double y = a->solved ? b->milliseconds : b->best.residual.scaled.inf;
  return (x > y) - (x < y);
}

lcp_run *lcp_runs_sorted(const lcp_runs *runs)
{
  lcp_run *sorted = pn_alloc(runs->runs, sizeof *sorted);
  if (!sorted)
    return NULL;
  memcpy(sorted, runs->run, runs->runs * sizeof *sorted);
  qsort(sorted, runs->runs, sizeof *sorted, better_first);
  return sorted;
}

program_status lcp_runs_status(const lcp_runs *runs)
{
  if (program_interrupted())
    return PROGRAM_INTERRUPTED;
  for (size_t k = 0; k < runs->runs; k++)
    if (runs->run[k].solved)
      return PROGRAM_SOLVED;
  return PROGRAM_NOT_CONVERGED;
}

void lcp_runs_free(lcp_runs *runs)
{
  for (size_t k = 0; k < runs->runs; k++) {
    pn_free(runs->run[k].lambda);
    pn_free(runs->run[k].sample);
  }
  if (runs->row.columns > 0)
    quantity_stream_free(&runs->csv);
}
