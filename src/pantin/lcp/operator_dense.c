/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The operator by a full array: n^2 multiplications a sweep, most of them by 0.

   Source: Kraiem (2022), algorithm 2.1. */
#include "pantin/lcp/operator_dense.h"

#include "pantin/lcp/assemble_private.h"
#include "pantin/lcp/sweep_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>

static size_t dense_rows(const pn_lcp_operator *A)
{
  return ((const pn_lcp_dense *)A)->rows;
}

static const double *row_of(const pn_lcp_operator *A, size_t i)
{
  return ((const pn_lcp_dense *)A)->A + i * dense_rows(A);
}

static void dense_diagonal(const pn_lcp_operator *A, double *D)
{
  for (size_t i = 0; i < dense_rows(A); i++)
    D[i] = row_of(A, i)[i];
}

/* Computes w_i = (A x + b)_i in each column; `start` is b_i, or 0 if it is
   added later. */
PNI_INLINE void row(const double *a, size_t n, size_t columns, double start,
                    const double *x, double *w)
{
  double sum[PN_LCP_COLUMNS];
  for (size_t l = 0; l < columns; l++)
    sum[l] = start;
  for (size_t j = 0; j < n; j++)
    for (size_t l = 0; l < columns; l++)
      sum[l] += a[j] * x[j * columns + l];
  memcpy(w, sum, columns * sizeof *w);
}

/* Computes four rows of A x, side by side: no sum then waits for the last
   addition, and each has the bits of `row`. */
PNI_INLINE void four_rows(const double *a, size_t n, const double *x, double *y)
{
  const double *b = a + n, *c = b + n, *d = c + n;
  double p = 0, q = 0, r = 0, s = 0;
  for (size_t j = 0; j < n; j++) {
    p += a[j] * x[j];
    q += b[j] * x[j];
    r += c[j] * x[j];
    s += d[j] * x[j];
  }
  y[0] = p;
  y[1] = q;
  y[2] = r;
  y[3] = s;
}

static void dense_multiply(const pn_lcp_operator *A, const double *x, double *y,
                           double *scratch)
{
  (void)scratch;
  const size_t n = dense_rows(A);
  size_t i = 0;
  for (; i + 4 <= n; i += 4)
    four_rows(row_of(A, i), n, x, &y[i]);
  for (; i < n; i++)
    row(row_of(A, i), n, 1, 0, x, &y[i]);
}

/* Sweeps over the rows; `columns` is a constant. */
PNI_INLINE void sweep(const pn_lcp_operator *A, const pn_lcp_sweep *how,
                      size_t columns, double *x)
{
  const size_t n = dense_rows(A), rows = how->order ? how->count : n;
  double w[PN_LCP_COLUMNS], d[PN_LCP_COLUMNS], moved[PN_LCP_COLUMNS] = {0};
  for (size_t k = 0; k < rows; k++) {
    const size_t i = pni_sweep_order(how, how->order, rows, k);
    row(row_of(A, i), n, columns, how->b[i], x, w);
    pni_sweep_row(how, columns, i, w, x, d, moved);
  }
  pni_sweep_end(how, moved);
}

static void dense_sweep(const pn_lcp_operator *A, const pn_lcp_sweep *how,
                        double *x, double *scratch)
{
  (void)scratch;
  if (how->columns == 1)
    sweep(A, how, 1, x);
  else
    sweep(A, how, PN_LCP_COLUMNS, x);
}

/* Computes w of all rows. */
static void dense_measure(const pn_lcp_operator *A, const pn_lcp_sweep *how,
                          const double *x, double *w, double *scratch)
{
  (void)scratch;
  const size_t n = dense_rows(A);
  for (size_t i = 0; i < n; i++)
    if (how->columns == 1)
      row(row_of(A, i), n, 1, how->b[i], x, &w[i]);
    else
      row(row_of(A, i), n, PN_LCP_COLUMNS, how->b[i], x,
          &w[i * PN_LCP_COLUMNS]);
}

/* Copies the entries that are not 0; GSL_EOVRFLW if there are `most` or more.
 */
static int dense_assemble(const pn_lcp_operator *A, size_t most,
                          pn_lcp_csr *into)
{
  const size_t n = dense_rows(A);
  size_t entries = 0;
  for (size_t k = 0; k < n * n; k++)
    entries += row_of(A, 0)[k] != 0;
  if (entries >= most)
    return GSL_EOVRFLW;
  if (pni_csr_reserve(into, n, entries))
    return GSL_ENOMEM;
  gsl_spmatrix *const M = into->A;
  M->size1 = M->size2 = n;
  M->nz = 0;
  for (size_t i = 0; i < n; i++) {
    M->p[i] = (int)M->nz;
    for (size_t j = 0; j < n; j++)
      if (row_of(A, i)[j] != 0) {
        M->i[M->nz] = (int)j;
        M->data[M->nz++] = row_of(A, i)[j];
      }
  }
  M->p[n] = (int)M->nz;
  return GSL_SUCCESS;
}

static pn_lcp_operator *dense_copy(const pn_lcp_operator *A)
{
  const size_t n = dense_rows(A);
  pn_lcp_dense *copy = pn_lcp_dense_alloc(n);
  if (!copy)
    return NULL;
  memcpy(copy->A, row_of(A, 0), n * n * sizeof *copy->A);
  return &copy->base;
}

static void dense_free(pn_lcp_operator *A)
{
  pn_free(((pn_lcp_dense *)A)->A);
  pn_free(A);
}

static const pn_lcp_operator_type dense_type = {
    .name = "dense",
    .rows = dense_rows,
    .scratch = pni_no_scratch,
    .diagonal = dense_diagonal,
    .multiply = dense_multiply,
    .begin = pni_begin_nothing,
    .sweep = dense_sweep,
    .measure = dense_measure,
    .assemble = dense_assemble,
    .copy = dense_copy,
    .free = dense_free,
};

const pn_lcp_operator_type *const pn_lcp_operator_dense = &dense_type;

pn_lcp_dense *pn_lcp_dense_alloc(size_t rows)
{
  pn_lcp_dense *dense = pn_alloc(1, sizeof *dense);
  if (!dense)
    return NULL;
  dense->base.type = pn_lcp_operator_dense;
  dense->rows = rows;
  dense->A = pn_alloc(rows, rows * sizeof *dense->A);
  if (dense->A)
    return dense;
  pn_lcp_dense_free(dense);
  return NULL;
}

pn_lcp_dense *pn_lcp_dense_assemble(const pn_lcp_operator *A)
{
  const size_t n = A->type->rows(A);
  pn_lcp_csr *csr = pn_lcp_csr_assemble(A);
  pn_lcp_dense *dense = csr ? pn_lcp_dense_alloc(n) : NULL;
  for (size_t i = 0; dense && i < n; i++)
    for (int k = csr->A->p[i]; k < csr->A->p[i + 1]; k++)
      dense->A[i * n + (size_t)csr->A->i[k]] = csr->A->data[k];
  pn_lcp_csr_free(csr);
  return dense;
}

void pn_lcp_dense_free(pn_lcp_dense *dense)
{
  pn_lcp_operator_free(dense ? &dense->base : NULL);
}
