/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The end of a run: an answer is polished, and settled on its floor, a taut
   chain is laid straight, and a run without an answer goes back to its best
   iterate. */
#include "pantin/chain/solver_private.h"

#include "pantin/chain/fold.h"
#include "pantin/chain/settle.h"
#include "pantin/chain/step.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Newton's method doubles the digits of 1e-7 once, and rounding ends it. With
   little slack it begins farther off, and rounding alone ends it. */
enum { POLISHING_STEPS = 3, POLISHING_STEPS_MOST = 20 };

const char *pn_chain_outcome_name(pn_chain_outcome outcome)
{
  static const char *const names[] = {"converged", "taut", "iterations used up",
                                      "no acceptable step", "interrupted"};
  return names[outcome];
}

/* Makes the best point the solver's again. */
static void return_to_best(pn_chain_solver *solver)
{
  if (!solver->at_best)
    pn_chain_point_copy(solver->point, solver->best);
  solver->info = solver->best_info;
  solver->at_best = 1;
}

/* A residual above so many times what rounding leaves is no rounding. */
static const double beyond_rounding = 16;

/* Takes a full step. The members of info that tell how the point was reached
   stay those of the stop. */
static int take_full_step(pn_chain_solver *solver)
{
  const pn_chain_method *method = solver->method;
  const pn_chain_info before = solver->info;
  const int code = pni_chain_solver_advance(
      solver, method->polish ? method->polish : method->iterate);
  solver->info.iteration = before.iteration;
  solver->info.step = before.step;
  solver->info.alpha = before.alpha;
  solver->info.singular = before.singular;
  return code;
}

/* Makes the point before the last step, which was the best, `best`. */
static void leave_best(pn_chain_solver *solver)
{
  pn_chain_point *before = solver->last;
  solver->last = solver->best;
  solver->best = before;
  solver->at_best = 0;
}

/* Takes a few more steps, to the point of least residual. A node of a long
   chain carries so little that a point whose tensions are wrong may pass the
   test: from there the first step, which is long, makes lengths wrong by its
   square, and the next ones mend that. So a residual that grows ends this only
   where it may be rounding. */
static void polish(pn_chain_solver *solver)
{
  const int strict = pni_chain_strictness(solver->chain, solver->point) < 1;
  const int most = strict ? POLISHING_STEPS_MOST : POLISHING_STEPS;
  const double attainable = pni_chain_attainable(solver->chain);
  const double enough = strict ? 0 : attainable;
  solver->best_info = solver->info;
  solver->at_best = 1;
  for (int k = 0; k < most; k++) {
    if (pn_chain_residual(&solver->info) <= enough)
      break;
    if (take_full_step(solver))
      break;
    const double now = pn_chain_residual(&solver->info);
    if (now < pn_chain_residual(&solver->best_info)) {
      solver->best_info = solver->info;
      solver->at_best = 1;
    } else if (solver->at_best) {
      leave_best(solver);
      if (!(now > beyond_rounding * attainable))
        break;
    }
  }
  return_to_best(solver);
}

/* Lays a taut chain in its only configuration, with the multipliers that come
   nearest to balancing it (where there are any, they balance it). */
static void straighten(pn_chain_solver *solver)
{
  pn_chain_point *point = solver->point;
  pn_chain_straighten(solver->chain, point);
  memset(point->mu, 0,
         solver->chain->facets * (solver->chain->bars + 1) * sizeof *point->mu);
  if (solver->step)
    pn_chain_step_multipliers(solver->step, solver->chain, solver->point);
  pn_chain_measure(solver->chain, solver->point, &solver->info);
  if (solver->step && solver->chain->facets > 0)
    (void)pni_chain_settle(solver, solver->last);
}

/* Hangs a chain exactly folded, if lengths tell no difference. Returns whether
   it did. */
static int fold(pn_chain_solver *solver)
{
  if (!pni_chain_solver_may_fold(solver))
    return 0;
  const pn_chain_info before = solver->info;
  pn_chain_point_copy(solver->last, solver->point);
  pni_chain_fold(solver->chain, solver->last, solver->point);
  pn_chain_measure(solver->chain, solver->point, &solver->info);
  if (pn_chain_solver_test(solver) == GSL_SUCCESS)
    return 1;
  pn_chain_point_copy(solver->point, solver->last);
  solver->info = before;
  return 0;
}

/* Tells how the steps ended. */
static pn_chain_outcome judge(const pn_chain_solver *solver)
{
  switch (pn_chain_solver_test(solver)) {
  case GSL_SUCCESS:
    return PN_CHAIN_CONVERGED;
  case GSL_EMAXITER:
    return PN_CHAIN_ITERATIONS;
  default:
    return solver->stuck ? PN_CHAIN_NO_PROGRESS : PN_CHAIN_INTERRUPTED;
  }
}

pn_chain_outcome pn_chain_solver_finish(pn_chain_solver *solver)
{
  if (!solver->ready)
    return PN_CHAIN_INTERRUPTED;
  const pn_chain_outcome outcome = judge(solver);
  if (outcome != PN_CHAIN_INTERRUPTED && pn_chain_is_taut(solver->chain)) {
    straighten(solver);
    return PN_CHAIN_TAUT;
  }
  if (outcome == PN_CHAIN_CONVERGED) {
    if (fold(solver))
      return outcome;
    polish(solver);
    if (solver->chain->facets > 0)
      (void)pni_chain_settle(solver, solver->last);
  } else
    return_to_best(solver);
  return outcome;
}
