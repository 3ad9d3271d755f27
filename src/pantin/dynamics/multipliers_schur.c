/* SPDX-License-Identifier: GPL-3.0-or-later */
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
#include "pantin/dynamics/multipliers_elimination.h"
#include "pantin/linear/cg.h"
#include "pantin/linear/dense.h"
#include "pantin/linear/kernel.h"

#include <math.h>
#include <string.h>

/* |right - S mu| to reach beside |right|, and beside the largest b: where all
   of S is redundant, right is rounding of b. And what to be content with. */
static const double wanted = 1e-14, rounding = 1e-13, accepted = 1e-10;
enum { ITERATIONS_PER_ROW = 10 };

/* Eigenvalues of S below this share of D's diagonal are rounding, or drift of
   redundant constraints, as pivots are in linear/factor.c. */
static const double redundant = 1e-8;

typedef struct {
  pn_matrix *matrix;     /* J W J^T, the tree's joints first, owned */
  size_t blocks;         /* of the tree */
  size_t rows, left;     /* of the tree, and of the joints left over */
  pn_block_matrix *tree; /* A_T, owned */
  pn_block_factor *factor;
  pn_dense *S;      /* of schur, owned; NULL without loops */
  pn_cg *cg;        /* of schur-cg, owned; NULL without loops */
  double *f;        /* (f, g), (rows + left), owned */
  double *z;        /* (rows), owned work */
  double *mu;       /* (left), owned */
  double *diagonal; /* of D, (left), owned */
  double *scale;    /* of the rows of S, (left), owned */
} schur_state;

static void schur_free(void *vstate)
{
  schur_state *state = vstate;
  pn_matrix_free(state->matrix);
  pn_block_matrix_free(state->tree);
  pn_block_factor_free(state->factor);
  pn_dense_free(state->S);
  pn_cg_free(state->cg);
  pn_free(state->f);
  pn_free(state->z);
  pn_free(state->mu);
  pn_free(state->diagonal);
  pn_free(state->scale);
}

/* A_T, its pattern from that of A; and its factorisation in the same order. */
static int tree_alloc(schur_state *state)
{
  const pn_block_matrix *A = state->matrix->A;
  const size_t n = state->blocks, stored = pn_block_matrix_stored(A);
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
    state->tree =
        pn_block_matrix_alloc(n, A->order, pairs, (const size_t(*)[2])pair);
    if (state->tree)
      state->factor = pn_block_factor_alloc(state->tree, same);
  }
  pn_free(pair);
  pn_free(same);
  return state->factor ? GSL_SUCCESS : GSL_ENOMEM;
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
  state->diagonal = pn_alloc(state->left, sizeof *state->diagonal);
  state->scale = pn_alloc(state->left, sizeof *state->scale);
  const int is_ready =
      state->f && state->z && state->mu && state->diagonal && state->scale;
  return is_ready ? tree_alloc(state) : GSL_ENOMEM;
}

/* S is dense: the joints left over must not be too many. */
static int schur_takes(const pn_assembly *assembly)
{
  const pn_system *system = assembly->system;
  const size_t most = PN_MULTIPLIERS_DENSE_MAX / PN_JOINT_ROWS_MAX;
  return system->joints <= system->bodies + most;
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
  if (state->cg) {
    state->cg->flat = redundant;
    state->cg->diagonal = state->diagonal;
  }
  return state->cg || state->left == 0 ? GSL_SUCCESS : GSL_ENOMEM;
}

/* f -= B mu, (rows) from (left); B^T is stored below A_T. */
static void take_B(const schur_state *state, const double *mu, double *f)
{
  const pn_block_matrix *A = state->matrix->A;
  for (size_t j = 0; j < state->blocks; j++)
    for (size_t k = A->column[j + 1]; k-- > A->column[j];) {
      const size_t i = A->row[k];
      if (i < state->blocks)
        break;
      kernel_apply_transposed(A->order[i], A->order[j], A->value + A->entry[k],
                              mu + A->first[i] - state->rows, f + A->first[j]);
    }
}

/* g -= B^T x, (left) from (rows). */
static void take_BT(const schur_state *state, const double *x, double *g)
{
  const pn_block_matrix *A = state->matrix->A;
  for (size_t j = 0; j < state->blocks; j++)
    for (size_t k = A->column[j + 1]; k-- > A->column[j];) {
      const size_t i = A->row[k];
      if (i < state->blocks)
        break;
      kernel_apply(A->order[i], A->order[j], A->value + A->entry[k],
                   x + A->first[j], g + A->first[i] - state->rows);
    }
}

