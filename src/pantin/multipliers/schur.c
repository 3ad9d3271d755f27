/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Multipliers by a tree and what closes its loops. With T the joints of a
   spanning tree, l those left over,

     J W J^T = [ A_T  B ]     S = D - B^T A_T^-1 B,
               [ B^T  D ]     S mu = g - B^T A_T^-1 f,
                              lambda_T = A_T^-1 (f - B mu)

   for the right-hand side (f, g). A_T is eliminated without fill; S has a row
   per row of the joints left over. It is singular where these are redundant:
   "schur" forms it and takes the mu of least norm, "schur-cg" takes conjugate
   gradients on products with it.

   Source: G. Golub, C. Van Loan, Matrix Computations (1996), section 3.2. */
#include "pantin/base/alloc.h"
#include "pantin/multipliers/elimination_solver.h"
#include "pantin/linear/cg.h"
#include "pantin/linear/dense.h"
#include "pantin/linear/kernel.h"

#include <math.h>
#include <string.h>

/* Residual |right - S mu| to reach beside |right|, and beside the largest b:
   where all of S is redundant, right is rounding of b. The last one is
   accepted. */
static const double wanted = 1e-14, rounding = 1e-13, accepted = 1e-10;
enum { ITERATIONS_PER_ROW = 10 };

/* Eigenvalues of S below this share of D's diagonal are rounding, or drift of
   redundant constraints, as pivots are in linear/factor.c. */
static const double redundant = 1e-8;

typedef struct {
  pn_matrix *matrix;       /* J W J^T, the tree's joints first, owned */
  size_t blocks;           /* of the tree */
  size_t rows, left;       /* of the tree, and of the joints left over */
  pn_block_factor *factor; /* of A_T, owned */
  pn_dense *S;             /* of schur, owned; NULL without loops */
  pn_cg *cg;               /* of schur-cg, owned; NULL without loops */
  double *f;               /* (f, g), (rows + left), owned */
  double *z;               /* (rows), owned work */
  double *mu;              /* (left), owned */
  double *scale;           /* of the rows of S, (left), owned */
} schur_state;

static void schur_free(void *vstate)
{
  schur_state *state = vstate;
  pn_matrix_free(state->matrix);
  pn_block_factor_free(state->factor);
  pn_dense_free(state->S);
  pn_cg_free(state->cg);
  pn_free(state->f);
  pn_free(state->z);
  pn_free(state->mu);
  pn_free(state->scale);
}

/* Prepares the factorisation of A_T, whose pattern is part of that of A, in
   its order. There is no fill, so that A_T's numbers can be put where L's
   will be. */
static int tree_alloc(schur_state *state)
{
  const pn_block_matrix *A = state->matrix->A;
  const size_t n = state->blocks, stored = pn_block_matrix_stored(A);
  pn_block_matrix *tree = NULL;
  size_t(*pair)[2] = pn_alloc(stored, sizeof *pair), pairs = 0;
  size_t *same = pn_alloc(n, sizeof *same);
  if (pair && same) {
    for (size_t j = 0; j < n; j++) {
      same[j] = j;
      for (size_t k = A->column[j]; k < A->column[j + 1]; k++)
        if (A->row[k] < n) {
          pair[pairs][0] = A->row[k];
          pair[pairs++][1] = j;
        }
    }
    tree = pn_block_matrix_alloc(n, A->order, pairs, (const size_t(*)[2])pair);
  }
  state->factor = tree ? pn_block_factor_alloc(tree, same) : NULL;
  pn_block_matrix_free(tree);
  pn_free(pair);
  pn_free(same);
  if (!state->factor)
    return GSL_ENOMEM;
  state->factor->scale = state->matrix->scale;
  state->factor->tolerance = pni_tree_tolerance;
  return GSL_SUCCESS;
}

static int any_alloc(schur_state *state, pn_multipliers *m)
{
  const size_t joints = m->assembly->system->joints;
  size_t late = 0, *order = pn_alloc(joints, sizeof *order);
  if (order &&
      pn_elimination_tree_order(m->assembly, NULL, order, &late) == GSL_SUCCESS)
    state->matrix = pn_matrix_alloc(m->assembly, NULL, order);
  pn_free(order);
  if (!state->matrix)
    return GSL_ENOMEM;
  state->blocks = joints - late;
  state->rows = state->matrix->A->first[state->blocks];
  state->left = state->matrix->A->rows - state->rows;
  state->f = pn_alloc(state->rows + state->left, sizeof *state->f);
  state->z = pn_alloc(state->rows, sizeof *state->z);
  state->mu = pn_alloc(state->left, sizeof *state->mu);
  state->scale = pn_alloc(state->left, sizeof *state->scale);
  return state->f && state->z && state->mu && state->scale ? tree_alloc(state)
                                                           : GSL_ENOMEM;
}

