/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* An SQP that ends in a minimum, from any start, with or without a floor.

   The source's Newton method seeks a root of F and takes whatever stationary
   point it meets. Here every step goes down instead. It solves

     minimise    1/2 d^T H d + g^T d
     subject to  u_i . (d_{i+1} - d_i) = L_i - l_i     for every bar
                 y_i + d_y >= r_j + s_j (x_i + d_x)    for every facet

   with u_i the bar's direction and l_i its length now (lengths.c says why not
   l^2). Five things make it sure:

   - H is the Hessian with the multipliers max(lambda_i, delta W / 2 L_i), as
     if no bar's tension were below the share delta of the chain's weight W.
     It is positive definite, so that d descends the merit function

       e + sum S_i |l_i - L_i|,   S_i = 3/2 of the largest tension, or for a
                                  light bar, once lengths are nearly right, of
                                  10/3 of its own,

     along which Armijo's rule takes alpha = 1, 1/2, 1/4, ... As long as it
     takes 1, delta is halved, for H may be too stiff.
   - Where no step meets the bars (a straight chain, coinciding nodes) they
     are elastic: qp.h.
   - Near a solution the exact H is tried first, with the facets that are
     touched: floor.h. If the inertia says that it is positive definite on
     what is left free, and the residual falls, this is Newton's method.
   - Where the inertia says saddle, the nodes are shaken, or laid on a level
     floor if the chain is slack; and a few times where it cannot tell:
     minimum_leave.c.
   - Where nothing helps, the chain settles on its floor, or begins anew, from
     where a coarser chain lies if there are many bars: minimum_rescue.c.

   Sources: S.-P. Han, A globally convergent method for nonlinear programming,
   J. Optim. Theory Appl. 22 (1977), for the merit function; R. Fletcher,
   Practical Methods of Optimization (1987), section 12.4, for the elastic
   bars. The clamp is ours. */
#include "pantin/chain/minimum_private.h"

#include "pantin/chain/fold.h"
#include "pantin/chain/simulator.h"
#include "pantin/chain/solver_private.h"
#include "pantin/chain/step.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>

/* Below this residual the exact Hessian is tried; it is refused if it does
   not halve the residual. */
static const double near_solution = 0.1;

/* Near a solution a chain is settled on its floor after so many exact steps
   that were refused, and after as many again. */
static const double settling = 1e-2;
enum { REFUSED_MAX = 3 };

/* Bars that are wrong by less than this are as right as those of an answer. */
static const double right_length = 1e-8;

/* Forces that may be left over at a solution, in weights of the chain. */
static const double balanced = 1e-5;

/* Allocates all but the coarser chains. */
static int plain_alloc(void *vstate, const pn_chain *chain)
{
  minimum_state *state = vstate;
  state->chain = chain;
  state->qp = pn_chain_qp_alloc(chain);
  state->floor = pn_chain_floor_alloc(chain);
  state->trial = pn_chain_point_alloc(chain);
  return state->qp && state->floor && state->trial ? GSL_SUCCESS : GSL_ENOMEM;
}

static void minimum_free(void *vstate)
{
  minimum_state *state = vstate;
  pni_chain_nested_free(state->nested);
  pn_chain_qp_free(state->qp);
  pn_chain_floor_free(state->floor);
  pn_chain_point_free(state->trial);
}

/* Lifts the start onto the floor, and shakes it off a saddle, where the solver
   would see nothing to do. */
