/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Gauss-Seidel with subspace minimisation: a few sweeps guess the face, that
   is which rows are between their bounds (F); on it
   A_FF d_F = -(A lambda + b)_F is solved; then

     lambda <- clip(lambda + t d),   the first t = 1, 1/2, 1/4, ...

   with which the energy 1/2 lambda^T A lambda + b^T lambda does not rise. The
   source solves on the face by a direct method; conjugate gradients, as here,
   need no factorisation and take a singular A_FF.

   Converges where pgs does, as the energy falls from sweep to sweep. Costs
   5 sweeps and up to as many products as the face has rows.

   Source: Silcowitz, Niebe, Erleben (2010), Projected Gauss-Seidel subspace
   minimization method for interactive rigid body dynamics. */
#include "pantin/lcp/solver_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* The number of sweeps in an iteration, as in the source. */
enum { SWEEPS = 5 };

/* The system on the face is solved to this share of its first residual. */
static const double face_accuracy = 1e-10;

/* After so many halvings t d is smaller than what the sweeps do. */
enum { HALVINGS_MAX = 12 };

typedef struct {
  double *block, *g, *d, *r, *p, *Ap;
} sm_state;

static int sm_alloc(void *vstate, size_t rows)
{
  sm_state *state = vstate;
  double **const vectors[] = {&state->g, &state->d, &state->r, &state->p,
                              &state->Ap};
  state->block = pni_vectors(rows, 5, vectors);
  return state->block ? GSL_SUCCESS : GSL_ENOMEM;
}

static void sm_free(void *vstate)
{
  sm_state *state = vstate;
  pn_free(state->block);
}

/* Sets x to 0 in the rows that are not on the face. */
static void restrict_to_face(const pn_lcp_solver *solver, double *x)
{
  const pn_lcp *lcp = solver->lcp;
  for (size_t i = 0; i < lcp->size; i++)
    if (!(solver->lambda[i] > lcp->lo[i] && solver->lambda[i] < lcp->hi[i]))
      x[i] = 0;
}

/* Solves A_FF d_F = -g_F by conjugate gradients from d = 0. */
static void solve_on_face(sm_state *state, pn_lcp_solver *solver)
{
  const size_t n = solver->lcp->size;
  /* Start from d = 0, where the residual is -g. */
  for (size_t i = 0; i < n; i++) {
    state->d[i] = 0;
    state->r[i] = -state->g[i];
  }
  restrict_to_face(solver, state->r);
  for (size_t i = 0; i < n; i++)
    state->p[i] = state->r[i];
  /* Iterate until the residual is small, or the face has no curvature left. */
  double rr = pni_dot(n, state->r, state->r);
  const double enough = face_accuracy * face_accuracy * rr;
  for (size_t k = 0; k < n && rr > enough; k++) {
    pni_product(solver, state->p, state->Ap);
    restrict_to_face(solver, state->Ap);
    const double pAp = pni_dot(n, state->p, state->Ap);
    if (!(pAp > 0))
      return;
    const double alpha = rr / pAp, old = rr;
    for (size_t i = 0; i < n; i++) {
      state->d[i] += alpha * state->p[i];
      state->r[i] -= alpha * state->Ap[i];
    }
    rr = pni_dot(n, state->r, state->r);
    for (size_t i = 0; i < n; i++)
      state->p[i] = state->r[i] + rr / old * state->p[i];
  }
}

/* Sets p to clip(lambda + t d) - lambda; returns by how much the energy rises
   with it. */
static double try_step(sm_state *state, pn_lcp_solver *solver, double t)
{
  const pn_lcp *lcp = solver->lcp;
  for (size_t i = 0; i < lcp->size; i++)
    state->p[i] =
        pni_clip(solver->lambda[i] + t * state->d[i], lcp->lo[i], lcp->hi[i]) -
        solver->lambda[i];
  pni_product(solver, state->p, state->Ap);
  return pni_dot(lcp->size, state->p, state->g) +
         pni_dot(lcp->size, state->p, state->Ap) / 2;
}

static int sm_iterate(void *vstate, pn_lcp_solver *solver)
{
  sm_state *state = vstate;
  const pn_lcp *lcp = solver->lcp;
  pni_begin(solver, solver->lambda);
  for (int k = 0; k < SWEEPS; k++)
    pni_sweep(solver);
  pni_gradient(solver, solver->lambda, state->g);
  solve_on_face(state, solver);
  double t = 1;
  for (int k = 0; k < HALVINGS_MAX; k++, t /= 2)
    if (try_step(state, solver, t) <= 0) {
      for (size_t i = 0; i < lcp->size; i++)
        solver->lambda[i] = pni_clip(solver->lambda[i] + t * state->d[i],
                                     lcp->lo[i], lcp->hi[i]);
      break;
    }
  return GSL_SUCCESS;
}

static const pn_lcp_method sm = {
    .name = "pgs-sm",
    .summary = "Gauss-Seidel sweeps, then the face they found",
    .handles_boxes = 1,
    .converges = 1,
    .state_size = sizeof(sm_state),
    .alloc = sm_alloc,
    .set = pni_set_nothing,
    .iterate = sm_iterate,
    .free = sm_free,
};

const pn_lcp_method *const pn_lcp_pgs_sm = &sm;
