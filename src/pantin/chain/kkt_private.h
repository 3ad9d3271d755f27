/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the files of the KKT matrix share; not installed. */
#ifndef PANTIN_CHAIN_KKT_PRIVATE_H
#define PANTIN_CHAIN_KKT_PRIVATE_H

#include "pantin/chain/kkt.h"

/* Entries of a symmetric 3x3 block over (x, y, lambda). */
enum { XX, XY, YY, XL, YL, LL };

/* The unknowns of block i: node i and the multiplier on its left. */
typedef struct {
  double x, y, lambda;
} pni_triple;

static inline pni_triple pni_get(pn_chain_vector z, size_t i)
{
  return (pni_triple){z.x[i], z.y[i], z.lambda[i - 1]};
}

static inline void pni_put(pn_chain_vector z, size_t i, pni_triple t)
{
  z.x[i] = t.x;
  z.y[i] = t.y;
  z.lambda[i - 1] = t.lambda;
}

/* Returns D_i^-1 t. */
static inline pni_triple pni_times(const double m[6], pni_triple t)
{
  return (pni_triple){m[XX] * t.x + m[XY] * t.y + m[XL] * t.lambda,
                      m[XY] * t.x + m[YY] * t.y + m[YL] * t.lambda,
                      m[XL] * t.x + m[YL] * t.y + m[LL] * t.lambda};
}

/* Returns t_{i+1} = r_{i+1} - B_i D_i^-1 t_i. */
static inline pni_triple pni_forward(const pn_chain_kkt *kkt, size_t i,
                                     pni_triple t, pn_chain_vector r)
{
  const pni_triple s = pni_times(kkt->inverse[i - 1], t);
  t = i + 1 < kkt->bars ? pni_get(r, i + 1) : (pni_triple){0, 0, r.lambda[i]};
  t.x += 2 * kkt->weight[i] * s.x;
  t.y += 2 * kkt->weight[i] * s.y;
  t.lambda += 2 * (kkt->dx[i] * s.x + kkt->dy[i] * s.y);
  return t;
}

/* Computes out = r - K z; returns the componentwise backward error, the largest
   |r - K z|_k / (|K| |z| + |r|)_k over the entries k. _plain: row by row;
   the other: four rows side by side where the processor can, with the same
   bits. */
double pni_chain_kkt_residual_plain(const pn_chain_kkt *kkt, pn_chain_vector r,
                                    pn_chain_vector z, pn_chain_vector out);
double pni_chain_kkt_residual(const pn_chain_kkt *kkt, pn_chain_vector r,
                              pn_chain_vector z, pn_chain_vector out);

/* Factors K, and goes forwards through z, L t = r, on the way. */
int pni_chain_kkt_factor_forward(pn_chain_kkt *kkt, pn_chain_vector r,
                                 pn_chain_vector z);

#endif
