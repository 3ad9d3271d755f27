/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The extreme eigenvalues of A: all of them, or by Lanczos' method (lanczos.c)
   the largest one from products with A, the least one from those with A^-1. */
#include "pantin/tuning/condition.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/operator_csr.h"
#include "pantin/linear/lanczos.h"
#include "pantin/tuning/condition_private.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <math.h>

/* Eigenvalues below some n times 2e-16 of the largest one are rounding errors,
   as of a sum of n products; and from this share on all are. */
static const double rounding_most = 1e-13;

/* Returns the share of the largest of n eigenvalues that rounding hides. */
static double rounding(size_t n)
{
  return fmin(4 * DBL_EPSILON * (double)n, rounding_most);
}

/* Copies A in blocks of order 1. NULL when memory is short. */
static pn_block_matrix *blocks_of(const pn_lcp_operator *of)
{
  pn_lcp_csr *csr = pn_lcp_csr_assemble(of);
  const gsl_spmatrix *A = csr ? csr->A : NULL;
  const size_t n = A ? A->size1 : 0;
  size_t(*pair)[2] = A ? pn_alloc(A->nz, sizeof *pair) : NULL, pairs = 0;
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
  pn_lcp_csr_free(csr);
  return matrix;
}

/* Finds all eigenvalues. */
static int dense(const pn_block_matrix *A, pn_condition *condition)
{
  double *values = pn_alloc(A->rows, sizeof *values);
  const int code = values ? pni_condition_decompose(A, values) : GSL_ENOMEM;
  double range = INFINITY;
  condition->largest = -INFINITY;
  condition->least = INFINITY;
  for (size_t k = 0; k < A->rows && !code; k++) {
    condition->largest = fmax(condition->largest, values[k]);
    condition->least = fmin(condition->least, values[k]);
  }
  for (size_t k = 0; k < A->rows && !code; k++)
    if (values[k] > rounding(A->rows) * condition->largest) {
      condition->rank++;
      range = fmin(range, values[k]);
    }
  condition->range = condition->largest / range;
  pn_free(values);
  return code;
}

/* A by its products. */
typedef struct {
  const pn_lcp_operator *A;
  double *scratch;
} product;

static void multiply(const double *x, double *y, void *params)
{
  const product *of = params;
  of->A->type->multiply(of->A, x, y, of->scratch);
}

/* Finds the largest eigenvalue by products with A. */
static int largest(const pn_lcp_operator *A, pn_condition *condition)
{
  product of = {A, pn_alloc(A->type->scratch(A), sizeof(double))};
  const int code =
      of.scratch ? pn_lanczos_largest(A->type->rows(A), multiply, &of,
                                      PNI_EIGENVALUE_SHARE, &condition->largest)
                 : GSL_ENOMEM;
  pn_free(of.scratch);
  return code;
}

/* Finds the least eigenvalue, by the factors of A if it has them. A pivot that
   is clearly negative is rounding too, of a semidefinite matrix. */
static int least(const pn_lcp_operator *A, pn_condition *condition)
{
  const pn_rigid_delassus *R = pn_rigid_delassus_of(A);
  double inverse = INFINITY;
  int code = R ? pni_condition_invert_rigid(R, &inverse) : GSL_EDOM;
  if (code == GSL_EDOM) {
    pn_block_matrix *matrix = blocks_of(A);
    code = matrix ? pni_condition_invert(matrix, &inverse) : GSL_ENOMEM;
    pn_block_matrix_free(matrix);
  }
  condition->least = code ? 0 : 1 / inverse;
  return code == GSL_EDOM ? GSL_SUCCESS : code;
}

/* Finds the extreme eigenvalues of A alone. */
static int extremes(const pn_lcp_operator *A, size_t size,
                    pn_condition *condition)
{
  int code = GSL_EMAXITER;
  if (size > PN_CONDITION_DENSE) {
    condition->range = NAN;
    code = largest(A, condition);
    code = code ? code : least(A, condition);
  }
  if (code == GSL_EMAXITER) {
    pn_block_matrix *matrix = blocks_of(A);
    code = matrix ? dense(matrix, condition) : GSL_ENOMEM;
    pn_block_matrix_free(matrix);
  }
  return code;
}

int pn_lcp_condition(const pn_lcp *lcp, pn_condition *condition)
{
  *condition = (pn_condition){.number = NAN, .range = NAN};
  if (lcp->size == 0)
    return GSL_SUCCESS;
  if (!lcp->A)
    return GSL_EINVAL;
  const pn_rigid_delassus *R = pn_rigid_delassus_of(lcp->A);
  int code = extremes(lcp->A, lcp->size, condition);
  if (!code && R)
    code = pni_condition_range(R, &condition->range);
  if (code)
    return code;
  if (condition->least <= rounding(lcp->size) * condition->largest)
    condition->least = 0;
  condition->number =
      condition->least > 0 ? condition->largest / condition->least : INFINITY;
  return GSL_SUCCESS;
}