static int minimum_set(void *vstate, pn_chain_solver *solver, pn_error *error)
{
  (void)error;
  minimum_state *state = vstate;
  const pn_chain *chain = solver->chain;
  const size_t n = chain->bars, size = pn_chain_vector_size(n);
  double *work = solver->step->work;
  state->r = pn_chain_vector_view(work, n);
  state->z = pn_chain_vector_view(work + size, n);
  state->r.x[0] = state->r.y[0] = state->r.x[n] = state->r.y[n] = 0;
  state->kkt = solver->step->kkt;
  state->clamp = state->clamp_first = solver->settings.clamp;
  state->shakes = state->throws = state->arcs = state->jams = 0;
  state->attempts = 0;
  state->patience = VAIN_MAX;
  state->laid = 0;
  state->known = 0;
  pni_minimum_begin(state);
  state->weight = pn_chain_weight(chain);
  state->total = pn_chain_length(chain);
  state->tension_most = pni_minimum_tension_most(chain);
  if (pni_chain_is_pendulum(chain)) { /* nothing is left to be sought */
    pni_chain_hang_rigid(chain, solver->point);
    return GSL_SUCCESS;
  }
  pn_chain_floor_lift(chain, solver->point);
  pni_minimum_leave_start(state, solver);
  return GSL_SUCCESS;
}

/* Makes the exact step's trial, which is measured, the solver's point. */
static void accept_exact(minimum_state *state, pn_chain_solver *solver)
{
  solver->info = state->exact;
  pni_minimum_accept(state, solver, 1);
  solver->measured = 1;
}

/* Tries to take an exact step. GSL_SUCCESS if it was taken; GSL_CONTINUE if it
   does not help, with the reason in *inertia; GSL_ENOPROG if the point only
   looks like a solution. */
static int finish(minimum_state *state, pn_chain_solver *solver, int *inertia)
{
  const pn_chain_info before = solver->info;
  const double tolerance =
      fmin(fmin(solver->within.gradient, solver->within.constraint),
           solver->method->residual_most);
  *inertia = pni_minimum_exact_step(state, solver);
  if (*inertia ||
      !(pn_chain_residual(&state->exact) < pn_chain_residual(&before) / 2))
    return GSL_CONTINUE;
  accept_exact(state, solver);
  if (pn_chain_residual(&solver->info) > tolerance)
    return GSL_SUCCESS;

  /* Where tensions grow without bound, what is left of the weights looks
     small beside them. One more step tells that from a taut chain. */
  const double allowed = balanced * state->weight, way = solver->info.step;
  if (solver->info.gradient_inf > allowed &&
      pni_minimum_exact_step(state, solver) == GSL_SUCCESS &&
      state->exact.gradient_inf <= allowed) {
    accept_exact(state, solver);
    solver->info.step = way;
  }
  if (solver->info.gradient_inf <= allowed)
    return GSL_SUCCESS;
  pn_chain_point_copy(solver->point, solver->last);
  solver->info = before;
  solver->info.alpha = 1;
  solver->info.step = way;
  state->known = 0;
  return GSL_ENOPROG;
}

/* Takes a full exact step. */
static int minimum_polish(void *vstate, pn_chain_solver *solver)
{
  minimum_state *state = vstate;
  if (pni_minimum_exact_step(state, solver))
    return GSL_ENOPROG;
  accept_exact(state, solver);
  return GSL_SUCCESS;
}

/* Tells whether a point with a wrong inertia is a saddle. Where the bars hang
   nearly along one line every point looks like one, for what draws them to the
   side is as small as they lean. */
static int is_at_saddle(const pn_chain_solver *solver)
{
  const pn_chain *chain = solver->chain;
  const double now = pn_chain_residual(&solver->info);
  const double most = solver->method->residual_most;
  return now <= most &&
         now < fmax(most * sqrt(pni_chain_strictness(chain, solver->point)),
                    pni_chain_attainable(chain));
}

/* Takes one step: an exact one near a solution, a shake at a saddle, else one
   down the merit function. */
