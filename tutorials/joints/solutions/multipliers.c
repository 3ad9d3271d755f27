/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The force of the joints. Of F + J^T lambda, where J^T lambda are the forces
   of the joints, the bodies get the accelerations

     u' = W (F + J^T lambda),   and the joints demand   J u' + Jdot u = 0.

   Put the first into the second and solve for lambda:

     (J W J^T) lambda = -(J W F + Jdot u).                              */
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
  gsl_blas_dgemm(CblasNoTrans, CblasTrans, 1, JW, J, 0, A);

  /* r = -(JW F + bias) */
  gsl_vector_memcpy(r, bias);
  gsl_blas_dgemv(CblasNoTrans, -1, JW, F, -1, r);
  const int code = solve(A, r, lambda);

  gsl_vector_free(r);
  gsl_matrix_free(A);
  gsl_matrix_free(JW);
  return code;
}
