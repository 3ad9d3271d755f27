/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "programs/lcp/run.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <string.h>
#include <time.h>

enum { FIRST_ROOM = 256 };

static double now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

/* Measures and notes the iterate; GSL_ENOMEM. */
static int record(lcp_run *run, pn_lcp_solver *solver, double milliseconds)
{
  if (run->samples == run->room) {
    const size_t room = run->room > 0 ? 2 * run->room : FIRST_ROOM;
    lcp_sample *larger = pn_realloc(run->sample, room, sizeof *larger);
    if (!larger)
      return GSL_ENOMEM;
    run->sample = larger;
    run->room = room;
  }
  run->sample[run->samples] = (lcp_sample){solver->iteration, milliseconds,
                                           *pn_lcp_solver_measure(solver)};
  if (solver->residual.scaled.inf < run->sample[run->best].residual.scaled.inf)
    run->best = run->samples;
  run->samples++;
  return GSL_SUCCESS;
}

/* Iterates to the tolerance, the last iteration, or as far as it goes. */
static int iterate(lcp_runs *runs, lcp_run *run, pn_lcp_solver *solver,
                   double milliseconds, program *self)
{
  const pn_lcp_settings *settings = &runs->settings;
  int code = record(run, solver, milliseconds);
  while (!code && !runs->interrupted &&
         solver->residual.scaled.inf > settings->tolerance &&
         solver->iteration < settings->iterations) {
    const double begin = now();
    const int stuck = pn_lcp_solver_iterate(solver);
    milliseconds += now() - begin;
    if (stuck)
      break;
    code = record(run, solver, milliseconds);
    runs->interrupted = program_interrupted();
    program_progress(self,
                     ((double)runs->runs + (double)solver->iteration /
                                               (double)settings->iterations) /
                         (double)runs->planned);
  }
  run->solved = !code && solver->residual.scaled.inf <= settings->tolerance;
  return code;
}

static int solve(lcp_runs *runs, const pn_lcp_method *method, program *self)
{
  lcp_run *run = &runs->run[runs->runs];
  pn_error refusal = {0};
  *run = (lcp_run){.method = method};
  const double begin = now();
  pn_lcp_solver *solver = pn_lcp_solver_alloc(method, runs->problem->lcp);
  int code = solver ? GSL_SUCCESS : GSL_ENOMEM;
  if (solver && pn_lcp_solver_set(solver, runs->problem->lcp, &runs->settings,
                                  NULL, &refusal))
    strcpy(run->refusal, refusal.text);
  else if (solver)
    code = iterate(runs, run, solver, now() - begin, self);
  runs->runs++;
  pn_lcp_solver_free(solver);
  return code ? pn_error_set(&self->error, code, NULL, 0, "out of memory")
              : GSL_SUCCESS;
}

int lcp_runs_solve(lcp_runs *runs, const lcp_request *asked, program *self)
{
  const pn_lcp_method *method;
  runs->settings = asked->settings;
  for (size_t k = 0; pn_lcp_method_get(k); k++)
    runs->planned += asked->solver == 0 || asked->solver == (int)k + 1;
  for (size_t k = 0; k < LCP_NAMES_MAX && (method = pn_lcp_method_get(k)); k++)
    if (!runs->interrupted &&
        (asked->solver == 0 || asked->solver == (int)k + 1) &&
        solve(runs, method, self))
      break;
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
    pn_free(runs->run[k].sample);
}
