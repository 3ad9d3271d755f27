/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Projected Gauss-Seidel by contacts: the rows of a contact, its normal and its
   tangents, are solved together and exactly, contact after contact,

     w_c = (A lambda + b)_c of the newest lambda,   q = w_c - W lambda_c,
     lambda_c <- the solution of   u = W lambda_c + q   with its bounds,

   W the block of A that the contact has on the diagonal. The bounds are a box,
   frozen or coupled (-+ mu lambda_normal with the lambda_normal of the same
   solution), or Coulomb's cone (cone.c). Rows without friction are blocks of
   one row, as in pgs.

   A box is solved by trying the states of its rows (at lo, between, at hi),
   first that of the present iterate, which is mostly right.

   Converges with frozen boxes as pgs does, as each block minimises the energy
   in its own variables. With coupled boxes and cones no proof is known; where
   it comes to rest, the problem is solved. Costs a product with the entries of
   A, and some 100 operations a contact.

   Source: Jean (1999), The non-smooth contact dynamics method; Acary and
   Brogliato (2008), section 13.7 (NSGS). */
#include "pantin/lcp/cone_private.h"
#include "pantin/lcp/solver_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { ROWS = PNI_CONTACT_ROWS };

/* A residual of a block below this share of its |w| is rounding. */
static const double rounding = 1e-14;

typedef struct {
  pn_lcp_csr *own;       /* the entries, where A is given by factors */
  const gsl_spmatrix *A; /* the entries, borrowed */
  double *W;             /* the block of each row's contact, (rows x 3) */
} block_state;

/* A contact: its rows of the problem. */
typedef struct {
  size_t rows;
  const double *W; /* (rows x rows), row by row */
  double q[ROWS], scale;
  double lo[ROWS], hi[ROWS], mu[ROWS]; /* mu: of coupled rows, else -1 */
} contact;

static int block_alloc(void *vstate, size_t rows)
{
  block_state *state = vstate;
  state->W = pn_alloc(rows, ROWS * sizeof *state->W);
  return state->W ? GSL_SUCCESS : GSL_ENOMEM;
}

static void block_free(void *vstate)
{
  block_state *state = vstate;
  pn_lcp_csr_free(state->own);
  pn_free(state->W);
}

static int block_set(void *vstate, pn_lcp_solver *solver, pn_error *error)
{
  block_state *state = vstate;
  const pn_lcp *lcp = solver->lcp;
  if (pni_contact_check(lcp, error))
    return GSL_EINVAL;
  state->A = lcp->size > 0 ? pni_matrix(lcp, &state->own) : NULL;
  if (lcp->size > 0 && !state->A)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  size_t rows;
  for (size_t i = 0; i < lcp->size; i += rows) {
    rows = pni_contact_rows(lcp, i);
    for (size_t k = 0; k < rows; k++)
      for (size_t l = 0; l < rows; l++)
        state->W[ROWS * i + rows * k + l] =
            gsl_spmatrix_get(state->A, i + k, i + l);
  }
  return GSL_SUCCESS;
}

/* Sets lo and hi of row k, for impulses x of the contact. */
static void bounds_at(const contact *of, size_t k, const double *x, double *lo,
                      double *hi)
{
  const int coupled = of->mu[k] >= 0;
  *hi = coupled ? pni_friction_bound(of->mu[k], x[0]) : of->hi[k];
  *lo = coupled ? -*hi : of->lo[k];
}

/* Solves M x = M_(n) by elimination with pivots; returns 0 if M is singular. */
static int eliminate(size_t n, double M[ROWS][ROWS + 1], double *x)
{
  for (size_t p = 0; p < n; p++) {
    size_t best = p;
    for (size_t i = p + 1; i < n; i++)
      if (fabs(M[i][p]) > fabs(M[best][p]))
        best = i;
    for (size_t j = 0; j <= n; j++) {
      const double swapped = M[p][j];
      M[p][j] = M[best][j];
      M[best][j] = swapped;
    }
    if (!(fabs(M[p][p]) > 0))
      return 0;
    for (size_t i = p + 1; i < n; i++)
      for (size_t j = n + 1; j-- > p;)
        M[i][j] -= M[i][p] / M[p][p] * M[p][j];
  }
  for (size_t i = n; i-- > 0;) {
    x[i] = M[i][n];
    for (size_t j = i + 1; j < n; j++)
      x[i] -= M[i][j] * x[j];
    x[i] /= M[i][i];
  }
  return 1;
}

/* The states of a row. */
enum { AT_LO, BETWEEN, AT_HI, STATES };

/* Finds the impulses x with the rows in these states; returns how far they are
   from a solution, as a velocity. */
