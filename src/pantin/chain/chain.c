/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The chain as data, and whether such a chain can exist: a closed polygon
   with sides L_1 .. L_nb and |(a, b)| exists if and only if no side is longer
   than all the others together. (The source asks only that the sum of the
   lengths reach the far end, which misses a bar that is too long.) */
#include "pantin/chain/chain_private.h"

#include "pantin/base/alloc.h"
#include "pantin/chain/simulator.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>
#include <string.h>

pn_chain *pn_chain_alloc(size_t bars, size_t facets)
{
  pn_chain *chain = pn_alloc(1, sizeof *chain);
  if (!chain)
    return NULL;
  chain->bars = bars;
  chain->facets = facets;
  chain->length = pn_alloc(bars, sizeof *chain->length);
  chain->height = pn_alloc(facets, sizeof *chain->height);
  chain->slope = pn_alloc(facets, sizeof *chain->slope);
  if (!chain->length || !chain->height || !chain->slope) {
    pn_chain_free(chain);
    return NULL;
  }
  return chain;
}

void pn_chain_free(pn_chain *chain)
{
  if (!chain)
    return;
  pn_free(chain->length);
  pn_free(chain->weight);
  pn_free(chain->load);
  pn_free(chain->height);
  pn_free(chain->slope);
  pn_free(chain);
}

int pn_chain_add_weights(pn_chain *chain)
{
  const size_t n = chain->bars;
  pn_free(chain->weight);
  pn_free(chain->load);
  chain->weight = pn_alloc(n, sizeof *chain->weight);
  chain->load = pn_alloc(n + 1, sizeof *chain->load);
  if (!chain->weight || !chain->load) {
    pn_free(chain->weight);
    pn_free(chain->load);
    chain->weight = chain->load = NULL;
    return GSL_ENOMEM;
  }
  memcpy(chain->weight, chain->length, n * sizeof *chain->weight);
  return GSL_SUCCESS;
}

/* Computes the sum and the maximum of the lengths. */
static void measure(const pn_chain *chain, double *sum, double *longest)
{
  *sum = *longest = 0;
  for (size_t i = 0; i < chain->bars; i++) {
    *sum += chain->length[i];
    *longest = GSL_MAX(*longest, chain->length[i]);
  }
}

double pn_chain_length(const pn_chain *chain)
{
  double sum, longest;
  measure(chain, &sum, &longest);
  return sum;
}

double pn_chain_weight(const pn_chain *chain)
{
  double sum = 0;
  for (size_t i = 0; i < chain->bars; i++)
    sum += pn_chain_bar_weight(chain, i);
  for (size_t i = 1; chain->load && i < chain->bars; i++)
    sum += chain->load[i];
  return sum;
}

double pn_chain_slack(const pn_chain *chain)
{
  double sum, longest;
  measure(chain, &sum, &longest);
  const double span = hypot(chain->end[0], chain->end[1]);
  return fmin(sum - span, sum - 2 * longest + span);
}

double pni_chain_slack_rounding(const pn_chain *chain)
{
  return 4 * DBL_EPSILON * sqrt((double)chain->bars) * pn_chain_length(chain);
}

/* Ends nearer to each other than this part of the length tell no direction: a
   slack of rounding size, delta, already lets the chain turn by about
   sqrt(2 delta / span). */
static const double least_span = 1e-4;

int pn_chain_is_taut(const pn_chain *chain)
{
  const double span = hypot(chain->end[0], chain->end[1]);
  return fabs(pn_chain_slack(chain)) <= pni_chain_slack_rounding(chain) &&
         span > least_span * pn_chain_length(chain);
}

double pni_chain_slack_share(const pn_chain *chain)
{
  const double total = pn_chain_length(chain);
  const double span = hypot(chain->end[0], chain->end[1]);
  return span > least_span * total ? fmax(pn_chain_slack(chain), 0) / total : 1;
}

double pn_chain_tension_error(const pn_chain *chain)
{
  const double slack = pni_chain_slack_share(chain) * pn_chain_length(chain);
  return pn_chain_is_taut(chain)
             ? INFINITY
             : pni_chain_slack_rounding(chain) / (2 * slack);
}

/* Checks the number of bars, and that each has a length. */
static int check_lengths(const pn_chain *chain, pn_error *error)
{
  if (chain->bars < PN_CHAIN_BARS_MIN || chain->bars > PN_CHAIN_BARS_MAX)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "a chain has between %d and %d bars, got %zu",
                        PN_CHAIN_BARS_MIN, PN_CHAIN_BARS_MAX, chain->bars);
  for (size_t i = 0; i < chain->bars; i++)
    if (!(chain->length[i] > 0 && isfinite(chain->length[i])))
      return pn_error_set(error, GSL_EINVAL, NULL, 0,
                          "the length of bar %zu must be positive and finite, "
                          "got %g m",
                          i + 1, chain->length[i]);
  return GSL_SUCCESS;
}

