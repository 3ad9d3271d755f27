/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Friction as bounds: the box |lambda_t| <= mu lambda_n, for each of two
   tangents, in place of the cone |(lambda_t1, lambda_t2)| <= mu lambda_n. The
   box admits up to sqrt(2) of the cone's friction along its diagonals.

   Frozen, lambda_n is that of an earlier solution, and lo <= lambda <= hi is
   a boxed problem like any other: the minimum of an energy. Coupled, it is the
   lambda_n sought: then no energy has its minimum at lambda, and sweeps may
   cycle (measured: with omega above some 1.6). Where they converge, the limit
   solves the frozen problem with that lambda_n.

   Source: Kraiem (2022), section 1.1.6; the course of Andrews and Erleben
   (2021) for the coupled sweep. */
#include "pantin/lcp/lcp.h"
#include "pantin/lcp/lanes_private.h"
#include "pantin/lcp/sweep_private.h"

#ifdef PNI_LANES
/* Computes the bounds of four rows at a time, as below, without a branch: rows
   of both kinds take turns. Returns how many rows are done. */
PNI_WIDE static size_t bounds_of_fours(const pn_lcp *lcp, const double *lambda,
                                       double *lo, double *hi)
{
  const pni_lanes zero = {0, 0, 0, 0};
  size_t i = 0;
  for (; i + PNI_LANES <= lcp->size; i += PNI_LANES) {
    const size_t *n = lcp->normal + i;
    const pni_mask own = {(long long)i, (long long)i + 1, (long long)i + 2,
                          (long long)i + 3};
    pni_lanes low = lanes_load(lcp->lo + i), high = lanes_load(lcp->hi + i);
    pni_lanes bound = {lambda[n[0]], lambda[n[1]], lambda[n[2]], lambda[n[3]]};
    const pni_mask normal = {(long long)n[0], (long long)n[1], (long long)n[2],
                             (long long)n[3]};
    const pni_mask slides = normal != own, pushes = bound > zero;
    bound = (pni_lanes)((pni_mask)bound & pushes) * lanes_load(lcp->mu + i);
    const pni_lanes below = -bound;
    pni_choose(&low, &slides, &below);
    pni_choose(&high, &slides, &bound);
    lanes_store(lo + i, &low);
    lanes_store(hi + i, &high);
  }
  return i;
}
#else
#define bounds_of_fours(lcp, lambda, lo, hi) 0
#endif

void pn_lcp_friction_bounds(const pn_lcp *lcp, const double *lambda, double *lo,
                            double *hi)
{
  size_t i = lcp->normal ? bounds_of_fours(lcp, lambda, lo, hi) : 0;
  for (; i < lcp->size; i++) {
    const size_t n = lcp->normal ? lcp->normal[i] : i;
    if (n == i) {
      lo[i] = lcp->lo[i];
      hi[i] = lcp->hi[i];
    } else {
      hi[i] = pni_friction_bound(lcp->mu[i], lambda[n]);
      lo[i] = -hi[i];
    }
  }
}
