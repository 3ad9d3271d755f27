/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A step from K z = r. The block factorisation serves in all but rare cases;
   this file is about those:

   - lambda = 0, where the source starts. The Hessian vanishes and K is
     singular, but the minimum-norm solution splits: the nodes move by the
     least displacement with A d = r_c, the multipliers become the least-
     squares solution of A^T lambda = r_g. Both are solves with the identity
     in the place of the Hessian, hence still O(bars).
   - K singular otherwise: by eigenvalues for a short chain. A long one is
     regularised, [ H + s I, A^T; A, -s I ], with s small beside K. */
#include "pantin/chain/step.h"

#include "pantin/base/alloc.h"
#include "pantin/chain/simulator.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* The regularisation of a long singular chain, relative to K. */
static const double regularisation = 1e-10;

/* The refinement of a long chain ends here: the next step corrects what is
   left. (The source's runs with a few bars are traced to the last bit.) */
static const double accuracy_long = 1e-12;

/* Sets the accuracy of K's refinement, which a borrower may have changed. */
static void set_accuracy(pn_chain_step *step)
{
  step->kkt->accuracy = step->dense ? DBL_EPSILON : accuracy_long;
}

pn_chain_step *pn_chain_step_alloc(size_t bars)
{
  pn_chain_step *step = pn_alloc(1, sizeof *step);
  if (!step)
    return NULL;
  step->kkt = pn_chain_kkt_alloc(bars);
  step->work =
      pn_realloc(NULL, 2 * pn_chain_vector_size(bars), sizeof *step->work);
  const int small = bars <= PN_CHAIN_DENSE_BARS_MAX;
  if (small)
    step->dense = pn_chain_dense_alloc(bars);
  if (!step->kkt || !step->work || (small && !step->dense)) {
    pn_chain_step_free(step);
    return NULL;
  }
  set_accuracy(step);
  return step;
}

void pn_chain_step_free(pn_chain_step *step)
{
  if (!step)
    return;
  pn_chain_kkt_free(step->kkt);
  pn_chain_dense_free(step->dense);
  pn_free(step->work);
  pn_free(step);
}

static void clear(pn_chain_vector v, size_t bars)
{
  memset(v.x, 0, pn_chain_vector_size(bars) * sizeof *v.x);
}

/* Sets H + E = I, which makes K the matrix of least-squares problems with A. */
static void put_identity(pn_chain_kkt *kkt)
{
  memset(kkt->weight, 0, kkt->bars * sizeof *kkt->weight);
  kkt->spring = 1; /* if E is uniform, and else: */
  for (size_t i = 0; !kkt->is_uniform && i < kkt->bars; i++)
    kkt->node[i + 1] = (pn_chain_block){1, 0, 1};
}

static void remove_identity(pn_chain_kkt *kkt)
{
  kkt->spring = 0;
  for (size_t i = 0; !kkt->is_uniform && i < kkt->bars; i++)
    kkt->node[i + 1] = (pn_chain_block){0, 0, 0};
}

/* Computes the minimum-norm solution for a matrix without Hessian. */
static int solve_without_hessian(pn_chain_step *step, pn_chain_vector r,
                                 pn_chain_vector z)
{
  const size_t n = step->kkt->bars;
  pn_chain_vector half = pn_chain_vector_view(step->work, n);
  pn_chain_vector both =
      pn_chain_vector_view(step->work + pn_chain_vector_size(n), n);
  put_identity(step->kkt);
  if (pn_chain_kkt_factor(step->kkt))
    return GSL_ESING;
  /* [I A^T; A 0] (d, .) = (0, r_c) gives the displacement d ... */
  clear(half, n);
  memcpy(half.lambda, r.lambda, n * sizeof *r.lambda);
  if (pn_chain_kkt_solve(step->kkt, half, z))
    return GSL_ESING;
  /* ... and (., lambda) of right-hand side (r_g, 0) the multipliers. */
  memcpy(half.x, r.x, (n + 1) * sizeof *r.x);
  memcpy(half.y, r.y, (n + 1) * sizeof *r.y);
  memset(half.lambda, 0, n * sizeof *half.lambda);
  if (pn_chain_kkt_solve(step->kkt, half, both))
    return GSL_ESING;
  memcpy(z.lambda, both.lambda, n * sizeof *z.lambda);
  return GSL_SUCCESS;
}

/* Returns the largest entry of K whose rows and columns of multipliers are
   scaled by s. */
static double largest_entry(const pn_chain_kkt *kkt, double s)
{
  double largest = 0;
  for (size_t i = 0; i < kkt->bars; i++) {
    largest = fmax(largest, fabs(kkt->weight[i]));
    largest = fmax(largest, s * fmax(fabs(kkt->dx[i]), fabs(kkt->dy[i])));
  }
  return largest;
}

/* Solves with K regularised, balanced, [ H + s I, A^T; A, -s I ]. */
static int solve_regularised(pn_chain_step *step, pn_chain_vector r,
                             pn_chain_vector z)
{
  pn_chain_kkt *kkt = step->kkt;
  const double balance = kkt->balance;
  const double s = regularisation * largest_entry(kkt, balance);
  pn_chain_kkt_spell_out(kkt);
  for (size_t i = 0; i < kkt->bars; i++) {
    kkt->node[i].xx += s;
    kkt->node[i].yy += s;
    kkt->soft[i] += s / (balance * balance);
  }
  if (pn_chain_kkt_factor(kkt) || pn_chain_kkt_solve(kkt, r, z))
    return GSL_ESING;
  return GSL_SUCCESS;
}

