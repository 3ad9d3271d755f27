/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The conjugate projected gradient of Renouf and Alart. T(v) is v with 0 in
   the rows at a bound that v would pass (the projection on the tangent cone
   at lambda):

     alpha = r.p / p.Ap,   lambda <- clip(lambda + alpha p),
     r = -(A lambda + b),  z = T(M^-1 r),
     beta = -z.Ap / p.Ap,  p <- z + beta T(p).

   Here the conjugation survives a change of the face, because the direction is
   projected as well; it starts anew where p no longer descends. Where p meets
   no curvature (redundant contacts) the step goes to the first bound. M = D
   (`renouf`), or M = (D + L) D^-1 (D + L^T) on the rows that are not held
   (`renouf-ssor`): a Gauss-Seidel sweep forth and one back.

   There is no proof of convergence with clipping. Costs one product, with
   SSOR three.

   Source: Renouf, Alart (2005), Conjugate gradient type algorithms for
   frictional multi-contact problems. */
#include "pantin/lcp/solver_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* A curvature below this share of r.p (which is z.Mz where p = z) is
   rounding. */
static const double flat = 1e-12;

typedef struct {
  double *block, *g, *z, *p, *Ap; /* g = A lambda + b */
  double *lo, *hi;                /* of the sweeps: 0 in rows that are held */
  double slope;                   /* r.p */
  size_t since; /* updates of g since it was computed from lambda */
  int fresh;    /* nothing is computed yet */
} renouf_state;

static int renouf_alloc(void *vstate, size_t rows)
{
  renouf_state *state = vstate;
  double **const vectors[] = {&state->g,  &state->z,  &state->p,
                              &state->Ap, &state->lo, &state->hi};
  state->block = pni_vectors(rows, 6, vectors);
  return state->block ? GSL_SUCCESS : GSL_ENOMEM;
}

static void renouf_free(void *vstate)
{
  renouf_state *state = vstate;
  pn_free(state->block);
}

static int renouf_set(void *vstate, pn_lcp_solver *solver, pn_error *error)
{
  (void)solver;
  (void)error;
  renouf_state *state = vstate;
  state->fresh = 1;
  return GSL_SUCCESS;
}

/* Tells whether v leads out of the bounds in row i. */
static int leads_out(const pn_lcp_solver *solver, size_t i, double v)
{
  return pni_is_held(solver->lcp, solver->lambda, i, -v);
}

/* Computes z = M^-1 r by a sweep forth and one back over A z = -g from 0. */
static void precondition_ssor(renouf_state *state, pn_lcp_solver *solver)
{
  const pn_lcp *lcp = solver->lcp;
  for (size_t i = 0; i < lcp->size; i++) {
    const int held = leads_out(solver, i, -state->g[i]);
    state->lo[i] = held ? 0 : -INFINITY;
    state->hi[i] = held ? 0 : INFINITY;
    state->z[i] = 0;
  }
  pn_lcp_sweep how = {.columns = 1,
                      .b = state->g,
                      .lo = state->lo,
                      .hi = state->hi,
                      .step = solver->step};
  pni_begin(solver, state->z);
  for (int back = 0; back < 2; back++) {
    how.backward = back;
    lcp->A->type->sweep(lcp->A, &how, state->z, solver->scratch);
  }
  solver->products += 2;
}

/* Computes z = T(M^-1 r). */
static void descend(renouf_state *state, pn_lcp_solver *solver, int ssor)
{
  const pn_lcp *lcp = solver->lcp;
  if (ssor)
    precondition_ssor(state, solver);
  for (size_t i = 0; i < lcp->size; i++) {
    const double z = ssor ? state->z[i] : -state->g[i] * solver->step[i];
    state->z[i] = leads_out(solver, i, z) ? 0 : z;
  }
}

/* Sets p to z + beta T(p), or to z if that does not descend, and the slope
   r.p. */
static void turn(renouf_state *state, const pn_lcp_solver *solver, double beta)
{
  const size_t n = solver->lcp->size;
  for (size_t i = 0; i < n; i++) {
    const double p = leads_out(solver, i, state->p[i]) ? 0 : state->p[i];
    state->p[i] = state->z[i] + beta * p;
  }
  state->slope = -pni_dot(n, state->p, state->g);
  if (state->slope > 0)
    return;
  for (size_t i = 0; i < n; i++)
    state->p[i] = state->z[i];
  state->slope = -pni_dot(n, state->p, state->g);
}

/* Moves lambda to clip(lambda + alpha p); returns 1 if a value was clipped. */
static int advance(const renouf_state *state, pn_lcp_solver *solver,
                   double alpha)
{
  const pn_lcp *lcp = solver->lcp;
  int clipped = 0;
  for (size_t i = 0; i < lcp->size; i++) {
    const double wanted = solver->lambda[i] + alpha * state->p[i];
    solver->lambda[i] = pni_clip(wanted, lcp->lo[i], lcp->hi[i]);
    clipped |= solver->lambda[i] != wanted;
  }
  return clipped;
}

static int take_step(renouf_state *state, pn_lcp_solver *solver, int ssor)
{
  const size_t n = solver->lcp->size;
  if (state->fresh) {
    pni_gradient(solver, solver->lambda, state->g);
    state->since = 0;
    descend(state, solver, ssor);
    turn(state, solver, 0);
    state->fresh = 0;
  }
  /* Choose the step: to the least energy, or to the first bound. */
  pni_product(solver, state->p, state->Ap);
  const double pAp = pni_dot(n, state->p, state->Ap);
  const int curved = pAp > flat * state->slope;
  const double alpha =
      curved ? state->slope / pAp
             : pni_step_to_bounds(solver->lcp, solver->lambda, state->p);
  if (!isfinite(alpha))
    return GSL_ENOPROG; /* solved; or no curvature, no bound, no minimum */
  /* Move, and update the gradient: exactly after clipping, else along p. */
  if (advance(state, solver, alpha) || ++state->since == PNI_REFRESH) {
    pni_gradient(solver, solver->lambda, state->g);
    state->since = 0;
  } else
    for (size_t i = 0; i < n; i++)
      state->g[i] += alpha * state->Ap[i];
  /* Turn to the next direction. */
  descend(state, solver, ssor);
  turn(state, solver, curved ? -pni_dot(n, state->z, state->Ap) / pAp : 0);
  return GSL_SUCCESS;
}

static int renouf_iterate(void *state, pn_lcp_solver *solver)
{
  return take_step(state, solver, 0);
}

static int renouf_ssor_iterate(void *state, pn_lcp_solver *solver)
{
  return take_step(state, solver, 1);
}

static const pn_lcp_method renouf = {
    .name = "renouf",
    .summary = "conjugate projected gradient, preconditioned by D",
    .handles_boxes = 1,
    .converges = 1,
    .state_size = sizeof(renouf_state),
    .alloc = renouf_alloc,
    .set = renouf_set,
    .iterate = renouf_iterate,
    .free = renouf_free,
};

static const pn_lcp_method renouf_ssor = {
    .name = "renouf-ssor",
    .summary = "the same, preconditioned by symmetric sweeps",
    .handles_boxes = 1,
    .converges = 1,
    .state_size = sizeof(renouf_state),
    .alloc = renouf_alloc,
    .set = renouf_set,
    .iterate = renouf_ssor_iterate,
    .free = renouf_free,
};

const pn_lcp_method *const pn_lcp_renouf = &renouf;
const pn_lcp_method *const pn_lcp_renouf_ssor = &renouf_ssor;
