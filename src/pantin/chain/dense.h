/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The KKT matrix of a small chain by its eigenvalues: the minimum-norm
   solution when it is singular, and its exact inertia. */
#ifndef PANTIN_CHAIN_DENSE_H
#define PANTIN_CHAIN_DENSE_H

#include "pantin/chain/kkt.h"

#include <gsl/gsl_eigen.h>

/* The largest chain that is taken to eigenvalues: some 0.1 s. */
enum { PN_CHAIN_DENSE_BARS_MAX = 64 };

typedef struct {
  size_t bars;
  size_t size;         /* order of K, 3 bars - 2 */
  double balance;      /* of K (pn_chain_kkt.balance), scaled by which it is
                          decomposed; set by pn_chain_dense_factor */
  gsl_matrix *K;       /* (size x size); overwritten by the eigenvalues */
  gsl_matrix *vectors; /* eigenvectors, (size x size), by column */
  gsl_vector *values;  /* eigenvalues, (size) */
  gsl_vector *rotated; /* a right-hand side in their basis, (size) */
  gsl_eigen_symmv_workspace *eigen;
  size_t negative, zero; /* number of eigenvalues of that sign */
} pn_chain_dense;

/* Allocates the work for chains of so many bars; NULL when memory is short. */
pn_chain_dense *pn_chain_dense_alloc(size_t bars);

void pn_chain_dense_free(pn_chain_dense *dense);

/* Decomposes K, balanced. Eigenvalues within size x epsilon of 0, relative to
   the largest, count as zero. GSL_SUCCESS or GSL's error. */
int pn_chain_dense_factor(pn_chain_dense *dense, const pn_chain_kkt *kkt);

/* Finds the z of least |z|_2 among those that minimise |K z - r|_2, in the
   units of the balanced K. */
void pn_chain_dense_solve(pn_chain_dense *dense, pn_chain_vector r,
                          pn_chain_vector z);

#endif
