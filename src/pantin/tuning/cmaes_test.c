/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* When to stop: the criteria of cmaes.m (Hansen) and of the tutorial's
   appendix B.3. */
#include "pantin/tuning/cmaes_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[PN_CMAES_REASONS] = {"running",
                                                    "target",
                                                    "evaluations",
                                                    "generations",
                                                    "step",
                                                    "step-up",
                                                    "spread",
                                                    "history",
                                                    "condition",
                                                    "stagnation",
                                                    "equal-values",
                                                    "no-effect-axis",
                                                    "no-effect-coordinate"};

const char *pn_cmaes_reason_name(pn_cmaes_reason reason)
{
  return (unsigned)reason < PN_CMAES_REASONS ? names[reason] : NULL;
}

static int compare(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

void pni_sort(double *values, size_t count)
{
  qsort(values, count, sizeof *values, compare);
}

size_t pni_cmaes_recent(const pn_cmaes *es)
{
  return 10 + (size_t)ceil(30 * (double)es->n / (double)es->population);
}

/* Returns the best (column 0) or median value (1) of the generation that was
   told `ago` generations before the last one. */
static double past(const pn_cmaes *es, size_t ago, int column)
{
  const size_t at = (es->generation - 1 - ago) % es->window;
  return es->history[2 * at + (size_t)column];
}

/* Returns the median of `count` generations, the last of them `ago`.
   `generation` counts the one being told already. */
static double past_median(pn_cmaes *es, size_t ago, size_t count, int column)
{
  for (size_t k = 0; k < count; k++)
    es->sorting[k] = past(es, ago + k, column);
  pni_sort(es->sorting, count);
  return es->sorting[count / 2];
}

/* Returns the length of the window: a fifth of the run, as in the tutorial's
   appendix B.3, but at least 120 + 100 n^1.5 / lambda generations where the
   tutorial has 120 + 30 n / lambda: a discus in 40 dimensions takes longer than
   that to learn its axes, and gets no better meanwhile (pycma's tolstagnation
   grows in this way). */
size_t pni_cmaes_window(const pn_cmaes *es, size_t told)
{
  static const double most = 20000;
  const double n = (double)es->n, lambda = (double)es->population;
  const double least = 120 + 100 * n * sqrt(n) / lambda;
  return (size_t)fmin(fmax(least, 0.2 * (double)told), most);
}

/* Tells whether the newest 30 % of the window are no better than its oldest 30
   %. */
static int stagnates(pn_cmaes *es)
{
  const double share = 0.3, n = (double)es->n;
  const double lambda = (double)es->population;
  const size_t told = es->generation;
  const size_t window = pni_cmaes_window(es, told);
  const size_t part = (size_t)(share * (double)window);
  if (told < window || window > es->window ||
      (double)told <= n * (5 + 100 / lambda))
    return 0;
  for (int column = 0; column < 2; column++)
    if (past_median(es, 0, part, column) <
        past_median(es, window - part, part, column))
      return 0;
  return 1;
}

void pni_cmaes_record(pn_cmaes *es)
{
  const size_t lambda = es->population;
  double *pair = &es->history[2 * (es->generation % es->window)];
  const size_t later = 1 + (size_t)ceil(0.1 + (double)lambda / 4);
  const size_t other = later < lambda ? later : lambda - 1;
  pair[0] = es->value[es->order[0]];
  pair[1] = es->value[es->order[lambda / 2]];
  const int equal = pair[0] == es->value[es->order[other]];
  const size_t bits = es->n + 10 < PNI_CMAES_BITS ? es->n + 10 : PNI_CMAES_BITS;
  es->equal = (2 * es->equal + (size_t)equal) & (((size_t)1 << bits) - 1);
  es->generation++;
  es->stagnates = es->settings.stagnation && stagnates(es);
  es->generation--;
}

/* Tells whether no variable moves any more, by its own deviation or that of its
   path. */
static int is_small_step(const pn_cmaes *es)
{
  double first = 0;
  for (size_t i = 0; i < es->n; i++)
    first = fmax(first, es->deviation[i]);
  for (size_t i = 0; i < es->n; i++)
    if (!(es->sigma * fmax(fabs(es->pc[i]), sqrt(es->C[i * es->n + i])) <
          es->settings.step * first))
      return 0;
  return 1;
}

/* Tells whether a variable moves so far that the first deviation must have been
   too small. */
static int is_large_step(const pn_cmaes *es)
{
  double first = 0;
  for (size_t i = 0; i < es->n; i++)
    first = fmax(first, es->deviation[i]);
  for (size_t i = 0; i < es->n; i++)
    if (es->settings.step_up > 0 &&
        es->sigma * sqrt(es->C[i * es->n + i]) > es->settings.step_up * first)
      return 1;
  return 0;
}

/* Returns the difference between the largest and the least of the best
   values of recent generations, and with `whole` also of all values of the
   last one. */
static double range(const pn_cmaes *es, size_t generations, int whole)
{
  double least = INFINITY, most = -INFINITY;
  for (size_t g = 0; g < generations; g++) {
    least = fmin(least, past(es, g, 0));
    most = fmax(most, past(es, g, 0));
  }
  for (size_t k = 0; k < es->population && whole; k++) {
    least = fmin(least, es->value[k]);
    most = fmax(most, es->value[k]);
  }
  return most - least;
}

/* Tells whether the values of recent generations say that it is the end. */
static pn_cmaes_reason test_values(const pn_cmaes *es)
{
  const pn_cmaes_settings *settings = &es->settings;
  const size_t recent = pni_cmaes_recent(es), told = es->generation;
  size_t equal = 0;
  if (settings->spread > 0 && told > 2 &&
      range(es, told < recent ? told : recent, 1) <= settings->spread)
    return PN_CMAES_SPREAD;
  if (settings->history > 0 && told >= recent &&
      range(es, recent, 0) <= settings->history)
    return PN_CMAES_HISTORY;
  for (size_t bits = es->equal; bits > 0; bits /= 2)
    equal += bits & 1;
  if (settings->equal_values && (double)equal > 2 + (double)es->n / 3)
    return PN_CMAES_EQUAL_VALUES;
  return es->stagnates ? PN_CMAES_STAGNATION : PN_CMAES_RUNNING;
}

/* Tells whether the distribution has become too narrow for the numbers of the
   machine, or too long. */
static pn_cmaes_reason test_shape(const pn_cmaes *es)
{
  const size_t n = es->n, axis = es->generation % n;
  double least = INFINITY, most = 0;
  int moves = 0;
  for (size_t i = 0; i < n; i++) {
    const double m = es->mean[i];
    least = fmin(least, es->D[i]);
    most = fmax(most, es->D[i]);
    moves =
        moves || m != m + 0.1 * es->sigma * es->D[axis] * es->B[i * n + axis];
    if (m == m + 0.2 * es->sigma * sqrt(es->C[i * n + i]))
      return PN_CMAES_NO_EFFECT_COORDINATE;
  }
  if (es->settings.condition > 0 &&
      most * most > es->settings.condition * least * least)
    return PN_CMAES_CONDITION;
  return moves ? PN_CMAES_RUNNING : PN_CMAES_NO_EFFECT_AXIS;
}

pn_cmaes_reason pn_cmaes_test(const pn_cmaes *es)
{
  if (es->generation == 0)
    return PN_CMAES_RUNNING;
  if (es->best_value <= es->settings.target)
    return PN_CMAES_TARGET;
  if (es->evaluations >= es->settings.evaluations)
    return PN_CMAES_EVALUATIONS;
  if (es->generation >= es->settings.generations)
    return PN_CMAES_GENERATIONS;
  if (is_small_step(es))
    return PN_CMAES_STEP;
  if (is_large_step(es))
    return PN_CMAES_STEP_UP;
  const pn_cmaes_reason reason = test_values(es);
  return reason != PN_CMAES_RUNNING ? reason : test_shape(es);
}
