/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Lemke's complementary pivoting, with bounds. Each row starts at a bound, with
   d_i = 1 at lo, where w_i >= 0 is wanted, and d_i = -1 at hi. With a covering
   variable z0 the system

     w - A lambda - d z0 = b

   has the solution z0 = -min d_i (A lambda + b)_i. From there each pivot brings
   in the complement of the variable that has just left, as in the simplex
   method: of w_i that reached 0 lambda_i, away from its bound; of lambda_i that
   reached a bound w_i, away from 0, to where that bound wants it. A lambda_i
   that reaches its other bound before anything else is limited stays out of the
   basis, and its w_i goes the other way. When z0 leaves, lambda solves the
   problem; where nothing limits the entering variable (a ray) there is no
   solution. Rows without bounds enter the basis before all that, as far as they
   are independent, and rows with lo = hi never do. At equal steps the rows
   compete by the lexicographic order of the basis inverse, so that degenerate
   problems do not cycle.

   Where z0 began large, steps that count as equal may differ by more than the
   last lambda is worth, once it has been refined: a large friction force then
   hides the small velocity of another row. If the caller goes on, as it does
   while the residual is too large, a new z0, as small as what is still wrong,
   covers just that, and pivoting goes on from the basis at hand.

   One iteration is one pivot; lambda is that of the basis, and is no
   approximate solution before the end. Ends for every positive semidefinite A,
   mostly after some n pivots, but for Murty's problem after 2^n - 1. A pivot
   costs 2 n^2 in a dense tableau of n (2 n + 1) numbers; the last lambda is
   refined by the basis inverse in it. The entries of a column are of w and of
   lambda; that they may be compared, w is counted in units in which the
   diagonal of A is about 1.

   Source: Cottle, Pang, Stone (1992), The Linear Complementarity Problem,
   sections 4.4 and 4.9; Sargent (1978), An efficient implementation of the
   Lemke algorithm and its extension to deal with upper and lower bounds. */
#include "pantin/lcp/solver_private.h"

#include "pantin/base/alloc.h"
#include "pantin/base/lanes.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* The tableau then has 64 MB. */
enum { ROWS_MAX = 2000 };

/* An entry below this share of the largest one of its column is not taken as a
   pivot; steps are equal if they differ by less than this share. */
static const double smallest_pivot = 1e-11, equal = 1e-13;

/* A ray whose z0 is below this share of the largest b proves nothing: it is
   rounding. So is one along which u^T A u, which is 0, is more than this share
   of sum D_i u_i^2. */
static const double rounding = 1e-8;

/* A free row depends on others if its pivot is this share of the diagonal. */
static const double dependent = 1e-10;

/* How often the solution is refined. */
enum { REFINEMENTS = 3 };

/* How often a basis that the refined solution shows to be wrong is repaired. */
enum { REPAIRS_MOST = 3 };

/* Variables are numbered: w_i is i, lambda_i is n + i, z0 is 2 n. A row that is
   LOOSE has a w that nothing limits: lambda_i is fixed, or depends. */
typedef enum { AT_LO, AT_HI, LOOSE } place;

typedef struct {
  size_t n, columns;
  double *tableau; /* (n x columns): basis inverse, those of lambda and z0 */
  double *value;   /* of the variable that is basic in a row, (n) */
  double *change;  /* work, (n) */
  size_t *basic;   /* the variable of each row, (n) */
  place *at;       /* of lambda_i while it is not basic, (n) */
  double unit;     /* A, b and w are multiplied by it: a power of 2, which
                      rounds nothing */
  size_t entering; /* the variable to come in */
  double way;      /* +1 if it grows, -1 if it falls */
  int begun, done, repairs;
} lemke_state;

static int lemke_alloc(void *vstate, size_t rows)
{
  lemke_state *state = vstate;
  double **const vectors[] = {&state->value, &state->change};
  state->tableau = pn_alloc(rows * (2 * rows + 1), sizeof(double));
  pni_vectors(rows, 2, vectors);
  state->basic = pn_alloc(rows, sizeof *state->basic);
  state->at = pn_alloc(rows, sizeof *state->at);
  return state->tableau && state->value && state->basic && state->at
             ? GSL_SUCCESS
             : GSL_ENOMEM;
}

static void lemke_free(void *vstate)
{
  lemke_state *state = vstate;
  pn_free(state->tableau);
  pn_free(state->value);
  pn_free(state->basic);
  pn_free(state->at);
}

PNI_INLINE double *row_of(const lemke_state *state, size_t i)
{
  return state->tableau + i * state->columns;
}

