/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One Newton step on C(q) = 0: to first order a displacement dq changes C by
   J dq, so we want J dq = -C. Of the many dq take the least, in the measure of
   the masses: min 1/2 dq^T M dq, whose solution is, with W = M^-1,

     dq = W J^T lambda,   (J W J^T) lambda = -C.                        */
#include "joints/exercises.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>

/* Solves A x = r for a definite A by Cholesky; overwrites A. */
static int solve(gsl_matrix *A, const gsl_vector *r, gsl_vector *x)
{
  const int code = gsl_linalg_cholesky_decomp1(A);
  return code ? code : gsl_linalg_cholesky_solve(A, r, x);
}

int my_correction(const gsl_matrix *J, const gsl_matrix *W, const gsl_vector *C,
                  gsl_vector *dq)
{
  const size_t m = J->size1, n = J->size2;
  gsl_matrix *JW = gsl_matrix_calloc(m, n), *A = gsl_matrix_calloc(m, m);
  gsl_vector *lambda = gsl_vector_calloc(m);

  /* JW = J W, A = JW J^T */
  gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, J, W, 0, JW);
  gsl_blas_dgemm(CblasNoTrans, CblasTrans, 1, JW, J, 0, A);
  const int code = solve(A, C, lambda);

  /* dq = -W J^T lambda = -(JW)^T lambda */
  gsl_blas_dgemv(CblasTrans, -1, JW, lambda, 0, dq);

  gsl_vector_free(lambda);
  gsl_matrix_free(A);
  gsl_matrix_free(JW);
  return code;
}
