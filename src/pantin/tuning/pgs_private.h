/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the kernels of the sweep share. The inner loops over the lanes have a
   fixed length: compilers make vector instructions of them. */
#ifndef PANTIN_TUNING_PGS_PRIVATE_H
#define PANTIN_TUNING_PGS_PRIVATE_H

#include "pantin/tuning/pgs.h"

enum { PNI_LANES = PN_PGS_LANES };

/* The bounds of row i in one lane. */
static inline void pni_pgs_bounds(const pn_pgs *p, size_t i, int lane,
                                  double *lo, double *hi)
{
  const pn_lcp *lcp = p->lcp;
  *lo = lcp->lo[i];
  *hi = lcp->hi[i];
  if (p->settings.coupled && lcp->normal && lcp->normal[i] != i) {
    const double n = p->x[lcp->normal[i] * PNI_LANES + (size_t)lane];
    *hi = n > 0 ? lcp->mu[i] * n : 0;
    *lo = -*hi;
  }
}

/* Moves row i of all lanes for their w_i; d receives by how much. */
static inline void pni_pgs_move(pn_pgs *p, size_t i, const double *w, double *d)
{
  double *x = &p->x[i * PNI_LANES];
  const double D = p->lcp->D[i];
  for (int l = 0; l < PNI_LANES; l++) {
    double lo, hi;
    pni_pgs_bounds(p, i, l, &lo, &hi);
    const double to =
        x[l] - p->alpha[l] * (w[l] + p->kappa[l] * x[l]) / (D + p->kappa[l]);
    const double clipped = to < lo ? lo : to > hi ? hi : to;
    d[l] = clipped - x[l];
    x[l] = clipped;
    p->moved[l] += d[l] * d[l];
  }
}

#endif
