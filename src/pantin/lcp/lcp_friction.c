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
#include "pantin/lcp/sweep_private.h"

void pn_lcp_friction_bounds(const pn_lcp *lcp, const double *lambda, double *lo,
                            double *hi)
{
  for (size_t i = 0; i < lcp->size; i++) {
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
