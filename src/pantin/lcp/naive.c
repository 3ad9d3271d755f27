/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Sequential impulses without memory. Row after row,

     lambda_i <- lambda_i + max(0, -w_i / D_i),   w = A lambda + b newest:

   each contact that closes gets the impulse that stops it, and no impulse is
   ever taken back. In the limit w >= 0, but in piles there are rows with both
   lambda_i > 0 and w_i > 0: such contacts throw balls apart. So this does
   *not* solve the problem. It differs from pgs.c in one bound, lambda_i in
   place of 0, and agrees with it where pgs never lowers an impulse: from
   lambda = 0, if no entry of A off the diagonal is positive, as in a stack.

   Converges if the problem is strictly feasible, as lambda only grows, but not
   to a solution. Costs one sweep.

   Source: Benet (2019), section on sequential impulses. */
#include "pantin/lcp/solver_private.h"

#include <gsl/gsl_errno.h>

static int naive_set(void *state, pn_lcp_solver *solver, pn_error *error)
{
  (void)state;
  (void)error;
  pni_begin(solver, solver->lambda);
  return GSL_SUCCESS;
}

static int naive_iterate(void *state, pn_lcp_solver *solver)
{
  (void)state;
  const pn_lcp *lcp = solver->lcp;
  if (solver->iteration % PNI_REFRESH == PNI_REFRESH - 1) /* as pgs.c */
    pni_begin(solver, solver->lambda);
  const pn_lcp_sweep how = {.columns = 1,
                            .b = lcp->b,
                            .lo = solver->lambda,
                            .hi = lcp->hi,
                            .step = solver->step};
  lcp->A->type->sweep(lcp->A, &how, solver->lambda, solver->scratch);
  solver->products++;
  return GSL_SUCCESS;
}

static const pn_lcp_method naive = {
    .name = "naive",
    .summary = "sequential impulses without memory; no solution",
    .handles_boxes = 0,
    .converges = 0,
    .state_size = 1,
    .alloc = pni_alloc_nothing,
    .set = naive_set,
    .iterate = naive_iterate,
    .free = pni_free_nothing,
};

const pn_lcp_method *const pn_lcp_naive = &naive;
