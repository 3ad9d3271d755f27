/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Solutions of K z = r by the factors of kkt_factor.c, K = L D L^T:

     forwards    t_{i+1} = r_{i+1} - B_i D_i^-1 t_i
     backwards   z_i = D_i^-1 (t_i - B_i^T z_{i+1})

   No pivots were exchanged between blocks, which loses digits where a D_i is
   nearly singular. So z is refined, K d = r - K z, z += d, and one that does
   not refine is refused (step.c then takes another way).

   Source: G. Golub, C. Van Loan, Matrix Computations (1996), section 3.5.3. */
#include "pantin/chain/kkt_private.h"

#include <gsl/gsl_errno.h>

/* Refinement gains digits at every turn or not at all: few turns tell. */
enum { REFINEMENTS_MAX = 8 };

/* A solution is accepted at half the digits: Newton's method corrects the
   rest. One more turn from there gives the other half. */
static const double accepted = 1e-8;

/* Goes backwards from the middle: z_i = D_i^-1 (t_i - B_i^T z_{i+1}), and so,
   with the other sign of d, to the right end. */
static void backward(const pn_chain_kkt *kkt, pn_chain_vector z)
{
  const size_t n = kkt->bars, m = kkt->middle;
  const double *w = kkt->weight, *dx = kkt->dx, *dy = kkt->dy;
  const double lambda = z.lambda[m] * kkt->inverse[m][LL];
  pni_triple s = pni_get(z, m, m - 1);
  s.x -= kkt->cx * lambda;
  s.y -= kkt->cy * lambda;
  pni_triple left = pni_times(kkt->inverse[m - 1], s);
  pni_triple right = {left.x, left.y, lambda};
  pni_put(z, m, m - 1, left);
  z.lambda[m] = lambda;
  for (size_t k = 1; k < m || k + m < n; k++) {
    if (k < m) {
      const size_t i = m - k;
      s = pni_get(z, i, i - 1);
      s.x += 2 * w[i] * left.x;
      s.y += 2 * w[i] * left.y;
      s.x += 2 * dx[i] * left.lambda;
      s.y += 2 * dy[i] * left.lambda;
      left = pni_times(kkt->inverse[i - 1], s);
      pni_put(z, i, i - 1, left);
    }
    if (k + m < n) {
      const size_t i = m + k;
      s = pni_get(z, i, i);
      s.x += 2 * w[i - 1] * right.x;
      s.y += 2 * w[i - 1] * right.y;
      s.x -= 2 * dx[i - 1] * right.lambda;
      s.y -= 2 * dy[i - 1] * right.lambda;
      right = pni_times(kkt->inverse[i], s);
      pni_put(z, i, i, right);
    }
  }
  z.x[0] = z.y[0] = z.x[n] = z.y[n] = 0;
}

/* Solves K z = r by the factors; r and z may be the same. */
static int solve_once(pn_chain_kkt *kkt, pn_chain_vector r, pn_chain_vector z)
{
  pni_chain_kkt_forward(kkt, r, z);
  backward(kkt, z);
  return GSL_SUCCESS;
}

/* Refines z: K d = r - K z, z += d, until the error is small or stays. */
static int refine(pn_chain_kkt *kkt,
                  int (*solve)(pn_chain_kkt *kkt, pn_chain_vector r,
                               pn_chain_vector z),
                  pn_chain_vector r, pn_chain_vector z)
{
  const size_t n = kkt->bars;
  pn_chain_vector d = pn_chain_vector_view(kkt->work, n);
  double error = pni_chain_kkt_residual(kkt, r, z, d);
  for (int k = 0; k < REFINEMENTS_MAX && error > kkt->accuracy; k++) {
    (void)solve(kkt, d, d);
    for (size_t i = 1; i < n; i++) {
      z.x[i] += d.x[i];
      z.y[i] += d.y[i];
    }
    for (size_t i = 0; i < n; i++)
      z.lambda[i] += d.lambda[i];
    if (error < accepted)
      break;
    const double before = error;
    error = pni_chain_kkt_residual(kkt, r, z, d);
    if (!(error < before / 2))
      break;
  }
  return error < accepted ? GSL_SUCCESS : GSL_ELOSS;
}

int pn_chain_kkt_solve(pn_chain_kkt *kkt, pn_chain_vector r, pn_chain_vector z)
{
  (void)solve_once(kkt, r, z);
  return refine(kkt, solve_once, r, z);
}

int pn_chain_kkt_factor_solve(pn_chain_kkt *kkt, pn_chain_vector r,
                              pn_chain_vector z)
{
  const int code = pni_chain_kkt_factor_forward(kkt, r, z);
  if (code)
    return code;
  backward(kkt, z);
  return refine(kkt, solve_once, r, z);
}

int pn_chain_kkt_solve_new(pn_chain_kkt *kkt, pn_chain_vector r,
                           pn_chain_vector z)
{
  if (kkt->bars > PNI_BARS_SHORT && kkt->is_uniform && kkt->spring == 0 &&
      pni_chain_kkt_solve_bars(kkt, r, z) == GSL_SUCCESS &&
      refine(kkt, pni_chain_kkt_correct_bars, r, z) == GSL_SUCCESS)
    return GSL_SUCCESS;
  return pn_chain_kkt_factor_solve(kkt, r, z);
}
