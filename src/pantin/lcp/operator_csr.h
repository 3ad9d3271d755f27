/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A by its entries, row by row in CSR with ascending columns. */
#ifndef PANTIN_LCP_OPERATOR_CSR_H
#define PANTIN_LCP_OPERATOR_CSR_H

#include "pantin/lcp/operator.h"

#include <gsl/gsl_spmatrix.h>

struct pni_sparsity;

typedef struct pn_lcp_csr {
  pn_lcp_operator base;
  gsl_spmatrix *A;          /* (n x n), owned; NULL: nothing assembled yet */
  pn_lcp_operator *factors; /* what A was assembled from, owned; NULL: A was
                               given, or the factors belong to another */
  size_t rows_room;         /* rows and entries that fit in A */
  size_t entries_room;
  struct pni_sparsity *touching; /* work of assembling, owned; or NULL */
} pn_lcp_csr;

extern const pn_lcp_operator_type *const pn_lcp_operator_csr;

/* Makes an operator of these entries, which it then owns; NULL: none yet, to be
   assembled. NULL when memory is short: then A is still the caller's. */
pn_lcp_csr *pn_lcp_csr_alloc(gsl_spmatrix *A);

void pn_lcp_csr_free(pn_lcp_csr *csr);

/* Assembles an operator into a new one, which does not own the first. NULL when
   memory is short or A has 2^31 entries. */
pn_lcp_csr *pn_lcp_csr_assemble(const pn_lcp_operator *A);

/* Returns the operator that this one was assembled from, if it was and still
   has it; otherwise the operator itself. */
const pn_lcp_operator *pn_lcp_factors(const pn_lcp_operator *A);

/* Returns the entries, if the operator has them; else NULL. */
const gsl_spmatrix *pn_lcp_entries(const pn_lcp_operator *A);

#endif