/* Subtracts a multiple of a row from another one. */
PNI_INLINE void subtract(size_t columns, double factor, const double *row,
                         double *from)
{
  size_t j = 0;
#ifdef PNI_LANES
  for (; j + PNI_LANES <= columns; j += PNI_LANES) {
    const pni_lanes v = lanes_load(from + j) - factor * lanes_load(row + j);
    lanes_store(from + j, &v);
  }
#endif
  for (; j < columns; j++)
    from[j] -= factor * row[j];
}

/* Makes the entering variable basic in a row, whose variable leaves. */
PNI_WIDE static void pivot(lemke_state *state, size_t at)
{
  double *row = row_of(state, at);
  const size_t entering = state->entering;
  const double divisor = row[entering];
  for (size_t j = 0; j < state->columns; j++)
    row[j] /= divisor;
  for (size_t i = 0; i < state->n; i++) {
    double *other = row_of(state, i);
    const double factor = other[entering];
    if (i == at || factor == 0)
      continue;
    subtract(state->columns, factor, row, other);
    other[entering] = 0;
  }
  state->basic[at] = entering;
}

/* Lets the entering variable go its way by t. */
static void move(lemke_state *state, double t)
{
  for (size_t i = 0; i < state->n; i++)
    state->value[i] -= t * state->way * row_of(state, i)[state->entering];
}

/* Brings the free rows, which end with w = 0, into the basis. */
static void enter_free_rows(lemke_state *state, const pn_lcp *lcp)
{
  for (size_t i = 0; i < state->n; i++) {
    if (lcp->lo[i] != -INFINITY || lcp->hi[i] != INFINITY)
      continue;
    state->entering = state->n + i;
    const double entry = row_of(state, i)[state->entering];
    if (!(-entry > dependent * lcp->D[i] * state->unit)) {
      state->at[i] = LOOSE;
      continue;
    }
    /* w_i becomes 0. */
    state->way = 1;
    const double t = state->value[i] / entry;
    move(state, t);
    pivot(state, i);
    state->value[i] = t;
  }
}

/* Returns the power of 2 that makes the largest entry of the diagonal about 1,
   or the largest there is; 1 if all entries are 0. */
static double unit_of(const pn_lcp *lcp)
{
  double most = 0;
  for (size_t i = 0; i < lcp->size; i++)
    most = fmax(most, lcp->D[i]);
  if (!(most > 0 && isfinite(most)))
    return 1;
  const int power = -ilogb(most);
  return ldexp(1, power < DBL_MAX_EXP ? power : DBL_MAX_EXP - 1);
}

/* Computes A lambda + b in the units of w. */
static void set_gradient(const lemke_state *state, pn_lcp_solver *solver,
                         double *g)
{
  pni_gradient(solver, solver->lambda, g);
  for (size_t i = 0; i < state->n; i++)
    g[i] *= state->unit;
}

static int lemke_set(void *vstate, pn_lcp_solver *solver, pn_error *error)
{
  (void)error;
  lemke_state *state = vstate;
  const pn_lcp *lcp = solver->lcp;
  const size_t n = state->n = lcp->size;
  state->columns = 2 * n + 1;
  state->unit = unit_of(lcp);
  memset(state->tableau, 0, n * state->columns * sizeof(double));
  /* Unit vectors give the columns of A, whatever its kind. */
  for (size_t j = 0; j < n; j++) {
    memset(solver->lambda, 0, n * sizeof(double));
    solver->lambda[j] = 1;
    pni_product(solver, solver->lambda, solver->w);
    for (size_t i = 0; i < n; i++)
      row_of(state, i)[n + j] = -solver->w[i] * state->unit;
  }
  /* Start at a bound of each row, or at 0. */
  for (size_t i = 0; i < n; i++) {
    state->at[i] = lcp->lo[i] == lcp->hi[i] ? LOOSE
                   : lcp->lo[i] > -INFINITY ? AT_LO
                   : lcp->hi[i] < INFINITY  ? AT_HI
                                            : AT_LO;
    solver->lambda[i] = lcp->lo[i] > -INFINITY  ? lcp->lo[i]
                        : lcp->hi[i] < INFINITY ? lcp->hi[i]
                                                : 0;
    row_of(state, i)[i] = 1;
    state->basic[i] = i;
  }
  if (n > 0)
    set_gradient(state, solver, state->value);
  enter_free_rows(state, lcp);
  for (size_t i = 0; i < n; i++) {
    double *row = row_of(state, i);
    row[2 * n] = 0;
    for (size_t j = 0; j < n; j++)
      if (state->at[j] != LOOSE && state->basic[j] == j)
        row[2 * n] -= row[j] * (state->at[j] == AT_HI ? -1 : 1);
  }
  state->entering = 2 * n;
  state->way = 1;
  state->begun = state->done = state->repairs = 0;
  return GSL_SUCCESS;
}

/* Returns how far the variable of row i can go down or up; negative if it is
   beyond where it may be. */
