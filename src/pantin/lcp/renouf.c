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
#include "pantin/lcp/rows_private.h"
#include "pantin/lcp/solver_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* A curvature below this share of r.p (which is z.Mz where p = z) is
   rounding. */
static const double flat = 1e-12;

/* Below this share of the largest r.p, a direction is rounding: the residual is
   some 1e-14 of what it was, p points anywhere, and no bound is to be looked
   for along it. */
static const double aimless = 1e-28;

typedef struct {
  double *block, *g, *z, *p, *Ap; /* g = A lambda + b */
  double *lo, *hi;                /* of the sweeps: 0 in rows that are held */
  double slope, steepest;         /* r.p, and the largest so far */
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
  state->steepest = 0;
  return GSL_SUCCESS;
}

/* Computes z = M^-1 r by a sweep forth and one back over A z = -g from 0. */
static void precondition_ssor(renouf_state *state, pn_lcp_solver *solver)
{
  const pn_lcp *lcp = solver->lcp;
  for (size_t i = 0; i < lcp->size; i++) {
    const int held = pni_is_held(lcp, solver->lambda, i, state->g[i]);
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

/* Computes g <- g + alpha A p and z = T(M^-1 r); returns z.Ap. */
PNI_INLINE double descend(renouf_state *state, pn_lcp_solver *solver,
                          const pni_rows *of, double alpha, int ssor, int wide)
{
  const double dot = pni_descend(of, alpha, wide);
  if (!ssor)
    return dot;
  precondition_ssor(state, solver);
  for (size_t i = 0; i < of->n; i++)
    of->z[i] = pni_tangent(of, i, of->z[i]);
  return pni_dot(of->n, of->z, of->Ap);
}

/* Sets p to z + beta T(p), or to z if that does not descend, and the slope
   r.p. */
PNI_INLINE void turn(renouf_state *state, const pni_rows *of, double beta,
                     int wide)
{
  state->slope = -pni_turn_to(of, beta, wide);
  if (state->slope > 0)
    return;
  memcpy(of->p, of->z, of->n * sizeof *of->p);
  state->slope = -pni_dot(of->n, of->p, of->g);
}

/* Takes a step, compiled for each kind of processor: `wide` is a constant. */
PNI_INLINE int take_step(renouf_state *state, pn_lcp_solver *solver, int ssor,
                         int wide)
{
  const pn_lcp *lcp = solver->lcp;
  const pni_rows of = {lcp->size,    lcp->lo,        lcp->hi,
                       solver->step, solver->lambda, state->g,
                       state->z,     state->p,       state->Ap};
  if (state->fresh) {
    pni_gradient(solver, solver->lambda, state->g);
    state->since = 0;
    descend(state, solver, &of, 0, ssor, wide);
    turn(state, &of, 0, wide);
    state->fresh = 0;
  }
  /* Choose the step: to the least energy, or to the first bound. */
  pni_product(solver, state->p, state->Ap);
  const double pAp = pni_dot(of.n, state->p, state->Ap);
  const int curved = pAp > flat * state->slope;
  state->steepest = fmax(state->steepest, state->slope);
  if (!curved && state->slope <= aimless * state->steepest)
    return GSL_ENOPROG; /* solved, as far as can be told */
  double alpha = curved ? state->slope / pAp
                        : pni_step_to_bounds(lcp, solver->lambda, state->p);
  if (!isfinite(alpha))
    return GSL_ENOPROG; /* solved; or no curvature, no bound, no minimum */
  /* Move, and update the gradient: exactly after clipping, else along p. */
  if (pni_advance(&of, alpha, wide) || ++state->since == PNI_REFRESH) {
    pni_gradient(solver, solver->lambda, state->g);
    state->since = 0;
    alpha = 0;
  }
  /* Turn to the next direction. */
  const double zAp = descend(state, solver, &of, alpha, ssor, wide);
  turn(state, &of, curved ? -zAp / pAp : 0, wide);
  return GSL_SUCCESS;
}

/* Takes a step in the version for any processor. */
static int take_plain_step(void *state, pn_lcp_solver *solver, int ssor)
{
  return take_step(state, solver, ssor, 0);
}

/* Takes a step in the version for registers of four numbers, with the same
   bits. */
PNI_TARGET_LANES static int take_wide_step(void *state, pn_lcp_solver *solver,
                                           int ssor)
{
  return take_step(state, solver, ssor, 1);
}

static int renouf_iterate(void *state, pn_lcp_solver *solver)
{
  return pni_has_lanes() ? take_wide_step(state, solver, 0)
                         : take_plain_step(state, solver, 0);
}

static int renouf_ssor_iterate(void *state, pn_lcp_solver *solver)
{
  return take_plain_step(state, solver, 1);
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
