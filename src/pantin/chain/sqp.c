/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The source's own algorithm: Newton's method on the optimality conditions

     F(z) = (gradient of l, c) = 0,   z = (xi, lambda),

   which is SQP with the exact Hessian of the Lagrangian l = e + lambda^T c:

     [ H  A^T ] [ d       ]     [ gradient of l ]
     [ A  0   ] [ dlambda ] = - [ c             ],   z <- z + alpha (d, dlambda)

   Method `unit` takes alpha = 1. Method `armijo` takes the first
   alpha = 1, 1/2, 1/4, ... with

     phi(z + alpha p) <= phi(z) + omega alpha phi'(z) p,   phi = 1/2 |F|^2.

   As phi' p = F^T F' p = -|F|^2 < 0, p always descends where F' = K is
   regular. Nothing here prefers a minimum to a maximum or a saddle: it is
   a root of F that is sought, and phi that goes down, not the energy.

   Source: course report (2019), sections 3 and 4 (there omega's interval
   and the limit in Armijo's proof are misprinted: omega lies in ]0, 1/2[). */
#include "pantin/chain/line_search.h"
#include "pantin/chain/simulator.h"
#include "pantin/chain/solver.h"
#include "pantin/chain/step.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>

/* Below alpha = 2^-50 a step no longer changes the point. */
enum { HALVINGS_MAX = 50 };

typedef struct {
  pn_chain_point *trial;         /* z + alpha p */
  double *work;                  /* of the next three vectors */
  pn_chain_vector F, p, trial_F; /* F(z), the direction, F(z + alpha p) */
  const pn_chain_solver *solver; /* that takes the step; borrowed */
} sqp_state;

static int sqp_alloc(void *vstate, const pn_chain *chain)
{
  sqp_state *state = vstate;
  const size_t n = chain->bars, size = pn_chain_vector_size(n);
  state->trial = pn_chain_point_alloc(chain);
  state->work = pn_alloc(3 * size, sizeof *state->work);
  if (!state->trial || !state->work)
    return GSL_ENOMEM;
  state->F = pn_chain_vector_view(state->work, n);
  state->p = pn_chain_vector_view(state->work + size, n);
  state->trial_F = pn_chain_vector_view(state->work + 2 * size, n);
  return GSL_SUCCESS;
}

static void sqp_free(void *vstate)
{
  sqp_state *state = vstate;
  pn_chain_point_free(state->trial);
  pn_free(state->work);
}

/* Computes p = -K^+ F at the solver's point; *phi = 1/2 |F|^2. Returns
   GSL_SUCCESS or GSL_ENOPROG. */
static int newton_direction(sqp_state *state, pn_chain_solver *solver,
                            double *phi)
{
  return pn_chain_step_newton(solver->step, solver->chain, solver->point,
                              state->F, state->p, phi, &solver->info.singular)
             ? GSL_ENOPROG
             : GSL_SUCCESS;
}

static double largest_displacement(pn_chain_vector p, size_t bars)
{
  double largest = 0;
  for (size_t i = 1; i < bars; i++)
    largest = GSL_MAX(largest, GSL_MAX(fabs(p.x[i]), fabs(p.y[i])));
  return largest;
}

/* Makes the trial, z + alpha p, the solver's point. */
static void accept(sqp_state *state, pn_chain_solver *solver, double alpha)
{
  pn_chain_point_copy(solver->point, state->trial);
  solver->info.alpha = alpha;
  solver->info.step =
      alpha * largest_displacement(state->p, solver->chain->bars);
}

/* Takes the full step z + p. */
static int unit_iterate(void *vstate, pn_chain_solver *solver)
{
  sqp_state *state = vstate;
  double phi;
  if (newton_direction(state, solver, &phi))
    return GSL_ENOPROG;
  pn_chain_step_advance(solver->point, 1, state->p, state->trial);
  accept(state, solver, 1);
  return GSL_SUCCESS;
}

/* Returns phi with c scaled as K's multipliers are, for a chain whose unit of
   length is far off: there |c|^2 could be lost beside the gradient's. */
static double balanced(const sqp_state *state, double phi, pn_chain_vector F)
{
  const pn_chain_kkt *kkt = state->solver->step->kkt;
  double c = 0;
  for (size_t i = 0; kkt->balance != 1 && i < kkt->bars; i++)
    c += F.lambda[i] * F.lambda[i];
  return phi + (kkt->balance * kkt->balance - 1) / 2 * c;
}

/* Returns phi at z + alpha p, which becomes the trial. */
static double merit(void *vstate, double alpha)
{
  sqp_state *state = vstate;
  pn_chain_step_advance(state->solver->point, alpha, state->p, state->trial);
  const double phi =
      pn_chain_step_merit(state->solver->chain, state->trial, state->trial_F);
  return balanced(state, phi, state->trial_F);
}

/* Takes the step z + alpha p with Armijo's alpha. */
static int armijo_iterate(void *vstate, pn_chain_solver *solver)
{
  sqp_state *state = vstate;
  double phi, alpha;
  state->solver = solver;
  if (newton_direction(state, solver, &phi))
    return GSL_ENOPROG;
  phi = balanced(state, phi, state->F);

  /* phi' p = -|F|^2. (Where K is singular the minimum-norm p descends a
     little less; then this asks for a little more than Armijo does.) */
  const pn_line_search search = {
      .merit = merit,
      .context = state,
      .start = phi,
      .slope = -2 * phi,
      .omega = solver->settings.omega,
      .first = 1,
      .halvings = HALVINGS_MAX,
  };
  if (pn_line_search_armijo(&search, &alpha))
    return GSL_ENOPROG;
  accept(state, solver, alpha);
  return GSL_SUCCESS;
}

static const pn_chain_method unit_method = {
    .name = "unit",
    .summary = "Newton's method with full steps",
    .handles_floor = 0,
    .state_size = sizeof(sqp_state),
    .alloc = sqp_alloc,
    .iterate = unit_iterate,
    .free = sqp_free,
};

static const pn_chain_method armijo_method = {
    .name = "armijo",
    .summary = "Newton's method with Armijo's line search",
    .handles_floor = 0,
    .state_size = sizeof(sqp_state),
    .alloc = sqp_alloc,
    .iterate = armijo_iterate,
    .polish = unit_iterate,
    .free = sqp_free,
};

const pn_chain_method *const pn_chain_unit = &unit_method;
const pn_chain_method *const pn_chain_armijo = &armijo_method;
