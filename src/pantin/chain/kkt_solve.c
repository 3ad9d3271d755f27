/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Solutions of K z = r by the factors of kkt.c, K = L D L^T:

     forwards    t_{i+1} = r_{i+1} - B_i D_i^-1 t_i
     backwards   z_i = D_i^-1 (t_i - B_i^T z_{i+1})

   No pivots were exchanged between blocks, which loses digits where a D_i is
   nearly singular. So z is refined, K d = r - K z, z += d, and one that does
   not refine is refused (step.c then takes another way).

   Source: G. Golub, C. Van Loan, Matrix Computations (1996), section 3.5.3. */
#include "pantin/chain/kkt_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Refinement gains digits at every turn or not at all: few turns tell. */
enum { REFINEMENTS_MAX = 8 };

/* A solution is accepted at half the digits: Newton's method corrects the
   rest. One more turn from there gives the other half. */
static const double accepted = 1e-8;

/* Goes forwards, L t = r: block i + 1 gives up B_i D_i^-1 t_i. */
static void forward(const pn_chain_kkt *kkt, pn_chain_vector r,
                    pn_chain_vector z)
{
  pni_triple t = pni_get(r, 1);
  for (size_t i = 1; i < kkt->bars; i++) {
    const pni_triple next = pni_forward(kkt, i, t, r);
    pni_put(z, i, t);
    t = next;
  }
  pni_put(z, kkt->bars, t);
}

/* Goes backwards: z_i = D_i^-1 (t_i - B_i^T z_{i+1}). */
static void backward(const pn_chain_kkt *kkt, pn_chain_vector z)
{
  const size_t n = kkt->bars;
  const double *w = kkt->weight, *dx = kkt->dx, *dy = kkt->dy;
  pni_triple t = {0, 0, z.lambda[n - 1] * kkt->inverse[n - 1][LL]};
  z.x[0] = z.y[0] = 0;
  pni_put(z, n, t);
  for (size_t i = n - 1; i >= 1; i--) {
    pni_triple s = pni_get(z, i);
    s.x += 2 * w[i] * t.x;
    s.y += 2 * w[i] * t.y;
    s.x += 2 * dx[i] * t.lambda;
    s.y += 2 * dy[i] * t.lambda;
    t = pni_times(kkt->inverse[i - 1], s);
    pni_put(z, i, t);
  }
}

/* One entry of a residual r - K z, built up term by term together with the
   sum of the terms' sizes. */
typedef struct {
  double value, size;
} term_sum;

static inline void subtract(term_sum *sum, double term)
{
  sum->value -= term;
  sum->size += fabs(term);
}

/* Returns the greater of an error and |value| / size; a NaN exceeds all. */
static inline double worse(double error, term_sum sum)
{
  const double value = fabs(sum.value);
  if (value < error * sum.size || value == 0 || isnan(error))
    return error;
  return value / sum.size;
}

/* Computes out = r - K z; returns the componentwise backward error, the largest
   |r - K z|_k / (|K| |z| + |r|)_k over the entries k. */
static double residual(const pn_chain_kkt *kkt, pn_chain_vector r,
                       pn_chain_vector z, pn_chain_vector out)
{
  const size_t n = kkt->bars;
  const double *w = kkt->weight, *dx = kkt->dx, *dy = kkt->dy;
  double error = 0;
  for (size_t i = 1; i < n; i++) { /* the nodes' rows: H + E and A^T */
    const pn_chain_block E = pn_chain_kkt_extra(kkt, i);
    const double diagonal = 2 * (w[i - 1] + w[i]);
    term_sum x = {r.x[i], fabs(r.x[i])}, y = {r.y[i], fabs(r.y[i])};
    subtract(&x, (diagonal + E.xx) * z.x[i]);
    subtract(&x, E.xy * z.y[i]);
    subtract(&x, -2 * w[i - 1] * z.x[i - 1]);
    subtract(&x, -2 * w[i] * z.x[i + 1]);
    subtract(&x, 2 * dx[i - 1] * z.lambda[i - 1]);
    subtract(&x, -2 * dx[i] * z.lambda[i]);
    subtract(&y, (diagonal + E.yy) * z.y[i]);
    subtract(&y, E.xy * z.x[i]);
    subtract(&y, -2 * w[i - 1] * z.y[i - 1]);
    subtract(&y, -2 * w[i] * z.y[i + 1]);
    subtract(&y, 2 * dy[i - 1] * z.lambda[i - 1]);
    subtract(&y, -2 * dy[i] * z.lambda[i]);
    out.x[i] = x.value;
    out.y[i] = y.value;
    error = worse(worse(error, x), y);
  }
  for (size_t i = 0; i < n; i++) { /* the bars' rows: A and -D */
    term_sum l = {r.lambda[i], fabs(r.lambda[i])};
    subtract(&l, 2 * dx[i] * z.x[i + 1]);
    subtract(&l, -2 * dx[i] * z.x[i]);
    subtract(&l, 2 * dy[i] * z.y[i + 1]);
    subtract(&l, -2 * dy[i] * z.y[i]);
    subtract(&l, -pn_chain_kkt_soft(kkt, i) * z.lambda[i]);
    out.lambda[i] = l.value;
    error = worse(error, l);
  }
  return error;
}

/* Refines z: K d = r - K z, z += d, until the error is small or stays. */
static int refine(pn_chain_kkt *kkt, pn_chain_vector r, pn_chain_vector z)
{
  const size_t n = kkt->bars;
  pn_chain_vector d = pn_chain_vector_view(kkt->work, n);
  double error = residual(kkt, r, z, d);
  for (int k = 0; k < REFINEMENTS_MAX && error > kkt->accuracy; k++) {
    forward(kkt, d, d);
    backward(kkt, d);
    for (size_t i = 1; i < n; i++) {
      z.x[i] += d.x[i];
      z.y[i] += d.y[i];
    }
    for (size_t i = 0; i < n; i++)
      z.lambda[i] += d.lambda[i];
    if (error < accepted)
      break;
    const double before = error;
    error = residual(kkt, r, z, d);
    if (!(error < before / 2))
      break;
  }
  return error < accepted ? GSL_SUCCESS : GSL_ELOSS;
}

int pn_chain_kkt_solve(pn_chain_kkt *kkt, pn_chain_vector r, pn_chain_vector z)
{
  forward(kkt, r, z);
  backward(kkt, z);
  return refine(kkt, r, z);
}

int pn_chain_kkt_factor_solve(pn_chain_kkt *kkt, pn_chain_vector r,
                              pn_chain_vector z)
{
  const int code = pni_chain_kkt_factor_forward(kkt, r, z);
  if (code)
    return code;
  backward(kkt, z);
  return refine(kkt, r, z);
}
