/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A primal-dual interior-point method with Mehrotra's predictor and
   corrector. Every inequality is a pair u, v >= 0 with u v = 0, where v is
   linear in the unknowns, v = v0 - B z:

     floor        u = mu_ji,  v = gap_ji + d_y - s_j d_x
     bar, long    u = p_i,    v = sigma_i - lambda_i
     bar, short   u = q_i,    v = sigma_i + lambda_i      c + A d = p - q

   Newton's method for u v = t, linearised about the current pair,

     u+ = u + (t - u v+) / v = b + (u / v) B z+,   b = u + (t - u v0) / v,

   leaves the chain's KKT matrix, with (u / v) (s, -1)^T (s, -1) added to the
   nodes' blocks, and p / v_p + q / v_q on the diagonal of the bars:

     [ H + E  A^T ] [ d      ]   [ -g - sum b (s, -1) ]
     [ A      -D  ] [ lambda ] = [ -c + b_p - b_q     ]

   so that one iteration is O(bars). With H positive definite and D > 0 the
   matrix is quasidefinite: it can be factored whatever the chain does.

   Source: S. Mehrotra, On the implementation of a primal-dual interior point
   method, SIAM J. Optim. 2 (1992); the elastic bars are the l1 penalty of
   R. Fletcher, Practical Methods of Optimization (1987), section 12.3. */
#include "pantin/chain/qp.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Most solutions take 10 to 25. */
enum { ITERATIONS_MAX = 60 };

/* The share of the way to the nearest u = 0 or v = 0 that a step goes. */
static const double to_boundary = 0.995;

/* Solved when u v has come down to this, relative to where it started, and
   the linear equations' residual too. Further down, u / v of a touched facet
   exceeds 10^9 and its node's 2x2 block is singular to half the digits; and
   the SQP's next step mends what is left. */
static const double solved = 1e-9;

/* Where a chain of many bars comes down to a floor, the first gap is about
   1 / n^2 of its length, and the node beside it weighs 1 / n of the chain:
   together 1 / n^2 of where u v starts. Only below this share of that do u and
   v tell which nodes touch. Rounding of the gaps bounds it. */
static const double discerning = 1e-5, discerning_least = 1e-16;

/* A solution that rounding keeps above `solved` is accepted up to this. */
static const double usable = 1e-6;

pn_chain_qp *pn_chain_qp_alloc(const pn_chain *chain)
{
  pn_chain_qp *qp = pn_alloc(1, sizeof *qp);
  if (!qp)
    return NULL;
  const size_t n = chain->bars;
  qp->chain = chain;
  qp->pairs = chain->facets * (n - 1) + 2 * n;
  /* None of this is touched before it is written. */
  qp->sigma = pn_realloc(NULL, n, sizeof *qp->sigma);
  qp->u = pn_realloc(NULL, qp->pairs, sizeof *qp->u);
  qp->v = pn_realloc(NULL, qp->pairs, sizeof *qp->v);
  qp->v_new = pn_realloc(NULL, qp->pairs, sizeof *qp->v_new);
  qp->target = pn_realloc(NULL, qp->pairs, sizeof *qp->target);
  qp->work = pn_realloc(NULL, 2 * pn_chain_vector_size(n), sizeof *qp->work);
  if (!qp->sigma || !qp->u || !qp->v || !qp->v_new || !qp->target ||
      !qp->work) {
    pn_chain_qp_free(qp);
    return NULL;
  }
  return qp;
}

void pn_chain_qp_free(pn_chain_qp *qp)
{
  if (!qp)
    return;
  pn_free(qp->sigma);
  pn_free(qp->u);
  pn_free(qp->v);
  pn_free(qp->v_new);
  pn_free(qp->target);
  pn_free(qp->work);
  pn_free(qp);
}

/* Returns the index of the pair of facet j and node i. The bars' pairs follow
   after those of all nodes. */
static size_t floor_pair(const pn_chain *chain, size_t j, size_t i)
{
  return j * (chain->bars - 1) + i - 1;
}

static size_t bar_pair(const pn_chain *chain, size_t bar)
{
  return chain->facets * (chain->bars - 1) + 2 * bar;
}

/* Returns the share to which u v must come down. */
static double share_wanted(const pn_chain *chain)
{
  const double n = (double)chain->bars;
  const double least = fmax(discerning / (n * n), discerning_least);
  return chain->facets > 0 ? fmin(solved, least) : solved;
}

