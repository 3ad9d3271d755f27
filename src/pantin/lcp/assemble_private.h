/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Filling a csr operator with the entries of another one. */
#ifndef PANTIN_LCP_ASSEMBLE_PRIVATE_H
#define PANTIN_LCP_ASSEMBLE_PRIVATE_H

#include "pantin/lcp/operator_balls.h"
#include "pantin/lcp/operator_csr.h"

typedef struct pni_sparsity pni_sparsity;

/* Makes room for a matrix of so many rows and entries; what `into` held is
   lost. GSL_SUCCESS; GSL_ENOMEM, also for 2^31 entries. */
int pni_csr_reserve(pn_lcp_csr *into, size_t rows, size_t entries);

/* Sets `into` to the matrix with an entry(A, c, d) for each two rows that share
   a body, if there are fewer than `most`; pair: (rows). Takes memory only to
   grow. GSL_SUCCESS, GSL_EOVRFLW if there are more entries, GSL_ENOMEM. */
int pni_assemble(const pn_lcp_operator *A, const pn_pair *pair, size_t rows,
                 size_t bodies,
                 double (*entry)(const pn_lcp_operator *A, size_t c, size_t d),
                 size_t most, pn_lcp_csr *into);

void pni_sparsity_free(pni_sparsity *of);

#endif
