/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Whether a stationary point is a minimum is told by the signs of its reduced
   Hessian (directions.c). With contacts the point is no maximum, for the energy
   rises where a node leaves the floor; and if no direction is left it is a
   minimum.

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

#include "pantin/chain/directions.h"
#include "pantin/chain/fold.h"
#include "pantin/chain/settle.h"
#include "pantin/chain/simulator.h"
#include "pantin/chain/slack.h"
#include "pantin/chain/solver_private.h"
#include "pantin/chain/step.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Ends coincide if this part of the length is between them. */
static const double coinciding = 4 * DBL_EPSILON;

const char *pn_chain_kind_name(pn_chain_kind kind)
{
  static const char *const names[] = {"minimum", "maximum", "saddle",
                                      "isolated", "degenerate"};
  return names[kind];
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
    if (fabs(cross) > PNI_CHAIN_PARALLEL * d * hypot(kkt->dx[i], kkt->dy[i]))
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

/* Tensions below this part of the largest, or where they all are of what a node
   weighs, are noise. */
static const double slack_tension = 1e-6;

/* Returns the largest tension. */
static double largest_tension(const pn_chain *chain,
                              const pn_chain_point *point)
{
  double tension = 0;
  for (size_t i = 0; i < chain->bars; i++)
    tension = fmax(tension, fabs(pn_chain_tension(chain, point, i)));
  return tension;
}

/* Tells whether a floor carries all: bars have no tension. */
static int is_laid_down(const pn_chain *chain, double tension)
{
  double weight = 0;
  for (size_t i = 1; i < chain->bars; i++)
    weight = fmax(weight, pn_chain_node_weight(chain, i));
  return chain->facets > 0 && tension < slack_tension * weight;
}

/* Returns the multipliers that the verdict takes: those of bars without tension
   are noise, whose signs mean nothing, and become 0 at nodes without weight, or
   where the floor carries all. `copy` holds them then. */
static const pn_chain_point *without_noise(const pn_chain *chain,
                                           const pn_chain_point *point,
                                           pn_chain_point *copy)
{
  const size_t n = chain->bars;
  const double tension = largest_tension(chain, point);
  pn_chain_point_copy(copy, point);
  if (is_laid_down(chain, tension)) {
    memset(copy->lambda, 0, n * sizeof *copy->lambda);
    return copy;
  }
  for (size_t i = 1; i < n; i++)
    for (size_t k = i - 1; k <= i && pn_chain_node_weight(chain, i) == 0; k++)
      if (fabs(pn_chain_tension(chain, point, k)) < slack_tension * tension)
        copy->lambda[k] = 0;
  return copy;
}

/* Tells whether a bar is pushed, by more than noise. */
static int is_pushed(const pn_chain *chain, const pn_chain_point *point)
{
  const double least = -slack_tension * largest_tension(chain, point);
  int is_any = 0;
  for (size_t i = 0; i < chain->bars; i++)
    is_any |= pn_chain_tension(chain, point, i) < least;
  return is_any;
}

/* Tells whether the multipliers of this chain may hold noise. */
static int may_be_noisy(const pn_chain *chain)
{
  return chain->weight || chain->facets > 0;
}

/* Counts the sign of the reduced Hessian of two bars between ends that
   coincide, which is a number; none is left where the node rests on a floor. */
static void count_on_circle(const pn_chain *chain, const pn_chain_point *point,
                            pn_chain_class *verdict)
{
  const double stiffness = 2 * (point->lambda[0] + point->lambda[1]);
  const double zero = pni_chain_zero_mode(chain, point);
  verdict->index = verdict->dof > 0 && stiffness < -zero;
  verdict->nullity = verdict->dof > 0 && fabs(stiffness) <= zero;
}

/* Counts the directions that are left, and those in which the Lagrangian falls
   or is flat. */
static int count(const pn_chain *chain, const pn_chain_point *point,
                 int is_taut, int is_parallel, pn_chain_step *step,
                 pn_chain_class *verdict)
{
  const size_t moves = is_taut ? 0 : chain->bars - 2 + (is_parallel ? 1 : 0);
  const int code = pni_chain_count_free(chain, point, moves, step, verdict);
  if (code || verdict->dof == 0)
    return code;
  if (chain->bars == 2)
    count_on_circle(chain, point, verdict);
  else if (is_parallel)
    verdict->nullity = !pni_chain_hangs_rigid(chain, point);
  else if (is_flat(point))
    verdict->nullity = verdict->dof;
  else
    return pni_chain_count_signs(chain, point, step, verdict);
  return GSL_SUCCESS;
}

/* Classifies a point by its multipliers as they are. */
static int classify(const pn_chain *chain, const pn_chain_point *point,
                    pn_chain_step *step, pn_chain_class *verdict)
{
  pn_chain_kkt_balance(step->kkt, chain);
  pn_chain_kkt_set(step->kkt, point);
  const int is_taut = pn_chain_is_taut(chain);
  const int is_parallel = !is_taut && is_folded(chain, step->kkt);
  verdict->unique = !is_taut && !(is_parallel && pni_chain_is_aligned(chain));
  const int code = count(chain, point, is_taut, is_parallel, step, verdict);
  /* The signs of lambda alone may prove a global minimum or maximum. */
  int sign = common_sign(step->kkt, point, is_parallel);
  if (verdict->active > 0 && is_flat(point))
    sign = 1; /* neither pulled nor pushed: the floor carries all */
  if (sign <= 0 && pni_chain_is_lowest(chain, point)) {
    sign = 1;
    verdict->unique = verdict->unique && !is_pushed(chain, point);
  }
  verdict->global = sign > 0 || (sign < 0 && verdict->active == 0);
  if (verdict->unique && chain->facets > 0)
    verdict->unique = !pni_chain_settles_otherwise(chain, point, step);
  /* What falls must not rise by other multipliers, or stiffer springs. */
  if (!code && verdict->index > 0 && !is_parallel && chain->facets > 0)
    pni_chain_count_surely_negative(chain, point, step, verdict);
  if (is_taut || (chain->bars == 2 && !is_parallel))
    verdict->kind = PN_CHAIN_ISOLATED;
  else if (!code)
    verdict->kind = judge(verdict, sign);
  return code;
}

int pni_chain_classify(const pn_chain *chain, const pn_chain_point *point,
                       pn_chain_step *step, pn_chain_point *copy,
                       pn_chain_class *verdict)
{
  *verdict = (pn_chain_class){.kind = PN_CHAIN_DEGENERATE};
  return classify(
      chain, may_be_noisy(chain) ? without_noise(chain, point, copy) : point,
      step, verdict);
}

int pn_chain_classify(const pn_chain *chain, const pn_chain_point *point,
                      pn_chain_class *verdict)
{
  pn_chain_step *step = pn_chain_step_alloc(chain->bars);
  pn_chain_point *copy =
      may_be_noisy(chain) ? pn_chain_point_alloc(chain) : NULL;
  int code = GSL_ENOMEM;
  *verdict = (pn_chain_class){.kind = PN_CHAIN_DEGENERATE};
  if (step && (copy || !may_be_noisy(chain)))
    code = pni_chain_classify(chain, point, step, copy, verdict);
  pn_chain_point_free(copy);
  pn_chain_step_free(step);
  return code;
}
