/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Projected Jacobi: all rows at once,

     lambda <- clip(lambda - omega D^-1 (A lambda + b), lo, hi).

   Converges for 0 < omega < 2 / rho, rho the largest eigenvalue of D^-1 A,
   and diverges for larger omega where the face is large enough: without
   damping, two contacts of one ball both correct the same velocity, which is
   then corrected twice. rho is below the most contacts that a ball has:
   measured are 2 in a stack, 3.5 in a settled pile of spheres, 5.4 at an
   impact. Unless omega is given, it is 1.8 / rho, and rho comes from the power
   iteration (once for a problem, some 25 products), whose estimate may be too
   low. So each step d is looked at: it has shown that

     rho >= d^T A d / d^T D d,

   and where omega times that is above 1.9, the step is taken back, and omega
   becomes 1.8 over it. All other steps let the energy 1/2 lambda^T A lambda +
   b^T lambda fall by at least 0.05 d^T D d / omega, hence convergence. Costs
   one product.

   Source: Benet (2019), who damps by trial. */
#include "pantin/lcp/solver_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* omega rho, and the most that a step may show of it. */
static const double wanted = 1.8, most = 1.9;

/* Shorter steps, beside lambda, show nothing but rounding. */
static const double rounding = 1e-10;

typedef struct {
  double *block, *g, *d; /* g is the gradient before the step d */
  double omega;
  int guarded; /* 1: omega is our own */
} jacobi_state;

static int jacobi_alloc(void *vstate, size_t rows)
{
  jacobi_state *state = vstate;
  double **const vectors[] = {&state->g, &state->d};
  state->block = pni_vectors(rows, 2, vectors);
  return state->block ? GSL_SUCCESS : GSL_ENOMEM;
}

static void jacobi_free(void *vstate)
{
  jacobi_state *state = vstate;
  pn_free(state->block);
}

static int jacobi_set(void *vstate, pn_lcp_solver *solver, pn_error *error)
{
  (void)error;
  jacobi_state *state = vstate;
  state->omega = solver->settings.damping;
  state->guarded = state->omega == 0;
  if (solver->lcp->size == 0)
    return GSL_SUCCESS;
  if (state->guarded)
    state->omega =
        wanted / pni_largest_eigenvalue(solver, 1, state->d, state->g);
  for (size_t i = 0; i < solver->lcp->size; i++)
    state->d[i] = 0;
  return GSL_SUCCESS;
}

/* Takes back the last step if omega is too large for it, given g at its end in
   solver->w. Returns 1 if it is. */
static int take_back(jacobi_state *state, pn_lcp_solver *solver)
{
  const pn_lcp *lcp = solver->lcp;
  double dAd = 0, dDd = 0, all = 0;
  for (size_t i = 0; i < lcp->size; i++) {
    dAd += state->d[i] * (solver->w[i] - state->g[i]);
    dDd += state->d[i] * lcp->D[i] * state->d[i];
    all += solver->lambda[i] * lcp->D[i] * solver->lambda[i];
  }
  if (!(state->omega * dAd > most * dDd) || dDd < rounding * rounding * all)
    return 0;
  state->omega = wanted * dDd / dAd;
  for (size_t i = 0; i < lcp->size; i++)
    solver->lambda[i] -= state->d[i];
  return 1;
}

static int jacobi_iterate(void *vstate, pn_lcp_solver *solver)
{
  jacobi_state *state = vstate;
  const pn_lcp *lcp = solver->lcp;
  double *lambda = solver->lambda;
  pni_gradient(solver, lambda, solver->w);
  if (!state->guarded || solver->iteration == 0 || !take_back(state, solver))
    memcpy(state->g, solver->w, lcp->size * sizeof *state->g);
  for (size_t i = 0; i < lcp->size; i++) {
    const double before = lambda[i];
    lambda[i] = pni_clip(before - state->omega * state->g[i] / lcp->D[i],
                         lcp->lo[i], lcp->hi[i]);
    state->d[i] = lambda[i] - before;
  }
  return GSL_SUCCESS;
}

static const pn_lcp_method jacobi = {
    .name = "jacobi",
    .summary = "projected Jacobi, damped",
    .handles_boxes = 1,
    .converges = 1,
    .state_size = sizeof(jacobi_state),
    .alloc = jacobi_alloc,
    .set = jacobi_set,
    .iterate = jacobi_iterate,
    .free = jacobi_free,
};

const pn_lcp_method *const pn_lcp_jacobi = &jacobi;
