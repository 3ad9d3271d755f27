/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* With A = U diag(s) V^T, and s below the tolerance taken for zero,

     x = sum over the other singular values of  v_k (u_k . b) / s_k.

   A matrix with fewer rows than columns gets rows of zeros, which change no
   solution. Jacobi's rotations find even small singular values to all digits;
   those of Golub and Reinsch, which are right to rounding of the largest, take
   a seventh of the time where there are many columns.

   Source: G. Golub, C. Van Loan, Matrix Computations (1996), sections 5.5
   and 8.6. */
#include "pantin/linear/least_squares.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <math.h>

static const double default_tolerance = 1e-9;

/* The most columns for which Jacobi's rotations do not take long. */
enum { FEW_COLUMNS = 60 };

pn_least_squares *pn_least_squares_alloc(size_t rows, size_t columns)
{
  pn_least_squares *squares = pn_alloc(1, sizeof *squares);
  if (!squares)
    return NULL;
  squares->rows = rows;
  squares->columns = columns;
  squares->tolerance = default_tolerance;
  squares->matrix = gsl_matrix_calloc(rows > columns ? rows : columns, columns);
  squares->vectors = gsl_matrix_calloc(columns, columns);
  squares->values = gsl_vector_calloc(columns);
  squares->rotated = gsl_vector_calloc(columns);
  if (squares->matrix && squares->vectors && squares->values &&
      squares->rotated)
    return squares;
  pn_least_squares_free(squares);
  return NULL;
}

void pn_least_squares_free(pn_least_squares *squares)
{
  if (!squares)
    return;
  gsl_matrix_free(squares->matrix);
  gsl_matrix_free(squares->vectors);
  gsl_vector_free(squares->values);
  gsl_vector_free(squares->rotated);
  pn_free(squares);
}

int pn_least_squares_set(pn_least_squares *squares)
{
  gsl_matrix *A = squares->matrix;
  for (size_t i = 0; i < squares->rows; i++)
    for (size_t j = 0; j < squares->columns; j++)
      if (!isfinite(gsl_matrix_get(A, i, j)))
        return GSL_EDOM;
  for (size_t i = squares->rows; i < A->size1; i++)
    for (size_t j = 0; j < squares->columns; j++)
      gsl_matrix_set(A, i, j, 0);
  const int code =
      squares->columns > FEW_COLUMNS
          ? gsl_linalg_SV_decomp(A, squares->vectors, squares->values,
                                 squares->rotated)
          : gsl_linalg_SV_decomp_jacobi(A, squares->vectors, squares->values);
  if (code)
    return code;
  const double most = gsl_vector_max(squares->values);
  for (size_t k = 0; k < squares->columns; k++)
    if (gsl_vector_get(squares->values, k) <= squares->tolerance * most)
      gsl_vector_set(squares->values, k, 0);
  return GSL_SUCCESS;
}

/* Divides what was rotated by the singular values, 0 where they were dropped.
 */
static void divide(pn_least_squares *squares)
{
  for (size_t k = 0; k < squares->columns; k++) {
    const double value = gsl_vector_get(squares->values, k);
    double *along = gsl_vector_ptr(squares->rotated, k);
    *along = value > 0 ? *along / value : 0;
  }
}

void pn_least_squares_solve(pn_least_squares *squares, const double *b,
                            double *x)
{
  const gsl_matrix_const_view U = gsl_matrix_const_submatrix(
      squares->matrix, 0, 0, squares->rows, squares->columns);
  const gsl_vector_const_view right =
      gsl_vector_const_view_array(b, squares->rows);
  gsl_vector_view left = gsl_vector_view_array(x, squares->columns);
  gsl_blas_dgemv(CblasTrans, 1, &U.matrix, &right.vector, 0, squares->rotated);
  divide(squares);
  gsl_blas_dgemv(CblasNoTrans, 1, squares->vectors, squares->rotated, 0,
                 &left.vector);
}

void pn_least_squares_solve_transposed(pn_least_squares *squares,
                                       const double *b, double *y)
{
  const gsl_matrix_const_view U = gsl_matrix_const_submatrix(
      squares->matrix, 0, 0, squares->rows, squares->columns);
  const gsl_vector_const_view right =
      gsl_vector_const_view_array(b, squares->columns);
  gsl_vector_view left = gsl_vector_view_array(y, squares->rows);
  gsl_blas_dgemv(CblasTrans, 1, squares->vectors, &right.vector, 0,
                 squares->rotated);
  divide(squares);
  gsl_blas_dgemv(CblasNoTrans, 1, &U.matrix, squares->rotated, 0, &left.vector);
}
