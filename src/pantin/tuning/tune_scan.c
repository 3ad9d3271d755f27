/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A scan of alpha at kappa = 0, for no regularisation was ever found to help:
   equal steps, then golden sections about the best of them. The fitness is
   neither convex nor continuous: where runs converge it goes in steps of a
   sweep, where they do not it has dips a few hundredths wide, and one section
   may miss the deepest of them. So several valleys are looked into, side by
   side. Runs that are clearly worse than the best so far are given up. */
#include "pantin/tuning/tune_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* (sqrt(5) - 1) / 2 */
static const double golden = 0.61803398874989484820;

/* Every so many steps one is evaluated first, so that the others have
   something to beat. */
enum { COARSE = 5 };

/* A step that is worse than the best by more than this has no better point
   beside it. */
static const double margin = 0.2;

/* Alphas that are nearer are the same. */
static const double same = 1e-9;

/* Lists alpha_high, a step less, and so on, with 1 among them. */
static size_t list(const pn_tune *tune, pn_fitness *point)
{
  const pn_fitness_settings *fitness = &tune->settings.fitness;
  double last = INFINITY;
  size_t count = 0;
  for (size_t k = 0;; k++) {
    const double alpha =
        fitness->alpha_high - (double)k * tune->settings.scan_step;
    if (last > 1 + same && alpha < 1 - same)
      point[count++] = (pn_fitness){.alpha = 1, .order = fitness->order_low};
    if (alpha < fitness->alpha_low - same)
      return count;
    last = fabs(alpha - 1) <= same ? 1 : fmax(alpha, fitness->alpha_low);
    point[count++] = (pn_fitness){.alpha = last, .order = fitness->order_low};
  }
}

/* Evaluates alpha = 1 and every COARSE-th of the points, then the others and
   every COARSE-th of the points, then the others, each half as one parallel
   job: `some` has room for all of them. */
static int evaluate(pn_tune *tune, size_t count, pn_fitness *point,
                    pn_fitness *some)
{
  int code = GSL_SUCCESS;
  for (int pass = 0; pass < 2 && !code; pass++) {
    size_t taken = 0;
    for (size_t k = 0; k < count; k++)
      if ((k % COARSE == 0 || point[k].alpha == 1) == (pass == 0))
        some[taken++] = point[k];
    code = pn_tune_evaluate(tune, pass == 0 ? INFINITY : tune->best.f + margin,
                            taken, some);
    for (size_t k = count; k-- > 0;)
      if ((k % COARSE == 0 || point[k].alpha == 1) == (pass == 0))
        point[k] = some[--taken];
  }
  return code;
}

pn_fitness *pni_tune_steps(pn_tune *tune, size_t *count)
{
  const pn_fitness_settings *fitness = &tune->settings.fitness;
  const size_t room = 3 + (size_t)((fitness->alpha_high - fitness->alpha_low) /
                                   tune->settings.scan_step);
  pn_fitness *point = pn_alloc(room, sizeof *point);
  pn_fitness *some = pn_alloc(room, sizeof *some);
  if (point)
    *count = list(tune, point);
  if (!point || !some || evaluate(tune, *count, point, some)) {
    pn_free(point);
    point = NULL;
  }
  pn_free(some);
  return point;
}

size_t pni_tune_valleys(const pn_fitness *point, size_t count, size_t most,
                        size_t *valley)
{
  size_t found = 0;
  for (size_t k = 0; k < count; k++) {
    if ((k > 0 && point[k - 1].f <= point[k].f) ||
        (k + 1 < count && point[k + 1].f < point[k].f) || isinf(point[k].f))
      continue;
    size_t at = found < most ? found++ : most;
    for (; at > 0 && point[valley[at - 1]].f > point[k].f; at--)
      if (at < most)
        valley[at] = valley[at - 1];
    if (at < most)
      valley[at] = k;
  }
  return found;
}

/* A golden section: the two points within its bounds, and the one that is to
   be evaluated next. */
typedef struct {
  double low, high;
  pn_fitness in[2];
} section;

static void place(section *of, int k, double order)
{
  const double width = of->high - of->low;
  of->in[k] = (pn_fitness){.alpha = k == 0 ? of->high - golden * width
                                           : of->low + golden * width,
                           .order = order};
}

/* Drops the part beside the worse point; which one is new. */
static int narrow(section *of, double order)
{
  const int left = of->in[0].f <= of->in[1].f;
  if (left)
    of->high = of->in[1].alpha;
  else
    of->low = of->in[0].alpha;
  of->in[left] = of->in[!left];
  place(of, !left, order);
  return !left;
}

/* Narrows all sections side by side, by a point of each at a time. */
static int refine(pn_tune *tune, size_t sections, section *of)
{
  const double order = tune->settings.fitness.order_low;
  pn_fitness point[PN_TUNE_VALLEYS];
  int next[PN_TUNE_VALLEYS] = {0}, code = GSL_SUCCESS;
  for (size_t k = 0; k < tune->settings.scan_golden && !code; k++) {
    for (size_t s = 0; s < sections; s++) {
      if (k < 2)
        place(&of[s], next[s] = (int)k, order);
      else
        next[s] = narrow(&of[s], order);
      point[s] = of[s].in[next[s]];
    }
    code = pn_tune_evaluate(tune, INFINITY, sections, point);
    for (size_t s = 0; s < sections; s++)
      of[s].in[next[s]] = point[s];
  }
  return code;
}

static int scan_run(pn_tune *tune)
{
  const pn_fitness_settings *fitness = &tune->settings.fitness;
  const double step = tune->settings.scan_step;
  size_t count = 0, valley[PN_TUNE_VALLEYS];
  section of[PN_TUNE_VALLEYS];
  tune->reason = "complete";
  pn_fitness *point = pni_tune_steps(tune, &count);
  if (!point)
    return GSL_ENOMEM;
  const size_t sections =
      pni_tune_valleys(point, count, tune->settings.scan_valleys, valley);
  for (size_t s = 0; s < sections; s++) {
    const double alpha = point[valley[s]].alpha;
    of[s] = (section){.low = fmax(alpha - step, fitness->alpha_low),
                      .high = fmin(alpha + step, fitness->alpha_high)};
  }
  pn_free(point);
  return sections > 0 ? refine(tune, sections, of) : GSL_SUCCESS;
}

static const pn_tune_method scan = {
    .name = "scan",
    .summary = "steps of alpha at kappa = 0, then golden sections",
    .run = scan_run,
};

const pn_tune_method *const pn_tune_scan = &scan;
