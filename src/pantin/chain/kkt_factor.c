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

   Each block waits for the one before it, some 50 cycles for those operations.
   So the nodes behind the middle one, m, are eliminated from the other end
   meanwhile, each with the multiplier on its right; seen from there, all d_i
   have the other sign. Both ends meet in block m, which gives up the S of node
   m + 1, too, and in the multiplier of bar m, which is left for the end. With
   m = bars - 1 there is one end only.

   No pivots are exchanged between blocks: kkt_solve.c refines. */
#include "pantin/chain/kkt_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Counts the negative eigenvalues of a symmetric 3x3 block. Its characteristic
   polynomial t^3 - trace t^2 + minors t - det has real roots only, so that by
   Descartes' rule their number is that of the sign changes in
   (1, trace, minors, det). Where the node's 2x2 block is positive definite, as
   in a chain that is pulled, the sign of det tells at once. */
PNI_INLINE size_t negative_eigenvalues(const double D[6], double det)
{
  if (D[XX] > 0 && D[XX] * D[YY] - D[XY] * D[XY] > 0)
    return det < 0;
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
PNI_INLINE double invert(const double D[6], double inverse[6])
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

/* The elimination that has come from one end: S of its last node, and the
   right-hand side of its next block. */
typedef struct {
  pn_chain_block S;
  pni_triple t;
} front;

/* Eliminates block i, from the left end (sign = 1) or the right one (-1);
   `other` is S of the node that comes from the other end, NULL but for the
   middle. */
PNI_INLINE int eliminate(pn_chain_kkt *kkt, size_t i, double sign,
                         const pn_chain_block *other, front *at)
{
  const size_t behind = sign > 0 ? i - 1 : i, ahead = sign > 0 ? i : i - 1;
  const double v = kkt->weight[behind], ahead_v = kkt->weight[ahead];
  const double dx = kkt->dx[behind], dy = kkt->dy[behind];
  const pn_chain_block S = at->S, E = pn_chain_kkt_extra(kkt, i);
  const double Sdx = S.xx * dx + S.xy * dy, Sdy = S.xy * dx + S.yy * dy;
  const double diagonal = 2 * (v + ahead_v), coupling = 4 * v * v;
  double D[6], *inverse = kkt->inverse[behind];
  D[XX] = diagonal + E.xx - coupling * S.xx;
  D[XY] = E.xy - coupling * S.xy;
  D[YY] = diagonal + E.yy - coupling * S.yy;
  if (other) {
    D[XX] -= 4 * ahead_v * ahead_v * other->xx;
    D[XY] -= 4 * ahead_v * ahead_v * other->xy;
    D[YY] -= 4 * ahead_v * ahead_v * other->yy;
  }
  D[XL] = sign * (2 * dx - 4 * v * Sdx);
  D[YL] = sign * (2 * dy - 4 * v * Sdy);
  D[LL] = -pn_chain_kkt_soft(kkt, behind) - 4 * (dx * Sdx + dy * Sdy);
  const double det = invert(D, inverse);
  if (!isnormal(det))
    return GSL_ESING;
  kkt->negative += negative_eigenvalues(D, det);
  at->S = (pn_chain_block){inverse[XX], inverse[XY], inverse[YY]};
  return GSL_SUCCESS;
}

/* Eliminates the multiplier of bar m, which is left: c is what couples it to
   node m, when node m + 1 is gone. */
static int eliminate_last(pn_chain_kkt *kkt, pn_chain_block left,
                          pn_chain_block right)
{
  const size_t m = kkt->middle;
  const double dx = kkt->dx[m], dy = kkt->dy[m], v = kkt->weight[m];
  const double qx = right.xx * dx + right.xy * dy;
  const double qy = right.xy * dx + right.yy * dy;
  const double cx = -2 * dx + 4 * v * qx, cy = -2 * dy + 4 * v * qy;
  const double Scx = left.xx * cx + left.xy * cy;
  const double Scy = left.xy * cx + left.yy * cy;
  const double ll = -pn_chain_kkt_soft(kkt, m) - 4 * (dx * qx + dy * qy) -
                    (cx * Scx + cy * Scy);
  kkt->cx = cx;
  kkt->cy = cy;
  kkt->inverse[m][LL] = 1 / ll;
  kkt->negative += ll < 0;
  return isnormal(ll) ? GSL_SUCCESS : GSL_ESING;
}

/* Takes block i, whose t is known: eliminates it, if K is to be factored, and
   writes t and gives D_i^-1 t to the next block, whose right-hand side is
   `next`, if there is one. */
PNI_INLINE int take(pn_chain_kkt *kkt, size_t i, double sign, int factors,
                    const pn_chain_vector *r, pn_chain_vector z,
                    pni_triple next, front *at)
{
  const size_t behind = sign > 0 ? i - 1 : i, ahead = sign > 0 ? i : i - 1;
  if (factors && eliminate(kkt, i, sign, NULL, at))
    return GSL_ESING;
  if (!r)
    return GSL_SUCCESS;
  const pni_triple s = pni_times(kkt->inverse[behind], at->t);
  pni_put(z, i, behind, at->t);
  next.x += 2 * kkt->weight[ahead] * s.x;
  next.y += 2 * kkt->weight[ahead] * s.y;
  next.lambda += sign * 2 * (kkt->dx[ahead] * s.x + kkt->dy[ahead] * s.y);
  at->t = next;
  return GSL_SUCCESS;
}

/* Joins the two ends in block m and the multiplier of bar m. */
static int join(pn_chain_kkt *kkt, int factors, const pn_chain_vector *r,
                pn_chain_vector z, front left, front right)
{
  const size_t m = kkt->middle;
  if (factors && (eliminate(kkt, m, 1, &right.S, &left) ||
                  eliminate_last(kkt, left.S, right.S)))
    return GSL_ESING;
  if (!r)
    return GSL_SUCCESS;
  left.t.x += right.t.x;
  left.t.y += right.t.y;
  const pni_triple s = pni_times(kkt->inverse[m - 1], left.t);
  pni_put(z, m, m - 1, left.t);
  z.lambda[m] = right.t.lambda - (kkt->cx * s.x + kkt->cy * s.y);
  return GSL_SUCCESS;
}

/* Goes from both ends to the middle: factors K, if `factors`, and solves
   L t = r, if there is an r; both are constants. r and z may be the same. */
PNI_INLINE int go(pn_chain_kkt *kkt, int factors, const pn_chain_vector *r,
                  pn_chain_vector z)
{
  const size_t n = kkt->bars, m = kkt->middle;
  const pni_triple none = {0, 0, 0};
  front left = {{0, 0, 0}, none}, right = left;
  if (r) {
    left.t = pni_get(*r, 1, 0);
    right.t = m + 1 < n ? pni_get(*r, n - 1, n - 1)
                        : (pni_triple){0, 0, r->lambda[m]};
  }
  for (size_t k = 1; k < m || k + m < n; k++) {
    if (k < m &&
        take(kkt, k, 1, factors, r, z, r ? pni_get(*r, k + 1, k) : none, &left))
      return GSL_ESING;
    if (k + m < n) {
      const size_t i = n - k;
      pni_triple next = r ? pni_get(*r, i - 1, i - 1) : none;
      if (i == m + 1) /* node m has a right-hand side already */
        next.x = next.y = 0;
      if (take(kkt, i, -1, factors, r, z, next, &right))
        return GSL_ESING;
    }
  }
  return join(kkt, factors, r, z, left, right);
}

int pn_chain_kkt_factor(pn_chain_kkt *kkt)
{
  const pn_chain_vector nothing = {NULL, NULL, NULL};
  kkt->negative = 0;
  return go(kkt, 1, NULL, nothing);
}

int pni_chain_kkt_factor_forward(pn_chain_kkt *kkt, pn_chain_vector r,
                                 pn_chain_vector z)
{
  kkt->negative = 0;
  return go(kkt, 1, &r, z);
}

void pni_chain_kkt_forward(pn_chain_kkt *kkt, pn_chain_vector r,
                           pn_chain_vector z)
{
  (void)go(kkt, 0, &r, z);
}
