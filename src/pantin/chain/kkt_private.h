/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the files of the KKT matrix share; not installed. */
#ifndef PANTIN_CHAIN_KKT_PRIVATE_H
#define PANTIN_CHAIN_KKT_PRIVATE_H

#include "pantin/base/lanes.h"
#include "pantin/chain/kkt.h"

/* Longer chains are eliminated from both ends, or solved bar by bar. Shorter
   ones keep to one order, in which the source's runs are traced to the last
   bit. */
enum { PNI_BARS_SHORT = 64 };

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

/* What bars add up to (kkt_bars.c): M, and sum e_i for the forces at hand, each
   as four sums, over i = 0, 4, 8, .. and so on. */
typedef struct {
  double xx[4], xy[4], yy[4];
  double x[4], y[4];
  int is_pulled; /* 1: all weights are positive */
} pni_bar_sums;

/* Adds up what all bars, or those from `begin` on, have under the forces f.
   _plain: one by one; the other: four at a time where the processor can, with
   the same bits. */
void pni_chain_kkt_add_bars_plain(const pn_chain_kkt *kkt, size_t begin,
                                  pn_chain_vector r, pn_chain_vector f,
                                  pni_bar_sums *sums);
void pni_chain_kkt_add_bars(const pn_chain_kkt *kkt, pn_chain_vector r,
                            pn_chain_vector f, pni_bar_sums *sums);

/* Puts e_i and lambda_i into the place of the forces z, to which `more` is
   added first, in the same two ways. */
void pni_chain_kkt_lengthen_bars_plain(const pn_chain_kkt *kkt, size_t begin,
                                       const double more[2], pn_chain_vector r,
                                       pn_chain_vector z);
void pni_chain_kkt_lengthen_bars(const pn_chain_kkt *kkt, const double more[2],
                                 pn_chain_vector r, pn_chain_vector z);

/* Solves K z = r bar by bar (kkt_bars.c), where E = D = 0; r and z may be the
   same. GSL_ESING if a weight is not positive, or the bars are parallel.
   _solve: z are multipliers near the weights; _correct: corrections of a
   solution. */
int pni_chain_kkt_solve_bars(pn_chain_kkt *kkt, pn_chain_vector r,
                             pn_chain_vector z);
int pni_chain_kkt_correct_bars(pn_chain_kkt *kkt, pn_chain_vector r,
                               pn_chain_vector z);

/* Factors K, and solves L t = r on the way. */
int pni_chain_kkt_factor_forward(pn_chain_kkt *kkt, pn_chain_vector r,
                                 pn_chain_vector z);

#endif
