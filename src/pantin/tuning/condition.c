/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Lanczos' method for the largest eigenvalue of an operator T (A, or A^-1):
   from q_1, orthonormal q_k with T Q = Q H, H tridiagonal, whose largest
   eigenvalue tends to that of T from below, faster than power iteration. All
   q are kept, and each new one is made orthogonal to all of them, twice.

   Source: Golub, Van Loan (2013), Matrix computations, section 10.1 and 10.3.
 */
#include "pantin/tuning/condition.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/operator_csr.h"
#include "pantin/lcp/operator_rigid.h"
#include "pantin/linear/factor.h"

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Steps of Lanczos' method, and the relative change that ends it. */
enum { STEPS_MOST = 100 };
static const double settled = 1e-10;

/* Eigenvalues below this share of the largest one are rounding errors: of a
   sum of n products some n times 1e-16. */
static const double rounding = 1e-13;

/* Eigenvalues count for the rank above this share; where a pivot is below this
   share of the diagonal it comes from, A is taken for singular. */
static const double rank_share = 1e-10;

static int dense(const gsl_spmatrix *A, pn_condition *condition)
{
  const size_t n = A->size1;
  gsl_matrix *full = gsl_matrix_calloc(n, n);
  gsl_vector *values = gsl_vector_alloc(n);
  gsl_eigen_symm_workspace *work = gsl_eigen_symm_alloc(n);
  const int code = full && values && work ? GSL_SUCCESS : GSL_ENOMEM;
  if (!code) {
    for (size_t i = 0; i < n; i++)
      for (int k = A->p[i]; k < A->p[i + 1]; k++)
        gsl_matrix_set(full, i, (size_t)A->i[k], A->data[k]);
    gsl_eigen_symm(full, values, work);
    double range = INFINITY;
    condition->largest = gsl_vector_max(values);
    condition->least = gsl_vector_min(values);
    for (size_t k = 0; k < n; k++) {
      const double value = gsl_vector_get(values, k);
      if (value > rank_share * condition->largest) {
        condition->rank++;
        range = fmin(range, value);
      }
    }
    condition->range = condition->largest / range;
  }
  gsl_eigen_symm_free(work);
  gsl_vector_free(values);
  gsl_matrix_free(full);
  return code;
}

/* Returns the body that stands for the group of body k, and shortens the way
   there. */
static size_t group_of(size_t *above, size_t k)
{
  while (above[k] != k)
    k = above[k] = above[above[k]];
  return k;
}

/* Joins the bodies that share a row into groups: `above` leads from a body to
   the one that stands for its group. */
static void join(const pn_rigid_delassus *R, size_t *above)
{
  for (size_t k = 0; k < R->bodies; k++)
    above[k] = k;
  for (size_t r = 0; r < R->rows; r++)
    if (R->pair[r].i < R->bodies && R->pair[r].j < R->bodies)
      above[group_of(above, R->pair[r].i)] = group_of(above, R->pair[r].j);
}

/* Adds up G^T G of a group, whose bodies have places in M. */
static void add_rows(const pn_rigid_delassus *R, size_t *above, size_t group,
                     const size_t *place, gsl_matrix *M)
{
  for (size_t r = 0; r < R->rows; r++) {
    const size_t body[2] = {R->pair[r].i, R->pair[r].j};
    for (int s = 0; s < 2; s++)
      for (int t = 0; t < 2; t++) {
        if (body[s] >= R->bodies || body[t] >= R->bodies ||
            group_of(above, body[s]) != group)
          continue;
        const double *g = R->G + r * PN_RIGID_ROW;
        for (size_t i = 0; i < PN_RIGID_BLOCK; i++)
          for (size_t j = 0; j < PN_RIGID_BLOCK; j++)
            *gsl_matrix_ptr(M, PN_RIGID_BLOCK * place[body[s]] + i,
                            PN_RIGID_BLOCK * place[body[t]] + j) +=
                g[s * PN_RIGID_BLOCK + (int)i] * g[t * PN_RIGID_BLOCK + (int)j];
      }
  }
}

