/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the files of the KKT matrix share; not installed. */
#ifndef PANTIN_CHAIN_KKT_PRIVATE_H
#define PANTIN_CHAIN_KKT_PRIVATE_H

#include "pantin/base/lanes.h"
#include "pantin/chain/kkt.h"

/* Entries of a symmetric 3x3 block over (x, y, lambda). */
enum { XX, XY, YY, XL, YL, LL };

/* The unknowns of a block: a node and the multiplier of a bar beside it. */
typedef struct {
  double x, y, lambda;
} pni_triple;

static inline pni_triple pni_get(pn_chain_vector z, size_t node, size_t bar)
{
  return (pni_triple){z.x[node], z.y[node], z.lambda[bar]};
}

static inline void pni_put(pn_chain_vector z, size_t node, size_t bar,
                           pni_triple t)
{
  z.x[node] = t.x;
  z.y[node] = t.y;
  z.lambda[bar] = t.lambda;
}

/* Returns D_i^-1 t. */
static inline pni_triple pni_times(const double m[6], pni_triple t)
{
  return (pni_triple){m[XX] * t.x + m[XY] * t.y + m[XL] * t.lambda,
                      m[XY] * t.x + m[YY] * t.y + m[YL] * t.lambda,
                      m[XL] * t.x + m[YL] * t.y + m[LL] * t.lambda};
}

/* Computes out = r - K z; returns the componentwise backward error, the largest
   |r - K z|_k / (|K| |z| + |r|)_k over the entries k. _plain: row by row;
   the other: four rows side by side where the processor can, with the same
   bits. */
double pni_chain_kkt_residual_plain(const pn_chain_kkt *kkt, pn_chain_vector r,
                                    pn_chain_vector z, pn_chain_vector out);
double pni_chain_kkt_residual(const pn_chain_kkt *kkt, pn_chain_vector r,
                              pn_chain_vector z, pn_chain_vector out);

/* Solves L t = r, t into z; r and z may be the same. */
void pni_chain_kkt_forward(pn_chain_kkt *kkt, pn_chain_vector r,
                           pn_chain_vector z);

/* Factors K, and solves L t = r on the way. */
int pni_chain_kkt_factor_forward(pn_chain_kkt *kkt, pn_chain_vector r,
                                 pn_chain_vector z);

#endif
