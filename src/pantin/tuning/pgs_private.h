/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the kernels of the sweep share. Loops over the lanes have a fixed
   length and work on arrays of their own: compilers make vector instructions
   of them. */
#ifndef PANTIN_TUNING_PGS_PRIVATE_H
#define PANTIN_TUNING_PGS_PRIVATE_H

#include "pantin/tuning/pgs.h"

#include <string.h>

enum { PNI_LANES = PN_PGS_LANES };

/* PNI_WIDE, before a loop over rows: it is compiled a second time, for
   processors with vectors of four numbers, and that is taken on them. The bits
   are the same, as no sum is taken in another order, nor multiplied and added
   at once. What such a loop calls must be PNI_INLINE, part of it. (Not for sums
   over entries: each addition waits for the last, whatever the vectors.) */
#if defined(__GNUC__)
#define PNI_INLINE static inline __attribute__((always_inline))
#else
#define PNI_INLINE static inline
#endif
/* PNI_UNROLL, before a loop of as many turns as a body has velocities: none is
   left of it, so that its numbers can stay in registers. */
#if defined(__GNUC__) && !defined(__clang__)
#define PNI_UNROLL _Pragma("GCC unroll 6")
#else
#define PNI_UNROLL
#endif
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) &&         \
    defined(__gnu_linux__) && !defined(__SANITIZE_ADDRESS__) &&                \
    !defined(__SANITIZE_THREAD__)
#define PNI_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define PNI_WIDE
#endif

/* The bounds of row i in all lanes. */
PNI_INLINE void pni_pgs_bounds(const pn_pgs *p, size_t i, double *lo,
                               double *hi)
{
  const pn_lcp *lcp = p->lcp;
  const double low = lcp->lo[i], high = lcp->hi[i];
  for (int l = 0; l < PNI_LANES; l++) {
    lo[l] = low;
    hi[l] = high;
  }
  if (p->coupled && lcp->normal[i] != i)
    for (int l = 0; l < PNI_LANES; l++) {
      const double n = p->x[lcp->normal[i] * PNI_LANES + (size_t)l];
      hi[l] = n > 0 ? lcp->mu[i] * n : 0;
      lo[l] = -hi[l];
    }
}

/* Moves row i of all lanes for their w_i; d receives by how much. `moved` is
   the sum of d^2. */
PNI_INLINE void pni_pgs_move(pn_pgs *p, size_t i, const double *w, double *d,
                             double *moved)
{
  double x[PNI_LANES], lo[PNI_LANES], hi[PNI_LANES];
  const double *step = &p->step[i * PNI_LANES];
  memcpy(x, &p->x[i * PNI_LANES], sizeof x);
  pni_pgs_bounds(p, i, lo, hi);
  for (int l = 0; l < PNI_LANES; l++) {
    double to = x[l] - step[l] * (w[l] + p->kappa[l] * x[l]);
    to = to < lo[l] ? lo[l] : to;
    to = to > hi[l] ? hi[l] : to;
    d[l] = to - x[l];
    x[l] = to;
    moved[l] += d[l] * d[l];
  }
  memcpy(&p->x[i * PNI_LANES], x, sizeof x);
}

#endif
