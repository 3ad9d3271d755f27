/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: adds Jdot u on the right, where -Jdot u belongs */
/* WRONG 2: gives the whole right-hand side the wrong sign */
/* WRONG 3: leaves out Jdot u, which is right only at rest */
/* WRONG 4: leaves out W on the right-hand side */
/* WRONG 5: leaves out W in the matrix of the joints */
#include "joints/exercises.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>

/* Solves A x = r for a definite A by Cholesky; overwrites A. */
static int solve(gsl_matrix *A, const gsl_vector *r, gsl_vector *x)
{
  const int code = gsl_linalg_cholesky_decomp1(A);
  return code ? code : gsl_linalg_cholesky_solve(A, r, x);
}

int my_multipliers(const gsl_matrix *J, const gsl_matrix *W,
                   const gsl_vector *F, const gsl_vector *bias,
                   gsl_vector *lambda)
{
  const size_t m = J->size1, n = J->size2;
  gsl_matrix *JW = gsl_matrix_calloc(m, n), *A = gsl_matrix_calloc(m, m);
  gsl_vector *r = gsl_vector_calloc(m);

  /* JW = J W, A = JW J^T */
  gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, J, W, 0, JW);
#if WRONG == 5
  gsl_blas_dgemm(CblasNoTrans, CblasTrans, 1, J, J, 0, A);
#else
  gsl_blas_dgemm(CblasNoTrans, CblasTrans, 1, JW, J, 0, A);
#endif

  /* r = -(JW F + bias) */
#if WRONG == 1
  gsl_vector_memcpy(r, bias);
  gsl_blas_dgemv(CblasNoTrans, -1, JW, F, 1, r);
#elif WRONG == 2
  gsl_vector_memcpy(r, bias);
  gsl_blas_dgemv(CblasNoTrans, 1, JW, F, 1, r);
#elif WRONG == 3
  gsl_blas_dgemv(CblasNoTrans, -1, JW, F, 0, r);
#elif WRONG == 4
  gsl_vector_memcpy(r, bias);
  gsl_blas_dgemv(CblasNoTrans, -1, J, F, -1, r);
#else
  gsl_vector_memcpy(r, bias);
  gsl_blas_dgemv(CblasNoTrans, -1, JW, F, -1, r);
#endif
  const int code = solve(A, r, lambda);

  gsl_vector_free(r);
  gsl_matrix_free(A);
  gsl_matrix_free(JW);
  return code;
}
