/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Multipliers by dense linear algebra, as a reference: O(m^3) a step. Where A
   is singular lambda is the one of least norm. */
#include "pantin/multipliers/matrix.h"
#include "pantin/multipliers/multipliers.h"
#include "pantin/linear/dense.h"

#include <gsl/gsl_errno.h>

/* Eigenvalues below this share of the largest are taken for those of redundant
   rows; drift of d [m] lifts them to about d^2. */
static const double redundant = 1e-10;

typedef struct {
  pn_matrix *matrix;
  pn_dense *dense;
} dense_state;

static int dense_alloc(void *vstate, pn_multipliers *m)
{
  dense_state *state = vstate;
  const size_t rows = m->assembly->rows;
  state->matrix = pn_matrix_alloc(m->assembly, NULL, NULL);
  state->dense = pn_dense_alloc(rows > 0 ? rows : 1);
  if (!state->matrix || !state->dense)
    return GSL_ENOMEM;
  state->dense->tolerance = redundant;
  return GSL_SUCCESS;
}

static void dense_free(void *vstate)
{
  dense_state *state = vstate;
  pn_matrix_free(state->matrix);
  pn_dense_free(state->dense);
}

static int dense_set(void *vstate, pn_multipliers *m)
{
  dense_state *state = vstate;
  pn_matrix_set(state->matrix);
  pn_block_matrix_to_dense(state->matrix->A, state->dense->matrix);
  for (size_t i = 0; m->soft && i < m->assembly->rows; i++)
    *gsl_matrix_ptr(state->dense->matrix, i, i) += m->soft[i];
  const int code = pn_dense_set(state->dense);
  m->dropped = state->dense->dropped;
  return code;
}

static int dense_solve(void *vstate, pn_multipliers *m, const double *b,
                       double *lambda)
{
  dense_state *state = vstate;
  (void)m;
  pn_dense_solve(state->dense, b, lambda);
  return GSL_SUCCESS;
}

static const pn_multiplier_type dense = {
    .name = "dense",
    .summary = "dense elimination, for comparison",
    .rows_max = PN_MULTIPLIERS_DENSE_MAX,
    .state_size = sizeof(dense_state),
    .counts_dropped = 1,
    .alloc = dense_alloc,
    .set = dense_set,
    .solve = dense_solve,
    .free = dense_free,
};

const pn_multiplier_type *const pn_multipliers_dense = &dense;
