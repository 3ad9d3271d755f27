/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Eigenvalues of a block-sparse matrix: all of them, or by its factors the
   least one. */
#include "pantin/tuning/condition_private.h"

#include "pantin/linear/factor.h"
#include "pantin/linear/lanczos.h"

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>

int pni_condition_decompose(const pn_block_matrix *matrix, double *values)
{
  const size_t n = matrix->rows;
  gsl_vector_view of = gsl_vector_view_array(values, n);
  gsl_matrix *full = gsl_matrix_alloc(n, n);
  gsl_eigen_symm_workspace *work = gsl_eigen_symm_alloc(n);
  const int code = full && work ? GSL_SUCCESS : GSL_ENOMEM;
  if (!code) {
    pn_block_matrix_to_dense(matrix, full);
    gsl_eigen_symm(full, &of.vector, work);
  }
  gsl_eigen_symm_free(work);
  gsl_matrix_free(full);
  return code;
}

static void solve(const double *b, double *x, void *factor)
{
  pn_block_factor_solve(factor, 1, b, x);
}

int pni_condition_invert(const pn_block_matrix *matrix, double *largest)
{
  pn_block_factor *factor = pn_block_factor_alloc(matrix, NULL);
  if (!factor)
    return GSL_ENOMEM;
  factor->tolerance = PNI_RANK_SHARE;
  int code = pn_block_factor_set(factor, matrix);
  if (!code)
    code = factor->dropped > 0
               ? GSL_EDOM
               : pn_lanczos_largest(matrix->rows, solve, factor,
                                    PNI_EIGENVALUE_SHARE, largest);
  pn_block_factor_free(factor);
  return code;
}
