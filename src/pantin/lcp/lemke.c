/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lemke's complementary pivoting. With a covering variable z0 the system

     w - A lambda - e z0 = b,   w, lambda, z0 >= 0,   w_i lambda_i = 0

   has the solution z0 = -min b. From there each pivot brings in the
   complement of the variable that has just left, as in the simplex method,
   until z0 leaves: then lambda solves the problem. Where no row limits the
   entering variable (a ray) there is no solution. The rows compete by the
   lexicographic order of (b, basis inverse), so that degenerate problems do
   not cycle.

   One iteration is one pivot; lambda is that of the basis, and is no
   approximate solution before the end. Ends for every positive semidefinite A,
   mostly after some n pivots, but for Murty's problem after 2^n - 1. A pivot
   costs 2 n^2 in a dense tableau of n (2 n + 2) numbers.

   Source: Cottle, Pang, Stone (1992), The Linear Complementarity Problem,
   sections 4.4 and 4.9. */
#include "pantin/lcp/solver_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* The tableau then has 64 MB. */
enum { ROWS_MAX = 2000 };

/* An entry below this share of the largest one of its column is not taken as a
   pivot. */
static const double smallest_pivot = 1e-11;

/* Columns are numbered: w_i is i, lambda_i is n + i, z0 is 2 n, the right-hand
   side 2 n + 1. */
typedef struct {
  size_t n, columns;
  double *tableau; /* (n x columns) */
  size_t *basic;   /* the variable of each row, (n) */
  size_t entering; /* the variable to come in */
} lemke_state;

static int lemke_alloc(void *vstate, size_t rows)
{
  lemke_state *state = vstate;
  state->tableau = pn_alloc(rows * (2 * rows + 2), sizeof(double));
  state->basic = pn_alloc(rows, sizeof *state->basic);
  return state->tableau && state->basic ? GSL_SUCCESS : GSL_ENOMEM;
}

static void lemke_free(void *vstate)
{
  lemke_state *state = vstate;
  pn_free(state->tableau);
  pn_free(state->basic);
}

static double *row_of(const lemke_state *state, size_t i)
{
  return state->tableau + i * state->columns;
}

static int lemke_set(void *vstate, pn_lcp_solver *solver, pn_error *error)
{
  (void)error;
  lemke_state *state = vstate;
  const pn_lcp *lcp = solver->lcp;
  const size_t n = state->n = lcp->size;
  state->columns = 2 * n + 2;
  memset(state->tableau, 0, n * state->columns * sizeof(double));
  /* Unit vectors give the columns of A, whatever its kind. */
  for (size_t j = 0; j < n; j++) {
    memset(solver->lambda, 0, n * sizeof(double));
    solver->lambda[j] = 1;
    pni_product(solver, solver->lambda, solver->w);
    for (size_t i = 0; i < n; i++)
      row_of(state, i)[n + j] = -solver->w[i];
  }
  memset(solver->lambda, 0, n * sizeof(double));
  for (size_t i = 0; i < n; i++) {
    double *row = row_of(state, i);
    row[i] = 1;
    row[2 * n] = -1;
    row[2 * n + 1] = lcp->b[i];
    state->basic[i] = i;
  }
  state->entering = 2 * n;
  return GSL_SUCCESS;
}

/* Tells whether (b, basis inverse) of row i over its pivot comes before that of
   row k. */
static int comes_before(const lemke_state *state, size_t i, size_t k)
{
  const double *a = row_of(state, i), *c = row_of(state, k);
  const double da = a[state->entering], dc = c[state->entering];
  const size_t rhs = 2 * state->n + 1;
  if (a[rhs] * dc != c[rhs] * da)
    return a[rhs] * dc < c[rhs] * da;
  for (size_t j = 0; j < state->n; j++)
    if (a[j] * dc != c[j] * da)
      return a[j] * dc < c[j] * da;
  return 0;
}

/* Returns the row whose variable leaves; n if none limits the entering one. */
static size_t leaving_row(const lemke_state *state)
{
  const size_t n = state->n;
  double largest = 0;
  for (size_t i = 0; i < n; i++)
    largest = fmax(largest, fabs(row_of(state, i)[state->entering]));
  size_t best = n;
  for (size_t i = 0; i < n; i++)
    if (row_of(state, i)[state->entering] > smallest_pivot * largest &&
        (best == n || comes_before(state, i, best)))
      best = i;
  return best;
}

/* Returns the row in which z0 enters at the start, where b is least although
   the column has -1 there; of several such rows the last, by the lexicographic
   order. */
static size_t first_row(const lemke_state *state)
{
  size_t least = 0;
  for (size_t i = 1; i < state->n; i++)
    if (row_of(state, i)[2 * state->n + 1] <=
        row_of(state, least)[2 * state->n + 1])
      least = i;
  return least;
}

static void pivot(lemke_state *state, size_t at)
{
  double *row = row_of(state, at);
  const double divisor = row[state->entering];
  for (size_t j = 0; j < state->columns; j++)
    row[j] /= divisor;
  for (size_t i = 0; i < state->n; i++) {
    double *other = row_of(state, i);
    const double factor = other[state->entering];
    if (i == at || factor == 0)
      continue;
    for (size_t j = 0; j < state->columns; j++)
      other[j] -= factor * row[j];
    other[state->entering] = 0;
  }
}

static void show_basis(const lemke_state *state, double *lambda)
{
  memset(lambda, 0, state->n * sizeof *lambda);
  for (size_t i = 0; i < state->n; i++)
    if (state->basic[i] >= state->n && state->basic[i] < 2 * state->n)
      lambda[state->basic[i] - state->n] =
          fmax(0, row_of(state, i)[2 * state->n + 1]);
}

static int lemke_iterate(void *vstate, pn_lcp_solver *solver)
{
  lemke_state *state = vstate;
  const size_t n = state->n, z0 = 2 * n;
  const int first = solver->iteration == 0;
  if (n == 0 || state->entering > z0)
    return GSL_ENOPROG; /* z0 has left */
  const size_t at = first ? first_row(state) : leaving_row(state);
  if (at == n || (first && row_of(state, at)[z0 + 1] >= 0))
    return GSL_ENOPROG; /* a ray, or lambda = 0 is the solution */
  pivot(state, at);
  const size_t left = state->basic[at];
  state->basic[at] = state->entering;
  state->entering = left == z0 ? z0 + 1 : left < n ? left + n : left - n;
  show_basis(state, solver->lambda);
  return GSL_SUCCESS;
}

static const pn_lcp_method lemke = {
    .name = "lemke",
    .summary = "complementary pivoting, for at most 2000 rows",
    .handles_boxes = 0,
    .converges = 1,
    .rows_max = ROWS_MAX,
    .state_size = sizeof(lemke_state),
    .alloc = lemke_alloc,
    .set = lemke_set,
    .iterate = lemke_iterate,
    .free = lemke_free,
};

const pn_lcp_method *const pn_lcp_lemke = &lemke;