/* Returns the diagonal of D, (left). */
static const double *diagonal_of_D(const schur_state *state)
{
  return state->matrix->scale + state->rows;
}

/* Tells whether the joints left over have few enough rows for a dense S: its
   eigenvalues cost the cube of these rows, elimination only a multiple of the
   number of joints. Without memory to count them it says no. */
static int schur_takes(const pn_assembly *assembly)
{
  const size_t joints = assembly->system->joints;
  size_t late = 0, left = 0, *order = pn_alloc(joints, sizeof *order);
  const int known = order && pn_elimination_tree_order(assembly, NULL, order,
                                                       &late) == GSL_SUCCESS;
  for (size_t k = joints - late; k < joints && known; k++)
    left += assembly->first[order[k] + 1] - assembly->first[order[k]];
  pn_free(order);
  return known && left <= PN_MULTIPLIERS_LOOP_ROWS_MAX;
}

static int schur_alloc(void *vstate, pn_multipliers *m)
{
  schur_state *state = vstate;
  if (any_alloc(state, m))
    return GSL_ENOMEM;
  state->S = state->left > 0 ? pn_dense_alloc(state->left) : NULL;
  if (state->S) {
    state->S->tolerance = redundant;
    state->S->magnitude = 1;
  }
  m->fill = state->factor->fill;
  return state->S || state->left == 0 ? GSL_SUCCESS : GSL_ENOMEM;
}

static int schur_cg_alloc(void *vstate, pn_multipliers *m)
{
  schur_state *state = vstate;
  if (any_alloc(state, m))
    return GSL_ENOMEM;
  state->cg = state->left > 0 ? pn_cg_alloc(state->left) : NULL;
  if (state->cg)
    state->cg->diagonal = diagonal_of_D(state);
  return state->cg || state->left == 0 ? GSL_SUCCESS : GSL_ENOMEM;
}

/* Subtracts B^T x from g, (left) from (rows); transposed, B mu from f, (rows)
   from (left). B^T is stored below A_T. */
static void take_BT(const schur_state *state, int transposed,
                    const double *from, double *to)
{
  const pn_block_matrix *A = state->matrix->A;
  for (size_t j = 0; j < state->blocks; j++)
    for (size_t k = A->column[j + 1]; k-- > A->column[j];) {
      const size_t i = A->row[k], m = A->order[i], n = A->order[j];
      const double *block = A->value + A->entry[k];
      if (i < state->blocks)
        break;
      const size_t fi = A->first[i] - state->rows, fj = A->first[j];
      if (transposed)
        kernel_apply_transposed(m, n, block, from + fi, to + fj);
      else
        kernel_apply(m, n, block, from + fj, to + fi);
    }
}

/* Subtracts D mu from y, both (left). */
static void take_D(const schur_state *state, const double *mu, double *y)
{
  const pn_block_matrix *A = state->matrix->A;
  for (size_t j = state->blocks; j < A->blocks; j++)
    for (size_t k = A->column[j]; k < A->column[j + 1]; k++) {
      const size_t i = A->row[k], m = A->order[i], n = A->order[j];
      const double *block = A->value + A->entry[k];
      const size_t fi = A->first[i] - state->rows;
      const size_t fj = A->first[j] - state->rows;
      kernel_apply(m, n, block, mu + fj, y + fi);
      if (i != j)
        kernel_apply_transposed(m, n, block, mu + fi, y + fj);
    }
}

/* Computes y = S mu. */
static void apply_S(const double *mu, double *y, void *params)
{
  schur_state *state = params;
  memset(state->z, 0, state->rows * sizeof *state->z);
  memset(y, 0, state->left * sizeof *y);
  take_BT(state, 1, mu, state->z); /* z = A_T^-1 (-B mu) */
  pn_block_factor_solve(state->factor, 1, state->z, state->z);
  take_D(state, mu, y);
  take_BT(state, 0, state->z, y); /* y = -D mu - B^T z = -S mu */
  for (size_t i = 0; i < state->left; i++)
    y[i] = -y[i];
}

/* Forms S column by column. Its rows are scaled by the diagonal of D, from
   which they came: where all of them are redundant, S is nothing but
   rounding. */
