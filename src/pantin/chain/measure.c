/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* How far a point is from being stationary: F = (gradient of l, c), its norms
   as the source prints them, and the same made relative, so that a tolerance
   means the same for 5 bars and for 10^6. Without a floor four nodes or bars
   are taken at a time, and sums take their terms in the same order. */
#include "pantin/chain/simulator.h"
#include "pantin/chain/solver_private.h"

#include "pantin/base/lanes.h"

#include <gsl/gsl_math.h>

/* Returns the largest |min(gap, mu)| over all nodes and facets, both made
   relative: it is positive if a node is below the floor, pulled by it, or
   pushed without touching it. */
static double floor_residual(const pn_chain *chain, const pn_chain_point *point)
{
  if (chain->facets == 0)
    return 0;
  const double weight = pn_chain_weight(chain), total = pn_chain_length(chain);
  double worst = 0;
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < chain->bars; i++) {
      const double ground = chain->height[j] + chain->slope[j] * point->x[i];
      const double mu = point->mu[j * (chain->bars + 1) + i];
      const double gap = point->y[i] - ground;
      worst = fmax(worst, fabs(fmin(gap / total, mu / weight)));
    }
  return worst;
}

/* Less than this part of the heaviest node's weight is never compared with:
   rounding of that one's forces would show. */
static const double least_share = 1e-6;

/* Returns the least load to compare forces with where a floor may carry all
   others: the weight of the lightest node that weighs anything. */
static double least_load(const pn_chain *chain)
{
  double lightest = INFINITY, heaviest = 0;
  for (size_t i = 1; i < chain->bars; i++) {
    const double weight = pn_chain_node_weight(chain, i);
    heaviest = fmax(heaviest, weight);
    if (weight > 0)
      lightest = fmin(lightest, weight);
  }
  return GSL_MAX(least_share * heaviest, GSL_MIN(lightest, heaviest));
}

/* The sums and largest values of a measurement. */
typedef struct {
  double squares, energy;                /* of F, e */
  double gradient, constraint, relative; /* largest entries of F */
  double load; /* largest tension, or weight that no floor carries */
} measures;

/* Adds the entries of F at the free nodes, dl/dp_i (simulator.c), which are
   not stored, from one node on. */
static void add_nodes(const pn_chain *chain, const pn_chain_point *point,
                      size_t begin, measures *to)
{
  const double *x = point->x, *y = point->y, *lambda = point->lambda;
  const double last = 2 * lambda[begin - 1];
  double fx = last * (x[begin] - x[begin - 1]);
  double fy = last * (y[begin] - y[begin - 1]);
  measures m = *to;
  for (size_t i = begin; i < chain->bars; i++) {
    const double weight = pn_chain_node_weight(chain, i);
    const double on_x = 2 * lambda[i] * (x[i + 1] - x[i]);
    const double on_y = 2 * lambda[i] * (y[i + 1] - y[i]);
    double gx = fx - on_x, gy = fy - on_y + weight, carried = 0;
    for (size_t j = 0; j < chain->facets; j++) {
      const double mu = point->mu[j * (chain->bars + 1) + i];
      gx += mu * chain->slope[j];
      gy -= mu;
      carried += mu;
    }
    m.squares += gx * gx + gy * gy;
    m.gradient = GSL_MAX(m.gradient, GSL_MAX(fabs(gx), fabs(gy)));
    m.load = GSL_MAX(m.load, fabs(weight - carried));
    fx = on_x;
    fy = on_y;
  }
  *to = m;
}

/* Adds the entries of F of the bars, c_i, and their energies, from one bar on.
 */
static void add_bars(const pn_chain *chain, const pn_chain_point *point,
                     size_t begin, measures *to)
{
  const double *x = point->x, *y = point->y;
  measures m = *to;
  for (size_t i = begin; i < chain->bars; i++) {
    const double dx = x[i + 1] - x[i], dy = y[i + 1] - y[i];
    const double L = chain->length[i], c = fabs(dx * dx + dy * dy - L * L);
    m.squares += c * c;
    m.constraint = GSL_MAX(m.constraint, c);
    m.relative = GSL_MAX(m.relative, c / (2 * L * L));
    m.load = GSL_MAX(m.load, fabs(2 * point->lambda[i] * L)); /* the tension */
    m.energy += pn_chain_bar_weight(chain, i) * (y[i] + y[i + 1]) / 2;
  }
  *to = m;
}

#ifdef PNI_LANES
/* Reads the pulls 2 lambda (p_{i+1} - p_i) of four bars along x or y. */
PNI_INLINE pni_lanes pull_of_four(const double *lambda, const double *x)
{
  return 2 * lanes_load(lambda) * (lanes_load(x + 1) - lanes_load(x));
}

/* Adds nodes as add_nodes does, where there is no floor, and returns the first
   one that is left. */
