/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* K = V diag(e) V^T; the minimum-norm solution of K z = r is
   sum over e_k != 0 of V_k (V_k^T r) / e_k. */
#include "pantin/chain/dense.h"

#include "pantin/base/alloc.h"

#include <float.h>
#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <math.h>

pn_chain_dense *pn_chain_dense_alloc(size_t bars)
{
  pn_chain_dense *dense = pn_alloc(1, sizeof *dense);
  if (!dense)
    return NULL;
  const size_t size = 3 * bars - 2;
  dense->bars = bars;
  dense->size = size;
  dense->K = gsl_matrix_alloc(size, size);
  dense->vectors = gsl_matrix_alloc(size, size);
  dense->values = gsl_vector_alloc(size);
  dense->rotated = gsl_vector_alloc(size);
  dense->eigen = gsl_eigen_symmv_alloc(size);
  if (!dense->K || !dense->vectors || !dense->values || !dense->rotated ||
      !dense->eigen) {
    pn_chain_dense_free(dense);
    return NULL;
  }
  return dense;
}

void pn_chain_dense_free(pn_chain_dense *dense)
{
  if (!dense)
    return;
  gsl_matrix_free(dense->K);
  gsl_matrix_free(dense->vectors);
  gsl_vector_free(dense->values);
  gsl_vector_free(dense->rotated);
  gsl_eigen_symmv_free(dense->eigen);
  pn_free(dense);
}

/* Returns the row of x_i; y_i has the next one. The multipliers' rows follow
   after those of all free nodes. */
static size_t row_x(size_t node)
{
  return 2 * (node - 1);
}

static size_t row_lambda(size_t bars, size_t bar)
{
  return 2 * (bars - 1) + bar;
}

/* Fills the lower triangle of K, which is all that gsl_eigen_symmv reads; the
   multipliers' rows and columns are scaled by s. */
static void assemble(const pn_chain_kkt *kkt, double s, gsl_matrix *K)
{
  const size_t n = kkt->bars;
  const double *w = kkt->weight;
  gsl_matrix_set_zero(K);
  for (size_t i = 1; i < n; i++) {
    const size_t row = row_x(i);
    const double diagonal = 2 * (w[i - 1] + w[i]);
    const pn_chain_block E = pn_chain_kkt_extra(kkt, i);
    gsl_matrix_set(K, row, row, diagonal + E.xx);
    gsl_matrix_set(K, row + 1, row, E.xy);
    gsl_matrix_set(K, row + 1, row + 1, diagonal + E.yy);
    if (i > 1) {
      gsl_matrix_set(K, row, row - 2, -2 * w[i - 1]);
      gsl_matrix_set(K, row + 1, row - 1, -2 * w[i - 1]);
    }
  }
  for (size_t i = 0; i < n; i++) {
    const size_t row = row_lambda(n, i);
    gsl_matrix_set(K, row, row, -s * s * pn_chain_kkt_soft(kkt, i));
    if (i > 0) {
      gsl_matrix_set(K, row, row_x(i), -2 * s * kkt->dx[i]);
      gsl_matrix_set(K, row, row_x(i) + 1, -2 * s * kkt->dy[i]);
    }
    if (i + 1 < n) {
      gsl_matrix_set(K, row, row_x(i + 1), 2 * s * kkt->dx[i]);
      gsl_matrix_set(K, row, row_x(i + 1) + 1, 2 * s * kkt->dy[i]);
    }
  }
}

/* Adds s I to K, with s far below the rounding of K's largest entry. Without
   it, a K of low rank leaves subnormal numbers in its null space, on which
   GSL's QR iteration does not end. If K is so small that s itself would be
   subnormal, K is set to 0. */
static void shift(gsl_matrix *K)
{
  static const double part = DBL_EPSILON * DBL_EPSILON;
  static const double nothing = DBL_MIN / (DBL_EPSILON * part);
  double largest = 0;
  for (size_t row = 0; row < K->size1; row++)
    for (size_t column = 0; column <= row; column++)
      largest = fmax(largest, fabs(gsl_matrix_get(K, row, column)));
  if (largest < nothing) {
    gsl_matrix_set_zero(K);
    return;
  }
  gsl_vector_view diagonal = gsl_matrix_diagonal(K);
  gsl_vector_add_constant(&diagonal.vector, part * largest);
}

int pn_chain_dense_factor(pn_chain_dense *dense, const pn_chain_kkt *kkt)
{
  dense->balance = kkt->balance;
  assemble(kkt, dense->balance, dense->K);
  shift(dense->K);
  const int code =
      gsl_eigen_symmv(dense->K, dense->values, dense->vectors, dense->eigen);
  double largest = 0;
  for (size_t k = 0; k < dense->size; k++)
    largest = fmax(largest, fabs(gsl_vector_get(dense->values, k)));
  /* Those within rounding of 0 are set to 0 and counted, like the negative. */
  const double null = (double)dense->size * DBL_EPSILON * largest;
  dense->negative = dense->zero = 0;
  for (size_t k = 0; k < dense->size; k++) {
    const double value = gsl_vector_get(dense->values, k);
    if (fabs(value) <= null) {
      gsl_vector_set(dense->values, k, 0);
      dense->zero++;
    } else
      dense->negative += value < 0;
  }
  return code;
}

void pn_chain_dense_solve(pn_chain_dense *dense, pn_chain_vector r,
                          pn_chain_vector z)
{
  const size_t n = dense->bars;
  /* Gather r, go to the eigenvectors' basis, divide, come back, scatter. K
     is spent by now: its first row serves as the flat vector. */
  gsl_vector_view flat = gsl_matrix_row(dense->K, 0);
  for (size_t i = 1; i < n; i++) {
    gsl_vector_set(&flat.vector, row_x(i), r.x[i]);
    gsl_vector_set(&flat.vector, row_x(i) + 1, r.y[i]);
  }
  for (size_t i = 0; i < n; i++)
    gsl_vector_set(&flat.vector, row_lambda(n, i),
                   dense->balance * r.lambda[i]);
  gsl_blas_dgemv(CblasTrans, 1, dense->vectors, &flat.vector, 0,
                 dense->rotated);
  for (size_t k = 0; k < dense->size; k++) {
    const double value = gsl_vector_get(dense->values, k);
    gsl_vector_set(dense->rotated, k,
                   value == 0 ? 0 : gsl_vector_get(dense->rotated, k) / value);
  }
  gsl_blas_dgemv(CblasNoTrans, 1, dense->vectors, dense->rotated, 0,
                 &flat.vector);
  z.x[0] = z.y[0] = z.x[n] = z.y[n] = 0;
  for (size_t i = 1; i < n; i++) {
    z.x[i] = gsl_vector_get(&flat.vector, row_x(i));
    z.y[i] = gsl_vector_get(&flat.vector, row_x(i) + 1);
  }
  for (size_t i = 0; i < n; i++)
    z.lambda[i] =
        dense->balance * gsl_vector_get(&flat.vector, row_lambda(n, i));
}