/* Returns how far node i is above facet j. */
static double gap_of(const pn_chain *chain, const double *x, const double *y,
                     size_t j, size_t i)
{
  return y[i] - (chain->height[j] + chain->slope[j] * x[i]);
}

/* Computes v of every pair at (x + d, lambda), z = (d, lambda). */
static void evaluate(const pn_chain_qp *qp, const double *x, const double *y,
                     pn_chain_vector z, double *values)
{
  const pn_chain *chain = qp->chain;
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < chain->bars; i++)
      values[floor_pair(chain, j, i)] =
          gap_of(chain, x, y, j, i) + (z.y[i] - chain->slope[j] * z.x[i]);
  for (size_t i = 0; i < chain->bars; i++) {
    const size_t k = bar_pair(chain, i);
    values[k] = qp->sigma[i] - z.lambda[i];
    values[k + 1] = qp->sigma[i] + z.lambda[i];
  }
}

/* Chooses the start: no v is smaller than a mean bar's length, and each u makes
   u v the product of the chain's weight and that length. */
static void start(pn_chain_qp *qp, const double *x, const double *y,
                  pn_chain_vector z)
{
  const pn_chain *chain = qp->chain;
  memset(z.x, 0, pn_chain_vector_size(chain->bars) * sizeof *z.x);
  evaluate(qp, x, y, z, qp->v);
  memset(qp->v_new, 0, qp->pairs * sizeof *qp->v_new);
  memset(qp->target, 0, qp->pairs * sizeof *qp->target);
  const double weight = pn_chain_weight(chain);
  const double mean = pn_chain_length(chain) / (double)chain->bars;
  for (size_t k = 0; k < qp->pairs; k++) {
    qp->v[k] = fmax(qp->v[k], mean);
    qp->u[k] = weight * mean / qp->v[k];
  }
}

/* Sets E and D of the KKT matrix from the pairs. */
static void assemble(const pn_chain_qp *qp, pn_chain_kkt *kkt)
{
  const pn_chain *chain = qp->chain;
  const double *u = qp->u, *v = qp->v;
  kkt->is_uniform = 0;
  memset(kkt->node, 0, (chain->bars + 1) * sizeof *kkt->node);
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < chain->bars; i++) {
      const size_t k = floor_pair(chain, j, i);
      pn_chain_kkt_add_spring(kkt, i, u[k] / v[k], chain->slope[j]);
    }
  for (size_t i = 0; i < chain->bars; i++) {
    const size_t k = bar_pair(chain, i);
    kkt->soft[i] = u[k] / v[k] + u[k + 1] / v[k + 1];
  }
}

/* Returns b of pair k, whose v at z = 0 is v0. */
static double constant(const pn_chain_qp *qp, size_t k, double v0)
{
  return qp->u[k] + (qp->target[k] - qp->u[k] * v0) / qp->v[k];
}

/* Computes the end z of the full Newton step, and v there. work: a vector. */
static int newton(pn_chain_qp *qp, pn_chain_kkt *kkt, const double *x,
                  const double *y, pn_chain_vector r, pn_chain_vector work,
                  pn_chain_vector z)
{
  const pn_chain *chain = qp->chain;
  const size_t n = chain->bars;
  memcpy(work.x, r.x, pn_chain_vector_size(n) * sizeof *r.x);
  for (size_t j = 0; j < chain->facets; j++) {
    const double s = chain->slope[j];
    for (size_t i = 1; i < n; i++) {
      const double gap = gap_of(chain, x, y, j, i);
      const double b = constant(qp, floor_pair(chain, j, i), gap);
      work.x[i] -= b * s;
      work.y[i] += b;
    }
  }
  for (size_t i = 0; i < n; i++) {
    const size_t k = bar_pair(chain, i);
    work.lambda[i] +=
        constant(qp, k, qp->sigma[i]) - constant(qp, k + 1, qp->sigma[i]);
  }
  if (pn_chain_kkt_solve(kkt, work, z))
    return GSL_ELOSS;
  evaluate(qp, x, y, z, qp->v_new);
  return GSL_SUCCESS;
}

/* Returns u of pair k after the full Newton step. */
static double u_new(const pn_chain_qp *qp, size_t k)
{
  return qp->u[k] + (qp->target[k] - qp->u[k] * qp->v_new[k]) / qp->v[k];
}

/* Returns the longest step, at most 1 / to_boundary, that keeps all u, v >= 0.
 */
static double longest_step(const pn_chain_qp *qp)
{
  double inverse = to_boundary;
  for (size_t k = 0; k < qp->pairs; k++) {
    inverse = fmax(inverse, 1 - u_new(qp, k) / qp->u[k]);
    inverse = fmax(inverse, 1 - qp->v_new[k] / qp->v[k]);
  }
  return 1 / inverse;
}