/* Appends the eigenvalues of one group. */
static int add_group(const pn_rigid_delassus *R, size_t *above, size_t group,
                     size_t *place, double *values, size_t *count)
{
  size_t bodies = 0;
  for (size_t k = 0; k < R->bodies; k++)
    if (group_of(above, k) == group)
      place[k] = bodies++;
  const size_t n = PN_RIGID_BLOCK * bodies;
  gsl_matrix *M = gsl_matrix_calloc(n, n);
  gsl_eigen_symm_workspace *work = gsl_eigen_symm_alloc(n);
  gsl_vector_view of = gsl_vector_view_array(values + *count, n);
  const int code = M && work ? GSL_SUCCESS : GSL_ENOMEM;
  if (!code) {
    add_rows(R, above, group, place, M);
    gsl_eigen_symm(M, &of.vector, work);
    *count += n;
  }
  gsl_eigen_symm_free(work);
  gsl_matrix_free(M);
  return code;
}

/* Finds the condition of G G^T = J W J^T on its range: apart from zeros it has
   the eigenvalues of G^T G, which is much smaller, and falls into groups of
   bodies. */
static int range_of_factors(const pn_rigid_delassus *R, pn_condition *condition)
{
  size_t *above = pn_alloc(R->bodies, sizeof *above), count = 0;
  size_t *place = pn_alloc(R->bodies, sizeof *place);
  double *values = pn_alloc(PN_RIGID_BLOCK * R->bodies, sizeof *values);
  int code = above && place && values ? GSL_SUCCESS : GSL_ENOMEM;
  if (!code)
    join(R, above);
  for (size_t k = 0; k < R->bodies && !code; k++)
    if (above[k] == k)
      code = add_group(R, above, k, place, values, &count);
  double most = 0, range = INFINITY;
  for (size_t k = 0; k < count; k++)
    most = fmax(most, values[k]);
  for (size_t k = 0; k < count; k++)
    if (values[k] > rank_share * most)
      range = fmin(range, values[k]);
  condition->range = most / range;
  pn_free(values);
  pn_free(place);
  pn_free(above);
  return code;
}

/* The operator: A, or the inverse by its factor. */
typedef struct {
  const gsl_spmatrix *A;
  pn_block_factor *factor; /* NULL: A */
} operator;

static void apply(const operator* T, const double *x, double *y)
{
  const gsl_spmatrix *A = T->A;
  if (T->factor) {
    pn_block_factor_solve(T->factor, 1, x, y);
    return;
  }
  for (size_t i = 0; i < A->size1; i++) {
    y[i] = 0;
    for (int k = A->p[i]; k < A->p[i + 1]; k++)
      y[i] += A->data[k] * x[A->i[k]];
  }
}

static double dot(const double *x, const double *y, size_t n)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

/* Finds the largest eigenvalue of the tridiagonal H, (k x k): by bisection, for
   the pivots of H - s I have as many signs as it has eigenvalues above s. */
static double largest_of(const double *diagonal, const double *beside, size_t k)
{
  double low = -INFINITY, high = -INFINITY;
  for (size_t i = 0; i < k; i++) {
    const double reach =
        (i > 0 ? fabs(beside[i - 1]) : 0) + (i + 1 < k ? fabs(beside[i]) : 0);
    low = fmax(low, diagonal[i]);
    high = fmax(high, diagonal[i] + reach);
  }
  for (int halving = 0; halving < 100 && high > low; halving++) {
    const double s = low + (high - low) / 2;
    int above = 0;
    double pivot = -1;
    for (size_t i = 0; i < k && !above; i++) {
      pivot =
          diagonal[i] - s - (i > 0 ? beside[i - 1] * beside[i - 1] / pivot : 0);
      above = pivot >= 0;
    }
    if (above)
      low = s;
    else
      high = s;
  }
  return high;
}

