/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Least squares with a small dense matrix of any shape and rank, by its
   singular values. */
#ifndef PANTIN_LINEAR_LEAST_SQUARES_H
#define PANTIN_LINEAR_LEAST_SQUARES_H

#include <gsl/gsl_matrix.h>

typedef struct {
  size_t rows, columns;
  gsl_matrix *matrix;  /* to be filled by the caller in its first rows; (as many
                          rows as columns, at least); _set overwrites it */
  gsl_matrix *vectors; /* right singular vectors, by column */
  gsl_vector *values;  /* singular values, 0 for those that were dropped */
  gsl_vector *rotated; /* work */
  double tolerance;    /* values below this share of the largest are dropped;
                          set 1e-9 */
} pn_least_squares;

/* Makes a workspace, rows and columns > 0; NULL when memory is short. */
pn_least_squares *pn_least_squares_alloc(size_t rows, size_t columns);

void pn_least_squares_free(pn_least_squares *squares);

/* Decomposes the matrix. GSL_SUCCESS; GSL_EDOM if an entry is not finite;
   GSL_ETOL or GSL_EMAXITER if the singular values do not converge. */
int pn_least_squares_set(pn_least_squares *squares);

/* Computes the x of least norm among those that minimise |A x - b|; b: (rows),
   x: (columns). */
void pn_least_squares_solve(pn_least_squares *squares, const double *b,
                            double *x);

/* Computes the y of least norm among those that minimise |A^T y - b|, of the
   matrix that was decomposed; b: (columns), y: (rows). */
void pn_least_squares_solve_transposed(pn_least_squares *squares,
                                       const double *b, double *y);

#endif
