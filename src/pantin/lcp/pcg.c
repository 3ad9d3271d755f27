/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Projected conjugate gradients after Tardieu, Youbissi and Chamberland, and
   the same with Jacobi preconditioning (`ppcg`, M = D; `pcg` has M = 1):

     r = -(A lambda + b), but 0 in rows held at a bound,   z = M^-1 r,
     alpha = p.r / p.Ap,
     lambda <- clip(lambda + alpha p),
     beta = (r.z)_new / (r.z)_old,   p <- z + beta p.

   beta = 0 (the conjugation starts anew) after a value was clipped or the set
   of held rows {lambda = lo, w > 0} or {lambda = hi, w < 0} changed. On a face
   that no longer changes this is the conjugate gradient method: n balls
   stacked on a plane are solved in n iterations. While nothing is clipped
   r <- r - alpha A p is exact, so that an iteration costs little more than
   one product.

   As printed in the source the method may cycle (seen on small boxed problems,
   not on piles): clipping can make the energy 1/2 lambda^T A lambda + b^T
   lambda rise. Where it would, a Gauss-Seidel sweep replaces the step. The
   energy then falls in every iteration, hence the method converges where pgs
   does.
   (alpha = r.r / p.Ap, as printed elsewhere, blows up when iterated past
   convergence.)

   Source: Tardieu, Youbissi, Chamberland (2007); Benet (2019). */
#include "pantin/lcp/solver_private.h"

#include "pantin/base/alloc.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* A curvature below this share of p.Dp is rounding, from redundant contacts. */
static const double flat = 1e-14;

typedef struct {
  double *block, *g, *r, *z, *p, *Ap; /* g = A lambda + b */
  double *last;                       /* lambda before the step */
  char *held;                         /* rows held at a bound */
  double rz;
  size_t since; /* updates of g since it was computed from lambda */
  int fresh;    /* nothing is computed yet */
} pcg_state;

static int pcg_alloc(void *vstate, size_t rows)
{
  pcg_state *state = vstate;
  double **const vectors[] = {&state->g, &state->r,  &state->z,
                              &state->p, &state->Ap, &state->last};
  state->block = pni_vectors(rows, 6, vectors);
  state->held = pn_alloc(rows, 1);
  return state->block && state->held ? GSL_SUCCESS : GSL_ENOMEM;
}

static void pcg_free(void *vstate)
{
  pcg_state *state = vstate;
  pn_free(state->block);
  pn_free(state->held);
}

static int pcg_set(void *vstate, pn_lcp_solver *solver, pn_error *error)
{
  (void)solver;
  (void)error;
  pcg_state *state = vstate;
  state->fresh = 1;
  return GSL_SUCCESS;
}

/* Computes r and z from g; returns 1 if the set of held rows changed. */
static int project(pcg_state *state, const pn_lcp_solver *solver, int scaled)
{
  const pn_lcp *lcp = solver->lcp;
  int changed = 0;
  for (size_t i = 0; i < lcp->size; i++) {
    const int held = pni_is_held(lcp, solver->lambda, i, state->g[i]);
    state->r[i] = held ? 0 : -state->g[i];
    state->z[i] = scaled ? state->r[i] / lcp->D[i] : state->r[i];
    changed |= held != state->held[i];
    state->held[i] = (char)held;
  }
  return changed;
}

/* Sets p to z + beta p. */
static void turn(pcg_state *state, size_t n, double beta)
{
  for (size_t i = 0; i < n; i++)
    state->p[i] = state->z[i] + beta * state->p[i];
  state->rz = pni_dot(n, state->r, state->z);
}

static void begin(pcg_state *state, pn_lcp_solver *solver, int scaled)
{
  pni_gradient(solver, solver->lambda, state->g);
  project(state, solver, scaled);
  turn(state, solver->lcp->size, 0);
  state->since = 0;
  state->fresh = 0;
}