static double try_states(const contact *of, const int *state, double *x)
{
  const size_t n = of->rows;
  double M[ROWS][ROWS + 1] = {{0}}, worst = 0;
  for (size_t k = 0; k < n; k++) {
    if (state[k] == BETWEEN) {
      memcpy(M[k], &of->W[n * k], n * sizeof *M[k]);
      M[k][n] = -of->q[k];
      continue;
    }
    M[k][k] = 1;
    if (of->mu[k] >= 0)
      M[k][0] = state[k] == AT_LO ? of->mu[k] : -of->mu[k];
    else
      M[k][n] = state[k] == AT_LO ? of->lo[k] : of->hi[k];
  }
  if (!eliminate(n, M, x))
    return INFINITY;
  for (size_t k = 0; k < n; k++) {
    double u = of->q[k], lo, hi;
    for (size_t l = 0; l < n; l++)
      u += of->W[n * k + l] * x[l];
    bounds_at(of, k, x, &lo, &hi);
    const double D = of->W[(n + 1) * k];
    if (!isfinite(x[k]))
      return INFINITY;
    worst = fmax(worst, D * fabs(x[k] - pni_clip(x[k] - u / D, lo, hi)));
  }
  return worst;
}

/* Solves the contact in its box, from impulses x that are its first guess. */
static void solve_box(const contact *of, double *x)
{
  enum { CODES = STATES * STATES * STATES };
  const size_t n = of->rows;
  double best[ROWS], least = INFINITY;
  memcpy(best, x, n * sizeof *best);
  for (int code = -1; code < CODES && !(least <= rounding * of->scale);
       code++) {
    double tried[ROWS], lo, hi;
    int state[ROWS], rest = code;
    for (size_t k = 0; k < n; k++, rest /= STATES) {
      bounds_at(of, k, x, &lo, &hi);
      state[k] = code >= 0    ? rest % STATES
                 : x[k] <= lo ? AT_LO
                 : x[k] >= hi ? AT_HI
                              : BETWEEN;
    }
    const double apart = rest > 0 ? INFINITY : try_states(of, state, tried);
    if (apart < least) {
      least = apart;
      memcpy(best, tried, n * sizeof *best);
    }
  }
  for (size_t k = 0; k < n; k++) {
    double lo, hi;
    bounds_at(of, k, best, &lo, &hi); /* of the normal, which comes first */
    x[k] = best[k] = pni_clip(best[k], lo, hi);
  }
}

/* Solves the contact whose first row is i. */
static void solve_contact(const block_state *state, pn_lcp_solver *solver,
                          size_t i, size_t rows)
{
  const pn_lcp *lcp = solver->lcp;
  double *x = &solver->lambda[i];
  contact of = {.rows = rows, .W = &state->W[ROWS * i]};
  for (size_t k = 0; k < rows; k++) {
    of.lo[k] = lcp->lo[i + k];
    of.hi[k] = lcp->hi[i + k];
    of.mu[k] = k > 0 && solver->settings.coupled ? lcp->mu[i + k] : -1;
    of.q[k] = lcp->b[i + k];
    for (int e = state->A->p[i + k]; e < state->A->p[i + k + 1]; e++)
      of.q[k] += state->A->data[e] * solver->lambda[state->A->i[e]];
    for (size_t l = 0; l < rows; l++)
      of.q[k] -= of.W[rows * k + l] * x[l];
    of.scale = fmax(of.scale, fabs(of.q[k]));
  }
  if (rows == 1)
    x[0] = pni_clip(-of.q[0] / of.W[0], of.lo[0], of.hi[0]);
  else if (solver->settings.cone)
    pni_cone_solve(rows, of.W, of.q, of.mu[1], x);
  else
    solve_box(&of, x);
}

static int block_iterate(void *vstate, pn_lcp_solver *solver)
{
  const block_state *state = vstate;
  size_t rows;
  for (size_t i = 0; i < solver->lcp->size; i += rows) {
    rows = pni_contact_rows(solver->lcp, i);
    solve_contact(state, solver, i, rows);
  }
  solver->products++;
  return GSL_SUCCESS;
}

static const pn_lcp_method block = {
    .name = "pgs-block",
    .summary = "projected Gauss-Seidel by contacts, each solved exactly",
    .handles_boxes = 1,
    .handles_coupled = 1,
    .handles_cone = 1,
    .converges = 1,
    .state_size = sizeof(block_state),
    .alloc = block_alloc,
    .set = block_set,
    .iterate = block_iterate,
    .free = block_free,
};

const pn_lcp_method *const pn_lcp_pgs_block = &block;
