/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* An interior-point method: primal and dual, with predictor and corrector. Let
   y >= 0 and z >= 0 be what w is at lo and at hi, so that

     A lambda + b - y + z = 0,
     (lambda - lo) y = mu,   (hi - lambda) z = mu    in each row,

   and drive mu to 0. A step of Newton solves

     (A + Y / (Lambda - Lo) + Z / (Hi - Lambda)) d = -g,

   a matrix that is A but for its diagonal, positive definite even where A is
   singular, by the sparse L D L^T of linear/ldl.h, whose pattern is found once.
   The predictor aims at mu = 0; from how far it comes, (mu_aff / mu)^3 chooses
   the mu of the corrector, which also makes up for the products of steps that
   Newton leaves out. Rows with lo = hi stay there; rows without bounds get an
   epsilon D on the diagonal in place of y and z.

   Converges for every positive semidefinite A with a solution, degenerate or
   not, as a rule in 15 to 40 iterations. The last digits would suffer from the
   conditioning of the matrix: once mu is small, rows whose y or z exceeds their
   distance to the bound are put on it, and block pivoting (bpp.c) goes on from
   there, as a rule with nothing left to pivot. Where it comes to a singular
   block, it goes once more from lambda = 0, and where many pivots bring nothing
   it stagnates. Costs one factorisation and two solutions in an iteration.

   Source: Mehrotra (1992), On the implementation of a primal-dual interior
   point method; Nocedal and Wright (2006), section 16.6. */
#include "pantin/lcp/assemble_private.h"
#include "pantin/lcp/face_private.h"
#include "pantin/lcp/solver_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* How far a step goes towards the first bound. */
static const double nearly_all = 0.995;

/* On the diagonal, as a share of D, of rows without bounds. */
static const double epsilon = 1e-10;

/* mu is small when it is this share of the first one. */
static const double small = 1e-10;

/* Pivots in turn that come no nearer than before, after which they are given
   up: walls of bricks have needed 710. */
enum { PIVOTS_IN_VAIN = 1000 };

typedef struct {
  double *block, *x, *y, *z, *g, *d, *dy, *dz, *r;
  char *face;      /* 1 for rows that can move, owned */
  pni_face F;      /* solves with P */
  pn_lcp_csr *P;   /* A and what is added on its diagonal, owned */
  int *diagonal;   /* where the diagonal is in P, (n), owned */
  double first_mu; /* 0 before the first iteration */
  void *bpp;       /* state of the method that finishes, owned */
  int finishes;    /* 1: it is at work; 2: for the second time */
  size_t began;    /* iterations before it was */
} ipm_state;

static int ipm_alloc(void *vstate, size_t rows)
{
  ipm_state *state = vstate;
  double **const vectors[] = {&state->x, &state->y,  &state->z,  &state->g,
                              &state->d, &state->dy, &state->dz, &state->r};
  state->block = pni_vectors(rows, sizeof vectors / sizeof *vectors, vectors);
  state->face = pn_alloc(rows, 1);
  state->diagonal = pn_alloc(rows, sizeof *state->diagonal);
  state->bpp = pn_alloc(1, pn_lcp_bpp->state_size);
  state->P = pn_lcp_csr_alloc(NULL);
  return state->block && state->face && state->diagonal && state->bpp &&
                 state->P && !pni_face_alloc(&state->F)
             ? pn_lcp_bpp->alloc(state->bpp, rows)
             : GSL_ENOMEM;
}

static void ipm_free(void *vstate)
{
  ipm_state *state = vstate;
  if (state->bpp)
    pn_lcp_bpp->free(state->bpp);
  pn_free(state->bpp);
  pn_free(state->block);
  pn_free(state->face);
  pn_free(state->diagonal);
  pn_lcp_csr_free(state->P);
  pni_face_free(&state->F);
}

static int has_lo(const pn_lcp *lcp, size_t i)
{
  return lcp->lo[i] > -INFINITY && lcp->lo[i] < lcp->hi[i];
}

static int has_hi(const pn_lcp *lcp, size_t i)
{
  return lcp->hi[i] < INFINITY && lcp->lo[i] < lcp->hi[i];
}

/* Copies A, and finds its diagonal. */
static int copy_matrix(ipm_state *state, const pn_lcp *lcp)
{
  const gsl_spmatrix *A = state->F.A;
  if (pni_csr_reserve(state->P, lcp->size, A->nz))
    return GSL_ENOMEM;
  state->P->A->size1 = state->P->A->size2 = lcp->size;
  memcpy(state->P->A->p, A->p, (lcp->size + 1) * sizeof *A->p);
  memcpy(state->P->A->i, A->i, A->nz * sizeof *A->i);
  memcpy(state->P->A->data, A->data, A->nz * sizeof *A->data);
  state->P->A->nz = A->nz;
  for (size_t i = 0; i < lcp->size; i++)
    for (int k = A->p[i]; k < A->p[i + 1]; k++)
      if ((size_t)A->i[k] == i)
        state->diagonal[i] = k;
  return GSL_SUCCESS;
}

