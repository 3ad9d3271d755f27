/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* WRONG 1: steps the wrong way, and so doubles the gap */
/* WRONG 2: makes only half of the step */
/* WRONG 3: leaves out W, as if all masses and inertias were 1 */
/* WRONG 4: leaves out W where lambda becomes a displacement */
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
#if WRONG == 3
  gsl_matrix_memcpy(JW, J);
#endif
  gsl_blas_dgemm(CblasNoTrans, CblasTrans, 1, JW, J, 0, A);
  const int code = solve(A, C, lambda);

  /* dq = -W J^T lambda = -(JW)^T lambda */
#if WRONG == 1
  gsl_blas_dgemv(CblasTrans, 1, JW, lambda, 0, dq);
#elif WRONG == 2
  gsl_blas_dgemv(CblasTrans, -0.5, JW, lambda, 0, dq);
#elif WRONG == 4
  gsl_blas_dgemv(CblasTrans, -1, J, lambda, 0, dq);
#else
  gsl_blas_dgemv(CblasTrans, -1, JW, lambda, 0, dq);
#endif

  gsl_vector_free(lambda);
  gsl_matrix_free(A);
  gsl_matrix_free(JW);
  return code;
}