/* Finds the largest eigenvalue of T; `Q` holds (STEPS_MOST + 1) vectors. */
static double lanczos(const operator* T, double *Q)
{
  const size_t n = T->A->size1;
  double diagonal[STEPS_MOST], beside[STEPS_MOST], value = 0;
  /* A start that is the same in every run and has a part of everything. */
  for (size_t i = 0; i < n; i++)
    Q[i] = 1 + 0.5 * sin(2.385 * (double)(i + 1));
  double length = sqrt(dot(Q, Q, n));
  for (size_t k = 0; k < STEPS_MOST; k++) {
    double *q = Q + k * n, *next = q + n;
    for (size_t i = 0; i < n; i++)
      q[i] /= length;
    apply(T, q, next);
    diagonal[k] = dot(q, next, n);
    for (int twice = 0; twice < 2; twice++)
      for (size_t j = 0; j <= k; j++) {
        const double part = dot(Q + j * n, next, n);
        for (size_t i = 0; i < n; i++)
          next[i] -= part * Q[j * n + i];
      }
    length = beside[k] = sqrt(dot(next, next, n));
    const double before = value;
    value = largest_of(diagonal, beside, k + 1);
    if (k > 0 && fabs(value - before) <= settled * fabs(value))
      break;
    if (!(length > rounding * fabs(value)) || k + 1 >= n)
      break;
  }
  return value;
}

/* Copies A in blocks of order 1. */
static pn_block_matrix *blocks_of(const gsl_spmatrix *A)
{
  const size_t n = A->size1;
  size_t(*pair)[2] = pn_alloc(A->nz, sizeof *pair), pairs = 0;
  size_t *order = pn_alloc(n, sizeof *order);
  pn_block_matrix *matrix = NULL;
  for (size_t i = 0; i < n && pair && order; i++) {
    order[i] = 1;
    for (int k = A->p[i]; k < A->p[i + 1]; k++)
      if ((size_t)A->i[k] < i) {
        pair[pairs][0] = i;
        pair[pairs++][1] = (size_t)A->i[k];
      }
  }
  if (pair && order)
    matrix = pn_block_matrix_alloc(n, order, pairs,
                                   (const size_t(*)[2])(void *)pair);
  for (size_t i = 0; i < n && matrix; i++)
    for (int k = A->p[i]; k < A->p[i + 1]; k++)
      if ((size_t)A->i[k] <= i)
        *pn_block_matrix_at(matrix, i, (size_t)A->i[k]) = A->data[k];
  pn_free(order);
  pn_free(pair);
  return matrix;
}

/* Finds the least eigenvalue. */
static int least(const gsl_spmatrix *A, double *Q, pn_condition *condition)
{
  pn_block_matrix *matrix = blocks_of(A);
  operator inverse = {.A = A};
  inverse.factor = matrix ? pn_block_factor_alloc(matrix, NULL) : NULL;
  const int code = inverse.factor ? GSL_SUCCESS : GSL_ENOMEM;
  if (!code) {
    inverse.factor->tolerance = rank_share;
    /* A pivot that is clearly negative is rounding too, of a semidefinite
       matrix. */
    const int singular = pn_block_factor_set(inverse.factor, matrix) != 0 ||
                         inverse.factor->dropped > 0;
    condition->least = singular ? 0 : 1 / lanczos(&inverse, Q);
  }
  pn_block_factor_free(inverse.factor);
  pn_block_matrix_free(matrix);
  return code;
}

static int sparse(const gsl_spmatrix *A, pn_condition *condition)
{
  const operator T = {.A = A};
  double *Q = pn_alloc(A->size1 * (STEPS_MOST + 1), sizeof *Q);
  int code = Q ? GSL_SUCCESS : GSL_ENOMEM;
  condition->range = NAN;
  if (!code) {
    condition->largest = lanczos(&T, Q);
    code = least(A, Q, condition);
  }
  pn_free(Q);
  return code;
}

int pn_lcp_condition(const pn_lcp *lcp, pn_condition *condition)
{
  *condition = (pn_condition){.number = NAN, .range = NAN};
  if (lcp->size == 0)
    return GSL_SUCCESS;
  if (!lcp->A)
    return GSL_EINVAL;
  pn_lcp_csr *csr = pn_lcp_csr_assemble(lcp->A);
  int code = !csr                              ? GSL_ENOMEM
             : lcp->size <= PN_CONDITION_DENSE ? dense(csr->A, condition)
                                               : sparse(csr->A, condition);
  pn_lcp_csr_free(csr);
  const pn_rigid_delassus *R = pn_rigid_delassus_of(lcp->A);
  if (!code && R)
    code = range_of_factors(R, condition);
  if (code)
    return code;
  if (condition->least <= rounding * condition->largest)
    condition->least = 0;
  condition->number =
      condition->least > 0 ? condition->largest / condition->least : INFINITY;
  return GSL_SUCCESS;
}