static int check_end(const pn_chain *chain, pn_error *error)
{
  if (isfinite(chain->end[0]) && isfinite(chain->end[1]))
    return GSL_SUCCESS;
  return pn_error_set(error, GSL_EINVAL, NULL, 0,
                      "the end of the chain must be finite, got (%g, %g)",
                      chain->end[0], chain->end[1]);
}

/* Checks that the bars and the line between the ends can form a polygon. */
static int check_closes(const pn_chain *chain, pn_error *error)
{
  if (pn_chain_slack(chain) >= -pni_chain_slack_rounding(chain))
    return GSL_SUCCESS;
  double sum, longest;
  measure(chain, &sum, &longest);
  const double span = hypot(chain->end[0], chain->end[1]);
  if (sum < span)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "the bars are %.9g m long in all, too short to reach "
                        "the end (%.9g, %.9g), which is %.9g m away",
                        sum, chain->end[0], chain->end[1], span);
  return pn_error_set(error, GSL_EINVAL, NULL, 0,
                      "the chain cannot close: its longest bar has %.9g m, all "
                      "others together with the distance of the ends only "
                      "%.9g m",
                      longest, sum - longest + span);
}

/* A facet that is computed may miss an end by this part of the length, times
   its slope; but no more for one that is steeper. */
static const double rounding = 4 * DBL_EPSILON, steep = 1e3;

/* Checks that both fixed ends lie above each facet of the floor, or on it, up
   to the rounding of a facet that is computed. */
static int check_floor(const pn_chain *chain, pn_error *error)
{
  const double least = rounding * pn_chain_length(chain);
  for (size_t j = 0; j < chain->facets; j++) {
    const double r = chain->height[j], s = chain->slope[j];
    if (!isfinite(r) || !isfinite(s))
      return pn_error_set(error, GSL_EINVAL, NULL, 0,
                          "height and slope of floor facet %zu must be finite",
                          j + 1);
    const double allowed = least * fmin(1 + fabs(s), steep);
    if (r > allowed || r + s * chain->end[0] - chain->end[1] > allowed)
      return pn_error_set(error, GSL_EINVAL, NULL, 0,
                          "floor facet %zu, y >= %g + %g x, lies above a fixed "
                          "end of the chain",
                          j + 1, r, s);
  }
  return GSL_SUCCESS;
}

/* Checks that a taut chain, which has one configuration, is above the floor
   there. It is if it lies between its ends; otherwise its longest bar goes
   beyond them. */
static int check_taut(const pn_chain *chain, pn_error *error)
{
  const double span = hypot(chain->end[0], chain->end[1]);
  double sum, longest;
  measure(chain, &sum, &longest);
  if (!pn_chain_is_taut(chain) || longest <= span)
    return GSL_SUCCESS;
  double before = 0;
  for (size_t i = 0; chain->length[i] < longest; i++)
    before += chain->length[i];
  const double allowed = rounding * sum, along[] = {-before, longest - before};
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t k = 0; k < 2; k++) {
      /* 0 is added so that the message has no -0. */
      const double x = along[k] * chain->end[0] / span + 0.0;
      const double y = along[k] * chain->end[1] / span + 0.0;
      const double ground = chain->height[j] + chain->slope[j] * x;
      if (ground - y > allowed * fmin(1 + fabs(chain->slope[j]), steep))
        return pn_error_set(error, GSL_EINVAL, NULL, 0,
                            "the chain is taut, and its only configuration "
                            "goes through (%.9g, %.9g), below floor facet %zu, "
                            "y >= %g + %g x",
                            x, y, j + 1, chain->height[j], chain->slope[j]);
    }
  return GSL_SUCCESS;
}

/* Checks the weights of bars, if they are given. Some may be 0: a stretch
   without weight is a light string, straight where it is pulled. */
static int check_weights(const pn_chain *chain, pn_error *error)
{
  for (size_t i = 0; chain->weight && i < chain->bars; i++)
    if (!(chain->weight[i] >= 0 && isfinite(chain->weight[i])))
      return pn_error_set(error, GSL_EINVAL, NULL, 0,
                          "the weight of bar %zu must not be negative, and "
                          "finite, got %g N",
                          i + 1, chain->weight[i]);
  return GSL_SUCCESS;
}

