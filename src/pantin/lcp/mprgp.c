/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Modified proportioning with reduced gradient projections. The gradient
   g = A lambda + b is split into the free one, phi (rows between their
   bounds), and the chopped one, beta (rows at a bound that g lets go):

     proportional, |beta|^2 <= Gamma^2 phi~.phi:
       a conjugate gradient step  alpha = g.p / p.Ap  on the face, if it stays
       within the bounds; else an expansion: to the bound, then
       lambda <- clip(lambda - a phi), conjugation anew with p = phi;
     else a proportioning step along beta, which leaves the face, and p = phi,

   where phi~ = min((lambda - lo) / a, phi) is the part of phi that a step of
   length a can use, a = 1.9 / |A|.

   Converges for every symmetric positive definite A, at a rate bounded by its
   condition number alone, and in finitely many steps without degeneracy.
   Costs about one product; |A| is found once by 25 more.

   Source: Dostal (2009), Optimal Quadratic Programming Algorithms, section
   5.8; with upper bounds as its section 5.11 suggests. */
#include "pantin/lcp/solver_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Gamma: with 1, both parts of the gradient weigh the same. */
static const double proportion = 1;

/* a |A|: as far below 2 as the estimate of |A| may err. */
static const double nearly_two = 1.8;

typedef struct {
  double *block, *g, *phi, *beta, *p, *Ap;
  double a;     /* length of the expansion step */
  size_t since; /* updates of g since it was computed from lambda */
  int fresh;    /* nothing is computed yet */
} mprgp_state;

static int mprgp_alloc(void *vstate, size_t rows)
{
  mprgp_state *state = vstate;
  double **const vectors[] = {&state->g, &state->phi, &state->beta, &state->p,
                              &state->Ap};
  state->block = pni_vectors(rows, 5, vectors);
  return state->block ? GSL_SUCCESS : GSL_ENOMEM;
}

static void mprgp_free(void *vstate)
{
  mprgp_state *state = vstate;
  pn_free(state->block);
}

static int mprgp_set(void *vstate, pn_lcp_solver *solver, pn_error *error)
{
  (void)error;
  mprgp_state *state = vstate;
  if (solver->lcp->size > 0)
    state->a =
        nearly_two / pni_largest_eigenvalue(solver, 0, state->p, state->Ap);
  state->fresh = 1;
  return GSL_SUCCESS;
}

/* Splits g into phi and beta; sets |beta|^2 and phi~.phi. */
static void split(mprgp_state *state, const pn_lcp_solver *solver,
                  double *beta_beta, double *phi_phi)
{
  const pn_lcp *lcp = solver->lcp;
  *beta_beta = *phi_phi = 0;
  for (size_t i = 0; i < lcp->size; i++) {
    const double g = state->g[i];
    const double to_lo = solver->lambda[i] - lcp->lo[i];
    const double to_hi = lcp->hi[i] - solver->lambda[i];
    const int between = to_lo > 0 && to_hi > 0;
    const int held = pni_is_held(lcp, solver->lambda, i, g);
    state->phi[i] = between ? g : 0;
    state->beta[i] = between || held ? 0 : g;
    *beta_beta += state->beta[i] * state->beta[i];
    *phi_phi += state->phi[i] *
                pni_clip(state->phi[i], -to_hi / state->a, to_lo / state->a);
  }
}

/* Computes g anew and restarts the conjugation with p = phi. */
static void restart(mprgp_state *state, pn_lcp_solver *solver)
{
  double unused, unused_too;
  pni_gradient(solver, solver->lambda, state->g);
  state->since = 0;
  split(state, solver, &unused, &unused_too);
  memcpy(state->p, state->phi, solver->lcp->size * sizeof *state->p);
}

/* Moves lambda along d. Clipping takes away rounding errors only, so that a row
   that should reach its bound is exactly on it. */
static void advance(pn_lcp_solver *solver, double step, const double *d)
{
  const pn_lcp *lcp = solver->lcp;
  for (size_t i = 0; i < lcp->size; i++)
    if (d[i] != 0)
      solver->lambda[i] = pni_moved(lcp, solver->lambda, i, step * d[i]);
}

