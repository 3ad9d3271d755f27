/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A as a full array, to compare the other kinds with. */
#ifndef PANTIN_LCP_OPERATOR_DENSE_H
#define PANTIN_LCP_OPERATOR_DENSE_H

#include "pantin/lcp/operator.h"

typedef struct {
  pn_lcp_operator base;
  size_t rows;
  double *A; /* (rows x rows), row by row, owned */
} pn_lcp_dense;

extern const pn_lcp_operator_type *const pn_lcp_operator_dense;

/* Makes a matrix of zeros, to be filled. NULL when memory is short. */
pn_lcp_dense *pn_lcp_dense_alloc(size_t rows);

/* Makes a full array with the matrix of another operator; NULL when memory is
   short. */
pn_lcp_dense *pn_lcp_dense_assemble(const pn_lcp_operator *A);

void pn_lcp_dense_free(pn_lcp_dense *dense);

#endif
