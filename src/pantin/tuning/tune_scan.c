/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A scan of alpha at kappa = 0, for no regularisation was ever found to help:
   equal steps from 2 downwards, then a golden section between the neighbours
   of the best one. The fitness is neither convex nor continuous; the steps
   find the valley, the section a lower point in it. A run that cannot beat the
   best so far is given up, which changes nothing in the answer. */
#include "pantin/tuning/tune.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* (sqrt(5) - 1) / 2 */
static const double golden = 0.61803398874989484820;

/* Usually good: they are tried first, so that the others have something to
   beat. The first one is the default. */
static const double first_alphas[] = {1, 1.2, 1.4, 1.6};

enum { FIRST = sizeof first_alphas / sizeof first_alphas[0] };

static int section(pn_tune *tune, double low, double high)
{
  const double order = tune->settings.fitness.order_low;
  const size_t count = tune->settings.scan_golden;
  pn_fitness point[2];
  int code = GSL_SUCCESS;
  for (int k = 0; k < 2; k++)
    point[k] = (pn_fitness){.alpha = k == 0 ? high - golden * (high - low)
                                            : low + golden * (high - low),
                            .order = order};
  if (count >= 2)
    code = pn_tune_evaluate(tune, INFINITY, 2, point);
  for (size_t k = 2; k < count && !code; k++) {
    const int left = point[0].f <= point[1].f;
    if (left)
      high = point[1].alpha;
    else
      low = point[0].alpha;
    point[left] = point[!left];
    point[!left] = (pn_fitness){.alpha = left ? high - golden * (high - low)
                                              : low + golden * (high - low),
                                .order = order};
    code = pn_tune_evaluate(tune, INFINITY, 1, &point[!left]);
  }
  return code;
}

/* The steps, without what was tried first; how many they are. */
static size_t steps(const pn_tune *tune, pn_fitness *point)
{
  const pn_fitness_settings *fitness = &tune->settings.fitness;
  const double step = tune->settings.scan_step;
  static const double same = 1e-9;
  size_t count = 0;
  for (size_t k = 0;; k++) {
    const double alpha = fitness->alpha_high - (double)k * step;
    int new = 1;
    if (alpha < fitness->alpha_low - same)
      return count;
    for (int i = 0; i < FIRST; i++)
      new = new &&fabs(alpha - first_alphas[i]) > same;
    if (new &&point)
      point[count] = (pn_fitness){.alpha = fmax(alpha, fitness->alpha_low),
                                  .order = fitness->order_low};
    count += (size_t) new;
  }
}

static int scan_run(pn_tune *tune)
{
  const pn_fitness_settings *fitness = &tune->settings.fitness;
  const double step = tune->settings.scan_step;
  pn_fitness first[FIRST];
  pn_fitness *point = pn_alloc(steps(tune, NULL), sizeof *point);
  if (!point)
    return GSL_ENOMEM;
  size_t count = 0;
  for (int k = 0; k < FIRST; k++)
    if (first_alphas[k] <= fitness->alpha_high)
      first[count++] =
          (pn_fitness){.alpha = first_alphas[k], .order = fitness->order_low};
  int code = pn_tune_evaluate(tune, INFINITY, count, first);
  count = steps(tune, point);
  if (!code)
    code = pn_tune_evaluate(tune, tune->best.f, count, point);
  pn_free(point);
  const double best = tune->best.alpha;
  if (!code)
    code = section(tune, fmax(best - step, fitness->alpha_low),
                   fmin(best + step, fitness->alpha_high));
  tune->reason = "complete";
  return code;
}

static const pn_tune_method scan = {
    .name = "scan",
    .summary = "steps of alpha at kappa = 0, then golden section",
    .run = scan_run,
};

const pn_tune_method *const pn_tune_scan = &scan;
