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

static int scan_run(pn_tune *tune)
{
  size_t count = 0, valley[PN_TUNE_VALLEYS];
  tune->reason = "complete";
  pn_fitness *point = pni_tune_steps(tune, &count);
  if (!point)
    return GSL_ENOMEM;
  const size_t valleys =
      pni_tune_valleys(point, count, tune->settings.scan_valleys, valley);
  const int code = pni_tune_golden(tune, count, point, valleys, valley);
  pn_free(point);
  return code;
}

static const pn_tune_method scan = {
    .name = "scan",
    .summary = "steps of alpha at kappa = 0, then golden sections",
    .run = scan_run,
};

const pn_tune_method *const pn_tune_scan = &scan;
