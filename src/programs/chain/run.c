/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "programs/chain/run.h"

#include "pantin/base/alloc.h"
#include "pantin/chain/step.h"

#include <gsl/gsl_errno.h>
#include <math.h>

const char *chain_outcome_text(chain_outcome outcome)
{
  static const char *const texts[] = {"converged", "taut", "iterations used up",
                                      "no acceptable step", "interrupted"};
  return texts[outcome];
}

int chain_run_solved(const chain_run *run)
{
  return run->outcome == CHAIN_CONVERGED || run->outcome == CHAIN_TAUT;
}

program_status chain_run_status(const chain_run *run)
{
  if (chain_run_solved(run))
    return PROGRAM_SOLVED;
  return run->outcome == CHAIN_INTERRUPTED ? PROGRAM_INTERRUPTED
                                           : PROGRAM_NOT_CONVERGED;
}

/* Notes the state of the solver; GSL_ENOMEM. */
static int record(chain_run *run)
{
  run->history[run->steps] = run->solver->info;
  if (!run->keep_iterates)
    return GSL_SUCCESS;
  pn_chain_point *copy = pn_chain_point_alloc(run->of->chain);
  if (!copy)
    return GSL_ENOMEM;
  pn_chain_point_copy(copy, run->solver->point);
  run->iterate[run->steps] = copy;
  return GSL_SUCCESS;
}

/* How far a point is from being stationary. */
static double distance(const pn_chain_info *info)
{
  return fmax(fmax(info->gradient_relative, info->constraint_relative),
              info->floor_relative);
}

/* Steps until the test is passed or nothing is left to be done; *best follows
   the iterate that came nearest. */
static int iterate(chain_run *run, pn_chain_point *best,
                   pn_chain_info *best_info)
{
  pn_chain_solver *solver = run->solver;
  int code = record(run), status;
  *best_info = solver->info;
  pn_chain_point_copy(best, solver->point);
  while (!code && (status = pn_chain_solver_test(solver)) == GSL_CONTINUE) {
    if (program_interrupted()) {
      run->outcome = CHAIN_INTERRUPTED;
      return GSL_SUCCESS;
    }
    if (pn_chain_solver_iterate(solver)) {
      run->outcome = CHAIN_NO_PROGRESS;
      return GSL_SUCCESS;
    }
    run->steps++;
    code = record(run);
    if (distance(&solver->info) < distance(best_info)) {
      *best_info = solver->info;
      pn_chain_point_copy(best, solver->point);
    }
  }
  if (!code)
    run->outcome = status == GSL_SUCCESS ? CHAIN_CONVERGED : CHAIN_ITERATIONS;
  return code;
}

/* A taut chain has one configuration, known without iterating; multipliers,
   where there are any, come by least squares. */
static void straighten(chain_run *run)
{
  pn_chain_solver *solver = run->solver;
  pn_chain_straighten(run->of->chain, solver->point);
  pn_chain_step *step = pn_chain_step_alloc(run->of->chain->bars);
  if (step)
    pn_chain_step_multipliers(step, run->of->chain, solver->point);
  pn_chain_step_free(step);
  pn_chain_measure(run->of->chain, solver->point, solver->work, &solver->info);
  run->outcome = CHAIN_TAUT;
}

static int start(chain_run *run, const pn_chain_settings *settings,
                 pn_error *error)
{
  const pn_chain *chain = run->of->chain;
  run->solver = pn_chain_solver_alloc(run->method, chain);
  run->history = pn_alloc(settings->iterations + 1, sizeof *run->history);
  if (run->keep_iterates)
    run->iterate = pn_alloc(settings->iterations + 1, sizeof *run->iterate);
  if (!run->solver || !run->history || (run->keep_iterates && !run->iterate))
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  return pn_chain_solver_set(run->solver, settings, run->of->start, error);
}

int chain_run_solve(chain_run *run, const pn_chain_settings *settings,
                    pn_error *error)
{
  int code = start(run, settings, error);
  if (code)
    return code;
  pn_chain_info best_info;
  pn_chain_point *best = pn_chain_point_alloc(run->of->chain);
  code = best ? iterate(run, best, &best_info) : GSL_ENOMEM;
  if (code) {
    pn_chain_point_free(best);
    return pn_error_set(error, code, NULL, 0, "out of memory");
  }
  if (pn_chain_is_taut(run->of->chain) && run->outcome != CHAIN_INTERRUPTED)
    straighten(run);
  else if (run->outcome == CHAIN_CONVERGED)
    pn_chain_solver_polish(run->solver);
  else {
    pn_chain_point_copy(run->solver->point, best);
    run->solver->info = best_info;
  }
  pn_chain_point_free(best);
  if (!chain_run_solved(run))
    return GSL_SUCCESS;
  code = pn_chain_classify(run->of->chain, run->solver->point, &run->verdict);
  run->classified = code == GSL_SUCCESS;
  return code == GSL_ENOMEM
             ? pn_error_set(error, code, NULL, 0, "out of memory")
             : GSL_SUCCESS;
}

void chain_run_free(chain_run *run)
{
  for (size_t k = 0; run->iterate && k <= run->steps; k++)
    pn_chain_point_free(run->iterate[k]);
  pn_free(run->iterate);
  pn_free(run->history);
  pn_chain_solver_free(run->solver);
}
