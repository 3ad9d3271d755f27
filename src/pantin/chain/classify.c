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
   null space of B, from below: they still lack c / rho. So a direction in which
   the energy is flat may seem to fall. With -rho the others come from above,
   and what is negative then, but for those that fall with -rho, is so; the rest
   is lost in the springs and counts as zero. With contacts the point is no
   maximum, for the energy rises where a node leaves the floor; and if no
   direction is left it is a minimum.

   Three certificates need no inertia. All lambda_i >= 0 prove the global
   minimum: l = e + lambda^T c - mu^T gap is then a convex function of the
   nodes, the floor's part being linear, so that a point where its gradient
   vanishes is its minimum. There l = e, and for any other chain above the floor
   l <= e, as mu >= 0. All lambda_i <= 0 likewise prove the maximum, if no mu >
   0. Where every node hangs straight down from an end, or lies on a level
   floor, there are such lambda_i >= 0, whatever those of the point are.

   A has full rank unless all bars are parallel or one has no length. Parallel
   bars leave one direction more, and their multipliers are not unique: with s_i
   the length of a bar along their line, below 0 if it goes back, lambda_i + t /
   s_i serve as well for any t, unless the ends are off (fold.c). The
   certificates may take any t. Two bars between ends that coincide swing on a
   circle, c_1 = c_2, where the reduced Hessian is 2 (lambda_1 + lambda_2); with
   more, the points that are allowed may branch off, and only rigid polygons
   that hang (fold.h) are decided. Facets that are touched may leave the
   multipliers free, too (settle.c): with others the energy may rise where it
   seems to fall. So a direction counts as zero unless it falls without changing
   the angles of bars whose multipliers are free. */
#include "pantin/chain/classify.h"

#include "pantin/chain/fold.h"
#include "pantin/chain/settle.h"
#include "pantin/chain/simulator.h"
#include "pantin/chain/slack.h"
#include "pantin/chain/solver_private.h"
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

/* rho, in the largest lambda: large beside H, and far from 1 / epsilon; and
   what lies between their eigenvalues. */
static const double spring = 1e6, between = 1e3;

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

/* Returns the largest |lambda|. */
static double largest_multiplier(const pn_chain_point *point)
{
  double lambda = 0;
  for (size_t i = 0; i < point->bars; i++)
    lambda = fmax(lambda, fabs(point->lambda[i]));
  return lambda;
}

/* Tensions below this part of what a node carries are those of slack bars. */
static const double slack_tension = 1e-6;

/* Returns the size below which an eigenvalue counts as zero. Where all bars are
   slack, what they carry stands for the largest tension. */
static double zero_tolerance(const pn_chain *chain, const pn_chain_point *point)
{
  const double total = pn_chain_length(chain);
  double tension = 0, weight = 0;
  for (size_t i = 0; i < chain->bars; i++) {
    tension = fmax(tension, fabs(pn_chain_tension(chain, point, i)));
    if (i > 0)
      weight = fmax(weight, pn_chain_node_weight(chain, i));
  }
  if (tension < slack_tension * weight)
    tension = weight;
  return zero_mode * tension / (total * (double)chain->bars) +
         /* H has entries of up to 4 lambda */
         zero_rounding * 8 * largest_multiplier(point);
}

