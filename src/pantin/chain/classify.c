/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A stationary point is a minimum on the constraints if the reduced Hessian
   Z^T H Z is positive definite, where the columns of Z span the null space of
   the Jacobian A: the directions in which the chain can move. Z is never
   formed. For A of full rank (bars) and any t,

     inertia [ H - t I   A^T ]  =  inertia(Z^T H Z - t Z^T Z) + (bars, bars, 0)
             [ A         0   ]

   (N. Gould, 1985), and with orthonormal Z the number of eigenvalues of the
   reduced Hessian below t is the number of negative ones of this matrix, less
   `bars`: one block L D L^T. Twice, for t = -tolerance and t = tolerance,
   gives those that are negative, zero and positive.

   A contact of the floor with mu > 0 takes away a direction a more. Instead
   of a row it becomes a spring, E = rho a a^T in its node's block. Write M for
   the reduced Hessian and B = a^T Z: as rho grows, M + rho B^T B has rank(B)
   eigenvalues that grow with rho, and the others tend to those of M on the
   null space of B. Those that count as negative are unchanged once rho |B|^2
   is large beside |M|. With contacts the point is no maximum, for the energy
   rises where a node leaves the floor; and if no direction is left it is a
   minimum.

   Two certificates need no inertia. Without a floor, all lambda_i >= 0 prove
   the global minimum: l = e + lambda^T c is then a convex function of the
   nodes, so that a point where its gradient vanishes is its minimum, and on
   the constraints l = e. All lambda_i <= 0 likewise prove the maximum.

   A has full rank unless all bars are parallel or one has no length. Two bars
   between coinciding ends are always parallel: their two equations are one, and
   their node goes round on a circle, on which l'' = 2 (lambda_1 + lambda_2) for
   each unit of the way. Of other parallel bars second derivatives say nothing,
   for their multipliers are not unique. */
#include "pantin/chain/classify.h"

#include "pantin/chain/simulator.h"
#include "pantin/chain/step.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <math.h>

/* An eigenvalue is zero if it is below this part of T / (n S), T the largest
   tension, n the bars, S their total length: a string under tension T has its
   slowest mode at pi^2 of these. Below that, what an iterate accurate to 1e-7
   leaves uncertain would pass for a sign. */
static const double zero_mode = 1e-7;

/* An eigenvalue below this part of H's largest entry is lost in rounding. */
static const double zero_rounding = 8 * DBL_EPSILON;

/* A contact pushes if its mu exceeds this part of its node's weight. */
static const double pushing = 1e-6;

/* rho, in the largest lambda: large beside H, and far from 1 / epsilon. */
static const double spring = 1e6;

/* Bars are parallel if the sines of their angles are no more than this, which
   is about what a chain with 1e-12 of its length to spare has left. */
static const double parallel = 1e-6;

/* Ends coincide if this part of the length is between them. */
static const double coinciding = 4 * DBL_EPSILON;

/* Shifts tried, each ten times the last, until a factorisation is reliable. */
enum { SHIFTS_MAX = 6 };

const char *pn_chain_kind_name(pn_chain_kind kind)
{
  static const char *const names[] = {"minimum", "maximum", "saddle",
                                      "isolated", "degenerate"};
  return names[kind];
}

/* Tells whether the last factorisation, L D L^T = K + R, is so close to K that
   both have the same inertia. They do if |R (L D L^T)^-1| < 1, because then no
   matrix K + s R between them is singular. Iterative refinement converges under
   the same condition, so it is tried on one vector. */
static int is_reliable(pn_chain_step *step)
{
  const size_t n = step->kkt->bars, size = pn_chain_vector_size(n);
  pn_chain_vector r = pn_chain_step_probe(step);
  pn_chain_vector z = pn_chain_vector_view(step->work + size, n);
  return pn_chain_kkt_solve(step->kkt, r, z) == GSL_SUCCESS;
}

/* Counts the eigenvalues of the reduced Hessian below t. GSL_ELOSS if the
   inertia is in doubt. */
static int count_below(pn_chain_step *step, double t, size_t *below)
{
  pn_chain_kkt *kkt = step->kkt;
  const size_t n = kkt->bars;
  size_t negative = 0;
  /* K - t I in the nodes' part. */
  for (size_t i = 1; i < n; i++) {
    kkt->node[i].xx -= t;
    kkt->node[i].yy -= t;
  }
  /* The block factorisation serves if it is reliable; otherwise a short chain
     is taken to eigenvalues. */
  if (pn_chain_kkt_factor(kkt) == GSL_SUCCESS && is_reliable(step))
    negative = kkt->negative;
  else if (step->dense && !pn_chain_dense_factor(step->dense, kkt) &&
           step->dense->zero == 0)
    negative = step->dense->negative;
  for (size_t i = 1; i < n; i++) {
    kkt->node[i].xx += t;
    kkt->node[i].yy += t;
  }
  *below = negative - n;
  return negative >= n ? GSL_SUCCESS : GSL_ELOSS;
}

/* Counts the eigenvalues below t, or below the first of 10 t, 100 t, ... for
   which the factorisation is reliable: where a pivot vanishes but for t, a
   small t costs digits. */
static int count_near(pn_chain_step *step, double t, size_t *below)
{
  int code = GSL_ELOSS;
  for (int k = 0; code && k < SHIFTS_MAX; k++, t *= 10)
    code = count_below(step, t, below);
  return code;
}

/* Counts the negative and the zero eigenvalues: those below -tolerance, and
   those between that and tolerance. */
