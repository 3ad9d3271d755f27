/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "programs/chain/run.h"

#include "pantin/base/alloc.h"
#include "pantin/chain/step.h"
#include "programs/chain/chain.h"
#include "programs/interrupt.h"

#include <gsl/gsl_errno.h>
#include <math.h>

int chain_run_solved(const chain_run *run)
{
  return run->outcome == PN_CHAIN_CONVERGED || run->outcome == PN_CHAIN_TAUT;
}

program_status chain_run_status(const chain_run *run)
{
  if (chain_run_solved(run))
    return PROGRAM_SOLVED;
  return run->outcome == PN_CHAIN_INTERRUPTED ? PROGRAM_INTERRUPTED
                                              : PROGRAM_NOT_CONVERGED;
}

/* Computes F = (grad l, c) of the iterate; returns how far it is from that of
   the iterate before, 0 at the start. */
static double change_of_F(chain_run *run)
{
  const pn_chain *chain = run->of->chain;
  const size_t size = pn_chain_vector_size(chain->bars);
  double *now = run->F + run->steps % 2 * size;
  const double *before = run->F + (run->steps + 1) % 2 * size;
  pn_chain_step_merit(chain, run->solver->point,
                      pn_chain_vector_view(now, chain->bars));
  double squares = 0;
  for (size_t k = 0; k < size; k++)
    squares += (now[k] - before[k]) * (now[k] - before[k]);
  return run->steps > 0 ? sqrt(squares) : 0;
}

/* Counts the directions in which the Lagrangian falls at the iterate: the
   inertia of its KKT matrix. Returns the error's code. */
static int count_directions(const chain_run *run, chain_iterate *iterate,
                            pn_error *error)
{
  pn_chain_class directions;
  interrupt_step_begin();
  const int code =
      pn_chain_classify(run->of->chain, run->solver->point, &directions);
  interrupt_step_end();
  if (code == GSL_ENOMEM)
    return pn_error_set(error, code, NULL, 0, "out of memory");
  iterate->counted = !code;
  iterate->directions = directions;
  return GSL_SUCCESS;
}

/* Adds the solver's iterate to the history, and to the CSV. Returns the error's
   code. */
static int record(chain_run *run, pn_error *error)
{
  chain_iterate *row = &run->history[run->steps];
  run->info = run->solver->info;
  pn_chain_point_copy(run->point, run->solver->point);
  *row = (chain_iterate){.info = run->info, .change = change_of_F(run)};
  if (run->counts_directions && count_directions(run, row, error))
    return error->code;
  if (run->keep_iterates) {
    pn_chain_point *copy = pn_chain_point_alloc(run->of->chain);
    if (!copy)
      return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
    pn_chain_point_copy(copy, run->point);
    run->iterate[run->steps] = copy;
  }
  return run->csv ? chain_csv_row(run, error) : GSL_SUCCESS;
}

/* Steps until the test is passed, nothing is left to be done, or Ctrl-C. */
static int iterate(chain_run *run, pn_error *error)
{
  int code = record(run, error);
  while (!code && !program_interrupted()) {
    interrupt_step_begin();
    const int ends = pn_chain_solver_test(run->solver) != GSL_CONTINUE ||
                     pn_chain_solver_iterate(run->solver);
    interrupt_step_end();
    if (ends)
      break;
    run->steps++;
    code = record(run, error);
  }
  return code;
}

int chain_run_start(chain_run *run, const pn_chain_settings *settings,
                    pn_error *error)
{
  const pn_chain *chain = run->of->chain;
  run->outcome = PN_CHAIN_INTERRUPTED;
  run->solver = pn_chain_solver_alloc(run->method, chain);
  run->point = pn_chain_point_alloc(chain);
  run->history = pn_alloc(settings->iterations + 1, sizeof *run->history);
  run->F = pn_alloc(2 * pn_chain_vector_size(chain->bars), sizeof *run->F);
  if (run->keep_iterates)
    run->iterate = pn_alloc(settings->iterations + 1, sizeof *run->iterate);
  if (!run->solver || !run->point || !run->history || !run->F ||
      (run->keep_iterates && !run->iterate))
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  interrupt_step_begin();
  const int code =
      pn_chain_solver_set(run->solver, settings, run->of->start, error);
  interrupt_step_end();
  return code;
}

int chain_run_solve(chain_run *run, pn_error *error)
{
  int code = iterate(run, error);
  if (code)
    return code;

  /* The answer, or the best iterate, and what it is. */
  pn_chain_class verdict = {0};
  interrupt_step_begin();
  const pn_chain_outcome outcome = pn_chain_solver_finish(run->solver);
  const int answers = outcome == PN_CHAIN_CONVERGED || outcome == PN_CHAIN_TAUT;
  if (answers)
    code = pn_chain_classify(run->of->chain, run->solver->point, &verdict);
  interrupt_step_end();
  run->outcome = outcome;
  run->info = run->solver->info;
  pn_chain_point_copy(run->point, run->solver->point);
  run->classified = answers && !code;
  if (run->classified)
    run->verdict = verdict;
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
  pn_free(run->F);
  pn_chain_point_free(run->point);
  pn_chain_solver_free(run->solver);
}