/* Adds a spring rho to K for each contact that pushes; returns their number. */
static size_t put_springs(const pn_chain *chain, const pn_chain_point *point,
                          double rho, pn_chain_kkt *kkt)
{
  const size_t n = chain->bars;
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

/* Counts as zero the negative eigenvalues that are not so with springs below
   zero, or if bars whose multipliers are free were stiff. */
static void count_surely_negative(const pn_chain *chain,
                                  const pn_chain_point *point,
                                  pn_chain_step *step, pn_chain_class *verdict)
{
  const size_t n = chain->bars;
  const double lambda = largest_multiplier(point);
  const pn_chain_vector change =
      pn_chain_vector_view(step->work + pn_chain_vector_size(n), n);
  size_t negative, springs;
  pn_chain_kkt_set(step->kkt, point);
  for (size_t i = 0; i < n && !verdict->unique; i++)
    if (change.lambda[i] != 0)
      step->kkt->weight[i] += between * lambda;
  (void)put_springs(chain, point, -spring * lambda, step->kkt);
  if (count_near(step, -zero_tolerance(chain, point), &negative) ||
      count_near(step, -between * lambda, &springs))
    return;
  const size_t sure = negative > springs ? negative - springs : 0;
  if (sure < verdict->index) {
    verdict->nullity += verdict->index - sure;
    verdict->index = sure;
  }
}

/* Tells whether all bars point along one line, either way, and can yet move. */
static int is_folded(const pn_chain *chain, const pn_chain_kkt *kkt)
{
  const double apart = hypot(chain->end[0], chain->end[1]);
  if (chain->bars == 2 && apart > coinciding * pn_chain_length(chain))
    return 0;
  const double x = kkt->dx[0], y = kkt->dy[0], d = hypot(x, y);
  for (size_t i = 1; i < kkt->bars; i++) {
    const double cross = x * kkt->dy[i] - y * kkt->dx[i];
    if (fabs(cross) > parallel * d * hypot(kkt->dx[i], kkt->dy[i]))
      return 0;
  }
  return 1;
}

/* Returns 1 if all lambda >= 0, -1 if all lambda <= 0, and 0 otherwise; of
   parallel bars, if that holds for some t. */
static int common_sign(const pn_chain_kkt *kkt, const pn_chain_point *point,
                       int is_parallel)
{
  const double x = kkt->dx[0], y = kkt->dy[0];
  double low[2] = {-INFINITY, -INFINITY}, high[2] = {INFINITY, INFINITY};
  int sign[2] = {1, 1}; /* pulled, pushed */
  for (size_t i = 0; i < point->bars; i++) {
    const double lambda = point->lambda[i];
    const double along = x * kkt->dx[i] + y * kkt->dy[i];
    for (int k = 0; k < 2; k++) {
      sign[k] &= k == 0 ? lambda >= 0 : lambda <= 0;
      if ((along > 0) == (k == 0))
        low[k] = fmax(low[k], -lambda * along);
      else
        high[k] = fmin(high[k], -lambda * along);
    }
  }
  for (int k = 0; k < 2 && is_parallel; k++)
    sign[k] = low[k] <= high[k];
  return sign[0] - sign[1];
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

/* Returns the number of directions in which the chain can move to first order,
   less the contacts that push. */
static size_t degrees(const pn_chain *chain, int is_parallel, size_t active)
{
  const size_t moves = 2 * (chain->bars - 1);
  const size_t fixed = chain->bars - (is_parallel ? 1 : 0) + active;
  return moves > fixed ? moves - fixed : 0;
}

/* Returns the multipliers that the verdict takes: those of bars without tension
   at nodes without weight are noise, whose signs mean nothing, and become 0.
   `copy` holds them then. */
static const pn_chain_point *without_noise(const pn_chain *chain,
                                           const pn_chain_point *point,
                                           pn_chain_point *copy)
{
  double tension = 0;
  for (size_t i = 0; i < chain->bars; i++)
    tension = fmax(tension, fabs(pn_chain_tension(chain, point, i)));
  pn_chain_point_copy(copy, point);
  for (size_t i = 1; i < chain->bars; i++)
    for (size_t k = i - 1; k <= i && pn_chain_node_weight(chain, i) == 0; k++)
      if (fabs(pn_chain_tension(chain, point, k)) < slack_tension * tension)
        copy->lambda[k] = 0;
  return copy;
}

/* Counts the sign of the reduced Hessian of two bars between ends that
   coincide, which is a number; none is left where the node rests on a floor. */
static void count_on_circle(const pn_chain *chain, const pn_chain_point *point,
                            pn_chain_class *verdict)
{
  const double stiffness = 2 * (point->lambda[0] + point->lambda[1]);
  const double zero = zero_tolerance(chain, point);
  verdict->index = verdict->dof > 0 && stiffness < -zero;
  verdict->nullity = verdict->dof > 0 && fabs(stiffness) <= zero;
}

/* Classifies a point by its multipliers as they are. */
static int classify(const pn_chain *chain, const pn_chain_point *point,
                    pn_chain_step *step, pn_chain_class *verdict)
{
  pn_chain_kkt_balance(step->kkt, chain);
  pn_chain_kkt_set(step->kkt, point);
  const int is_taut = pn_chain_is_taut(chain);
  const int is_parallel = !is_taut && is_folded(chain, step->kkt);
  verdict->active =
      put_springs(chain, point, spring * largest_multiplier(point), step->kkt);
  verdict->dof = degrees(chain, is_parallel, verdict->active);
  verdict->unique = !is_taut && !(is_parallel && pni_chain_is_aligned(chain));
  /* The signs of lambda alone may prove a global minimum or maximum. */
  int sign = common_sign(step->kkt, point, is_parallel);
  if (verdict->active > 0 && is_flat(point))
    sign = 1; /* neither pulled nor pushed: the floor carries all */
  if (sign <= 0 && pni_chain_is_lowest(chain, point)) {
    sign = 1;
    verdict->unique = 0;
  }
  verdict->global = sign > 0 || (sign < 0 && verdict->active == 0);

  /* Where the chain can move, the signs of the eigenvalues tell the rest. */
  int code = GSL_SUCCESS;
  if (is_taut || (chain->bars == 2 && !is_parallel))
    verdict->kind = PN_CHAIN_ISOLATED;
  else {
    if (chain->bars == 2)
      count_on_circle(chain, point, verdict);
    else if (is_parallel)
      verdict->nullity =
          verdict->dof > 0 && !pni_chain_hangs_rigid(chain, point);
    else if (is_flat(point))
      verdict->nullity = verdict->dof;
    else
      code = count_signs(step, zero_tolerance(chain, point), verdict);
  }
  if (verdict->unique && chain->facets > 0)
    verdict->unique = !pni_chain_settles_otherwise(chain, point, step);
  /* What falls must not rise by other multipliers, or stiffer springs. */
  if (!code && verdict->index > 0 && !is_parallel && chain->facets > 0)
    count_surely_negative(chain, point, step, verdict);
  if (!code && verdict->kind != PN_CHAIN_ISOLATED)
    verdict->kind = judge(verdict, sign);
  return code;
}

int pni_chain_classify(const pn_chain *chain, const pn_chain_point *point,
                       pn_chain_step *step, pn_chain_point *copy,
                       pn_chain_class *verdict)
{
  *verdict = (pn_chain_class){.kind = PN_CHAIN_DEGENERATE};
  return classify(chain,
                  chain->weight ? without_noise(chain, point, copy) : point,
                  step, verdict);
}

int pn_chain_classify(const pn_chain *chain, const pn_chain_point *point,
                      pn_chain_class *verdict)
{
  pn_chain_step *step = pn_chain_step_alloc(chain->bars);
  pn_chain_point *copy = chain->weight ? pn_chain_point_alloc(chain) : NULL;
  int code = GSL_ENOMEM;
  *verdict = (pn_chain_class){.kind = PN_CHAIN_DEGENERATE};
  if (step && (copy || !chain->weight))
    code = pni_chain_classify(chain, point, step, copy, verdict);
  pn_chain_point_free(copy);
  pn_chain_step_free(step);
  return code;
}
