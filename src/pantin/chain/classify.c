/* SPDX-License-Identifier: GPL-3.0-or-later */
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

   A has full rank unless all bars are parallel or one has no length. */
#include "pantin/chain/classify.h"

#include "pantin/base/alloc.h"
#include "pantin/chain/dense.h"
#include "pantin/chain/simulator.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <math.h>

/* An eigenvalue is zero if it is below this part of T / (n S), T the largest
   tension, n the bars, S their total length: a string under tension T has its
   slowest mode at pi^2 of these. Below that, what an iterate accurate to 1e-7
   leaves uncertain would pass for a sign. */
static const double zero_mode = 1e-7;

/* Nor can it be told from the rounding of K's entries. */
static const double zero_rounding = 8 * DBL_EPSILON;

/* A contact pushes if its mu exceeds this part of its node's weight. */
static const double pushing = 1e-6;

/* rho, in the largest lambda: large beside H, and far from 1 / epsilon. */
static const double spring = 1e6;

/* Bars are parallel if the sines of their angles are no more than this, which
   is about what a chain with 1e-12 of its length to spare has left. */
static const double parallel = 1e-6;

/* Shifts tried, each ten times the last, until a factorisation is reliable. */
enum { SHIFTS_MAX = 6 };

const char *pn_chain_kind_name(pn_chain_kind kind)
{
  switch (kind) {
  case PN_CHAIN_MINIMUM:
    return "minimum";
  case PN_CHAIN_MAXIMUM:
    return "maximum";
  case PN_CHAIN_SADDLE:
    return "saddle";
  case PN_CHAIN_ISOLATED:
    return "isolated";
  case PN_CHAIN_DEGENERATE:
    break;
  }
  return "degenerate";
}

/* What counting eigenvalues needs. */
typedef struct {
  pn_chain_kkt *kkt;
  pn_chain_dense *dense; /* NULL for a long chain */
  double *work;          /* two vectors */
} counter;

static void counter_free(counter *count)
{
  pn_chain_kkt_free(count->kkt);
  pn_chain_dense_free(count->dense);
  pn_free(count->work);
}

static int counter_alloc(counter *count, size_t bars)
{
  const int small = bars <= PN_CHAIN_DENSE_BARS_MAX;
  *count = (counter){0};
  count->kkt = pn_chain_kkt_alloc(bars);
  if (small)
    count->dense = pn_chain_dense_alloc(bars);
  count->work = pn_alloc(2 * pn_chain_vector_size(bars), sizeof *count->work);
  if (count->kkt && count->work && (count->dense || !small))
    return GSL_SUCCESS;
  counter_free(count);
  return GSL_ENOMEM;
}

/* Whether the last factorisation L D L^T = K + R is so close to K that both
   have the same inertia. They have if |R (L D L^T)^-1| < 1, because then none
   of the matrices K + s R between them is singular; and that is when iterative
   refinement converges, which is tried on one vector. */
static int is_reliable(counter *count)
{
  const size_t n = count->kkt->bars, size = pn_chain_vector_size(n);
  pn_chain_vector r = pn_chain_vector_view(count->work, n);
  pn_chain_vector z = pn_chain_vector_view(count->work + size, n);
  for (size_t k = 0; k < size; k++)
    r.x[k] = 1 + (double)k / (double)size;
  return pn_chain_kkt_solve(count->kkt, r, z) == GSL_SUCCESS;
}

/* The number of eigenvalues of the reduced Hessian below t. */
static int count_below(counter *count, double t, size_t *below)
{
  pn_chain_kkt *kkt = count->kkt;
  const size_t n = kkt->bars;
  size_t negative = 0;
  for (size_t i = 1; i < n; i++) {
    kkt->node[i].xx -= t;
    kkt->node[i].yy -= t;
  }
  if (pn_chain_kkt_factor(kkt) == GSL_SUCCESS && is_reliable(count))
    negative = kkt->negative;
  else if (count->dense && !pn_chain_dense_factor(count->dense, kkt) &&
           count->dense->zero == 0)
    negative = count->dense->negative;
  for (size_t i = 1; i < n; i++) {
    kkt->node[i].xx += t;
    kkt->node[i].yy += t;
  }
  *below = negative - n;
  return negative >= n ? GSL_SUCCESS : GSL_ELOSS;
}

/* The same for the t nearest to the given one that a reliable factorisation
   is had for: where t is small beside a pivot that vanishes without it, digits
   are lost. */
static int count_near(counter *count, double t, size_t *below)
{
  int code = GSL_ELOSS;
  for (int k = 0; code && k < SHIFTS_MAX; k++, t *= 10)
    code = count_below(count, t, below);
  return code;
}

/* Negative and zero eigenvalues. If both counts agree there is no eigenvalue
   between the two t, and neither mattered. */
static int count_signs(counter *count, double tolerance,
                       pn_chain_class *verdict)
{
  size_t negative, not_positive;
  int code = count_near(count, -tolerance, &negative);
  if (!code)
    code = count_near(count, tolerance, &not_positive);
  if (!code) {
    verdict->index = negative;
    verdict->nullity = not_positive > negative ? not_positive - negative : 0;
  }
  return code;
}

/* Below it, an eigenvalue counts as zero. */
static double zero_tolerance(const pn_chain *chain, const pn_chain_point *point)
{
  double tension = 0, lambda = 0, total = 0;
  for (size_t i = 0; i < chain->bars; i++) {
    tension = fmax(tension, fabs(pn_chain_tension(chain, point, i)));
    lambda = fmax(lambda, fabs(point->lambda[i]));
    total += chain->length[i];
  }
  return zero_mode * tension / (total * (double)chain->bars) +
         zero_rounding * 8 * lambda; /* H has entries of up to 4 lambda */
}

/* The springs of the contacts; returns how many there are. */
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
      const double s = chain->slope[j]; /* a = (s, -1) */
      kkt->node[i].xx += rho * s * s;
      kkt->node[i].xy -= rho * s;
      kkt->node[i].yy += rho;
      active++;
    }
  return active;
}

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

/* 1 if all lambda >= 0, -1 if all <= 0, else 0. */
static int common_sign(const pn_chain_point *point)
{
  int pulled = 1, pushed = 1;
  for (size_t i = 0; i < point->bars; i++) {
    pulled = pulled && point->lambda[i] >= 0;
    pushed = pushed && point->lambda[i] <= 0;
  }
  return pulled - pushed;
}

/* The verdict where the chain can move. */
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
  counter count;
  *verdict = (pn_chain_class){.kind = PN_CHAIN_DEGENERATE};
  if (counter_alloc(&count, chain->bars))
    return GSL_ENOMEM;
  pn_chain_kkt_set(count.kkt, point);
  verdict->active = put_springs(chain, point, count.kkt);
  const size_t fixed = 2 + verdict->active;
  verdict->dof = chain->bars > fixed ? chain->bars - fixed : 0;
  const int sign = common_sign(point);
  verdict->global = chain->facets == 0 && sign != 0;

  int code = GSL_SUCCESS;
  if (chain->bars == 2 || pn_chain_is_taut(chain))
    verdict->kind = PN_CHAIN_ISOLATED;
  else {
    if (!all_bars_parallel(count.kkt))
      code = count_signs(&count, zero_tolerance(chain, point), verdict);
    else
      verdict->nullity = 1;
    if (!code)
      verdict->kind = judge(verdict, sign);
  }
  counter_free(&count);
  return code;
}
