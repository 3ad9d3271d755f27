/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Multipliers by dense linear algebra, as a reference: O(m^3) a step. Where A
   is singular lambda is the one of least norm.

   A thin body, or a light one among heavy ones, makes A nearly singular though
   no row is redundant. Then the null vectors z_k are taken from J W' J^T, in
   which W' is that of round bodies of 1 kg, as large as before; and with them

     B = A + s sum over k of z_k z_k^T

   is regular, and lambda = B^-1 b, less its part along each z_k. */
#include "pantin/linear/dense.h"

#include "pantin/base/alloc.h"
#include "pantin/multipliers/elimination_solver.h"
#include "pantin/multipliers/matrix.h"

#include <gsl/gsl_blas.h>
#include <math.h>
#include <string.h>

/* Eigenvalues below this share of the largest are taken for those of redundant
   rows; drift of d [m] lifts them to about d^2. */
static const double redundant = 1e-10;

typedef struct {
  pn_matrix *matrix;
  pn_dense *dense;
  pn_dense *round; /* J W' J^T, or NULL where W will do */
  double *row, *u; /* of J W' J^T, (m), and W' J^T of it, (n) */
} dense_state;

/* Takes the memory of what is told from round bodies. */
static int alloc_round(dense_state *state, const pn_assembly *a)
{
  state->round = pn_dense_alloc(a->rows);
  state->row = pn_alloc(a->rows, sizeof *state->row);
  state->u = pn_alloc(a->velocities, sizeof *state->u);
  if (!state->round || !state->row || !state->u)
    return GSL_ENOMEM;
  state->round->tolerance = redundant;
  state->dense->tolerance = 0; /* B is regular */
  return GSL_SUCCESS;
}

/* Tells whether masses differ so much that W hides what is redundant. */
static int masses_differ(const pn_assembly *a)
{
  static const double most = 1e4;
  double light = INFINITY, heavy = 0;
  for (size_t b = 0; b < a->system->bodies; b++) {
    light = fmin(light, a->system->body[b].mass);
    heavy = fmax(heavy, a->system->body[b].mass);
  }
  return heavy > most * light;
}

static int dense_alloc(void *vstate, pn_multipliers *m)
{
  dense_state *state = vstate;
  const size_t rows = m->assembly->rows;
  state->matrix = pn_matrix_alloc(m->assembly, NULL, NULL);
  state->dense = pn_dense_alloc(rows > 0 ? rows : 1);
  if (!state->matrix || !state->dense)
    return GSL_ENOMEM;
  state->dense->tolerance = redundant;
  return rows > 0 &&
                 (pni_has_thin_body(m->assembly) || masses_differ(m->assembly))
             ? alloc_round(state, m->assembly)
             : GSL_SUCCESS;
}

static void dense_free(void *vstate)
{
  dense_state *state = vstate;
  pn_matrix_free(state->matrix);
  pn_dense_free(state->dense);
  pn_dense_free(state->round);
  pn_free(state->row);
  pn_free(state->u);
}

/* Computes u = W' f in place, (n). The moment of a round body is half the trace
   of the inertia: the largest moment is between two thirds of that and all. */
static void accelerate_round(const pn_assembly *a, double *u)
{
  for (size_t b = 0; b < a->system->bodies; b++) {
    const pn_mat3 *I = &a->system->body[b].inertia;
    const double mass = a->system->body[b].mass;
    const double trace = I->m[0][0] + I->m[1][1] + I->m[2][2];
    for (size_t k = 0; k < PN_BODY_VELOCITIES; k++)
      u[PN_BODY_VELOCITIES * b + k] *= k < 3       ? 1
                                       : trace > 0 ? 2 * mass / trace
                                                   : 0;
  }
}

/* Sets the matrix of round bodies, row by row: column i of J^T is what e_i
   makes. */
static int set_round(dense_state *state, const pn_multipliers *m)
{
  const pn_assembly *a = m->assembly;
  for (size_t i = 0; i < a->rows; i++) {
    memset(state->row, 0, a->rows * sizeof *state->row);
    memset(state->u, 0, a->velocities * sizeof *state->u);
    state->row[i] = 1;
    pn_assembly_add_force(a, state->row, state->u);
    accelerate_round(a, state->u);
    pn_assembly_velocity(a, state->u, state->row);
    state->row[i] += m->soft ? m->soft[i] : 0;
    for (size_t k = 0; k < a->rows; k++)
      gsl_matrix_set(state->round->matrix, i, k, state->row[k]);
  }
  return pn_dense_set(state->round);
}

/* Tells whether the k-th eigenvector of the matrix of round bodies is a null
   vector. */
static int is_null(const pn_dense *round, size_t k)
{
  return round->by_eigenvalues &&
         gsl_vector_get(round->values, k) <= round->zero;
}

/* Makes B of A; s is the mean of A's diagonal. */
static void fill_up(dense_state *state)
{
  gsl_matrix *const A = state->dense->matrix;
  double s = 0;
  for (size_t i = 0; i < A->size1; i++)
    s += gsl_matrix_get(A, i, i) / (double)A->size1;
  for (size_t k = 0; k < A->size1; k++) {
    const gsl_vector_view z = gsl_matrix_column(state->round->vectors, k);
    if (is_null(state->round, k))
      gsl_blas_dger(s, &z.vector, &z.vector, A);
  }
}

static int dense_set(void *vstate, pn_multipliers *m)
{
  dense_state *state = vstate;
  pn_dense *told_from = state->round ? state->round : state->dense;
  told_from->tolerance = fmax(redundant, m->drift);
  pn_matrix_set(state->matrix);
  pn_block_matrix_to_dense(state->matrix->A, state->dense->matrix);
  for (size_t i = 0; m->soft && i < m->assembly->rows; i++)
    *gsl_matrix_ptr(state->dense->matrix, i, i) += m->soft[i];
  int code = state->round ? set_round(state, m) : GSL_SUCCESS;
  if (state->round && !code)
    fill_up(state);
  if (!code)
    code = pn_dense_set(state->dense);
  m->dropped = (state->round ? state->round : state->dense)->dropped;
  return code;
}

static int dense_solve(void *vstate, pn_multipliers *m, const double *b,
                       double *lambda)
{
  dense_state *state = vstate;
  pn_dense_solve(state->dense, b, lambda);
  for (size_t k = 0; state->round && k < m->assembly->rows; k++) {
    gsl_vector_view x = gsl_vector_view_array(lambda, m->assembly->rows);
    const gsl_vector_view z = gsl_matrix_column(state->round->vectors, k);
    double part = 0;
    if (!is_null(state->round, k))
      continue;
    gsl_blas_ddot(&z.vector, &x.vector, &part);
    gsl_blas_daxpy(-part, &z.vector, &x.vector);
  }
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
