/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Sweeps over 8 or 16 columns by factors for rigid bodies, with the natural
   residual of each, on processors that have registers of eight numbers. In each
   column the bits are those of sweeps over PN_LCP_COLUMNS: the same operations
   in the same order.

   A row waits for the last one of its bodies, whatever the number of columns;
   so sixteen take only twice the time of four. */
#ifndef PANTIN_LCP_WIDE_PRIVATE_H
#define PANTIN_LCP_WIDE_PRIVATE_H

#include "pantin/lcp/operator.h"

enum { PNI_WIDE_COLUMNS = 16 };

/* The sums over rows of |e_i| and e_i^2, and the largest |e_i|, of each column;
   e_i = x_i - clip(x_i - w_i, lo_i, hi_i). */
typedef struct {
  double one[PNI_WIDE_COLUMNS], two[PNI_WIDE_COLUMNS], inf[PNI_WIDE_COLUMNS];
} pni_wide_errors;

/* Tells whether the functions below know this operator and this processor. */
int pni_takes_wide(const pn_lcp_operator *A);

/* Prepares u, (6 (bodies + 1) x columns), for sweeps from x, (n x columns);
   8 or 16 columns, as in all that follow. */
void pni_wide_begin(const pn_lcp_operator *A, size_t columns, const double *x,
                    double *u);

/* Makes a sweep; how->kappa and how->moved must be set. */
void pni_wide_sweep(const pn_lcp_operator *A, const pn_lcp_sweep *how,
                    double *x, double *u);

/* Computes the errors of x after `begin` or a sweep. */
void pni_wide_measure(const pn_lcp_operator *A, const pn_lcp_sweep *how,
                      const double *x, const double *u, pni_wide_errors *e);

#endif