static double room_of(const lemke_state *state, const pn_lcp *lcp, size_t i,
                      int up)
{
  const size_t n = state->n, v = state->basic[i];
  double low = 0, high = INFINITY;
  if (v < n) {
    low = state->at[v] == AT_LO ? 0 : -INFINITY;
    high = state->at[v] == AT_HI ? 0 : INFINITY;
  } else if (v < 2 * n) {
    low = lcp->lo[v - n];
    high = lcp->hi[v - n];
  }
  return up ? high - state->value[i] : state->value[i] - low;
}

/* Tells whether row i leaves before row k at equal steps, by the order of their
   rows of the basis inverse over the rates, which have the sign of `way`. */
static int comes_before(const lemke_state *state, size_t i, size_t k)
{
  const double *a = row_of(state, i), *c = row_of(state, k);
  const double da = state->way * a[state->entering],
               dc = state->way * c[state->entering];
  for (size_t j = 0; j < state->n; j++)
    if (a[j] / da != c[j] / dc)
      return a[j] / da < c[j] / dc;
  return 0;
}

/* Returns the row whose variable limits the entering one, and the step; n if
   none does. z0 comes first. */
static size_t leaving_row(const lemke_state *state, const pn_lcp *lcp,
                          double *step)
{
  const size_t n = state->n;
  double largest = 0;
  size_t best = n;
  *step = INFINITY;
  for (size_t i = 0; i < n; i++)
    largest = fmax(largest, fabs(row_of(state, i)[state->entering]));
  for (size_t i = 0; i < n; i++) {
    const double rate = -state->way * row_of(state, i)[state->entering];
    if (!(fabs(rate) > smallest_pivot * largest))
      continue;
    const double t = fmax(0, room_of(state, lcp, i, rate > 0)) / fabs(rate);
    if (!(t < INFINITY))
      continue;
    const double slack = equal * fmax(t, *step < INFINITY ? *step : t);
    if (t < *step - slack || best == n) {
      *step = t;
      best = i;
    } else if (t <= *step + slack && state->basic[best] != 2 * n &&
               (state->basic[i] == 2 * n || comes_before(state, i, best))) {
      *step = fmin(t, *step);
      best = i;
    }
  }
  return best;
}

/* Returns how far the variable of row i is beyond where it may be. */
static double wrong_by(const lemke_state *state, const pn_lcp *lcp, size_t i)
{
  return -fmin(0, fmin(room_of(state, lcp, i, 0), room_of(state, lcp, i, 1)));
}

/* Returns the row in which z0 enters at the start, which is most wrong; of
   several such rows the last, by the lexicographic order; n if there is none.
 */
static size_t first_row(const lemke_state *state, const pn_lcp *lcp,
                        double *step)
{
  size_t most = state->n;
  *step = 0;
  for (size_t i = 0; i < state->n; i++) {
    const double wrong = wrong_by(state, lcp, i);
    if (wrong > 0 && wrong >= *step) {
      *step = wrong;
      most = i;
    }
  }
  return most;
}

/* Chooses the complement of the variable that has left, or changed its bound,
   as the next to enter. */
static void choose_next(lemke_state *state, size_t left)
{
  const size_t n = state->n, i = left % n;
  state->done = left == 2 * n;
  state->entering = left < n ? n + i : i;
  state->way = state->at[i] == AT_HI ? -1 : 1;
}

/* Sets lambda to what the tableau says: its bound in rows out of the basis, its
   value in the others. */
static void show_basis(const lemke_state *state, const pn_lcp *lcp,
                       double *lambda)
{
  const size_t n = state->n;
  for (size_t i = 0; i < n; i++)
    if (state->at[i] != LOOSE)
      lambda[i] = state->at[i] == AT_HI ? lcp->hi[i] : lcp->lo[i];
  for (size_t i = 0; i < n; i++)
    if (state->basic[i] >= n && state->basic[i] < 2 * n) {
      const size_t k = state->basic[i] - n;
      lambda[k] = pni_clip(state->value[i], lcp->lo[k], lcp->hi[k]);
    }
}

/* Refines the last basis: with r = w - A lambda - b, where w is 0 but in the
   basis, its values are off by the basis inverse times r. */
static void refine(lemke_state *state, pn_lcp_solver *solver)
{
  const size_t n = state->n;
  for (int k = 0; k < REFINEMENTS; k++) {
    show_basis(state, solver->lcp, solver->lambda);
    set_gradient(state, solver, state->change);
    for (size_t i = 0; i < n; i++)
      if (state->basic[i] < n)
        state->change[state->basic[i]] -= state->value[i];
    for (size_t i = 0; i < n; i++)
      state->value[i] += pni_dot(n, row_of(state, i), state->change);
  }
}