/* Replaces x by -x. */
static void negate(size_t n, double *x)
{
  for (size_t i = 0; i < n; i++)
    x[i] = -x[i];
}

/* Expands the set of held rows: goes along p to the first bound, and on with
   the projected gradient. */
static void expand(mprgp_state *state, pn_lcp_solver *solver, double to_bound)
{
  const pn_lcp *lcp = solver->lcp;
  advance(solver, to_bound, state->p); /* p is negated by now */
  for (size_t i = 0; i < lcp->size; i++)
    state->g[i] += to_bound * state->Ap[i];
  double unused, unused_too;
  split(state, solver, &unused, &unused_too);
  advance(solver, -state->a, state->phi);
  restart(state, solver);
}

/* Takes a conjugate gradient step on the face, or expands where that would
   leave the bounds. */
static int minimise(mprgp_state *state, pn_lcp_solver *solver)
{
  const size_t n = solver->lcp->size;
  negate(n, state->p); /* now a direction of descent */
  pni_product(solver, state->p, state->Ap);
  const double pAp = pni_dot(n, state->p, state->Ap);
  const double slope = -pni_dot(n, state->g, state->p);
  const double wanted = pAp > 0 ? slope / pAp : INFINITY;
  const double to_bound =
      pni_step_to_bounds(solver->lcp, solver->lambda, state->p);
  /* Compare the step to the least energy with the one to the first bound. */
  if (wanted > to_bound) {
    expand(state, solver, to_bound);
    return GSL_SUCCESS;
  }
  if (isinf(wanted))
    return GSL_ENOPROG; /* no curvature, no bound, no minimum */
  /* Step, and update the gradient without another product. */
  advance(solver, wanted, state->p);
  for (size_t i = 0; i < n; i++)
    state->g[i] += wanted * state->Ap[i];
  if (++state->since == PNI_REFRESH) {
    restart(state, solver);
    return GSL_SUCCESS;
  }
  /* Turn to the next conjugate direction. */
  double unused, unused_too;
  split(state, solver, &unused, &unused_too);
  const double gamma = pni_dot(n, state->phi, state->Ap) / pAp;
  for (size_t i = 0; i < n; i++)
    state->p[i] = state->phi[i] - gamma * state->p[i];
  return GSL_SUCCESS;
}

/* Takes a proportioning step along the chopped gradient, which leaves the
   face. */
static int leave_face(mprgp_state *state, pn_lcp_solver *solver)
{
  const size_t n = solver->lcp->size;
  negate(n, state->beta);
  pni_product(solver, state->beta, state->Ap);
  const double curvature = pni_dot(n, state->beta, state->Ap);
  const double slope = pni_dot(n, state->beta, state->beta);
  const double wanted = curvature > 0 ? slope / curvature : INFINITY;
  const double step = fmin(
      wanted, pni_step_to_bounds(solver->lcp, solver->lambda, state->beta));
  if (isinf(step))
    return GSL_ENOPROG;
  advance(solver, step, state->beta);
  restart(state, solver);
  return GSL_SUCCESS;
}

static int mprgp_iterate(void *vstate, pn_lcp_solver *solver)
{
  mprgp_state *state = vstate;
  double beta_beta, phi_phi;
  if (state->fresh)
    restart(state, solver);
  state->fresh = 0;
  split(state, solver, &beta_beta, &phi_phi);
  if (beta_beta == 0 && phi_phi == 0)
    return GSL_ENOPROG;
  return beta_beta <= proportion * proportion * phi_phi
             ? minimise(state, solver)
             : leave_face(state, solver);
}

static const pn_lcp_method mprgp = {
    .name = "mprgp",
    .summary = "proportioning with reduced gradient projections",
    .handles_boxes = 1,
    .converges = 1,
    .state_size = sizeof(mprgp_state),
    .alloc = mprgp_alloc,
    .set = mprgp_set,
    .iterate = mprgp_iterate,
    .free = mprgp_free,
};

const pn_lcp_method *const pn_lcp_mprgp = &mprgp;