/* Returns the mean of u v after a step of length alpha. */
static double complementarity(const pn_chain_qp *qp, double alpha)
{
  double sum = 0;
  for (size_t k = 0; k < qp->pairs; k++) {
    const double u = qp->u[k], v = qp->v[k];
    const double du = alpha == 0 ? 0 : u_new(qp, k) - u;
    sum += (u + alpha * du) * (v + alpha * (qp->v_new[k] - v));
  }
  return sum / (double)qp->pairs;
}

/* Sets the corrector's targets: the centre, by Mehrotra's cubic rule, less the
   product of the predictor's changes. */
static void aim(pn_chain_qp *qp, double now)
{
  const double alpha = fmin(1, longest_step(qp));
  const double ratio = complementarity(qp, alpha) / now;
  const double centre = ratio * ratio * ratio * now;
  for (size_t k = 0; k < qp->pairs; k++) {
    const double du = u_new(qp, k) - qp->u[k];
    qp->target[k] = centre - du * (qp->v_new[k] - qp->v[k]);
  }
}

/* Goes alpha of the way to z_new. */
static void advance(pn_chain_qp *qp, double alpha, pn_chain_vector z_new,
                    pn_chain_vector z)
{
  for (size_t k = 0; k < qp->pairs; k++) {
    qp->u[k] += alpha * (u_new(qp, k) - qp->u[k]);
    qp->v[k] += alpha * (qp->v_new[k] - qp->v[k]);
  }
  for (size_t k = 0; k < pn_chain_vector_size(qp->chain->bars); k++)
    z.x[k] += alpha * (z_new.x[k] - z.x[k]);
}

/* Copies u to mu where the floor is touched, which is where u exceeds v, both
   in shares of the chain's weight and length; 0 elsewhere. */
static void multipliers(const pn_chain_qp *qp, double *mu)
{
  const pn_chain *chain = qp->chain;
  const double weight = pn_chain_weight(chain), total = pn_chain_length(chain);
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < chain->bars; i++) {
      const size_t k = floor_pair(chain, j, i);
      const int touched = qp->u[k] * total > qp->v[k] * weight;
      mu[j * (chain->bars + 1) + i] = touched ? qp->u[k] : 0;
    }
}

/* Takes one iteration from z, with `now` the mean of u v. *left becomes the
   share of the linear equations' residual that remains. */
static int iterate(pn_chain_qp *qp, pn_chain_kkt *kkt, const double *x,
                   const double *y, pn_chain_vector r, double now,
                   pn_chain_vector z, double *left)
{
  const size_t n = qp->chain->bars;
  pn_chain_vector work = pn_chain_vector_view(qp->work, n);
  pn_chain_vector z_new =
      pn_chain_vector_view(qp->work + pn_chain_vector_size(n), n);
  assemble(qp, kkt);
  if (pn_chain_kkt_factor(kkt))
    return GSL_ELOSS;
  /* The predictor aims at u v = 0, the corrector at what `aim` says. */
  memset(qp->target, 0, qp->pairs * sizeof *qp->target);
  if (newton(qp, kkt, x, y, r, work, z_new))
    return GSL_ELOSS;
  aim(qp, now);
  if (newton(qp, kkt, x, y, r, work, z_new))
    return GSL_ELOSS;
  const double alpha = fmin(1, to_boundary * longest_step(qp));
  advance(qp, alpha, z_new, z);
  *left = 1 - alpha;
  return GSL_SUCCESS;
}

int pn_chain_qp_solve(pn_chain_qp *qp, pn_chain_kkt *kkt, const double *x,
                      const double *y, pn_chain_vector r, pn_chain_vector z,
                      double *mu)
{
  start(qp, x, y, z);
  const double first = complementarity(qp, 0);
  const double enough = share_wanted(qp->chain) * first;
  double now = first, residual = 1;
  int code = GSL_SUCCESS;
  for (qp->iterations = 0; now > enough || residual > solved;
       qp->iterations++) {
    double left;
    code = qp->iterations == ITERATIONS_MAX
               ? GSL_EMAXITER
               : iterate(qp, kkt, x, y, r, now, z, &left);
    if (code)
      break;
    residual *= left;
    now = complementarity(qp, 0);
  }
  if (code && !(now <= usable * first && residual <= usable))
    return code;
  multipliers(qp, mu);
  return GSL_SUCCESS;
}
