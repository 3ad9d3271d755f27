/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Nested iteration. On a floor of several facets there are too many sets of
   nodes that may touch them for a method that looks for the right one from
   afar, if the bars are many; if they are few, it is soon found. So
   neighbouring bars are merged, FACTOR at a time, until few are left; that
   chain is solved from the line of its ends, and its answer is where the next
   finer one starts.

   A merged bar is as long as its bars together. Let fine node i lie in the
   coarse bar from node B to B + 1, at the share t of its length; then

     x_i = (1 - t) X_B + t X_{B+1},   and so y_i,

   which leaves all lengths right, and, as the floor is convex, all nodes above
   it. The coarse chain is the fine one with its nodes held so: the weight w_i
   hangs with (1 - t) w_i at B and with t w_i at B + 1, and the bars weigh
   nothing. Forces go the other way: every bar has the tension of its merged
   one, and a facet that pushes both B and B + 1 pushes node i with

     mu_i = w_i ((1 - t) M_B / W_B + t M_{B+1} / W_{B+1}).

   Where a chain slides over an edge of the floor, it comes to rest once for
   each of its bars, and the place of a coarser chain may be one from which the
   finer one slides a long way. Then the next finer one starts there as well;
   and if the last but one is not solved, bars are merged in other places.

   Source: W. Hackbusch, Multi-Grid Methods and Applications (1985), chapter 5,
   for nested iteration. */
#include "pantin/chain/nested.h"

#include "pantin/chain/simulator.h"
#include "pantin/chain/start.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Bars that are merged into one, and the fewest that a coarse chain has. */
enum { FACTOR = 2, BARS_LEAST = 40 };

/* Steps for each chain: where the start is good, a dozen do. */
enum { STEPS_MAX = 100 };

/* Attempts, each of which merges other bars. */
enum { ATTEMPTS_MAX = 8 };

/* A gap at a fixed end that counts as none, in lengths of the chain. */
static const double touching = 1e-12;

struct pn_chain_nested {
  pn_chain *chain;          /* the coarse one, owned */
  pn_chain_solver *solver;  /* owned */
  pn_chain_point *start;    /* owned */
  double shift;             /* of the places where bars are merged, in ]-1, 1[:
                               0 is none, 1 as far as can be */
  pn_chain_nested *coarser; /* NULL: there is none; owned */
};

pn_chain_nested *pni_chain_nested_alloc(const pn_chain_method *method,
                                        const pn_chain *chain, int *has_any)
{
  const size_t bars = chain->bars / FACTOR + 1;
  *has_any = bars >= BARS_LEAST;
  if (!*has_any)
    return NULL;
  pn_chain_nested *nested = pn_alloc(1, sizeof *nested);
  int has_coarser = 0;
  if (!nested)
    return NULL;
  nested->chain = pn_chain_alloc(bars, chain->facets);
  if (nested->chain && !pn_chain_add_weights(nested->chain)) {
    nested->solver = pn_chain_solver_alloc(method, nested->chain);
    nested->start = pn_chain_point_alloc(nested->chain);
    nested->coarser =
        pni_chain_nested_alloc(method, nested->chain, &has_coarser);
  }
  if (!nested->solver || !nested->start || (has_coarser && !nested->coarser)) {
    pni_chain_nested_free(nested);
    return NULL;
  }
  return nested;
}

void pni_chain_nested_free(pn_chain_nested *nested)
{
  if (!nested)
    return;
  pni_chain_nested_free(nested->coarser);
  pn_chain_point_free(nested->start);
  pn_chain_solver_free(nested->solver);
  pn_chain_free(nested->chain);
  pn_free(nested);
}

/* Returns a number in ]-1, 1[ that looks random, 0 at the first attempt. */
static double scatter(size_t attempt, size_t bars)
{
  return attempt > 0
             ? 2 * fmod(0.6180339887498949 * (double)(attempt + bars), 1) - 1
             : 0;
}

/* Returns the fine node at which a coarse node is. */
static size_t fine_node(const pn_chain_nested *nested, const pn_chain *fine,
                        size_t node)
{
  const size_t m = nested->chain->bars;
  const double share = (double)fine->bars / (double)m;
  if (node == 0 || node == m)
    return node == 0 ? 0 : fine->bars;
  return (size_t)((double)node * share + (share - 1) * nested->shift);
}

/* Sets the coarse chain from the fine one. */
static void merge(const pn_chain *fine, pn_chain_nested *nested)
{
  pn_chain *coarse = nested->chain;
  const size_t m = coarse->bars;
  memset(coarse->load, 0, (m + 1) * sizeof *coarse->load);
  for (size_t k = 0; k < m; k++) {
    const size_t first = fine_node(nested, fine, k);
    const size_t last = fine_node(nested, fine, k + 1);
    double total = 0, along = 0;
    for (size_t i = first; i < last; i++)
      total += fine->length[i];
    for (size_t i = first; i < last; i++) {
      const double w = i > 0 ? pn_chain_node_weight(fine, i) : 0;
      coarse->load[k] += (1 - along / total) * w;
      coarse->load[k + 1] += along / total * w;
      along += fine->length[i];
    }
    coarse->length[k] = total;
    coarse->weight[k] = 0;
  }
  memcpy(coarse->end, fine->end, sizeof coarse->end);
  for (size_t j = 0; j < fine->facets; j++) {
    coarse->height[j] = fine->height[j];
    coarse->slope[j] = fine->slope[j];
  }
}