static int form_S(schur_state *state)
{
  for (size_t i = 0; i < state->left; i++)
    state->scale[i] = 1 / sqrt(diagonal_of_D(state)[i]);
  double *unit = state->mu, *column = state->f + state->rows;
  memset(unit, 0, state->left * sizeof *unit);
  for (size_t c = 0; c < state->left; c++) {
    unit[c] = 1;
    apply_S(unit, column, state);
    unit[c] = 0;
    for (size_t r = 0; r <= c; r++) { /* its rounding made symmetric */
      const double scaled = state->scale[r] * column[r] * state->scale[c];
      gsl_matrix_set(state->S->matrix, r, c, scaled);
      gsl_matrix_set(state->S->matrix, c, r, scaled);
    }
  }
  return pn_dense_set(state->S);
}

static int schur_set(void *vstate, pn_multipliers *m)
{
  schur_state *state = vstate;
  const pn_block_matrix *A = state->matrix->A, *L = state->factor->L;
  if (state->S)
    state->S->tolerance = fmax(redundant, m->drift);
  pn_matrix_set(state->matrix);
  if (m->soft)
    pn_matrix_add_soft(state->matrix, m->soft);
  for (size_t j = 0; j < state->blocks; j++) {
    const size_t to = L->entry[L->column[j]];
    const size_t entries = L->entry[L->column[j + 1]] - to;
    memcpy(L->value + to, A->value + A->entry[A->column[j]],
           entries * sizeof *L->value);
  }
  int code = pn_block_factor_set_in_place(state->factor);
  m->dropped = state->factor->dropped;
  if (!code && state->S) {
    code = form_S(state);
    m->dropped += state->S->dropped;
  }
  return code;
}

/* Solves S mu = right. */
static int solve_S(schur_state *state, pn_multipliers *m, const double *b,
                   const double *right)
{
  if (state->S) {
    for (size_t i = 0; i < state->left; i++)
      state->mu[i] = state->scale[i] * right[i];
    pn_dense_solve(state->S, state->mu, state->mu);
    for (size_t i = 0; i < state->left; i++)
      state->mu[i] *= state->scale[i];
  }
  if (!state->cg)
    return GSL_SUCCESS;
  double size = 0;
  for (size_t i = 0; i < m->assembly->rows; i++)
    size = fmax(size, fabs(b[i]));
  memset(state->mu, 0, state->left * sizeof *state->mu);
  state->cg->flat = fmax(redundant, m->drift);
  const int code =
      pn_cg_solve(state->cg, apply_S, NULL, state, right, wanted,
                  rounding * size, ITERATIONS_PER_ROW * state->left, state->mu);
  m->iterations = state->cg->iterations;
  return state->cg->residual <= accepted * size ? GSL_SUCCESS : code;
}

static int schur_solve(void *vstate, pn_multipliers *m, const double *b,
                       double *lambda)
{
  schur_state *state = vstate;
  double *f = state->f, *g = state->f + state->rows;
  int code = GSL_SUCCESS;
  pn_matrix_gather(state->matrix, b, f);
  if (state->left > 0) {
    memcpy(state->z, f, state->rows * sizeof *f);
    pn_block_factor_solve(state->factor, 1, state->z, state->z);
    take_BT(state, 0, state->z, g);
    code = solve_S(state, m, b, g);
    take_BT(state, 1, state->mu, f);
    memcpy(g, state->mu, state->left * sizeof *g);
  }
  pn_block_factor_solve(state->factor, 1, f, f);
  pn_matrix_scatter(state->matrix, f, lambda);
  return code;
}

_Static_assert(PN_MULTIPLIERS_LOOP_ROWS_MAX == 100, "as it is said below");

static const pn_multiplier_type schur = {
    .name = "schur",
    .summary = "a tree eliminated, its loops by a dense Schur complement",
    .rows_max = 0,
    .state_size = sizeof(schur_state),
    .counts_dropped = 1,
    .takes = schur_takes,
    .condition =
        "up to 100 constraint rows of the joints that close loops, for "
        "their matrix is dense",
    .alloc = schur_alloc,
    .set = schur_set,
    .solve = schur_solve,
    .free = schur_free,
};

static const pn_multiplier_type schur_cg = {
    .name = "schur-cg",
    .summary = "a tree eliminated, its loops by conjugate gradients",
    .rows_max = 0,
    .uses_drift = 1,
    .state_size = sizeof(schur_state),
    .alloc = schur_cg_alloc,
    .set = schur_set,
    .solve = schur_solve,
    .free = schur_free,
};

const pn_multiplier_type *const pn_multipliers_schur = &schur;
const pn_multiplier_type *const pn_multipliers_schur_cg = &schur_cg;