PNI_INLINE size_t add_nodes_fours(const pn_chain *chain,
                                  const pn_chain_point *point, measures *to)
{
  const double *x = point->x, *y = point->y, *lambda = point->lambda;
  const double *of_bar = chain->weight ? chain->weight : chain->length;
  const pni_lanes none = {0};
  pni_lanes gradient = none, load = none;
  double squares = 0;
  size_t i = 1;
  for (; i + PNI_LANES <= chain->bars; i += PNI_LANES) {
    const pni_lanes weight =
        (lanes_load(&of_bar[i - 1]) + lanes_load(&of_bar[i])) / 2 +
        (chain->load ? lanes_load(&chain->load[i]) : none);
    const pni_lanes gx = pull_of_four(&lambda[i - 1], &x[i - 1]) -
                         pull_of_four(&lambda[i], &x[i]);
    const pni_lanes gy = pull_of_four(&lambda[i - 1], &y[i - 1]) -
                         pull_of_four(&lambda[i], &y[i]) + weight;
    const pni_lanes square = gx * gx + gy * gy;
    const pni_lanes size_x = lanes_absolute(&gx), size_y = lanes_absolute(&gy);
    squares = lanes_add(squares, &square);
    gradient = lanes_greater(&gradient, &size_x);
    gradient = lanes_greater(&gradient, &size_y);
    load = lanes_greater(&load, &weight);
  }
  to->squares = squares;
  to->gradient = lanes_greatest(&gradient);
  to->load = lanes_greatest(&load);
  return i;
}

/* Adds bars as add_bars does, and returns the first one that is left. */
PNI_INLINE size_t add_bars_fours(const pn_chain *chain,
                                 const pn_chain_point *point, measures *to)
{
  const double *x = point->x, *y = point->y;
  const double *of_bar = chain->weight ? chain->weight : chain->length;
  pni_lanes constraint = {0}, relative = constraint, load = constraint;
  double squares = to->squares, energy = to->energy;
  size_t i = 0;
  for (; i + PNI_LANES <= chain->bars; i += PNI_LANES) {
    const pni_lanes dx = lanes_load(&x[i + 1]) - lanes_load(&x[i]);
    const pni_lanes low = lanes_load(&y[i]), high = lanes_load(&y[i + 1]);
    const pni_lanes dy = high - low, L = lanes_load(&chain->length[i]);
    const pni_lanes over = dx * dx + dy * dy - L * L;
    const pni_lanes c = lanes_absolute(&over), part = c / (2 * L * L);
    const pni_lanes tension = 2 * lanes_load(&point->lambda[i]) * L;
    const pni_lanes pull = lanes_absolute(&tension), square = c * c;
    const pni_lanes heights = lanes_load(&of_bar[i]) * (low + high) / 2;
    squares = lanes_add(squares, &square);
    energy = lanes_add(energy, &heights);
    constraint = lanes_greater(&constraint, &c);
    relative = lanes_greater(&relative, &part);
    load = lanes_greater(&load, &pull);
  }
  to->squares = squares;
  to->energy = energy;
  to->constraint = lanes_greatest(&constraint);
  to->relative = lanes_greatest(&relative);
  to->load = GSL_MAX(to->load, lanes_greatest(&load));
  return i;
}

/* Compile both for processors with vectors of four numbers. */

__attribute__((target("avx2"))) static size_t
add_nodes_by_fours(const pn_chain *chain, const pn_chain_point *point,
                   measures *to)
{
  return add_nodes_fours(chain, point, to);
}

__attribute__((target("avx2"))) static size_t
add_bars_by_fours(const pn_chain *chain, const pn_chain_point *point,
                  measures *to)
{
  return add_bars_fours(chain, point, to);
}
#endif

/* Makes an info of what has been added up, the loads not yet. */
static void report(const pn_chain *chain, const pn_chain_point *point,
                   measures m, pn_chain_info *info)
{
  for (size_t i = 1; chain->load && i < chain->bars; i++)
    m.energy += chain->load[i] * point->y[i];
  if (chain->facets > 0)
    m.load = GSL_MAX(m.load, least_load(chain));
  info->phi = m.squares / 2;
  info->energy = m.energy;
  info->gradient_inf = m.gradient;
  info->constraint_inf = m.constraint;
  info->gradient_relative = m.gradient / m.load;
  info->constraint_relative = m.relative;
  info->floor_relative = floor_residual(chain, point);
}

void pni_chain_measure_plain(const pn_chain *chain, const pn_chain_point *point,
                             pn_chain_info *info)
{
  measures m = {0};
  add_nodes(chain, point, 1, &m);
  add_bars(chain, point, 0, &m);
  report(chain, point, m, info);
}

void pn_chain_measure(const pn_chain *chain, const pn_chain_point *point,
                      pn_chain_info *info)
{
#ifdef PNI_LANES
  if (chain->facets == 0 && __builtin_cpu_supports("avx2")) {
    measures m = {0};
    add_nodes(chain, point, add_nodes_by_fours(chain, point, &m), &m);
    add_bars(chain, point, add_bars_by_fours(chain, point, &m), &m);
    report(chain, point, m, info);
    return;
  }
#endif
  pni_chain_measure_plain(chain, point, info);
}

double pn_chain_residual(const pn_chain_info *info)
{
  return fmax(fmax(info->gradient_relative, info->constraint_relative),
              info->floor_relative);
}