/* y -= D mu, both (left). */
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

/* y = S mu */
static void apply_S(const double *mu, double *y, void *params)
{
  schur_state *state = params;
  memset(state->z, 0, state->rows * sizeof *state->z);
  memset(y, 0, state->left * sizeof *y);
  take_B(state, mu, state->z); /* z = A_T^-1 (-B mu) */
  pn_block_factor_solve(state->factor, 1, state->z, state->z);
  take_D(state, mu, y);
  take_BT(state, state->z, y); /* y = -D mu - B^T z = -S mu */
  for (size_t i = 0; i < state->left; i++)
    y[i] = -y[i];
}

/* S column by column. Its rows are scaled by the diagonal of D, from which they
   came: where all of them are redundant, S is nothing but rounding. */
static int form_S(schur_state *state)
{
  for (size_t i = 0; i < state->left; i++)
    state->scale[i] = 1 / sqrt(state->diagonal[i]);
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

static void set_diagonal(schur_state *state)
{
  const pn_block_matrix *A = state->matrix->A;
  for (size_t j = state->blocks; j < A->blocks; j++)
    for (size_t i = 0; i < A->order[j]; i++)
      state->diagonal[A->first[j] + i - state->rows] =
          A->value[A->entry[A->column[j]] + i * (A->order[j] + 1)];
}

static void add_soft(schur_state *state, const pn_multipliers *m)
{
  pn_block_matrix *A = state->matrix->A;
  const pn_assembly *a = m->assembly;
  for (size_t j = 0; j < a->system->joints; j++) {
    const size_t row = state->matrix->joint_row[j], n = A->order[row];
    double *D = A->value + A->entry[A->column[row]];
    for (size_t i = 0; i < n; i++)
      D[i * (n + 1)] += m->soft[a->first[j] + i];
  }
}

static int schur_set(void *vstate, pn_multipliers *m)
{
  schur_state *state = vstate;
  pn_block_matrix *A = state->matrix->A, *tree = state->tree;
  pn_matrix_set(state->matrix);
  if (m->soft)
    add_soft(state, m);
  set_diagonal(state);
  for (size_t j = 0; j < state->blocks; j++) {
    const size_t to = tree->entry[tree->column[j]];
    const size_t entries = tree->entry[tree->column[j + 1]] - to;
    memcpy(tree->value + to, A->value + A->entry[A->column[j]],
           entries * sizeof *tree->value);
  }
  int code = pn_block_factor_set(state->factor, tree);
  m->dropped = state->factor->dropped;
  if (!code && state->S) {
    code = form_S(state);
    m->dropped += state->S->dropped;
  }
  return code;
}

/* S mu = right. */
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
  const pn_assembly *a = m->assembly;
  const size_t *first = state->matrix->A->first;
  double *f = state->f, *g = state->f + state->rows;
  for (size_t j = 0; j < a->system->joints; j++)
    memcpy(f + first[state->matrix->joint_row[j]], b + a->first[j],
           (a->first[j + 1] - a->first[j]) * sizeof *f);
  int code = GSL_SUCCESS;
  if (state->left > 0) {
    memcpy(state->z, f, state->rows * sizeof *f);
    pn_block_factor_solve(state->factor, 1, state->z, state->z);
    take_BT(state, state->z, g);
    code = solve_S(state, m, b, g);
    take_B(state, state->mu, f);
    memcpy(g, state->mu, state->left * sizeof *g);
  }
  pn_block_factor_solve(state->factor, 1, f, f);
  for (size_t j = 0; j < a->system->joints; j++)
    memcpy(lambda + a->first[j], f + first[state->matrix->joint_row[j]],
           (a->first[j + 1] - a->first[j]) * sizeof *f);
  return code;
}

static const pn_multiplier_type schur = {
    .name = "schur",
    .summary = "a tree eliminated, its loops by a dense Schur complement",
    .rows_max = 0,
    .state_size = sizeof(schur_state),
    .takes = schur_takes,
    .alloc = schur_alloc,
    .set = schur_set,
    .solve = schur_solve,
    .free = schur_free,
};

static const pn_multiplier_type schur_cg = {
    .name = "schur-cg",
    .summary = "a tree eliminated, its loops by conjugate gradients",
    .rows_max = 0,
    .state_size = sizeof(schur_state),
    .alloc = schur_cg_alloc,
    .set = schur_set,
    .solve = schur_solve,
    .free = schur_free,
};

const pn_multiplier_type *const pn_multipliers_schur = &schur;
const pn_multiplier_type *const pn_multipliers_schur_cg = &schur_cg;
