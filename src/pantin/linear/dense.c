/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Dense solves by GSL: see dense.h. With A = V diag(e) V^T and all e below
   the tolerance taken for zero, the solution of least norm is

     x = sum over the other eigenvalues of  v_k (v_k . b) / e_k.

   (GSL's Cholesky would do for a regular matrix, but reports a singular one
   through the error handler, which belongs to the program, not to us.) */
#include "pantin/linear/dense.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

static const double default_tolerance = 1e-12;

pn_dense *pn_dense_alloc(size_t size)
{
  pn_dense *dense = pn_alloc(1, sizeof *dense);
  if (!dense)
    return NULL;
  dense->size = size;
  dense->tolerance = default_tolerance;
  dense->matrix = gsl_matrix_calloc(size, size);
  dense->factor = gsl_matrix_calloc(size, size);
  dense->P = gsl_permutation_calloc(size);
  dense->vectors = gsl_matrix_calloc(size, size);
  dense->values = gsl_vector_calloc(size);
  dense->rotated = gsl_vector_calloc(size);
  dense->eigen = gsl_eigen_symmv_alloc(size);
  if (!dense->matrix || !dense->factor || !dense->P || !dense->vectors ||
      !dense->values || !dense->rotated || !dense->eigen) {
    pn_dense_free(dense);
    return NULL;
  }
  return dense;
}

void pn_dense_free(pn_dense *dense)
{
  if (!dense)
    return;
  gsl_matrix_free(dense->matrix);
  gsl_matrix_free(dense->factor);
  gsl_permutation_free(dense->P);
  gsl_matrix_free(dense->vectors);
  gsl_vector_free(dense->values);
  gsl_vector_free(dense->rotated);
  gsl_eigen_symmv_free(dense->eigen);
  pn_free(dense);
}

static int is_finite(const gsl_matrix *matrix)
{
  for (size_t i = 0; i < matrix->size1; i++)
    for (size_t j = 0; j < matrix->size2; j++)
      if (!isfinite(gsl_matrix_get(matrix, i, j)))
        return 0;
  return 1;
}

int pn_dense_set(pn_dense *dense)
{
  dense->dropped = 0;
  dense->by_eigenvalues = 0;
  if (!is_finite(dense->matrix))
    return GSL_EDOM;

  /* The regular case: all pivots well above zero. */
  gsl_matrix_memcpy(dense->factor, dense->matrix);
  gsl_linalg_pcholesky_decomp(dense->factor, dense->P);
  double least = INFINITY, greatest = dense->magnitude;
  for (size_t k = 0; k < dense->size; k++) {
    const double pivot = gsl_matrix_get(dense->factor, k, k);
    least = fmin(least, pivot);
    greatest = fmax(greatest, fabs(pivot));
  }
  if (least > dense->tolerance * greatest)
    return GSL_SUCCESS;

  /* The singular case: eigenvalues next to zero are dropped. */
  dense->by_eigenvalues = 1;
  gsl_matrix_memcpy(dense->factor, dense->matrix);
  gsl_eigen_symmv(dense->factor, dense->values, dense->vectors, dense->eigen);
  double low, high;
  gsl_vector_minmax(dense->values, &low, &high);
  dense->zero = dense->tolerance * fmax(high, dense->magnitude);
  const double zero = dense->zero;
  for (size_t k = 0; k < dense->size; k++)
    dense->dropped += gsl_vector_get(dense->values, k) <= zero;
  return low >= -zero ? GSL_SUCCESS : GSL_EDOM;
}

/* Replaces x by A^+ x, the solution of least norm. */
static void solve_by_eigenvalues(pn_dense *dense, gsl_vector *x)
{
  gsl_blas_dgemv(CblasTrans, 1, dense->vectors, x, 0, dense->rotated);
  for (size_t k = 0; k < dense->size; k++) {
    const double value = gsl_vector_get(dense->values, k);
    double *along = gsl_vector_ptr(dense->rotated, k);
    *along = value > dense->zero ? *along / value : 0;
  }
  gsl_blas_dgemv(CblasNoTrans, 1, dense->vectors, dense->rotated, 0, x);
}

void pn_dense_solve(pn_dense *dense, const double *b, double *x)
{
  memmove(x, b, dense->size * sizeof *x);
  gsl_vector_view view = gsl_vector_view_array(x, dense->size);
  if (dense->by_eigenvalues)
    solve_by_eigenvalues(dense, &view.vector);
  else
    gsl_linalg_pcholesky_svx(dense->factor, dense->P, &view.vector);
}
