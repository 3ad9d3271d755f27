/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The nonsmooth nonlinear conjugate gradient method: nonlinear conjugate
   gradients (Fletcher and Reeves) in which a Gauss-Seidel sweep stands for
   the gradient. With d_k = PGS(x_k) - x_k,

     beta = |d_k|^2 / |d_{k-1}|^2,   x_{k+1} = PGS(x_k) + beta p_{k-1},
     p_k = d_k + beta p_{k-1},

   and beta > 1 starts anew: x_{k+1} = PGS(x_k), p_k = d_k. (With this sign p
   is the opposite of the source's.) The iterate shown is PGS(x_k), which is
   within the bounds; x_{k+1} may leave them.

   There is no proof of convergence. Costs one sweep and a half. The best of
   all within the 20 iterations of a game.

   Source: Silcowitz, Niebe, Erleben (2010), A nonsmooth nonlinear conjugate
   gradient method for interactive contact force problems. */
#include "pantin/lcp/solver_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <string.h>

typedef struct {
  double *block, *x, *p;
  double dd; /* |d|^2 of the last iteration; 0 before the first */
} nncg_state;

static int nncg_alloc(void *vstate, size_t rows)
{
  nncg_state *state = vstate;
  double **const vectors[] = {&state->x, &state->p};
  state->block = pni_vectors(rows, 2, vectors);
  return state->block ? GSL_SUCCESS : GSL_ENOMEM;
}

static void nncg_free(void *vstate)
{
  nncg_state *state = vstate;
  pn_free(state->block);
}

static int nncg_set(void *vstate, pn_lcp_solver *solver, pn_error *error)
{
  (void)error;
  nncg_state *state = vstate;
  memcpy(state->x, solver->lambda, solver->lcp->size * sizeof *state->x);
  state->dd = 0;
  return GSL_SUCCESS;
}

static int nncg_iterate(void *vstate, pn_lcp_solver *solver)
{
  nncg_state *state = vstate;
  const size_t n = solver->lcp->size;
  double *lambda = solver->lambda, *x = state->x, *p = state->p;

  /* lambda = PGS(x), d = lambda - x */
  memcpy(lambda, x, n * sizeof *x);
  pni_begin(solver, lambda);
  pni_sweep(solver);
  double dd = 0;
  for (size_t i = 0; i < n; i++)
    dd += (lambda[i] - x[i]) * (lambda[i] - x[i]);
  if (dd == 0)
    return GSL_ENOPROG;

  const double ratio = state->dd > 0 ? dd / state->dd : 0;
  const double beta = ratio > 1 ? 0 : ratio;
  for (size_t i = 0; i < n; i++) {
    const double d = lambda[i] - x[i];
    x[i] = lambda[i] + beta * p[i];
    p[i] = d + beta * p[i];
  }
  state->dd = dd;
  return GSL_SUCCESS;
}

static const pn_lcp_method nncg = {
    .name = "nncg",
    .summary = "nonlinear conjugate gradients on Gauss-Seidel sweeps",
    .handles_boxes = 1,
    .converges = 1,
    .state_size = sizeof(nncg_state),
    .alloc = nncg_alloc,
    .set = nncg_set,
    .iterate = nncg_iterate,
    .free = nncg_free,
};

const pn_lcp_method *const pn_lcp_nncg = &nncg;