/* Tells whether what is left of z0, while it is basic, is rounding of b: then a
   ray does not show that there is no solution. */
static int is_rounding_left(const lemke_state *state, const pn_lcp *lcp)
{
  double most = 0, left = 0;
  for (size_t i = 0; i < state->n; i++) {
    most = fmax(most, fabs(state->unit * lcp->b[i]));
    if (state->basic[i] == 2 * state->n)
      left = fabs(state->value[i]);
  }
  return left <= rounding * most;
}

/* Tells whether A u is 0 on the ray: for a semidefinite A this, and z0 > 0,
   show that there is no solution. */
static int is_ray(lemke_state *state, pn_lcp_solver *solver)
{
  const size_t n = state->n;
  double *u = solver->lambda, along = 0, scale = 0;
  memset(u, 0, n * sizeof *u);
  if (state->entering >= n && state->entering < 2 * n)
    u[state->entering - n] = state->way;
  for (size_t i = 0; i < n; i++)
    if (state->basic[i] >= n && state->basic[i] < 2 * n)
      u[state->basic[i] - n] = -state->way * row_of(state, i)[state->entering];
  pni_product(solver, u, state->change);
  for (size_t i = 0; i < n; i++) {
    along += u[i] * state->change[i];
    scale += solver->lcp->D[i] * u[i] * u[i];
  }
  show_basis(state, solver->lcp, solver->lambda);
  return along <= rounding * scale;
}

/* Begins anew from the basis at which z0 has left, with a z0 that covers only
   what refining it has found to be wrong. Tells whether there is any. */
static int begin_again(lemke_state *state, const pn_lcp *lcp)
{
  const size_t n = state->n;
  int count = 0;
  for (size_t i = 0; i < n; i++) {
    const int is_wrong = wrong_by(state, lcp, i) > 0;
    row_of(state, i)[2 * n] = !is_wrong                       ? 0
                              : room_of(state, lcp, i, 1) < 0 ? 1
                                                              : -1;
    count += is_wrong;
  }
  if (count == 0 || state->repairs++ == REPAIRS_MOST)
    return 0;
  state->entering = 2 * n;
  state->way = 1;
  state->begun = state->done = 0;
  return 1;
}

static int lemke_iterate(void *vstate, pn_lcp_solver *solver)
{
  lemke_state *state = vstate;
  const pn_lcp *lcp = solver->lcp;
  const size_t n = state->n;
  double step;
  if (n == 0 || (state->done && !begin_again(state, lcp)))
    return GSL_ENOPROG;
  const int is_first = !state->begun;
  const size_t at =
      is_first ? first_row(state, lcp, &step) : leaving_row(state, lcp, &step);
  if (is_first && at == n)
    state->done = 1; /* the start solves the problem, but for free rows */
  state->begun = 1;
  const size_t own = state->entering - n;
  const double across = state->entering >= n && state->entering < 2 * n
                            ? lcp->hi[own] - lcp->lo[own]
                            : INFINITY;
  const int flips = across < INFINITY && across <= step;
  if (at == n && !flips && !state->done) {
    if (!is_rounding_left(state, lcp) && is_ray(state, solver))
      solver->reason = PN_LCP_RAY;
    return GSL_ENOPROG;
  }
  if (flips && !state->done) {
    move(state, across);
    state->at[own] = state->at[own] == AT_LO ? AT_HI : AT_LO;
    choose_next(state, state->entering);
  } else if (!state->done) {
    /* The entering variable starts at 0, or at the bound of its row. */
    const double from = state->entering < n || state->entering == 2 * n ? 0
                        : state->at[own] == AT_HI ? lcp->hi[own]
                                                  : lcp->lo[own];
    const size_t left = state->basic[at];
    const double rate = -state->way * row_of(state, at)[state->entering];
    move(state, step);
    pivot(state, at);
    state->value[at] = from + state->way * step;
    if (left >= n && left < 2 * n) /* at the bound that it was beyond, or at
                                      the one that it has met */
      state->at[left - n] = (rate > 0) == is_first ? AT_LO : AT_HI;
    choose_next(state, left);
  }
  if (state->done)
    refine(state, solver);
  show_basis(state, lcp, solver->lambda);
  return GSL_SUCCESS;
}

static const pn_lcp_method lemke = {
    .name = "lemke",
    .summary = "complementary pivoting, for at most 2000 rows",
    .handles_boxes = 1,
    .converges = 1,
    .pivots = 1,
    .rows_max = ROWS_MAX,
    .state_size = sizeof(lemke_state),
    .alloc = lemke_alloc,
    .set = lemke_set,
    .iterate = lemke_iterate,
    .free = lemke_free,
};

const pn_lcp_method *const pn_lcp_lemke = &lemke;
