/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sweep by a full A, row after row (Kraiem 2022, algorithm 2.1): n^2
   multiplications, most of them by 0. There to be compared with. */
#include "pantin/tuning/pgs_private.h"

#include <string.h>

static size_t dense_scratch(const pn_lcp *lcp)
{
  (void)lcp;
  return 0;
}

static void dense_begin(pn_pgs *p)
{
  (void)p;
}

/* w_i of all lanes */
static inline void row(const pn_pgs *p, size_t i, double *w)
{
  const size_t n = p->lcp->size;
  const double *a = &p->dense[i * n];
  double sum[PNI_LANES];
  for (int l = 0; l < PNI_LANES; l++)
    sum[l] = p->lcp->b[i];
  for (size_t j = 0; j < n; j++)
    for (int l = 0; l < PNI_LANES; l++)
      sum[l] += a[j] * p->x[j * PNI_LANES + (size_t)l];
  memcpy(w, sum, sizeof sum);
}

static void dense_sweep(pn_pgs *p)
{
  double w[PNI_LANES], d[PNI_LANES], moved[PNI_LANES] = {0};
  for (size_t i = 0; i < p->lcp->size; i++) {
    row(p, i, w);
    pni_pgs_move(p, i, w, d, moved);
  }
  memcpy(p->moved, moved, sizeof moved);
}

static void dense_measure(pn_pgs *p)
{
  for (size_t i = 0; i < p->lcp->size; i++)
    row(p, i, &p->w[i * PNI_LANES]);
}

static const pn_pgs_kernel dense = {
    .name = "dense",
    .scratch = dense_scratch,
    .begin = dense_begin,
    .sweep = dense_sweep,
    .measure = dense_measure,
};

const pn_pgs_kernel *const pn_pgs_dense = &dense;
