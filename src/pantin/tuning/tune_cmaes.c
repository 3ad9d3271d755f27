/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* CMA-ES over alpha and the order of kappa as in Kraiem (2022), annex II, or
   over more or less, with the default among the first points. A restart draws
   from the same start, with twice the population (Auger and Hansen 2005). */
#include "pantin/tuning/tune_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>

enum { VARIABLES = 5 };

/* A variable of CMA-ES. */
typedef struct {
  unsigned tuned;         /* which it is, of tune.h */
  double low, high;       /* its bounds */
  double plain;           /* its default */
  double mean, deviation; /* where CMA-ES begins */
} variable;

/* Lists the variables that are tuned. Returns how many. */
static size_t list(const pn_tune *tune, const double *mean,
                   const double *deviation, variable of[VARIABLES])
{
  const pn_fitness_settings *fitness = &tune->settings.fitness;
  const double most = (double)fitness->pgs.sweeps;
  const variable all[VARIABLES] = {
      {PN_TUNE_ALPHA, fitness->alpha_low, fitness->alpha_high, 1, mean[0],
       deviation[0]},
      {PN_TUNE_KAPPA, fitness->order_low, fitness->order_high,
       fitness->order_low, mean[1], deviation[1]},
      {PN_TUNE_WARM, 0, 1, 0, 0.5, 0.25},
      {PN_TUNE_ORDER, 0, PN_TUNE_ORDERS, 0.5, PN_TUNE_ORDERS / 2, 1},
      {PN_TUNE_SWEEPS, 1, most, most, most / 2, most / 4},
  };
  size_t count = 0;
  for (size_t k = 0; k < VARIABLES; k++)
    if ((tune->settings.tuned & all[k].tuned) &&
        (all[k].tuned != PN_TUNE_WARM || tune->lcp->guess))
      of[count++] = all[k];
  return count;
}

/* Returns what a point of CMA-ES tries. What is not tuned has its default. */
static pn_fitness point_of(const pn_tune *tune, size_t n, const variable *of,
                           const double *x)
{
  pn_fitness point = {.alpha = 1, .order = tune->settings.fitness.order_low};
  for (size_t i = 0; i < n; i++)
    switch (of[i].tuned) {
    case PN_TUNE_ALPHA:
      point.alpha = x[i];
      break;
    case PN_TUNE_KAPPA:
      point.order = x[i];
      break;
    case PN_TUNE_WARM:
      point.warm = x[i];
      break;
    case PN_TUNE_ORDER:
      point.rows_in = (size_t)fmin(x[i], PN_TUNE_ORDERS - 1);
      if (point.rows_in == PN_TUNE_NORMALS && !tune->lcp->mu)
        point.rows_in = PN_TUNE_RECORDED; /* which is the same */
      break;
    default:
      point.sweeps = (size_t)round(x[i]);
      if (point.sweeps >= tune->settings.fitness.pgs.sweeps)
        point.sweeps = 0;
    }
  return point;
}

/* Evaluates one generation: `point` and `value` are (population). */
static int generation(pn_tune *tune, pn_cmaes *es, const variable *of,
                      pn_fitness *point, double *value)
{
  pn_cmaes_ask(es);
  for (size_t k = 0; k < es->population; k++)
    point[k] = point_of(tune, es->n, of, &es->points[es->n * k]);
  int code = pn_tune_evaluate(tune, INFINITY, es->population, point);
  for (size_t k = 0; k < es->population && !code; k++)
    value[k] = point[k].f;
  code = code ? code : pn_cmaes_tell(es, value);
  if (!code && tune->watch_generation)
    tune->watch_generation(tune->watcher, es);
  return code;
}

/* Lets CMA-ES run to its end within the bounds; with `inject` the plain point
   is among the first ones. */
static int descend(pn_tune *tune, pn_cmaes *es, const variable *of, int inject)
{
  double low[VARIABLES], high[VARIABLES], plain[VARIABLES];
  for (size_t i = 0; i < es->n; i++) {
    low[i] = of[i].low;
    high[i] = of[i].high;
    plain[i] = of[i].plain;
  }
  pn_fitness *point = pn_alloc(es->population, sizeof *point);
  double *value = pn_alloc(es->population, sizeof *value);
  int code = point && value ? pn_cmaes_set_bounds(es, low, high) : GSL_ENOMEM;
  if (inject)
    pn_cmaes_inject(es, plain);
  while (!code && pn_cmaes_test(es) == PN_CMAES_RUNNING)
    code = generation(tune, es, of, point, value);
  tune->reason = pn_cmaes_reason_name(pn_cmaes_test(es));
  pn_free(point);
  pn_free(value);
  /* A covariance that ran away ends the descent like any other reason. */
  return code == GSL_EFAILED ? GSL_SUCCESS : code;
}

int pni_tune_descend(pn_tune *tune, const pn_cmaes_settings *settings,
                     const double *mean, const double *deviation, int inject)
{
  pn_error error = {0};
  variable of[VARIABLES];
  double from[VARIABLES], spread[VARIABLES];
  const size_t n = list(tune, mean, deviation, of);
  for (size_t i = 0; i < n; i++) {
    from[i] = of[i].mean;
    spread[i] = of[i].deviation;
  }
  pn_cmaes *es = pn_cmaes_alloc(n, settings, from, spread, &error);
  const int code = es ? descend(tune, es, of, inject) : error.code;
  pn_cmaes_free(es);
  return code;
}

static int cmaes_run(pn_tune *tune)
{
  const pn_tune_settings *settings = &tune->settings;
  pn_cmaes_settings cmaes = settings->cmaes;
  int code = GSL_SUCCESS;
  for (size_t r = 0; r <= settings->restarts && !code; r++) {
    code =
        pni_tune_descend(tune, &cmaes, settings->mean, settings->deviation, 1);
    cmaes.population *= 2;
    cmaes.parents *= 2;
    cmaes.seed++;
  }
  return code;
}

static const pn_tune_method cmaes = {
    .name = "cmaes",
    .summary = "CMA-ES over alpha and log kappa",
    .run = cmaes_run,
};

const pn_tune_method *const pn_tune_cmaes = &cmaes;