static int step(minimum_state *state, pn_chain_solver *solver)
{
  const double now = pn_chain_residual(&solver->info);
  int inertia = GSL_SUCCESS;
  if (now < near_solution) {
    const int code = finish(state, solver, &inertia);
    if (code != GSL_CONTINUE)
      return code;
    if (solver->chain->facets > 0 && now < settling &&
        ++state->refused % REFUSED_MAX == 0 &&
        pni_minimum_settle(state, solver) == GSL_SUCCESS)
      return GSL_SUCCESS;
  }
  if (inertia == GSL_EDOM && state->shakes < SHAKES_MAX &&
      !pn_chain_is_taut(solver->chain) && is_at_saddle(solver)) {
    pni_minimum_leave_point(state, solver);
    pni_minimum_accept(state, solver, 1);
    return GSL_SUCCESS;
  }
  return pni_minimum_descend(state, solver);
}

/* Gives its forces to a start that is a solution on its floor; else takes a
   step. */
static int begin_or_step(minimum_state *state, pn_chain_solver *solver)
{
  const pn_chain_info *now = &solver->info;
  if (now->iteration == 0 && now->constraint_relative < right_length &&
      solver->chain->facets > 0 && !pni_minimum_settle(state, solver))
    return GSL_SUCCESS;
  return step(state, solver);
}

/* Does what is left where no step helps; and leaves an arc that is stationary,
   but no minimum. */
static int give_in(minimum_state *state, pn_chain_solver *solver)
{
  state->is_on_arc = 0;
  const int code = pni_minimum_give_in(state, solver);
  if (!code && state->is_on_arc)
    pni_minimum_leave_saddle(state, solver);
  return code;
}

/* Takes a step, or what helps where steps are in vain or none is found. */
static int minimum_iterate(void *vstate, pn_chain_solver *solver)
{
  minimum_state *state = vstate;
  solver->info.thrown = 0;
  if (pni_minimum_is_in_vain(state, &solver->info))
    return give_in(state, solver);
  if (pni_minimum_is_slow(state, &solver->info) &&
      (pni_minimum_lay(state, solver) || pni_minimum_refine(state, solver))) {
    pni_minimum_restart(state, solver);
    return GSL_SUCCESS;
  }
  const int code = begin_or_step(state, solver);
  state->known = 0;
  if (code)
    return give_in(state, solver);
  pni_minimum_leave_saddle(state, solver);
  return GSL_SUCCESS;
}

/* Begins a run of a coarser chain, which has more patience. */
static int plain_set(void *vstate, pn_chain_solver *solver, pn_error *error)
{
  const int code = minimum_set(vstate, solver, error);
  ((minimum_state *)vstate)->patience = VAIN_NESTED;
  return code;
}

/* Below this residual a wrong inertia means a saddle. */
#define RESIDUAL_MOST 1e-4

/* The method for the coarser chains of nested.c, which have none themselves. */
static const pn_chain_method plain_method = {
    .name = "minimum",
    .summary = "the same, for coarser chains",
    .handles_floor = 1,
    .any_start = 1,
    .residual_most = RESIDUAL_MOST,
    .state_size = sizeof(minimum_state),
    .alloc = plain_alloc,
    .set = plain_set,
    .iterate = minimum_iterate,
    .polish = minimum_polish,
    .free = minimum_free,
};

/* Allocates all, and the coarser chains if there is a floor. */
static int minimum_alloc(void *vstate, const pn_chain *chain)
{
  minimum_state *state = vstate;
  int has_any = 0;
  if (plain_alloc(state, chain))
    return GSL_ENOMEM;
  if (chain->facets > 0)
    state->nested = pni_chain_nested_alloc(&plain_method, chain, &has_any);
  return has_any && !state->nested ? GSL_ENOMEM : GSL_SUCCESS;
}

static const pn_chain_method minimum_method = {
    .name = "minimum",
    .summary = "SQP that ends in a minimum, with or without a floor",
    .handles_floor = 1,
    .any_start = 1,
    .residual_most = RESIDUAL_MOST,
    .state_size = sizeof(minimum_state),
    .alloc = minimum_alloc,
    .set = minimum_set,
    .iterate = minimum_iterate,
    .polish = minimum_polish,
    .free = minimum_free,
};

const pn_chain_method *const pn_chain_minimum = &minimum_method;
