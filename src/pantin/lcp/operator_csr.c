/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The operator by the entries of A in CSR, 12 bytes an entry:

     w_i = sum_j A_ij x_j + b_i,

   as many multiplications as row i has entries.

   Source: Kraiem (2022), algorithm 2.2. */
#include "pantin/lcp/assemble_private.h"
#include "pantin/lcp/sweep_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <stdint.h>

static const gsl_spmatrix *entries_of(const pn_lcp_operator *A)
{
  return ((const pn_lcp_csr *)A)->A;
}

static size_t csr_rows(const pn_lcp_operator *A)
{
  const gsl_spmatrix *M = entries_of(A);
  return M ? M->size1 : 0;
}

static void csr_diagonal(const pn_lcp_operator *A, double *D)
{
  for (size_t i = 0; i < csr_rows(A); i++)
    D[i] = gsl_spmatrix_get(entries_of(A), i, i);
}

/* Computes (A x)_i for one column. */
PNI_INLINE double row_times(const gsl_spmatrix *A, size_t i, const double *x)
{
  double sum = 0;
  for (int k = A->p[i]; k < A->p[i + 1]; k++)
    sum += A->data[k] * x[A->i[k]];
  return sum;
}

static void csr_multiply(const pn_lcp_operator *A, const double *x, double *y,
                         double *scratch)
{
  (void)scratch;
  const gsl_spmatrix *M = entries_of(A);
  for (size_t i = 0; i < csr_rows(A); i++)
    y[i] = row_times(M, i, x);
}

/* Computes w_i in each column. With a single column b_i is added last, as after
   a product; with several it comes first. */
PNI_INLINE void row(const gsl_spmatrix *A, const pn_lcp_sweep *how,
                    size_t columns, size_t i, const double *x, double *w)
{
  if (columns == 1) {
    w[0] = row_times(A, i, x) + how->b[i];
    return;
  }
  double sum[PN_LCP_COLUMNS];
  for (size_t l = 0; l < PN_LCP_COLUMNS; l++)
    sum[l] = how->b[i];
  for (int k = A->p[i]; k < A->p[i + 1]; k++) {
    const double a = A->data[k], *at = &x[A->i[k] * PN_LCP_COLUMNS];
    for (size_t l = 0; l < PN_LCP_COLUMNS; l++)
      sum[l] += a * at[l];
  }
  memcpy(w, sum, sizeof sum);
}

/* Sweeps over the rows. Stores to x cannot change the local copies, so
   compilers keep their members in registers. */
PNI_INLINE void sweep(const gsl_spmatrix *from, const pn_lcp_sweep *with,
                      size_t columns, const size_t *order, double *x)
{
  const gsl_spmatrix copy = *from, *const A = &copy;
  const pn_lcp_sweep here = *with, *const how = &here;
  double w[PN_LCP_COLUMNS], d[PN_LCP_COLUMNS], moved[PN_LCP_COLUMNS] = {0};
  const size_t rows = order ? how->count : A->size1;
  for (size_t k = 0; k < rows; k++) {
    const size_t i = pni_sweep_order(how, order, rows, k);
    row(A, how, columns, i, x, w);
    pni_sweep_row(how, columns, i, w, x, d, moved);
  }
  pni_sweep_end(how, moved);
}

/* Sweeps in the version for the rows at hand: the number of columns and whether
   there is an order are constants of each. */
static void csr_sweep(const pn_lcp_operator *A, const pn_lcp_sweep *how,
                      double *x, double *scratch)
{
  (void)scratch;
  if (csr_rows(A) == 0)
    return;
  if (how->columns > 1)
    sweep(entries_of(A), how, PN_LCP_COLUMNS, NULL, x);
  else if (how->order)
    sweep(entries_of(A), how, 1, how->order, x);
  else
    sweep(entries_of(A), how, 1, NULL, x);
}

