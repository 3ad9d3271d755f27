/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* How "minimum" leaves a point that is stationary but no minimum, as far as
   inertia and verdict tell: the nodes are shaken a little, or a slack chain is
   laid on its floor. */
#include "pantin/chain/minimum_private.h"

#include "pantin/chain/classify.h"
#include "pantin/chain/fold.h"
#include "pantin/chain/solver_private.h"

#include <gsl/gsl_errno.h>

/* How far a node is moved where a saddle has been met, in shares of its bars.
 */
static const double shake_size = 1e-2;

/* A chain that is flat to second order is shaken so often. */
enum { SHAKES_FLAT = 3 };

/* Tells whether the point, which is stationary, is no minimum as far as its
   second derivatives tell; if they do not, for SHAKES_FLAT times. */
static int is_no_minimum(minimum_state *state, pn_chain_solver *solver)
{
  pn_chain_class verdict;
  if (pn_chain_is_taut(solver->chain) || state->shakes >= SHAKES_MAX)
    return 0;
  const int code = pni_minimum_exact_step(state, solver);
  if (code != GSL_ESING)
    return code == GSL_EDOM;
  if (state->shakes >= SHAKES_FLAT ||
      pni_chain_classify(solver->chain, solver->point, solver->step,
                         state->trial, &verdict))
    return 0;
  return verdict.kind == PN_CHAIN_DEGENERATE ||
         verdict.kind == PN_CHAIN_SADDLE || verdict.kind == PN_CHAIN_MAXIMUM;
}

/* Tells whether the point is as good as an exact fold in which a bar is pushed:
   second derivatives do not tell whether that is a minimum. The trial becomes
   the fold. */
static int is_pushed_fold(minimum_state *state, const pn_chain_solver *solver)
{
  int is_pushed = 0;
  if (state->shakes >= SHAKES_FLAT || !pni_chain_solver_may_fold(solver))
    return 0;
  pn_chain_point_copy(state->trial, solver->point);
  pni_chain_fold(solver->chain, solver->point, state->trial);
  for (size_t i = 0; i < solver->chain->bars; i++)
    is_pushed |= state->trial->lambda[i] < 0;
  return is_pushed;
}

void pni_minimum_leave_start(minimum_state *state, pn_chain_solver *solver)
{
  pn_chain_measure(solver->chain, solver->point, &solver->info);
  solver->measured = 1;
  if (pn_chain_residual(&solver->info) <= solver->method->residual_most &&
      (is_no_minimum(state, solver) || is_pushed_fold(state, solver))) {
    pni_minimum_shake(state, shake_size, solver->point);
    solver->measured = 0;
  }
}

void pni_minimum_leave_point(minimum_state *state, pn_chain_solver *solver)
{
  if (pni_minimum_lay(state, solver))
    return;
  pn_chain_point_copy(state->trial, solver->point);
  pni_minimum_shake(state, shake_size, state->trial);
}

/* Moves the trial away from the point, which is stationary on its floor, if the
   verdict will be that it is no minimum; or where that will not tell, to where
   a slack chain lies. Returns whether it was moved. */
static int leave_floor(minimum_state *state, pn_chain_solver *solver)
{
  pn_chain_class verdict;
  if (pn_chain_is_taut(solver->chain) || state->shakes >= SHAKES_MAX ||
      pni_chain_classify(solver->chain, solver->point, solver->step,
                         state->trial, &verdict))
    return 0;
  if (verdict.kind == PN_CHAIN_DEGENERATE)
    return pni_minimum_lay(state, solver);
  if (verdict.kind != PN_CHAIN_SADDLE && verdict.kind != PN_CHAIN_MAXIMUM)
    return 0;
  pni_minimum_leave_point(state, solver);
  return 1;
}

/* Leaves a fold that may be no minimum. */
static int leave_fold(minimum_state *state, pn_chain_solver *solver)
{
  if (!is_pushed_fold(state, solver))
    return 0;
  pni_minimum_leave_point(state, solver);
  return 1;
}

/* Leaves a point without an exact step if it is no minimum. */
static int leave_any(minimum_state *state, pn_chain_solver *solver)
{
  if (!is_no_minimum(state, solver) && !is_pushed_fold(state, solver))
    return 0;
  pni_minimum_leave_point(state, solver);
  return 1;
}

void pni_minimum_leave_saddle(minimum_state *state, pn_chain_solver *solver)
{
  const pn_chain_info taken = solver->info;
  const int was_exact = solver->measured;
  if (taken.iteration + 1 >= solver->settings.iterations)
    return;
  if (!was_exact)
    pn_chain_measure(solver->chain, solver->point, &solver->info);
  solver->measured = 1;
  if (pn_chain_solver_test(solver) != GSL_SUCCESS ||
      !(was_exact && solver->chain->facets == 0 ? leave_fold(state, solver)
        : was_exact                             ? leave_floor(state, solver)
                                                : leave_any(state, solver))) {
    state->known = 0;
    return;
  }
  pni_minimum_accept(state, solver, taken.alpha);
  solver->info.step = taken.step;
}
