/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Staggered projections: normals and friction are solved in turn, each with the
   other's impulses as they are,

     lambda_N <- the solution of its rows for this lambda_T,
     lambda_T <- the solution of its rows for this lambda_N, with
                 |lambda_T| <= mu lambda_N if the bounds are coupled.

   Each is the minimum of an energy, also where both together have none. Rows
   without friction, such as joints, belong to the normals. The rows of a part
   are solved by Gauss-Seidel sweeps over them alone, until a sweep moves them
   by a tenth of the first one; the source solves them exactly.

   Converges with frozen bounds as pgs does: no part lets the energy rise. With
   coupled bounds no proof is known. Needs to know which rows are friction.
   Costs some sweeps.

   Source: Kaufman, Sueda, James, Pai (2008), Staggered projections for
   frictional contact in multibody systems. */
#include "pantin/lcp/solver_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>

/* A part is solved when a sweep moves it by this share of the first one, or
   after so many sweeps. */
static const double enough = 0.1;
enum { SWEEPS_MOST = 50 };

typedef struct {
  size_t *rows; /* the normals, then the tangents, (rows), owned */
  size_t normals;
  size_t swept; /* rows swept that are not yet counted as a product */
} staggered_state;

static int staggered_alloc(void *vstate, size_t rows)
{
  staggered_state *state = vstate;
  state->rows = pn_alloc(rows, sizeof *state->rows);
  return state->rows ? GSL_SUCCESS : GSL_ENOMEM;
}

static void staggered_free(void *vstate)
{
  staggered_state *state = vstate;
  pn_free(state->rows);
}

static int staggered_set(void *vstate, pn_lcp_solver *solver, pn_error *error)
{
  (void)error;
  staggered_state *state = vstate;
  const pn_lcp *lcp = solver->lcp;
  size_t count = 0;
  state->swept = 0;
  for (int tangents = 0; tangents < 2; tangents++) {
    for (size_t i = 0; i < lcp->size; i++)
      if ((lcp->normal[i] != i) == tangents)
        state->rows[count++] = i;
    if (!tangents)
      state->normals = count;
  }
  return GSL_SUCCESS;
}

/* Solves these rows alone, if there are any. */
static void solve_part(staggered_state *state, pn_lcp_solver *solver,
                       const size_t *rows, size_t count)
{
  const pn_lcp *lcp = solver->lcp;
  double moved = 0, first = 0;
  const pn_lcp_sweep how = {.columns = 1,
                            .b = lcp->b,
                            .lo = lcp->lo,
                            .hi = lcp->hi,
                            .step = solver->step,
                            .order = rows,
                            .count = count,
                            .normal =
                                solver->settings.coupled ? lcp->normal : NULL,
                            .mu = lcp->mu,
                            .moved = &moved};
  if (count == 0)
    return;
  for (int k = 0;
       k < SWEEPS_MOST && (k == 0 || moved > enough * enough * first); k++) {
    lcp->A->type->sweep(lcp->A, &how, solver->lambda, solver->scratch);
    state->swept += count;
    solver->products += state->swept / lcp->size;
    state->swept %= lcp->size;
    first = k == 0 ? moved : first;
  }
}

static int staggered_iterate(void *vstate, pn_lcp_solver *solver)
{
  staggered_state *state = vstate;
  pni_begin(solver, solver->lambda);
  solve_part(state, solver, state->rows, state->normals);
  solve_part(state, solver, state->rows + state->normals,
             solver->lcp->size - state->normals);
  return GSL_SUCCESS;
}

static const pn_lcp_method staggered = {
    .name = "staggered",
    .summary = "normals and friction in turn",
    .handles_boxes = 1,
    .handles_coupled = 1,
    .converges = 1,
    .needs = PN_LCP_NEEDS_FRICTION,
    .state_size = sizeof(staggered_state),
    .alloc = staggered_alloc,
    .set = staggered_set,
    .iterate = staggered_iterate,
    .free = staggered_free,
};

const pn_lcp_method *const pn_lcp_staggered = &staggered;
