/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* All points of a grid over alpha and the order of kappa: dear, and the map of
   the fitness. */
#include "pantin/tuning/tune.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>

static double between(double low, double high, size_t k, size_t count)
{
  return low + (high - low) * (double)k / ((double)count - 1);
}

static int grid_run(pn_tune *tune)
{
  const pn_tune_settings *settings = &tune->settings;
  const pn_fitness_settings *fitness = &settings->fitness;
  const size_t count = settings->grid_alphas * settings->grid_orders;
  pn_fitness *point = pn_alloc(count + 1, sizeof *point);
  if (!point)
    return GSL_ENOMEM;
  point[0] = (pn_fitness){.alpha = 1, .order = fitness->order_low};
  for (size_t k = 0; k < count; k++)
    point[k + 1] = (pn_fitness){
        .alpha = between(fitness->alpha_low, fitness->alpha_high,
                         k % settings->grid_alphas, settings->grid_alphas),
        .order = between(fitness->order_low, fitness->order_high,
                         k / settings->grid_alphas, settings->grid_orders)};
  const int code = pn_tune_evaluate(tune, INFINITY, count + 1, point);
  pn_free(point);
  tune->reason = "complete";
  return code;
}

static const pn_tune_method grid = {
    .name = "grid",
    .summary = "all points of a grid over alpha and log kappa",
    .run = grid_run,
};

const pn_tune_method *const pn_tune_grid = &grid;