/* Checks the loads of the free nodes, if they are given. */
static int check_loads(const pn_chain *chain, pn_error *error)
{
  for (size_t i = 1; chain->load && i < chain->bars; i++)
    if (!(chain->load[i] >= 0 && isfinite(chain->load[i])))
      return pn_error_set(error, GSL_EINVAL, NULL, 0,
                          "the load of node %zu must not be negative, and "
                          "finite, got %g N",
                          i, chain->load[i]);
  if (!(pn_chain_weight(chain) > 0))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "neither bars nor nodes weigh anything: a load at one "
                        "node is enough to say how the chain hangs");
  return GSL_SUCCESS;
}

int pn_chain_check(const pn_chain *chain, pn_chain_part *part, pn_error *error)
{
  static const struct {
    pn_chain_part part;
    int (*check)(const pn_chain *chain, pn_error *error);
  } checks[] = {
      {PN_CHAIN_LENGTHS, check_lengths}, {PN_CHAIN_END, check_end},
      {PN_CHAIN_LENGTHS, check_closes},  {PN_CHAIN_FLOOR, check_floor},
      {PN_CHAIN_FLOOR, check_taut},      {PN_CHAIN_WEIGHTS, check_weights},
      {PN_CHAIN_LOADS, check_loads},
  };
  pn_error_clear(error);
  for (size_t k = 0; k < sizeof checks / sizeof checks[0]; k++)
    if (checks[k].check(chain, error)) {
      if (part)
        *part = checks[k].part;
      return GSL_EINVAL;
    }
  return GSL_SUCCESS;
}

/* Makes a point in this block of memory, which becomes its own. */
static pn_chain_point *make_point(const pn_chain *chain, double *block)
{
  pn_chain_point *point = pn_alloc(1, sizeof *point);
  if (!point || !block) {
    pn_free(point);
    pn_free(block);
    return NULL;
  }
  const size_t nodes = chain->bars + 1;
  point->bars = chain->bars;
  point->facets = chain->facets;
  point->x = block;
  point->y = point->x + nodes;
  point->lambda = point->y + nodes;
  point->mu = point->lambda + chain->bars;
  return point;
}

/* Returns how many numbers a point has: x, y and one for each facet at each
   node, and lambda of each bar. */
static size_t size_of_point(size_t bars, size_t facets)
{
  return (2 + facets) * (bars + 1) + bars;
}

pn_chain_point *pn_chain_point_alloc(const pn_chain *chain)
{
  const size_t bars = chain->bars, size = size_of_point(bars, chain->facets);
  pn_chain_point *point = make_point(chain, pn_alloc(size, sizeof(double)));
  if (point) {
    point->x[bars] = chain->end[0];
    point->y[bars] = chain->end[1];
  }
  return point;
}

pn_chain_point *pni_chain_point_reserve(const pn_chain *chain)
{
  const size_t size = size_of_point(chain->bars, chain->facets);
  return make_point(chain, pn_realloc(NULL, size, sizeof(double)));
}

size_t pn_chain_point_size(const pn_chain_point *point)
{
  return size_of_point(point->bars, point->facets);
}

void pn_chain_point_free(pn_chain_point *point)
{
  if (!point)
    return;
  pn_free(point->x);
  pn_free(point);
}

void pn_chain_point_copy(pn_chain_point *to, const pn_chain_point *from)
{
  memcpy(to->x, from->x, pn_chain_point_size(from) * sizeof *to->x);
}

double pn_chain_displacement(const pn_chain_point *from,
                             const pn_chain_point *to)
{
  double most_x = 0, most_y = 0;
  for (size_t i = 1; i < from->bars; i++) {
    const double dx = fabs(to->x[i] - from->x[i]);
    const double dy = fabs(to->y[i] - from->y[i]);
    most_x = dx > most_x ? dx : most_x; /* fmax would be a call */
    most_y = dy > most_y ? dy : most_y;
  }
  return fmax(most_x, most_y);
}

void pn_chain_straighten(const pn_chain *chain, pn_chain_point *point)
{
  const size_t n = chain->bars;
  double sum, longest;
  measure(chain, &sum, &longest);
  const double span = hypot(chain->end[0], chain->end[1]);
  /* All bars point to the far end, unless the longest is longer than the way:
     then it points there and all others lead back. */
  const int overshoots = longest > span;
  const double ux = chain->end[0] / span, uy = chain->end[1] / span;
  int passed = 0; /* 1: the longest bar has been laid */
  for (size_t i = 0; i + 1 < n; i++) {
    const int forwards =
        !overshoots || (!passed && chain->length[i] == longest);
    passed |= chain->length[i] == longest;
    const double way = forwards ? chain->length[i] : -chain->length[i];
    point->x[i + 1] = point->x[i] + way * ux;
    point->y[i + 1] = point->y[i] + way * uy;
  }
}

double pn_chain_tension(const pn_chain *chain, const pn_chain_point *point,
                        size_t bar)
{
  return 2 * point->lambda[bar] * chain->length[bar];
}
