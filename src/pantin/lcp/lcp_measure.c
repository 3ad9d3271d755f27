/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The natural residual of the boxed problem,

     r = min(lambda - lo, max(lambda - hi, w)) = lambda - clip(lambda - w),

   is 0 exactly at a solution. As lambda is an impulse and w a velocity, r
   depends on the units; with D (lambda - lo) in the place of lambda - lo it
   is a velocity throughout: the one that a Gauss-Seidel step would correct.

   For w > 0 the solution is lo, for w < 0 it is hi. So (lambda - lo) w or
   (hi - lambda) (-w) is what row i lacks in complementarity, and where that
   bound is infinite w itself is a violation.

   A contact with Coulomb's cone has the natural map of cone.c. */
#include "pantin/lcp/cone_private.h"
#include "pantin/lcp/sweep_private.h"

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
  /* Where squares overflow: sum r^2 <= max |r| sum |r|. */
  sums.two =
      isfinite(sums.two) ? sqrt(sums.two) : sqrt(sums.inf) * sqrt(sums.one);
  return sums;
}

const pn_lcp_residual pn_lcp_residual_unknown = {
    .natural = {INFINITY, INFINITY, INFINITY},
    .scaled = {INFINITY, INFINITY, INFINITY},
    .complementarity = INFINITY,
    .infeasible = INFINITY,
    .unsupported = INFINITY};

/* Adds row i of a box. */
static void add_row(const pn_lcp *lcp, size_t i, double lambda, double w,
                    pn_lcp_residual *sum)
{
  const double D = lcp->D[i];
  const double to_lo = lambda - lcp->lo[i], to_hi = lcp->hi[i] - lambda;
  add(&sum->natural, isfinite(w) ? natural(to_lo, to_hi, w) : INFINITY);
  add(&sum->scaled, isfinite(w) ? natural(D * to_lo, D * to_hi, w) : INFINITY);
  const double distance = w > 0 ? to_lo : to_hi;
  if (isinf(distance))
    sum->unsupported = larger(sum->unsupported, fabs(w));
  else
    sum->complementarity += fabs(distance * w);
  sum->infeasible = larger(sum->infeasible, larger(-to_lo, -to_hi));
  sum->active += to_lo > 0 && to_hi > 0;
}

/* The natural residual and the scaled one, side by side: GCC and Clang keep
   such two numbers in one register. */
typedef double both __attribute__((vector_size(2 * sizeof(double))));
typedef long long mask __attribute__((vector_size(2 * sizeof(double))));

/* Returns b where it is larger, else a. */
PNI_INLINE both larger_both(both a, both b)
{
  const mask take = b > a;
  return (both)((take & (mask)b) | (~take & (mask)a));
}

/* Returns a where it is smaller, else b. */
PNI_INLINE both smaller_both(both a, both b)
{
  const mask take = a < b;
  return (both)((take & (mask)a) | (~take & (mask)b));
}

/* Adds all rows of a box as add_row does, to the bit, once b is added to w.
   What depends on signs, which nobody can foresee, is looked up, not branched
   to. */
PNI_WIDE static void add_rows(const pn_lcp *lcp, const double *lambda,
                              double *w, pn_lcp_residual *sum)
{
  const both zero = {0, 0};
  both one = zero, two = zero, most = zero;
  double lacking[2] = {0, 0}, hanging[2] = {0, 0}, scale = 0, infeasible = 0;
  size_t active = 0;
  for (size_t i = 0; i < lcp->size; i++) {
    const double D = lcp->D[i], at = w[i] += lcp->b[i];
    const double to_lo = lambda[i] - lcp->lo[i], to_hi = lcp->hi[i] - lambda[i];
    const both units = {1, D};
    both r =
        smaller_both(units * to_lo, larger_both(-(units * to_hi), zero + at));
    if (!isfinite(at))
      r = zero + (double)INFINITY;
    r = larger_both(r, -r);
    one += r;
    two += r * r;
    most = larger_both(most, r);
    const double to[] = {to_hi, to_lo}, distance = to[at > 0];
    const int endless = isinf(distance) != 0;
    lacking[endless] += fabs(distance * at);
    hanging[endless] = larger(hanging[endless], fabs(at));
    infeasible = larger(infeasible, larger(-to_lo, -to_hi));
    scale = larger(scale, fabs(lcp->b[i]));
    active += (to_lo > 0) & (to_hi > 0);
  }
  sum->natural = (pn_norms){one[0], two[0], most[0]};
  sum->scaled = (pn_norms){one[1], two[1], most[1]};
  sum->complementarity = lacking[0];
  sum->unsupported = hanging[1];
  sum->infeasible = infeasible;
  sum->active = active;
  sum->scale = scale;
}

/* Adds the contact of so many rows from row i on, with its cone; what scales is
   the largest D of its rows. */
static void add_cone(const pn_lcp *lcp, size_t i, size_t rows, const double *r,
                     const double *u, pn_lcp_residual *sum)
{
  double D = 0, t = 0, slip = 0, dot = r[0] * u[0];
  double natural[PNI_CONTACT_ROWS], scaled[PNI_CONTACT_ROWS];
  const double mu = lcp->mu[i + 1];
  for (size_t k = 0; k < rows; k++)
    D = larger(D, lcp->D[i + k]);
  for (size_t k = 1; k < rows; k++) {
    t += r[k] * r[k];
    slip += u[k] * u[k];
    dot += r[k] * u[k];
  }
  t = sqrt(t);
  pni_cone_natural(rows, mu, 1, r, u, natural);
  pni_cone_natural(rows, mu, D, r, u, scaled);
  for (size_t k = 0; k < rows; k++) {
    add(&sum->natural, isfinite(u[k]) ? natural[k] : INFINITY);
    add(&sum->scaled, isfinite(u[k]) ? D * scaled[k] : INFINITY);
  }
  sum->unsupported = larger(sum->unsupported, -u[0]);
  sum->complementarity += fabs(dot + mu * sqrt(slip) * r[0]);
  sum->infeasible = larger(sum->infeasible, larger(-r[0], t - mu * r[0]));
  sum->active += (r[0] > 0) + (t < mu * r[0] ? rows - 1 : 0);
}

void pni_lcp_measure(const pn_lcp *lcp, int cone, const double *lambda,
                     double *w, double *scratch, pn_lcp_residual *residual)
{
  pn_lcp_residual sum = {.active = 0};
  if (!lcp->A) {
    *residual = pn_lcp_residual_unknown;
    return;
  }
  lcp->A->type->multiply(lcp->A, lambda, w, scratch);
  size_t rows;
  if (!cone)
    add_rows(lcp, lambda, w, &sum);
  for (size_t i = 0; cone && i < lcp->size; i += rows) {
    rows = pni_contact_rows(lcp, i);
    for (size_t k = i; k < i + rows; k++) {
      w[k] += lcp->b[k];
      sum.scale = larger(sum.scale, fabs(lcp->b[k]));
    }
    if (rows > 1)
      add_cone(lcp, i, rows, &lambda[i], &w[i], &sum);
    else
      add_row(lcp, i, lambda[i], w[i], &sum);
  }
  sum.natural = finished(sum.natural);
  sum.scaled = finished(sum.scaled);
  *residual = sum;
}

void pn_lcp_measure(const pn_lcp *lcp, const double *lambda, double *w,
                    double *scratch, pn_lcp_residual *residual)
{
  pni_lcp_measure(lcp, 0, lambda, w, scratch, residual);
}