static int count_signs(pn_chain_step *step, double tolerance,
                       pn_chain_class *verdict)
{
  size_t negative, not_positive;
  int code = count_near(step, -tolerance, &negative);
  if (!code)
    code = count_near(step, tolerance, &not_positive);
  if (!code) {
    verdict->index = negative;
    verdict->nullity = not_positive > negative ? not_positive - negative : 0;
  }
  return code;
}

/* Returns the size below which an eigenvalue counts as zero. */
static double zero_tolerance(const pn_chain *chain, const pn_chain_point *point)
{
  const double total = pn_chain_length(chain);
  double tension = 0, lambda = 0;
  for (size_t i = 0; i < chain->bars; i++) {
    tension = fmax(tension, fabs(pn_chain_tension(chain, point, i)));
    lambda = fmax(lambda, fabs(point->lambda[i]));
  }
  return zero_mode * tension / (total * (double)chain->bars) +
         zero_rounding * 8 * lambda; /* H has entries of up to 4 lambda */
}

/* Adds a spring to K for each contact that pushes; returns their number. */
static size_t put_springs(const pn_chain *chain, const pn_chain_point *point,
                          pn_chain_kkt *kkt)
{
  const size_t n = chain->bars;
  double lambda = 0;
  for (size_t i = 0; i < n; i++)
    lambda = fmax(lambda, fabs(point->lambda[i]));
  const double rho = spring * lambda;
  size_t active = 0;
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < n; i++) {
      if (!(point->mu[j * (n + 1) + i] >
            pushing * pn_chain_node_weight(chain, i)))
        continue;
      pn_chain_kkt_add_spring(kkt, i, rho, chain->slope[j]);
      active++;
    }
  return active;
}

/* Tells whether all bars point along one line, either way. */
static int all_bars_parallel(const pn_chain_kkt *kkt)
{
  const double x = kkt->dx[0], y = kkt->dy[0], d = hypot(x, y);
  for (size_t i = 1; i < kkt->bars; i++) {
    const double cross = x * kkt->dy[i] - y * kkt->dx[i];
    if (fabs(cross) > parallel * d * hypot(kkt->dx[i], kkt->dy[i]))
      return 0;
  }
  return 1;
}

/* Tells whether the node of two bars goes round the ends, which coincide. */
static int goes_round(const pn_chain *chain)
{
  return chain->bars == 2 && hypot(chain->end[0], chain->end[1]) <=
                                 coinciding * pn_chain_length(chain);
}

/* Sets the signs of a node that goes round, unless the floor holds it. */
static void set_round(const pn_chain_point *point, pn_chain_class *verdict)
{
  const double *lambda = point->lambda, sum = lambda[0] + lambda[1];
  const double most = fmax(fabs(lambda[0]), fabs(lambda[1]));
  const int is_free = verdict->active == 0;
  verdict->nullity = is_free && fabs(sum) <= zero_mode * most;
  verdict->index = is_free && !verdict->nullity && sum < 0;
}

/* Returns 1 if all lambda >= 0, -1 if all lambda <= 0, and 0 otherwise. */
static int common_sign(const pn_chain_point *point)
{
  int pulled = 1, pushed = 1;
  for (size_t i = 0; i < point->bars; i++) {
    pulled = pulled && point->lambda[i] >= 0;
    pushed = pushed && point->lambda[i] <= 0;
  }
  return pulled - pushed;
}

/* Tells whether all lambda are zero: then so is the Hessian. */
static int is_flat(const pn_chain_point *point)
{
  size_t i = 0;
  while (i < point->bars && point->lambda[i] == 0)
    i++;
  return i == point->bars;
}

/* Names the kind of point, for a chain that can move, from the counts. */
static pn_chain_kind judge(const pn_chain_class *verdict, int sign)
{
  if (verdict->global)
    return sign > 0 ? PN_CHAIN_MINIMUM : PN_CHAIN_MAXIMUM;
  if (verdict->nullity > 0)
    return PN_CHAIN_DEGENERATE;
  if (verdict->index == 0)
    return PN_CHAIN_MINIMUM;
  return verdict->index == verdict->dof && verdict->active == 0
             ? PN_CHAIN_MAXIMUM
             : PN_CHAIN_SADDLE;
}

int pn_chain_classify(const pn_chain *chain, const pn_chain_point *point,
                      pn_chain_class *verdict)
{
  *verdict = (pn_chain_class){.kind = PN_CHAIN_DEGENERATE};
  pn_chain_step *step = pn_chain_step_alloc(chain->bars);
  if (!step)
    return GSL_ENOMEM;
  pn_chain_kkt_set(step->kkt, point);
  verdict->active = put_springs(chain, point, step->kkt);
  const int is_taut = pn_chain_is_taut(chain);
  const int is_parallel = !is_taut && all_bars_parallel(step->kkt);
  /* The equations of parallel bars depend on each other; one is too many. */
  const size_t fixed = (is_parallel ? 1 : 2) + verdict->active;
  verdict->dof = chain->bars > fixed ? chain->bars - fixed : 0;
  /* The signs of lambda alone may prove a global minimum or maximum. */
  const int sign = common_sign(point);
  verdict->global = chain->facets == 0 && sign != 0;

  /* Where the chain can move, the signs of the eigenvalues tell the rest. */
  int code = GSL_SUCCESS;
  if (is_taut || (chain->bars == 2 && !goes_round(chain)))
    verdict->kind = PN_CHAIN_ISOLATED;
  else {
    if (chain->bars == 2)
      set_round(point, verdict);
    else if (is_parallel)
      verdict->nullity = 1;
    else if (is_flat(point))
      verdict->nullity = verdict->dof;
    else
      code = count_signs(step, zero_tolerance(chain, point), verdict);
    if (!code)
      verdict->kind = judge(verdict, sign);
  }
  pn_chain_step_free(step);
  return code;
}