/* Computes w of all rows. */
static void csr_measure(const pn_lcp_operator *A, const pn_lcp_sweep *how,
                        const double *x, double *w, double *scratch)
{
  (void)scratch;
  const gsl_spmatrix *M = entries_of(A);
  for (size_t i = 0; i < csr_rows(A); i++)
    if (how->columns == 1)
      row(M, how, 1, i, x, &w[i]);
    else
      row(M, how, PN_LCP_COLUMNS, i, x, &w[i * PN_LCP_COLUMNS]);
}

/* Copies the entries of M into those of `into`. */
static int copy_entries(const gsl_spmatrix *M, pn_lcp_csr *into)
{
  if (pni_csr_reserve(into, M->size1, M->nz))
    return GSL_ENOMEM;
  gsl_spmatrix *const to = into->A;
  to->size1 = to->size2 = M->size1;
  to->nz = M->nz;
  memcpy(to->p, M->p, (M->size1 + 1) * sizeof *M->p);
  memcpy(to->i, M->i, M->nz * sizeof *M->i);
  memcpy(to->data, M->data, M->nz * sizeof *M->data);
  return GSL_SUCCESS;
}

static int csr_assemble(const pn_lcp_operator *A, size_t most, pn_lcp_csr *into)
{
  const gsl_spmatrix *M = entries_of(A);
  if (!M)
    return GSL_SUCCESS;
  return M->nz < most ? copy_entries(M, into) : GSL_EOVRFLW;
}

/* Copies the entries, and the factors if they are known. */
static pn_lcp_operator *csr_copy(const pn_lcp_operator *A)
{
  const pn_lcp_csr *csr = (const pn_lcp_csr *)A;
  pn_lcp_csr *copy = pn_lcp_csr_alloc(NULL);
  if (copy && csr->factors)
    copy->factors = csr->factors->type->copy(csr->factors);
  if (copy && !csr_assemble(A, SIZE_MAX, copy) &&
      !csr->factors == !copy->factors)
    return &copy->base;
  pn_lcp_csr_free(copy);
  return NULL;
}

static void csr_free(pn_lcp_operator *A)
{
  pn_lcp_csr *csr = (pn_lcp_csr *)A;
  if (csr->A)
    gsl_spmatrix_free(csr->A);
  pn_lcp_operator_free(csr->factors);
  pni_sparsity_free(csr->touching);
  pn_free(csr);
}

static const pn_lcp_operator_type csr_type = {
    .name = "assembled",
    .rows = csr_rows,
    .scratch = pni_no_scratch,
    .diagonal = csr_diagonal,
    .multiply = csr_multiply,
    .begin = pni_begin_nothing,
    .sweep = csr_sweep,
    .measure = csr_measure,
    .assemble = csr_assemble,
    .copy = csr_copy,
    .free = csr_free,
};

const pn_lcp_operator_type *const pn_lcp_operator_csr = &csr_type;

pn_lcp_csr *pn_lcp_csr_alloc(gsl_spmatrix *A)
{
  pn_lcp_csr *csr = pn_alloc(1, sizeof *csr);
  if (!csr)
    return NULL;
  csr->base.type = pn_lcp_operator_csr;
  csr->A = A;
  csr->rows_room = A ? A->size1 : 0;
  csr->entries_room = A ? A->nzmax : 0;
  return csr;
}

void pn_lcp_csr_free(pn_lcp_csr *csr)
{
  pn_lcp_operator_free(csr ? &csr->base : NULL);
}

pn_lcp_csr *pn_lcp_csr_assemble(const pn_lcp_operator *A)
{
  pn_lcp_csr *csr = pn_lcp_csr_alloc(NULL);
  if (csr && !A->type->assemble(A, SIZE_MAX, csr))
    return csr;
  pn_lcp_csr_free(csr);
  return NULL;
}

const pn_lcp_operator *pn_lcp_factors(const pn_lcp_operator *A)
{
  const pn_lcp_csr *csr = (const pn_lcp_csr *)A;
  return A && A->type == pn_lcp_operator_csr && csr->factors ? csr->factors : A;
}

const gsl_spmatrix *pn_lcp_entries(const pn_lcp_operator *A)
{
  return A && A->type == pn_lcp_operator_csr ? entries_of(A) : NULL;
}