/* Moves lambda to clip(lambda + alpha p); returns 1 if a value was clipped. */
static int advance(pcg_state *state, pn_lcp_solver *solver, double alpha)
{
  const pn_lcp *lcp = solver->lcp;
  int clipped = 0;
  for (size_t i = 0; i < lcp->size; i++) {
    const double wanted = solver->lambda[i] + alpha * state->p[i];
    state->last[i] = solver->lambda[i];
    solver->lambda[i] = pni_clip(wanted, lcp->lo[i], lcp->hi[i]);
    clipped |= solver->lambda[i] != wanted;
  }
  return clipped;
}

/* Computes g at the new lambda. If the energy rose by this step, that is
   (lambda - last).(g_last + g) / 2 > 0, goes back and makes a sweep instead. */
static void look_again(pcg_state *state, pn_lcp_solver *solver)
{
  const size_t n = solver->lcp->size;
  double *new_g = state->Ap, rise = 0; /* A p is not needed any more */
  pni_gradient(solver, solver->lambda, new_g);
  for (size_t i = 0; i < n; i++)
    rise += (solver->lambda[i] - state->last[i]) * (state->g[i] + new_g[i]);
  if (rise > 0) {
    memcpy(solver->lambda, state->last, n * sizeof *state->last);
    pni_begin(solver, solver->lambda);
    pni_sweep(solver);
    pni_gradient(solver, solver->lambda, new_g);
  }
  memcpy(state->g, new_g, n * sizeof *new_g);
  state->since = 0;
}

/* Returns the length of the step along p: to the least energy or, without
   curvature, to the first bound. */
static double step_length(const pcg_state *state, const pn_lcp_solver *solver)
{
  const pn_lcp *lcp = solver->lcp;
  double pDp = 0;
  for (size_t i = 0; i < lcp->size; i++)
    pDp += state->p[i] * lcp->D[i] * state->p[i];
  const double pAp = pni_dot(lcp->size, state->p, state->Ap);
  return pAp > flat * pDp ? pni_dot(lcp->size, state->p, state->r) / pAp
                          : pni_step_to_bounds(lcp, solver->lambda, state->p);
}

/* Takes a step of the conjugate gradients; `scaled` says whether D is the
   preconditioner. */
static int take_step(pcg_state *state, pn_lcp_solver *solver, int scaled)
{
  const size_t n = solver->lcp->size;
  if (state->fresh)
    begin(state, solver, scaled);
  if (!(state->rz > DBL_MIN / flat))
    return GSL_ENOPROG; /* nothing is left to correct that squares can tell */
  pni_product(solver, state->p, state->Ap);
  const double alpha = step_length(state, solver);
  if (!isfinite(alpha))
    return GSL_ENOPROG; /* no curvature, no bound, no minimum */
  const int clipped = advance(state, solver, alpha);
  if (clipped || ++state->since == PNI_REFRESH)
    look_again(state, solver);
  else
    for (size_t i = 0; i < n; i++)
      state->g[i] += alpha * state->Ap[i];
  const double rz = state->rz;
  const int changed = project(state, solver, scaled);
  turn(state, n, clipped || changed ? 0 : pni_dot(n, state->r, state->z) / rz);
  return GSL_SUCCESS;
}

static int pcg_iterate(void *state, pn_lcp_solver *solver)
{
  return take_step(state, solver, 0);
}

static int ppcg_iterate(void *state, pn_lcp_solver *solver)
{
  return take_step(state, solver, 1);
}

static const pn_lcp_method pcg = {
    .name = "pcg",
    .summary = "projected conjugate gradients",
    .handles_boxes = 1,
    .converges = 1,
    .state_size = sizeof(pcg_state),
    .alloc = pcg_alloc,
    .set = pcg_set,
    .iterate = pcg_iterate,
    .free = pcg_free,
};

static const pn_lcp_method ppcg = {
    .name = "ppcg",
    .summary = "the same, preconditioned by the diagonal",
    .handles_boxes = 1,
    .converges = 1,
    .state_size = sizeof(pcg_state),
    .alloc = pcg_alloc,
    .set = pcg_set,
    .iterate = ppcg_iterate,
    .free = pcg_free,
};

const pn_lcp_method *const pn_lcp_pcg = &pcg;
const pn_lcp_method *const pn_lcp_ppcg = &ppcg;