/* Returns the share of its weight with which facet j pushes a coarse node; a
   fixed end that lies on it counts as pushed like its neighbour. */
static double push_of(const pn_chain *coarse, const pn_chain_point *point,
                      size_t j, size_t node)
{
  const size_t m = coarse->bars;
  const double gap =
      point->y[node] - coarse->height[j] - coarse->slope[j] * point->x[node];
  const int is_end = node == 0 || node == m;
  if (is_end && fabs(gap) > touching * pn_chain_length(coarse))
    return 0;
  const size_t at = node == 0 ? 1 : node == m ? m - 1 : node;
  const double mu = point->mu[j * (m + 1) + at], w = coarse->load[at];
  return mu > 0 && w > 0 ? mu / w : 0;
}

/* Places the fine nodes from `first` on, which lie in a coarse bar, with the
   tensions of their bars. */
static void place_nodes(const pn_chain *coarse, const pn_chain_point *from,
                        size_t bar, const pn_chain *fine, size_t first,
                        size_t last, pn_chain_point *to)
{
  const double total = coarse->length[bar];
  double along = 0;
  for (size_t i = first; i < last; i++) {
    const double t = along / total;
    to->x[i] = (1 - t) * from->x[bar] + t * from->x[bar + 1];
    to->y[i] = (1 - t) * from->y[bar] + t * from->y[bar + 1];
    to->lambda[i] = from->lambda[bar] * total / fine->length[i];
    along += fine->length[i];
  }
}

/* Lets facet j push them as it pushes the ends of the coarse bar. */
static void push_nodes(const pn_chain *coarse, const pn_chain_point *from,
                       size_t j, size_t bar, const pn_chain *fine, size_t first,
                       size_t last, pn_chain_point *to)
{
  const double here = push_of(coarse, from, j, bar);
  const double there = push_of(coarse, from, j, bar + 1);
  const double total = coarse->length[bar];
  double *mu = &to->mu[j * (fine->bars + 1)];
  double along = 0;
  for (size_t i = first; i < last; i++) {
    const double t = along / total;
    const int lies = here > 0 && (there > 0 || i == first);
    const double share = lies ? (1 - t) * here + t * there : 0;
    if (i > 0)
      mu[i] = share * pn_chain_node_weight(fine, i);
    along += fine->length[i];
  }
}

/* Places the fine chain along the coarse one. */
static void refine(const pn_chain_nested *nested, const pn_chain_point *from,
                   const pn_chain *fine, pn_chain_point *to)
{
  const pn_chain *coarse = nested->chain;
  for (size_t bar = 0; bar < coarse->bars; bar++) {
    const size_t first = fine_node(nested, fine, bar);
    const size_t last = fine_node(nested, fine, bar + 1);
    place_nodes(coarse, from, bar, fine, first, last, to);
    for (size_t j = 0; j < fine->facets; j++)
      push_nodes(coarse, from, j, bar, fine, first, last, to);
  }
}

/* Solves the coarse chain from its start. Returns whether it has converged; a
   start that is `known` is good or useless, so that no other is tried. */
static int solve(pn_chain_nested *nested, int known)
{
  pn_chain_solver *solver = nested->solver;
  pn_chain_settings settings = pn_chain_settings_default();
  settings.iterations = STEPS_MAX;
  settings.lambda =
      known ? PN_CHAIN_LAMBDA_GIVEN : PN_CHAIN_LAMBDA_LEAST_SQUARES;
  if (pn_chain_solver_set(solver, &settings, nested->start, NULL))
    return 0;
  while (pn_chain_solver_test(solver) == GSL_CONTINUE)
    if (pn_chain_solver_iterate(solver) || (known && solver->info.thrown))
      break;
  return pn_chain_solver_finish(solver) == PN_CHAIN_CONVERGED;
}

/* How a chain was placed. */
typedef enum { NOWHERE, ROUGHLY, WELL } placing;

/* Places the point along the next coarser chain: well if that was solved,
   roughly if only a coarser one was. */
static placing place(pn_chain_nested *nested, const pn_chain *chain,
                     size_t attempt, pn_chain_point *point)
{
  const pn_chain *coarse = nested->chain;
  pn_chain_point *start = nested->start;
  nested->shift = scatter(attempt, coarse->bars);
  merge(chain, nested);
  if (pn_chain_check(coarse, NULL, NULL))
    return NOWHERE;
  start->x[coarse->bars] = coarse->end[0];
  start->y[coarse->bars] = coarse->end[1];
  const int known = nested->coarser &&
                    place(nested->coarser, coarse, attempt, start) != NOWHERE;
  if (!known)
    pn_chain_start_set(pn_chain_start_find("line"), coarse, 0, start, NULL);
  const int solved = solve(nested, known);
  if (solved)
    refine(nested, nested->solver->point, chain, point);
  else if (known)
    refine(nested, start, chain, point);
  return solved ? WELL : known ? ROUGHLY : NOWHERE;
}

int pni_chain_nested_place(pn_chain_nested *nested, const pn_chain *chain,
                           size_t *attempts, pn_chain_point *point)
{
  placing how = NOWHERE;
  while (how != WELL && *attempts < ATTEMPTS_MAX)
    how = place(nested, chain, (*attempts)++, point);
  return how != NOWHERE;
}
