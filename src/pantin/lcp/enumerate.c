/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tries all active sets, one after the other. Each row is at lo, free (w = 0),
   or at hi; with the free rows F and the others B at their bounds,

     A_FF lambda_F = -(b_F + A_FB lambda_B)

   and the set is the right one if the whole lambda has no residual. Each
   iteration tries one set and keeps the best lambda so far. The sets are
   counted like numbers whose digits are the states of the rows. Where
   A_FF is singular, the lambda of rows that depend on those before them stays
   0. That loses no solution: from any one, a way along which A_FF does not
   change leads on to a bound, and so to another set, unless all its rows are
   without bounds.

   Costs n^3 / 3 for each of up to 3^n sets, so n <= 12: an oracle for tests,
   too simple to be wrong.

   Source: the definition. */
#include "pantin/lcp/solver_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { ROWS_MAX = 12 };

/* A pivot below this share of its diagonal entry counts as 0: its row depends
   on others. */
static const double singular = 1e-10;

typedef enum { AT_LO, FREE, AT_HI } place;

typedef struct {
  double A[ROWS_MAX][ROWS_MAX];
  place of[ROWS_MAX];     /* the set that comes next */
  double trial[ROWS_MAX]; /* its lambda */
  double w[ROWS_MAX];
  double best; /* residual of solver->lambda */
  int done;    /* all sets were tried */
} enumerate_state;

/* Returns the first place that row i can be in, or the next one after `after`;
   -1 if there is none. */
static int next_place(const pn_lcp *lcp, size_t i, int after)
{
  for (int p = after + 1; p <= AT_HI; p++)
    if (p == FREE || (p == AT_LO && isfinite(lcp->lo[i])) ||
        (p == AT_HI && isfinite(lcp->hi[i])))
      return p;
  return -1;
}

static int enumerate_set(void *vstate, pn_lcp_solver *solver, pn_error *error)
{
  (void)error;
  enumerate_state *state = vstate;
  const pn_lcp *lcp = solver->lcp;
  double unit[ROWS_MAX];
  for (size_t j = 0; j < lcp->size; j++) {
    for (size_t i = 0; i < lcp->size; i++)
      unit[i] = i == j;
    pni_product(solver, unit, state->A[j]); /* a column, and a row */
  }
  for (size_t i = 0; i < lcp->size; i++)
    state->of[i] = (place)next_place(lcp, i, -1);
  state->best = INFINITY;
  state->done = 0;
  return GSL_SUCCESS;
}

/* Moves on to the next set. */
static void next_set(enumerate_state *state, const pn_lcp *lcp)
{
  for (size_t i = 0; i < lcp->size; i++) {
    const int next = next_place(lcp, i, (int)state->of[i]);
    state->of[i] = (place)(next < 0 ? next_place(lcp, i, -1) : next);
    if (next >= 0)
      return;
  }
  state->done = 1;
}

/* Solves L L^T x = rhs for the m free rows, in place, with Cholesky's L in
   the lower triangle. A row that depends on those before it gets x = 0, and a
   diagonal entry of L that is 0. */
static void solve_free(size_t m, double (*M)[ROWS_MAX], double *x)
{
  for (size_t j = 0; j < m; j++) {
    const double diagonal = M[j][j];
    for (size_t i = j; i < m; i++)
      for (size_t k = 0; k < j; k++)
        M[i][j] -= M[i][k] * M[j][k];
    const int depends = !(M[j][j] > singular * diagonal);
    const double pivot = depends ? 0 : sqrt(M[j][j]);
    for (size_t i = j; i < m; i++)
      M[i][j] = depends ? 0 : M[i][j] / pivot;
  }
  for (size_t i = 0; i < m; i++) {
    for (size_t k = 0; k < i; k++)
      x[i] -= M[i][k] * x[k];
    x[i] = M[i][i] > 0 ? x[i] / M[i][i] : 0;
  }
  for (size_t i = m; i-- > 0;) {
    for (size_t k = i + 1; k < m; k++)
      x[i] -= M[k][i] * x[k];
    x[i] = M[i][i] > 0 ? x[i] / M[i][i] : 0;
  }
}

/* Computes the lambda of the set into `trial`. */
static void try_set(enumerate_state *state, const pn_lcp *lcp)
{
  double M[ROWS_MAX][ROWS_MAX], x[ROWS_MAX];
  size_t row[ROWS_MAX], m = 0;
  for (size_t i = 0; i < lcp->size; i++) {
    state->trial[i] = state->of[i] == AT_LO   ? lcp->lo[i]
                      : state->of[i] == AT_HI ? lcp->hi[i]
                                              : 0;
    if (state->of[i] == FREE)
      row[m++] = i;
  }
  for (size_t i = 0; i < m; i++) {
    x[i] = -lcp->b[row[i]];
    for (size_t j = 0; j < lcp->size; j++)
      x[i] -= state->A[row[i]][j] * state->trial[j];
    for (size_t j = 0; j < m; j++)
      M[i][j] = state->A[row[i]][row[j]];
  }
  solve_free(m, M, x);
  for (size_t i = 0; i < m; i++)
    state->trial[row[i]] = pni_clip(x[i], lcp->lo[row[i]], lcp->hi[row[i]]);
}

static int enumerate_iterate(void *vstate, pn_lcp_solver *solver)
{
  enumerate_state *state = vstate;
  const pn_lcp *lcp = solver->lcp;
  if (state->done)
    return GSL_ENOPROG;
  pn_lcp_residual residual = {.active = 0};
  try_set(state, lcp);
  pn_lcp_measure(lcp, state->trial, state->w, solver->scratch, &residual);
  if (residual.scaled.inf < state->best) {
    state->best = residual.scaled.inf;
    memcpy(solver->lambda, state->trial, lcp->size * sizeof(double));
  }
  next_set(state, lcp);
  return GSL_SUCCESS;
}

static const pn_lcp_method enumerate = {
    .name = "enumerate",
    .summary = "every active set, for at most 12 rows",
    .handles_boxes = 1,
    .converges = 1,
    .pivots = 1,
    .rows_max = ROWS_MAX,
    .state_size = sizeof(enumerate_state),
    .alloc = pni_alloc_nothing,
    .set = enumerate_set,
    .iterate = enumerate_iterate,
    .free = pni_free_nothing,
};

const pn_lcp_method *const pn_lcp_enumerate = &enumerate;
