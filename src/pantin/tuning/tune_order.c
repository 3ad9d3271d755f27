/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The same problem with its rows in another order: Gauss-Seidel goes from the
   first to the last, and where it comes first matters. */
#include "pantin/tuning/tune_private.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/operator_csr.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>

static const char *const names[PN_TUNE_ORDERS] = {"recorded", "backward",
                                                  "normals", "shuffled"};

const char *pn_tune_order_name(size_t order)
{
  return order < PN_TUNE_ORDERS ? names[order] : NULL;
}

/* Sets the rows, (n), in their new order. GSL_ENOMEM. */
static int list(const pn_lcp *lcp, size_t order, size_t *row)
{
  const size_t n = lcp->size;
  size_t count = 0;
  for (size_t i = 0; i < n; i++)
    row[i] = order == PN_TUNE_BACKWARD ? n - 1 - i : i;
  /* Joints and normals first, then friction. */
  for (int friction = 0; order == PN_TUNE_NORMALS && lcp->mu && friction < 2;
       friction++)
    for (size_t i = 0; i < n; i++)
      if ((lcp->normal[i] != i) == friction)
        row[count++] = i;
  if (order != PN_TUNE_SHUFFLED)
    return GSL_SUCCESS;
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  if (!random)
    return GSL_ENOMEM;
  gsl_ran_shuffle(random, row, n, sizeof *row);
  gsl_rng_free(random);
  return GSL_SUCCESS;
}

/* Makes the entries of A in that order; `place` is where each row went. */
static gsl_spmatrix *entries(const gsl_spmatrix *A, const size_t *row,
                             const size_t *place)
{
  const size_t n = A->size1;
  gsl_spmatrix *coo = gsl_spmatrix_alloc_nzmax(n, n, A->nz, GSL_SPMATRIX_COO);
  for (size_t i = 0; coo && i < n; i++)
    for (int k = A->p[row[i]]; k < A->p[row[i] + 1]; k++)
      gsl_spmatrix_set(coo, i, place[A->i[k]], A->data[k]);
  gsl_spmatrix *csr = coo ? gsl_spmatrix_compress(coo, GSL_SPMATRIX_CSR) : NULL;
  if (coo)
    gsl_spmatrix_free(coo);
  return csr;
}

/* Fills the rows of `to`, which has room for them. GSL_ENOMEM. */
static int fill(pn_lcp *to, const pn_lcp *lcp, const gsl_spmatrix *A,
                const size_t *row, size_t *place)
{
  for (size_t i = 0; i < lcp->size; i++)
    place[row[i]] = i;
  for (size_t i = 0; i < lcp->size; i++) {
    const size_t from = row[i];
    to->b[i] = lcp->b[from];
    to->lo[i] = lcp->lo[from];
    to->hi[i] = lcp->hi[from];
    if (lcp->mu) {
      to->mu[i] = lcp->mu[from];
      to->normal[i] = place[lcp->normal[from]];
    }
    if (lcp->guess)
      to->guess[i] = lcp->guess[from];
  }
  gsl_spmatrix *moved = entries(A, row, place);
  return moved ? pn_lcp_set_entries(to, moved) : GSL_ENOMEM;
}

pn_lcp *pni_tune_reorder(const pn_lcp *lcp, size_t order)
{
  const size_t n = lcp->size;
  pn_lcp_csr *own = NULL;
  const gsl_spmatrix *A = pn_lcp_entries(lcp->A);
  if (!A && (own = pn_lcp_csr_assemble(lcp->A)))
    A = own->A;
  pn_lcp *to = pn_lcp_alloc(n);
  size_t *row = pn_alloc(2 * n, sizeof *row);
  if (!A || !to || !row || (lcp->mu && pn_lcp_add_friction(to)) ||
      (lcp->guess && pn_lcp_set_guess(to, lcp->guess)) ||
      list(lcp, order, row) || fill(to, lcp, A, row, row + n)) {
    pn_lcp_free(to);
    to = NULL;
  }
  pn_free(row);
  pn_lcp_csr_free(own);
  return to;
}
