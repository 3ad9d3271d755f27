/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sweep by the entries of A in CSR (Kraiem 2022, algorithm 2.2): row i
   costs as many multiplications as it has entries. */
#include "pantin/tuning/pgs_private.h"

#include <string.h>

static size_t csr_scratch(const pn_lcp *lcp)
{
  (void)lcp;
  return 0;
}

static void csr_begin(pn_pgs *p)
{
  (void)p;
}

/* w_i of all lanes */
static inline void row(const pn_pgs *p, size_t i, double *w)
{
  const gsl_spmatrix *A = p->lcp->A;
  double sum[PNI_LANES];
  for (int l = 0; l < PNI_LANES; l++)
    sum[l] = p->lcp->b[i];
  for (int k = A->p[i]; k < A->p[i + 1]; k++) {
    const double a = A->data[k], *x = &p->x[A->i[k] * PNI_LANES];
    for (int l = 0; l < PNI_LANES; l++)
      sum[l] += a * x[l];
  }
  memcpy(w, sum, sizeof sum);
}

static void csr_sweep(pn_pgs *p)
{
  double w[PNI_LANES], d[PNI_LANES], moved[PNI_LANES] = {0};
  for (size_t i = 0; i < p->lcp->size; i++) {
    row(p, i, w);
    pni_pgs_move(p, i, w, d, moved);
  }
  memcpy(p->moved, moved, sizeof moved);
}

static void csr_measure(pn_pgs *p)
{
  for (size_t i = 0; i < p->lcp->size; i++)
    row(p, i, &p->w[i * PNI_LANES]);
}

static const pn_pgs_kernel csr = {
    .name = "csr",
    .scratch = csr_scratch,
    .begin = csr_begin,
    .sweep = csr_sweep,
    .measure = csr_measure,
};

const pn_pgs_kernel *const pn_pgs_csr = &csr;