/* Starts well between the bounds, with w = b. */
static int ipm_set(void *vstate, pn_lcp_solver *solver, pn_error *error)
{
  ipm_state *state = vstate;
  const pn_lcp *lcp = solver->lcp;
  double speed = 0;
  state->first_mu = 0;
  state->finishes = 0;
  if (lcp->size == 0)
    return GSL_SUCCESS;
  if (pni_face_set(&state->F, lcp, error))
    return GSL_ENOMEM;
  if (pn_lcp_bpp->set(state->bpp, solver, error))
    return GSL_ENOMEM;
  if (copy_matrix(state, lcp))
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  for (size_t i = 0; i < lcp->size; i++)
    speed = fmax(speed, fabs(lcp->b[i]));
  speed = speed > 0 ? speed : 1;
  for (size_t i = 0; i < lcp->size; i++) {
    const double lo = lcp->lo[i], hi = lcp->hi[i], way = speed / lcp->D[i];
    state->face[i] = lo < hi;
    state->x[i] = lo == hi                           ? lo
                  : has_lo(lcp, i) && has_hi(lcp, i) ? (lo + hi) / 2
                  : has_lo(lcp, i)                   ? lo + way
                  : has_hi(lcp, i)                   ? hi - way
                                                     : 0;
    state->y[i] = has_lo(lcp, i) ? speed : 0;
    state->z[i] = has_hi(lcp, i) ? speed : 0;
  }
  return pn_ldl_analyse(state->F.ldl, state->P->A->p, state->P->A->i,
                        state->face)
             ? pn_error_set(error, GSL_EINVAL, NULL, 0,
                            "method ipm: the factor of the matrix would have "
                            "too many entries")
             : GSL_SUCCESS;
}

/* Returns the mean of the products (lambda - lo) y and (hi - lambda) z, after a
   step of t. */
static double mean_product(const ipm_state *state, const pn_lcp *lcp, double t)
{
  double sum = 0, count = 0;
  for (size_t i = 0; i < lcp->size; i++) {
    const double x = state->x[i] + t * state->d[i];
    if (has_lo(lcp, i))
      sum += (x - lcp->lo[i]) * (state->y[i] + t * state->dy[i]), count++;
    if (has_hi(lcp, i))
      sum += (lcp->hi[i] - x) * (state->z[i] + t * state->dz[i]), count++;
  }
  return count > 0 ? sum / count : 0;
}

/* Returns the longest step, up to 1, for which all that is positive stays so.
 */
static double longest_step(const ipm_state *state, const pn_lcp *lcp)
{
  double t = 1 / nearly_all;
  for (size_t i = 0; i < lcp->size; i++) {
    if (has_lo(lcp, i) && state->d[i] < 0)
      t = fmin(t, (state->x[i] - lcp->lo[i]) / -state->d[i]);
    if (has_hi(lcp, i) && state->d[i] > 0)
      t = fmin(t, (lcp->hi[i] - state->x[i]) / state->d[i]);
    if (has_lo(lcp, i) && state->dy[i] < 0)
      t = fmin(t, state->y[i] / -state->dy[i]);
    if (has_hi(lcp, i) && state->dz[i] < 0)
      t = fmin(t, state->z[i] / -state->dz[i]);
  }
  return fmin(1, nearly_all * t);
}

/* Factors the matrix of the present iterate. */
static int factor(ipm_state *state, const pn_lcp *lcp)
{
  for (size_t i = 0; i < lcp->size; i++) {
    double more = has_lo(lcp, i) || has_hi(lcp, i) ? 0 : epsilon * lcp->D[i];
    if (has_lo(lcp, i))
      more += state->y[i] / (state->x[i] - lcp->lo[i]);
    if (has_hi(lcp, i))
      more += state->z[i] / (lcp->hi[i] - state->x[i]);
    state->P->A->data[state->diagonal[i]] =
        state->F.A->data[state->diagonal[i]] + more;
  }
  return pn_ldl_factor(state->F.ldl, state->P->A->p, state->P->A->i,
                       state->P->A->data);
}

/* Computes the step that brings the products to mu; with `second` the products
   of the last step's parts are made up for. */
