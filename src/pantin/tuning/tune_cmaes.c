/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* CMA-ES over (alpha, order of kappa) as in Kraiem (2022), annex II, with
   (1, 0) among the first points. A restart draws from the same start, with
   twice the population (Auger and Hansen 2005). */
#include "pantin/tuning/tune_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>

/* Evaluates one generation: `point` and `value` are (population). */
static int generation(pn_tune *tune, pn_cmaes *es, pn_fitness *point,
                      double *value)
{
  pn_cmaes_ask(es);
  for (size_t k = 0; k < es->population; k++)
    point[k] = (pn_fitness){.alpha = es->points[2 * k],
                            .order = es->points[2 * k + 1]};
  int code = pn_tune_evaluate(tune, INFINITY, es->population, point);
  for (size_t k = 0; k < es->population && !code; k++)
    value[k] = point[k].f;
  code = code ? code : pn_cmaes_tell(es, value);
  if (!code && tune->watch_generation)
    tune->watch_generation(tune->watcher, es);
  return code;
}

static int descend(pn_tune *tune, pn_cmaes *es, const double *inject)
{
  const pn_fitness_settings *fitness = &tune->settings.fitness;
  const double low[] = {fitness->alpha_low, fitness->order_low};
  const double high[] = {fitness->alpha_high, fitness->order_high};
  pn_fitness *point = pn_alloc(es->population, sizeof *point);
  double *value = pn_alloc(es->population, sizeof *value);
  int code = point && value ? pn_cmaes_set_bounds(es, low, high) : GSL_ENOMEM;
  if (inject)
    pn_cmaes_inject(es, inject);
  while (!code && pn_cmaes_test(es) == PN_CMAES_RUNNING)
    code = generation(tune, es, point, value);
  tune->reason = pn_cmaes_reason_name(pn_cmaes_test(es));
  pn_free(point);
  pn_free(value);
  /* A covariance that ran away ends the descent like any other reason. */
  return code == GSL_EFAILED ? GSL_SUCCESS : code;
}

int pni_tune_descend(pn_tune *tune, const pn_cmaes_settings *settings,
                     const double *mean, const double *deviation,
                     const double *inject)
{
  pn_error error = {0};
  pn_cmaes *es = pn_cmaes_alloc(2, settings, mean, deviation, &error);
  const int code = es ? descend(tune, es, inject) : error.code;
  pn_cmaes_free(es);
  return code;
}

static int cmaes_run(pn_tune *tune)
{
  const pn_tune_settings *settings = &tune->settings;
  const double plain[] = {1, settings->fitness.order_low};
  pn_cmaes_settings cmaes = settings->cmaes;
  int code = GSL_SUCCESS;
  for (size_t r = 0; r <= settings->restarts && !code; r++) {
    code = pni_tune_descend(tune, &cmaes, settings->mean, settings->deviation,
                            plain);
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
