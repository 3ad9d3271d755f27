/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A dense symmetric positive semidefinite matrix: by pivoted L D L^T where it
   is regular, else by eigenvalues, which gives the solution of least norm. The
   sparse methods are compared with it. */
#ifndef PANTIN_LINEAR_DENSE_H
#define PANTIN_LINEAR_DENSE_H

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_permutation.h>

typedef struct {
  size_t size;
  gsl_matrix *matrix;  /* to be filled by the caller, both triangles */
  gsl_matrix *factor;  /* L D L^T of it */
  gsl_permutation *P;  /* the permutation of the factor */
  gsl_matrix *vectors; /* eigenvectors of a singular matrix, by column */
  gsl_vector *values;  /* its eigenvalues */
  gsl_vector *rotated; /* work */
  gsl_eigen_symmv_workspace *eigen;
  double tolerance;   /* eigenvalues (and pivots) below this share of the
                         largest are taken for zero; set 1e-12 */
  double magnitude;   /* least value of what pivots are compared with; set 0. It
                         keeps the rounding in a matrix that should be zero
                         from being taken for regular */
  size_t dropped;     /* eigenvalues taken for zero, set by pn_dense_set */
  double zero;        /* eigenvalues up to this were dropped */
  int by_eigenvalues; /* 1 if the last matrix was singular */
} pn_dense;

/* Makes a workspace, size > 0; NULL when memory is short. */
pn_dense *pn_dense_alloc(size_t size);

void pn_dense_free(pn_dense *dense);

/* Factors dense->matrix. GSL_SUCCESS, also when it is singular; GSL_EDOM if
   an entry is not finite or an eigenvalue clearly negative. */
int pn_dense_set(pn_dense *dense);

/* Solves x = A^-1 b, or finds the x of least norm among those that minimise
   |A x - b|; both (size), possibly the same array. */
void pn_dense_solve(pn_dense *dense, const double *b, double *x);

#endif
