/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Block L D L^T of the chain's KKT matrix, in O(bars).

   Node i and the multiplier of the bar on its left form block i, which meets
   only the blocks i - 1 and i + 1. With w the weights, d_i = p_{i+1} - p_i:

     D_i = [ 2 (w_{i-1} + w_i) I + E_i   2 d_{i-1} ]        rows x_i, y_i
           [ 2 d_{i-1}^T                -soft_{i-1} ]       row  lambda_{i-1}

     B_i = [ -2 w_i I   0 ]         rows x_{i+1}, y_{i+1}, columns of block i
           [ -2 d_i^T   0 ]         row  lambda_i

   and the last block is the last multiplier alone. Eliminating block i leaves
   D_{i+1} - B_i D_i^-1 B_i^T. As the multiplier's column of B_i is zero, this
   needs only S, the node's 2x2 part of D_i^-1: no fill, some 60 operations a
   bar. By Sylvester's law K has as many negative eigenvalues as the D_i have
   together.

   No pivots are exchanged between blocks: kkt_solve.c refines. */
#include "pantin/chain/kkt_private.h"

#include "pantin/base/alloc.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Refinement ends at the least error there is, unless the caller is content
   with more: from a wild start Newton's method multiplies every rounding. */
static const double accuracy = DBL_EPSILON;

pn_chain_kkt *pn_chain_kkt_alloc(size_t bars)
{
  pn_chain_kkt *kkt = pn_alloc(1, sizeof *kkt);
  if (!kkt)
    return NULL;
  kkt->bars = bars;
  kkt->accuracy = accuracy;
  kkt->weight = pn_alloc(bars, sizeof *kkt->weight);
  kkt->dx = pn_alloc(bars, sizeof *kkt->dx);
  kkt->dy = pn_alloc(bars, sizeof *kkt->dy);
  kkt->is_uniform = 1;
  /* The rest is not touched before it is written. */
  kkt->node = pn_realloc(NULL, bars + 1, sizeof *kkt->node);
  kkt->soft = pn_realloc(NULL, bars, sizeof *kkt->soft);
  kkt->inverse = pn_realloc(NULL, bars, sizeof *kkt->inverse);
  kkt->work = pn_realloc(NULL, pn_chain_vector_size(bars), sizeof *kkt->work);
  if (!kkt->weight || !kkt->dx || !kkt->dy || !kkt->node || !kkt->soft ||
      !kkt->inverse || !kkt->work) {
    pn_chain_kkt_free(kkt);
    return NULL;
  }
  return kkt;
}

void pn_chain_kkt_free(pn_chain_kkt *kkt)
{
  if (!kkt)
    return;
  pn_free(kkt->weight);
  pn_free(kkt->dx);
  pn_free(kkt->dy);
  pn_free(kkt->node);
  pn_free(kkt->soft);
  pn_free(kkt->inverse);
  pn_free(kkt->work);
  pn_free(kkt);
}

size_t pn_chain_vector_size(size_t bars)
{
  return 3 * bars + 2;
}

pn_chain_vector pn_chain_vector_view(double *array, size_t bars)
{
  return (pn_chain_vector){array, array + bars + 1, array + 2 * (bars + 1)};
}

void pn_chain_kkt_set_uniform(pn_chain_kkt *kkt, const pn_chain_point *point,
                              double spring)
{
  const size_t n = kkt->bars;
  for (size_t i = 0; i < n; i++) {
    kkt->weight[i] = point->lambda[i];
    kkt->dx[i] = point->x[i + 1] - point->x[i];
    kkt->dy[i] = point->y[i + 1] - point->y[i];
  }
  kkt->is_uniform = 1;
  kkt->spring = spring;
}

void pn_chain_kkt_spell_out(pn_chain_kkt *kkt)
{
  for (size_t i = 0; kkt->is_uniform && i <= kkt->bars; i++)
    kkt->node[i] = pn_chain_kkt_extra(kkt, i);
  if (kkt->is_uniform)
    memset(kkt->soft, 0, kkt->bars * sizeof *kkt->soft);
  kkt->is_uniform = 0;
}

void pn_chain_kkt_set(pn_chain_kkt *kkt, const pn_chain_point *point)
{
  pn_chain_kkt_set_uniform(kkt, point, 0);
  pn_chain_kkt_spell_out(kkt);
}

/* Counts the negative eigenvalues of a symmetric 3x3 block. Its characteristic
   polynomial t^3 - trace t^2 + minors t - det has real roots only, so that by
   Descartes' rule their number is that of the sign changes in
   (1, trace, minors, det). */