static void find_step(ipm_state *state, const pn_lcp *lcp, double mu,
                      int second)
{
  for (size_t i = 0; i < lcp->size; i++) {
    double r = state->face[i] ? -state->g[i] : 0;
    const double below = state->x[i] - lcp->lo[i],
                 above = lcp->hi[i] - state->x[i];
    /* dy and dz for d = 0, kept for below. */
    const double py = second ? state->d[i] * state->dy[i] : 0,
                 pz = second ? -state->d[i] * state->dz[i] : 0;
    state->dy[i] = has_lo(lcp, i) ? (mu - py) / below - state->y[i] : 0;
    state->dz[i] = has_hi(lcp, i) ? (mu - pz) / above - state->z[i] : 0;
    state->r[i] = r + state->dy[i] - state->dz[i];
  }
  pn_ldl_solve(state->F.ldl, state->r, state->d);
  for (size_t i = 0; i < lcp->size; i++) {
    if (has_lo(lcp, i))
      state->dy[i] -= state->y[i] / (state->x[i] - lcp->lo[i]) * state->d[i];
    if (has_hi(lcp, i))
      state->dz[i] += state->z[i] / (lcp->hi[i] - state->x[i]) * state->d[i];
  }
}

/* Computes g = A x + b - y + z. */
static void find_gradient(ipm_state *state, pn_lcp_solver *solver)
{
  pni_gradient(solver, state->x, state->g);
  for (size_t i = 0; i < solver->lcp->size; i++)
    state->g[i] += state->z[i] - state->y[i];
}

/* Shows lambda, on a bound where y or z says so. */
static void show(const ipm_state *state, pn_lcp_solver *solver)
{
  const pn_lcp *lcp = solver->lcp;
  for (size_t i = 0; i < lcp->size; i++) {
    const double x = state->x[i], D = lcp->D[i];
    solver->lambda[i] =
        has_lo(lcp, i) && state->y[i] > D * (x - lcp->lo[i])   ? lcp->lo[i]
        : has_hi(lcp, i) && state->z[i] > D * (lcp->hi[i] - x) ? lcp->hi[i]
                                                               : x;
  }
}

/* Hands over to block pivoting, from the lambda that is shown. */
static void hand_over(ipm_state *state, pn_lcp_solver *solver)
{
  pni_bpp_begin(state->bpp, solver);
  state->began = solver->iteration;
  state->finishes++;
}

/* Pivots. Stops where it comes no nearer, if the residual is measured. */
static int finish(ipm_state *state, pn_lcp_solver *solver)
{
  const pn_lcp *lcp = solver->lcp;
  if (!state->finishes)
    hand_over(state, solver);
  const size_t best =
      solver->least_at > state->began ? solver->least_at : state->began;
  if (solver->least < INFINITY && solver->iteration > best + PIVOTS_IN_VAIN)
    return GSL_ENOPROG;
  const int code = pn_lcp_bpp->iterate(state->bpp, solver);
  if (!code || solver->reason != PN_LCP_SINGULAR || state->finishes > 1)
    return code;
  for (size_t i = 0; i < lcp->size; i++)
    solver->lambda[i] = pni_clip(0, lcp->lo[i], lcp->hi[i]);
  solver->reason = PN_LCP_ITERATIONS;
  hand_over(state, solver);
  return pn_lcp_bpp->iterate(state->bpp, solver);
}

static int ipm_iterate(void *vstate, pn_lcp_solver *solver)
{
  ipm_state *state = vstate;
  const pn_lcp *lcp = solver->lcp;
  if (lcp->size == 0)
    return GSL_ENOPROG;
  find_gradient(state, solver);
  if (state->finishes || factor(state, lcp))
    return finish(state, solver);
  solver->factorisations++;
  /* The predictor, and how far it comes. */
  memset(state->d, 0, lcp->size * sizeof *state->d);
  memset(state->dy, 0, lcp->size * sizeof *state->dy);
  memset(state->dz, 0, lcp->size * sizeof *state->dz);
  const double mu = mean_product(state, lcp, 0);
  if (state->first_mu == 0)
    state->first_mu = mu;
  else if (!(mu > small * state->first_mu))
    return finish(state, solver);
  find_step(state, lcp, 0, 0);
  const double reached = mean_product(state, lcp, longest_step(state, lcp));
  const double share = mu > 0 ? pow(reached / mu, 3) : 0;
  find_step(state, lcp, fmin(1, share) * mu, 1);
  const double t = longest_step(state, lcp);
  if (!(pni_dot(lcp->size, state->d, state->d) < INFINITY))
    return finish(state, solver);
  for (size_t i = 0; i < lcp->size; i++) {
    state->x[i] += t * state->d[i];
    state->y[i] += t * state->dy[i];
    state->z[i] += t * state->dz[i];
  }
  show(state, solver);
  return GSL_SUCCESS;
}

static const pn_lcp_method ipm = {
    .name = "ipm",
    .summary = "interior point, finished by block pivoting",
    .handles_boxes = 1,
    .converges = 1,
    .state_size = sizeof(ipm_state),
    .alloc = ipm_alloc,
    .set = ipm_set,
    .iterate = ipm_iterate,
    .free = ipm_free,
};

const pn_lcp_method *const pn_lcp_ipm = &ipm;
