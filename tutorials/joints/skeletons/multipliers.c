/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The forces of the joints of any system.

   In:  J (m x n), W (n x n, symmetric), the loads F (n) and bias = Jdot u (m).
   Out: lambda (m), with which J u' + bias = 0 if u' = W (F + J^T lambda). The
        value returned is GSL's error code, 0 if there is no error.

   Example: a weight of 1 kg hangs on a rod from the ceiling, one of 3 kg on a
   rod from the first, at rest; g = 10 m/s^2. Along the vertical, upwards,

     J = [ -1  0 ]   W = [ 1   0  ]   F = [ -10 ]   J W J^T = [  1  -1  ]
         [  1 -1 ]       [ 0  1/3 ]       [ -30 ]             [ -1  4/3 ]

   and lambda = (-40, -30): what each rod carries. (Here a row of J is, as for a
   ball joint, parent less child, so lambda is the force on the parent.)

   gsl_blas_dgemm(CblasNoTrans, CblasTrans, a, X, Y, b, Z) makes Z = a X Y^T +
   b Z; gsl_blas_dgemv(CblasNoTrans, a, X, y, b, z) makes z = a X y + b z. */
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

  gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, J, W, 0, JW);
  gsl_matrix_set_identity(A); /* TODO: the matrix of the joints */
  gsl_vector_set_zero(r);     /* TODO: the right-hand side */
  const int code = solve(A, r, lambda);

  gsl_vector_free(r);
  gsl_matrix_free(A);
  gsl_matrix_free(JW);
  return code;
}