static size_t negative_eigenvalues(const double D[6], double det)
{
  const double trace = D[XX] + D[YY] + D[LL];
  const double minors = D[XX] * D[YY] - D[XY] * D[XY] + D[XX] * D[LL] -
                        D[XL] * D[XL] + D[YY] * D[LL] - D[YL] * D[YL];
  const double coefficient[4] = {1, trace, minors, det};
  size_t changes = 0;
  double last = 1;
  for (int k = 1; k < 4; k++)
    if (coefficient[k] != 0) {
      changes += (coefficient[k] < 0) != (last < 0);
      last = coefficient[k];
    }
  return changes;
}

/* Inverts a 3x3 block by cofactors; returns its determinant. */
static double invert(const double D[6], double inverse[6])
{
  const double det_node = D[XX] * D[YY] - D[XY] * D[XY];
  const double xl = D[XY] * D[YL] - D[YY] * D[XL];
  const double yl = D[XY] * D[XL] - D[XX] * D[YL];
  const double det = D[LL] * det_node + D[XL] * xl + D[YL] * yl;
  const double q = 1 / det; /* one division for six */
  inverse[XX] = (D[YY] * D[LL] - D[YL] * D[YL]) * q;
  inverse[XY] = (D[XL] * D[YL] - D[XY] * D[LL]) * q;
  inverse[YY] = (D[XX] * D[LL] - D[XL] * D[XL]) * q;
  inverse[XL] = xl * q;
  inverse[YL] = yl * q;
  inverse[LL] = det_node * q;
  return det;
}

/* Factors K; and goes forwards through the right-hand side, which does not
   wait for the pivots, where there is one. r is a constant NULL or not. */
static inline int factor(pn_chain_kkt *kkt, const pn_chain_vector *r,
                         pn_chain_vector z)
{
  const size_t n = kkt->bars;
  const double *w = kkt->weight, *dx = kkt->dx, *dy = kkt->dy;
  /* S, the node's part of the last inverse; there is none before node 1. */
  pn_chain_block S = {0, 0, 0};
  pni_triple t = {0, 0, 0};
  kkt->negative = 0;
  if (r)
    t = pni_get(*r, 1);
  for (size_t i = 1; i <= n; i++) {
    /* Block i less what the elimination of block i - 1 takes from it. */
    const double v = w[i - 1];
    const double Sdx = S.xx * dx[i - 1] + S.xy * dy[i - 1];
    const double Sdy = S.xy * dx[i - 1] + S.yy * dy[i - 1];
    double *inverse = kkt->inverse[i - 1];
    const double ll = -pn_chain_kkt_soft(kkt, i - 1) -
                      4 * (dx[i - 1] * Sdx + dy[i - 1] * Sdy);
    if (i == n) { /* the last multiplier alone */
      inverse[LL] = 1 / ll;
      kkt->negative += ll < 0;
      if (r)
        pni_put(z, n, t);
      return isnormal(ll) ? GSL_SUCCESS : GSL_ESING;
    }
    const double diagonal = 2 * (v + w[i]), coupling = 4 * v * v;
    const pn_chain_block E = pn_chain_kkt_extra(kkt, i);
    double D[6];
    D[XX] = diagonal + E.xx - coupling * S.xx;
    D[XY] = E.xy - coupling * S.xy;
    D[YY] = diagonal + E.yy - coupling * S.yy;
    D[XL] = 2 * dx[i - 1] - 4 * v * Sdx;
    D[YL] = 2 * dy[i - 1] - 4 * v * Sdy;
    D[LL] = ll;
    const double det = invert(D, inverse);
    if (!isnormal(det))
      return GSL_ESING;
    kkt->negative += negative_eigenvalues(D, det);
    S = (pn_chain_block){inverse[XX], inverse[XY], inverse[YY]};
    if (r) {
      pni_put(z, i, t);
      t = pni_forward(kkt, i, t, *r);
    }
  }
  return GSL_SUCCESS;
}

int pn_chain_kkt_factor(pn_chain_kkt *kkt)
{
  const pn_chain_vector none = {NULL, NULL, NULL};
  return factor(kkt, NULL, none);
}

int pni_chain_kkt_factor_forward(pn_chain_kkt *kkt, pn_chain_vector r,
                                 pn_chain_vector z)
{
  return factor(kkt, &r, z);
}
