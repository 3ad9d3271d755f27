/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Newton's step that closes the gaps of a mechanism.

   In:  J (m x n), W (n x n, symmetric) and the gaps C (m).
   Out: the displacement dq (n), the delta of the text, with J dq = -C that
        makes dq^T W^-1 dq as small as possible. The value returned is GSL's
        error code.

   Example: two points on a line, of 1 kg and 3 kg, should coincide but are 4 cm
   apart: J = [1 -1], W = diag(1, 1/3), C = (0.04). The light one moves by -3
   cm, the heavy one by 1 cm: dq = (-0.03, 0.01).

   gsl_blas_dgemm(CblasNoTrans, CblasTrans, a, X, Y, b, Z) makes Z = a X Y^T +
   b Z; gsl_blas_dgemv(CblasTrans, a, X, y, b, z) makes z = a X^T y + b z. */
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

  gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, J, W, 0, JW);
  gsl_matrix_set_identity(A); /* TODO */
  const int code = 0;         /* TODO: solve(A, ..., lambda) */
  gsl_vector_set_zero(dq);    /* TODO */

  gsl_vector_free(lambda);
  gsl_matrix_free(A);
  gsl_matrix_free(JW);
  return code;
}
