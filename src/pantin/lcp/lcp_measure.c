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
#include "pantin/lcp/lanes_private.h"
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
  sum->terms = larger(sum->terms, fabs(D * lambda));
}

/* Adds row i of a box, once b is added to w. */
static void add_whole_row(const pn_lcp *lcp, size_t i, const double *lambda,
                          double *w, pn_lcp_residual *sum)
{
  w[i] += lcp->b[i];
  sum->scale = larger(sum->scale, fabs(lcp->b[i]));
  add_row(lcp, i, lambda[i], w[i], sum);
}

#ifdef PNI_LANES
static const pni_lanes zero = {0, 0, 0, 0};

/* Raises each number to b where that is larger. */
PNI_INLINE void raise(pni_lanes *a, const pni_lanes *b)
{
  const pni_mask take = *b > *a;
  pni_choose(a, &take, b);
}

/* Lowers each number to b where a is not smaller. */
PNI_INLINE void lower(pni_lanes *a, const pni_lanes *b)
{
  const pni_mask keep = *a < *b;
  const pni_lanes own = *a;
  *a = *b;
  pni_choose(a, &keep, &own);
}

/* Takes the signs away. */
PNI_INLINE void unsign(pni_lanes *a)
{
  static const pni_mask rest = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX};
  *a = (pni_lanes)((pni_mask)*a & rest);
}

/* Sets r to the residuals of four rows, without their signs, as add_row does:
   infinite where w is not finite. */
PNI_INLINE void residuals(const pni_lanes *to_lo, const pni_lanes *to_hi,
                          const pni_lanes *w, pni_lanes *r)
{
  const pni_lanes endless = zero + (double)INFINITY;
  pni_lanes size = *w, below = -*to_hi;
  raise(&below, w);
  *r = *to_lo;
  lower(r, &below);
  unsign(r);
  unsign(&size);
  const pni_mask lost = ~(size < endless);
  pni_choose(r, &lost, &endless);
}

/* Sums of four rows at a time, row after row; the largest of each place. */
typedef struct {
  pni_lanes norms; /* natural, scaled, and their squares */
  pni_lanes natural, scaled, hanging, infeasible, scale, terms;
  pni_mask active;
  double lacking;
} four_sums;

/* Adds four rows of a box, from row i on. */
PNI_INLINE void add_four(const pn_lcp *lcp, size_t i, const double *lambda,
                         double *w, four_sums *sum)
{
  const pni_lanes x = lanes_load(lambda + i), D = lanes_load(lcp->D + i);
  pni_lanes b = lanes_load(lcp->b + i), at = lanes_load(w + i) + b, r[4];
  const pni_lanes to_lo = x - lanes_load(lcp->lo + i);
  const pni_lanes to_hi = lanes_load(lcp->hi + i) - x;
  lanes_store(w + i, &at);
  residuals(&to_lo, &to_hi, &at, &r[0]);
  const pni_lanes D_lo = D * to_lo, D_hi = D * to_hi;
  residuals(&D_lo, &D_hi, &at, &r[1]);
  raise(&sum->natural, &r[0]);
  raise(&sum->scaled, &r[1]);
  r[2] = r[0] * r[0];
  r[3] = r[1] * r[1];
  lanes_swap(r);
  sum->norms = (((sum->norms + r[0]) + r[1]) + r[2]) + r[3];

  /* What is lacking in complementarity, or hangs from no bound. */
  const pni_mask pushes = at > zero;
  pni_lanes distance = to_hi, hanging = at;
  pni_choose(&distance, &pushes, &to_lo);
  pni_lanes lacking = distance * at;
  unsign(&distance);
  unsign(&lacking);
  unsign(&hanging);
  const pni_mask endless = distance == zero + (double)INFINITY;
  pni_choose(&lacking, &endless, &zero);
  hanging = (pni_lanes)((pni_mask)hanging & endless);
  raise(&sum->hanging, &hanging);
  for (int l = 0; l < PNI_LANES; l++)
    sum->lacking += lacking[l];

  pni_lanes outside = -to_lo;
  const pni_lanes above = -to_hi;
  raise(&outside, &above);
  raise(&sum->infeasible, &outside);
  unsign(&b);
  raise(&sum->scale, &b);
  pni_lanes term = D * x;
  unsign(&term);
  raise(&sum->terms, &term);
  sum->active -= (to_lo > zero) & (to_hi > zero);
}

/* Returns the largest of four. */
PNI_INLINE double largest(const pni_lanes *a)
{
  return larger(larger((*a)[0], (*a)[1]), larger((*a)[2], (*a)[3]));
}

/* Adds all rows of a box but the last three or less, as add_whole_row does, to
   the bit. Returns how many. */
PNI_WIDE static size_t add_fours(const pn_lcp *lcp, const double *lambda,
                                 double *w, pn_lcp_residual *sum)
{
  four_sums of = {.lacking = 0};
  size_t i = 0;
  for (; i + PNI_LANES <= lcp->size; i += PNI_LANES)
    add_four(lcp, i, lambda, w, &of);
  sum->natural = (pn_norms){of.norms[0], of.norms[2], largest(&of.natural)};
  sum->scaled = (pn_norms){of.norms[1], of.norms[3], largest(&of.scaled)};
  sum->complementarity = of.lacking;
  sum->unsupported = largest(&of.hanging);
  sum->infeasible = largest(&of.infeasible);
  sum->scale = largest(&of.scale);
  sum->terms = largest(&of.terms);
  for (int l = 0; l < PNI_LANES; l++)
    sum->active += (size_t)of.active[l];
  return i;
}
#else
#define add_fours(lcp, lambda, w, sum) 0
#endif

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
    sum->terms = larger(sum->terms, fabs(D * r[k]));
  }
  sum->unsupported = larger(sum->unsupported, -u[0]);
  sum->complementarity += fabs(dot + mu * sqrt(slip) * r[0]);
  sum->infeasible = larger(sum->infeasible, larger(-r[0], t - mu * r[0]));
  sum->active += (r[0] > 0) + (t < mu * r[0] ? rows - 1 : 0);
}

void pni_lcp_measure_product(const pn_lcp *lcp, int cone, const double *lambda,
                             double *w, pn_lcp_residual *residual)
{
  pn_lcp_residual sum = {.active = 0};
  size_t rows;
  if (!cone)
    for (size_t i = add_fours(lcp, lambda, w, &sum); i < lcp->size; i++)
      add_whole_row(lcp, i, lambda, w, &sum);
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

void pni_lcp_measure(const pn_lcp *lcp, int cone, const double *lambda,
                     double *w, double *scratch, pn_lcp_residual *residual)
{
  if (!lcp->A) {
    *residual = pn_lcp_residual_unknown;
    return;
  }
  lcp->A->type->multiply(lcp->A, lambda, w, scratch);
  pni_lcp_measure_product(lcp, cone, lambda, w, residual);
}

void pn_lcp_measure(const pn_lcp *lcp, const double *lambda, double *w,
                    double *scratch, pn_lcp_residual *residual)
{
  pni_lcp_measure(lcp, 0, lambda, w, scratch, residual);
}