static int has_hessian(const pn_chain_kkt *kkt)
{
  for (size_t i = 0; i < kkt->bars; i++)
    if (kkt->weight[i] != 0 || pn_chain_kkt_extra(kkt, i).xx != 0 ||
        pn_chain_kkt_extra(kkt, i).yy != 0)
      return 1;
  return 0;
}

pn_chain_vector pn_chain_step_probe(pn_chain_step *step)
{
  const size_t n = step->kkt->bars, size = pn_chain_vector_size(n);
  pn_chain_vector v = pn_chain_vector_view(step->work, n);
  for (size_t k = 0; k < size; k++)
    v.x[k] = 1 + (double)k / (double)size;
  return v;
}

/* Returns a lower bound on the condition number of K, balanced: how much longer
   K^-1 v is than the probe v, times the size of K. */
static double condition(pn_chain_step *step)
{
  const size_t n = step->kkt->bars, size = pn_chain_vector_size(n);
  const double s = step->kkt->balance;
  pn_chain_vector v = pn_chain_step_probe(step);
  pn_chain_vector w = pn_chain_vector_view(step->work + size, n);
  for (size_t i = 0; i < n; i++)
    v.lambda[i] /= s;
  if (pn_chain_kkt_solve(step->kkt, v, w))
    return INFINITY;
  double longest = 0;
  for (size_t i = 0; i < n; i++) {
    longest = fmax(longest, fmax(fabs(w.x[i]), fabs(w.y[i])));
    longest = fmax(longest, fabs(w.lambda[i]) / s);
  }
  return longest * largest_entry(step->kkt, s);
}

int pn_chain_step_solve(pn_chain_step *step, pn_chain_vector r,
                        pn_chain_vector z, int *singular)
{
  /* Without Hessian, K is singular but the solution splits. */
  if (!has_hessian(step->kkt)) {
    *singular = 1;
    if (solve_without_hessian(step, r, z) == GSL_SUCCESS)
      return GSL_SUCCESS;
    remove_identity(step->kkt);
  }
  /* The block factorisation is the usual case. Only a short chain is checked
     for its condition: a long one is ill-conditioned by nature, and yet
     harmless. */
  if (pn_chain_kkt_factor(step->kkt) == GSL_SUCCESS &&
      pn_chain_kkt_solve(step->kkt, r, z) == GSL_SUCCESS &&
      (!step->dense || condition(step) < 1 / DBL_EPSILON)) {
    *singular = 0;
    return GSL_SUCCESS;
  }
  /* K is singular: a long chain is regularised, a short one taken to
     eigenvalues. */
  if (!step->dense) {
    *singular = 1;
    return solve_regularised(step, r, z);
  }
  const int code = pn_chain_dense_factor(step->dense, step->kkt);
  *singular = step->dense->zero > 0;
  pn_chain_dense_solve(step->dense, r, z);
  return code;
}

double pn_chain_step_merit(const pn_chain *chain, const pn_chain_point *point,
                           pn_chain_vector F)
{
  pn_chain_gradient(chain, point, F.x, F.y);
  pn_chain_constraints(chain, point->x, point->y, F.lambda);
  double x = 0, y = 0, c = 0; /* three sums run faster than one */
  for (size_t i = 0; i < chain->bars; i++) {
    x += F.x[i] * F.x[i];
    y += F.y[i] * F.y[i];
    c += F.lambda[i] * F.lambda[i];
  }
  return (x + y + c) / 2;
}

void pn_chain_step_advance(const pn_chain_point *point, double alpha,
                           pn_chain_vector p, pn_chain_point *trial)
{
  const size_t n = point->bars;
  for (size_t i = 1; i < n; i++) {
    trial->x[i] = point->x[i] + alpha * p.x[i];
    trial->y[i] = point->y[i] + alpha * p.y[i];
  }
  for (size_t i = 0; i < n; i++)
    trial->lambda[i] = point->lambda[i] + alpha * p.lambda[i];
}

int pn_chain_step_newton(pn_chain_step *step, const pn_chain *chain,
                         const pn_chain_point *point, pn_chain_vector F,
                         pn_chain_vector p, double *phi, int *singular)
{
  *phi = pn_chain_step_merit(chain, point, F);
  pn_chain_kkt_set(step->kkt, point);
  const int code = pn_chain_step_solve(step, F, p, singular);
  for (size_t k = 0; !code && k < pn_chain_vector_size(chain->bars); k++)
    p.x[k] = -p.x[k];
  return code;
}

int pn_chain_step_multipliers(pn_chain_step *step, const pn_chain *chain,
                              pn_chain_point *point)
{
  const size_t n = chain->bars;
  pn_chain_vector r = pn_chain_vector_view(step->work, n);
  pn_chain_vector z =
      pn_chain_vector_view(step->work + pn_chain_vector_size(n), n);
  set_accuracy(step);
  pn_chain_kkt_set_uniform(step->kkt, point, 0);
  put_identity(step->kkt);
  clear(r, n);
  for (size_t i = 1; i < n; i++)
    r.y[i] = -pn_chain_node_weight(chain, i);
  int code = pn_chain_kkt_factor_solve(step->kkt, r, z);
  if (code && step->dense) { /* A has lost a rank: least squares, least norm */
    code = pn_chain_dense_factor(step->dense, step->kkt);
    pn_chain_dense_solve(step->dense, r, z);
  }
  if (!code)
    memcpy(point->lambda, z.lambda, n * sizeof *z.lambda);
  return code ? GSL_ESING : GSL_SUCCESS;
}
