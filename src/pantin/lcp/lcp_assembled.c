/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Working with the entries of A, row by row in CSR: 12 bytes an entry. */
#include "pantin/lcp/lcp_private.h"

static size_t assembled_scratch(const pn_lcp *lcp)
{
  (void)lcp;
  return 0;
}

/* (A x)_i */
static inline double row_times(const gsl_spmatrix *A, size_t i, const double *x)
{
  double sum = 0;
  for (int k = A->p[i]; k < A->p[i + 1]; k++)
    sum += A->data[k] * x[A->i[k]];
  return sum;
}

static void assembled_multiply(const pn_lcp *lcp, const double *x, double *y,
                               double *scratch)
{
  (void)scratch;
  for (size_t i = 0; i < lcp->size; i++)
    y[i] = row_times(lcp->A, i, x);
}

static void assembled_begin(const pn_lcp *lcp, const double *lambda,
                            double *scratch)
{
  (void)lcp;
  (void)lambda;
  (void)scratch;
}

static void assembled_sweep(const pn_lcp *lcp, const pn_lcp_sweep *how,
                            double *lambda, double *scratch)
{
  (void)scratch;
  for (size_t k = 0; k < lcp->size; k++) {
    const size_t i = how->backward ? lcp->size - 1 - k : k;
    const double w = row_times(lcp->A, i, lambda) + how->b[i];
    const double step = how->omega / lcp->D[i];
    lambda[i] = pni_sweep_clip(how, lambda, i, lambda[i] - step * w);
  }
}

static const pn_lcp_form assembled = {
    .name = "assembled",
    .scratch = assembled_scratch,
    .multiply = assembled_multiply,
    .begin = assembled_begin,
    .sweep = assembled_sweep,
};

const pn_lcp_form *const pn_lcp_assembled = &assembled;
