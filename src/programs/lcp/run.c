/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/lcp/run.h"

#include "pantin/base/alloc.h"
#include "programs/interrupt.h"
#include "programs/lcp/report.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 256 };

/* Samples of a history that are all shown. */
enum { FIRST_SAMPLES = 50 };

/* Sets what the runs until now have from each other: the ratios of their times,
   and where the samples of each begin. */
static void conclude(lcp_runs *runs)
{
  double least = INFINITY;
  for (size_t k = 0; k < runs->runs; k++)
    if (runs->run[k].solved)
      least = fmin(least, runs->run[k].milliseconds);
  for (size_t k = 0; k < runs->runs; k++)
    runs->run[k].ratio = runs->run[k].milliseconds / least;
  const lcp_sample *sample = runs->sample;
  for (size_t k = 0; k < runs->runs; sample += runs->run[k++].samples)
    runs->run[k].sample = sample;
}

/* Measures the iterate and keeps it. Returns GSL_CONTINUE if there is more to
   do, GSL_ENOMEM if memory is short. */
static int keep_sample(lcp_runs *runs, lcp_run *run, pn_lcp_solver *solver)
{
  if (runs->samples == runs->room) {
    const size_t room = runs->room > 0 ? 2 * runs->room : FIRST_ROOM;
    lcp_sample *larger = pn_realloc(runs->sample, room, sizeof *larger);
    if (!larger)
      return GSL_ENOMEM;
    runs->sample = larger;
    runs->room = room;
    conclude(runs);
  }
  lcp_sample *sample = &runs->sample[runs->samples++];
  const int code = pn_lcp_solver_test(solver);
  *sample = (lcp_sample){run->solver, solver->iteration, run->milliseconds,
                         solver->residual};
  if (run->samples == 0 ||
      sample->residual.scaled.inf < run->best.residual.scaled.inf)
    run->best = *sample;
  run->samples++;
  return code;
}

/* Iterates to the tolerance, the last iteration, or as far as the method
   gets. Returns GSL_ENOMEM if memory is short. */
static int iterate(lcp_runs *runs, lcp_run *run, pn_lcp_solver *solver,
                   program *self)
{
  const pn_lcp_settings *settings = &runs->settings;
  const double preparation = run->milliseconds;

  /* The start counts as iteration 0. */
  int code = keep_sample(runs, run, solver);
  while (code == GSL_CONTINUE && !runs->interrupted) {
    const double begin = program_thread_time();
    interrupt_step_begin();
    const int stuck = pn_lcp_solver_iterate(solver);
    interrupt_step_end();
    run->milliseconds += 1e3 * (program_thread_time() - begin);
    if (stuck)
      break; /* and solver->reason is why */
    code = keep_sample(runs, run, solver);
    runs->interrupted = program_interrupted();
    program_progress(self,
                     ((double)runs->runs + (double)solver->iteration /
                                               (double)settings->iterations) /
                         (double)runs->planned);
  }
  if (code == GSL_ENOMEM)
    return code;

  /* What came out of it. */
  const lcp_sample *last = &runs->sample[runs->samples - 1];
  run->iterations = last->iteration;
  run->milliseconds = last->milliseconds;
  run->microseconds =
      1e3 * (last->milliseconds - preparation) / (double)last->iteration;
  const size_t rows = runs->problem->lcp->size;
  if (runs->keeps && !(run->lambda = pn_alloc(rows, sizeof *run->lambda)))
    return GSL_ENOMEM;
  if (runs->keeps && rows > 0)
    memcpy(run->lambda, solver->lambda, rows * sizeof *run->lambda);
  run->solved = code == GSL_SUCCESS;
  run->outcome =
      runs->interrupted ? "interrupted" : pn_lcp_reason_name(solver->reason);
  return GSL_SUCCESS;
}

/* Runs one method. Returns the error's code; a method that does not take the
   problem says so in its run, which is no error. */
static int solve(lcp_runs *runs, const pn_lcp_method *method, program *self)
{
  lcp_run *run = &runs->run[runs->runs];
  pn_error refusal = {0};
  *run = (lcp_run){.method = method, .solver = method->name};
  const double begin = program_thread_time();
  pn_lcp_solver *solver = pn_lcp_solver_alloc(method, runs->problem->lcp);
  int code = solver ? GSL_SUCCESS : GSL_ENOMEM;
  if (solver && pn_lcp_solver_set(solver, &runs->settings, NULL, &refusal)) {
    strcpy(run->refusal, refusal.text);
    code = refusal.code == GSL_ENOMEM ? GSL_ENOMEM : GSL_SUCCESS;
  } else if (solver) {
    run->milliseconds = 1e3 * (program_thread_time() - begin);
    code = iterate(runs, run, solver, self);
  }
  runs->runs++;
  conclude(runs);
  pn_lcp_solver_free(solver);
  return code ? pn_error_set(&self->error, code, NULL, 0, "out of memory")
              : GSL_SUCCESS;
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
  runs->keeps = asked->solution != NULL;
  for (size_t k = 0; pn_lcp_method_get(k); k++)
    runs->planned += (size_t)is_asked(asked, k);
  for (size_t k = 0; k < LCP_NAMES_MAX && (method = pn_lcp_method_get(k));
       k++) {
    if (runs->interrupted || !is_asked(asked, k))
      continue;
    if (runs->runs == 1) /* there is something to write from now on */
      program_leave_with(self, NULL, &lcp_outputs, runs);
    if (solve(runs, method, self))
      break;
  }
  if (asked->solver > 0 && runs->run[0].refusal[0])
    pn_error_set(&self->error, GSL_EINVAL, runs->name, 0, "%s",
                 runs->run[0].refusal);
  return self->error.code;
}

const lcp_sample *lcp_run_reaching(const lcp_run *run, double goal)
{
  for (size_t k = 0; k < run->samples; k++)
    if (run->sample[k].residual.scaled.inf <= goal)
      return &run->sample[k];
  return NULL;
}

size_t lcp_run_next(const lcp_run *run, size_t k)
{
  const size_t next = k < FIRST_SAMPLES ? k + 1 : k + k / FIRST_SAMPLES;
  return next >= run->samples && k + 1 < run->samples ? run->samples - 1 : next;
}

static int better_first(const void *va, const void *vb)
{
  const lcp_run *a = va, *b = vb;
  if (a->solved != b->solved)
    return b->solved - a->solved;
  const int refused = a->refusal[0] != '\0', other = b->refusal[0] != '\0';
  if (refused || other)
    return refused - other;
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
  if (runs->interrupted)
    return PROGRAM_INTERRUPTED;
  for (size_t k = 0; k < runs->runs; k++)
    if (runs->run[k].solved)
      return PROGRAM_SOLVED;
  return PROGRAM_NOT_CONVERGED;
}

void lcp_runs_free(lcp_runs *runs)
{
  for (size_t k = 0; k < runs->runs; k++)
    pn_free(runs->run[k].lambda);
  pn_free(runs->sample);
}
