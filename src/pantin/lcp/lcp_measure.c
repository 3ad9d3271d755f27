/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The natural residual of the boxed problem,

     r = min(lambda - lo, max(lambda - hi, w)) = lambda - clip(lambda - w),

   is 0 exactly at a solution. As lambda is an impulse and w a velocity, r
   depends on the units; with D (lambda - lo) in the place of lambda - lo it
   is a velocity throughout: the one that a Gauss-Seidel step would correct.

   For w > 0 the solution is lo, for w < 0 it is hi. So (lambda - lo) w or
   (hi - lambda) (-w) is what row i lacks in complementarity, and where that
   bound is infinite w itself is a violation. */
#include "pantin/lcp/lcp.h"

#include <math.h>

/* Returns the larger number: fmax would be a call, and neither number is a
   NaN. */
static inline double larger(double a, double b)
{
  return b > a ? b : a; /* a, where both are 0: no -0 is kept */
}

static double natural(double to_lo, double to_hi, double w)
{
  const double below = larger(-to_hi, w);
  return to_lo < below ? to_lo : below;
}

/* Adds r to the norms: `two` is the sum of squares until `finished` takes its
   root. */
static void add(pn_norms *norms, double r)
{
  norms->one += fabs(r);
  norms->two += r * r;
  norms->inf = larger(norms->inf, fabs(r));
}

static pn_norms finished(pn_norms sums)
{
  if (!isfinite(sums.one))
    return (pn_norms){INFINITY, INFINITY, INFINITY};
  sums.two = sqrt(sums.two);
  return sums;
}

const pn_lcp_residual pn_lcp_residual_unknown = {
    .natural = {INFINITY, INFINITY, INFINITY},
    .scaled = {INFINITY, INFINITY, INFINITY},
    .complementarity = INFINITY,
    .infeasible = INFINITY,
    .unsupported = INFINITY};

void pn_lcp_measure(const pn_lcp *lcp, const double *lambda, double *w,
                    double *scratch, pn_lcp_residual *residual)
{
  pn_lcp_residual sum = {.active = 0};
  if (!lcp->A) {
    *residual = pn_lcp_residual_unknown;
    return;
  }
  lcp->A->type->multiply(lcp->A, lambda, w, scratch);
  for (size_t i = 0; i < lcp->size; i++) {
    const double D = lcp->D[i];
    const double to_lo = lambda[i] - lcp->lo[i], to_hi = lcp->hi[i] - lambda[i];
    w[i] += lcp->b[i];
    add(&sum.natural, isfinite(w[i]) ? natural(to_lo, to_hi, w[i]) : INFINITY);
    add(&sum.scaled,
        isfinite(w[i]) ? natural(D * to_lo, D * to_hi, w[i]) : INFINITY);
    const double distance = w[i] > 0 ? to_lo : to_hi;
    if (isinf(distance))
      sum.unsupported = larger(sum.unsupported, fabs(w[i]));
    else
      sum.complementarity += fabs(distance * w[i]);
    sum.infeasible = larger(sum.infeasible, larger(-to_lo, -to_hi));
    sum.active += to_lo > 0 && to_hi > 0;
    sum.scale = larger(sum.scale, fabs(lcp->b[i]));
  }
  sum.natural = finished(sum.natural);
  sum.scaled = finished(sum.scaled);
  *residual = sum;
}
