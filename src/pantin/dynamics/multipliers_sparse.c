/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Multipliers by block elimination of A = J W J^T in an order of minimum
   degree, which on a tree runs from the leaves to the root. Redundant rows are
   dropped: their lambda is 0, and the others carry the load.

   Source: M. Benet, Moteur physique avec des contraintes rigides (2016),
   section V; D. Baraff, SIGGRAPH 96. */
#include "pantin/dynamics/matrix.h"
#include "pantin/dynamics/multipliers.h"
#include "pantin/linear/factor.h"

#include <gsl/gsl_errno.h>

typedef struct {
  pn_matrix *matrix;
  pn_block_factor *factor;
} sparse_state;

static int sparse_alloc(void *vstate, const pn_multipliers *m)
{
  sparse_state *state = vstate;
  state->matrix = pn_matrix_alloc(m->assembly);
  if (state->matrix)
    state->factor = pn_block_factor_alloc(state->matrix->A, NULL);
  return state->factor ? GSL_SUCCESS : GSL_ENOMEM;
}

static void sparse_free(void *vstate)
{
  sparse_state *state = vstate;
  pn_matrix_free(state->matrix);
  pn_block_factor_free(state->factor);
}

static void add_soft(pn_block_matrix *A, const double *soft)
{
  for (size_t j = 0; j < A->blocks; j++)
    for (size_t i = 0; i < A->order[j]; i++)
      A->value[A->entry[A->column[j]] + i * (A->order[j] + 1)] +=
          soft[A->first[j] + i];
}

static int sparse_set(void *vstate, pn_multipliers *m)
{
  sparse_state *state = vstate;
  pn_matrix_set(state->matrix);
  if (m->soft)
    add_soft(state->matrix->A, m->soft);
  const int code = pn_block_factor_set(state->factor, state->matrix->A);
  m->dropped = state->factor->dropped;
  return code;
}

static int sparse_solve(void *vstate, pn_multipliers *m, const double *b,
                        double *lambda)
{
  sparse_state *state = vstate;
  (void)m;
  pn_block_factor_solve(state->factor, 1, b, lambda);
  return GSL_SUCCESS;
}

static const pn_multiplier_type sparse = {
    .name = "sparse",
    .summary = "block elimination, linear on trees",
    .rows_max = 0,
    .state_size = sizeof(sparse_state),
    .alloc = sparse_alloc,
    .set = sparse_set,
    .solve = sparse_solve,
    .free = sparse_free,
};

const pn_multiplier_type *const pn_multipliers_sparse = &sparse;
