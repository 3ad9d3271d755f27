/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Settings, and the points that threads evaluate for the methods. */
#include "config.h"

#include "pantin/tuning/tune_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS_MOST = 256 };

pn_tune_settings pn_tune_settings_default(void)
{
  pn_tune_settings settings = {.fitness = pn_fitness_settings_default(),
                               .threads = 1,
                               .scan_step = 0.02,
                               .scan_valleys = 3,
                               .scan_golden = 8,
                               .grid_alphas = 40,
                               .grid_orders = 17,
                               .cmaes = pn_cmaes_settings_default(),
                               .mean = {1, -8},
                               .deviation = {0.5, 4},
                               .tuned = PN_TUNE_ALPHA | PN_TUNE_KAPPA,
                               .quick_valleys = 2,
                               .quick_population = 8,
                               .quick_evaluations = 40,
                               .quick_deviation = 0.5};
  settings.cmaes.population = 24;
  settings.cmaes.parents = 12;
  settings.cmaes.active = 0; /* as in the thesis */
  settings.cmaes.target = 1e-9;
  return settings;
}

int pn_tune_settings_check(const pn_tune_settings *settings, pn_error *error)
{
  pn_error_clear(error);
  const pn_fitness_settings *fitness = &settings->fitness;
  if (pn_fitness_settings_check(fitness, error))
    return GSL_EINVAL;
  if (settings->threads < 1 || settings->threads > THREADS_MOST)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "threads must be 1 to %d, got %zu; the machine's "
                        "processors are a good number",
                        THREADS_MOST, settings->threads);
  if (!(settings->scan_step > 0 && settings->scan_step <= 1))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "the step of the scan must lie in ]0, 1], got %g; try "
                        "0.02",
                        settings->scan_step);
  if (settings->scan_valleys < 1 || settings->scan_valleys > PN_TUNE_VALLEYS ||
      settings->quick_valleys < 1 || settings->quick_valleys > PN_TUNE_VALLEYS)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "1 to %d valleys can be looked into, got %zu and %zu; "
                        "try 3 and 2",
                        PN_TUNE_VALLEYS, settings->scan_valleys,
                        settings->quick_valleys);
  if (settings->quick_population < 4 || !(settings->quick_deviation > 0))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "quick needs a population of 4 or more and a deviation "
                        "above 0; try 8 and 0.5");
  if (settings->cmaes.parents > 0 &&
      settings->cmaes.parents >= settings->cmaes.population)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "the parents must be fewer than the population, got "
                        "%zu of %zu; half of it is usual",
                        settings->cmaes.parents, settings->cmaes.population);
  if (settings->grid_alphas < 2 || settings->grid_orders < 2)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "the grid must have 2 points or more each way, got %zu "
                        "and %zu; try 40 and 17",
                        settings->grid_alphas, settings->grid_orders);
  if (!(settings->mean[0] >= fitness->alpha_low &&
        settings->mean[0] <= fitness->alpha_high &&
        settings->mean[1] >= fitness->order_low &&
        settings->mean[1] <= fitness->order_high))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "CMA-ES must begin within the bounds, alpha %g to %g "
                        "and order %g to %g; got alpha %g and order %g",
                        fitness->alpha_low, fitness->alpha_high,
                        fitness->order_low, fitness->order_high,
                        settings->mean[0], settings->mean[1]);
  if (!(settings->tuned & PN_TUNE_ALPHA))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "alpha must be among what is tuned; try alpha,kappa");
  return GSL_SUCCESS;
}

/* Makes the problem in all orders that are tried, and the runs of each thread.
   Returns GSL_ENOMEM when memory is short. */
static int make_runs(pn_tune *tune)
{
  const pn_tune_settings *settings = &tune->settings;
  const size_t orders = settings->tuned & PN_TUNE_ORDER ? PN_TUNE_ORDERS : 1;
  tune->pgs = pn_alloc(settings->threads * PN_TUNE_ORDERS, sizeof(pn_pgs *));
  if (!tune->pgs)
    return GSL_ENOMEM;
  for (size_t order = 0; order < orders; order++) {
    const pn_lcp *lcp = tune->lcp;
    if (order > 0)
      lcp = tune->ordered[order] = pni_tune_reorder(tune->lcp, order);
    for (size_t t = 0; t < settings->threads; t++) {
      pn_pgs **pgs = &tune->pgs[PN_TUNE_ORDERS * t + order];
      *pgs = lcp ? pn_pgs_alloc(lcp, settings->fitness.pgs.sweeps, NULL) : NULL;
      if (!*pgs)
        return GSL_ENOMEM;
    }
  }
  return GSL_SUCCESS;
}

pn_tune *pn_tune_alloc(const pn_lcp *lcp, const pn_tune_settings *settings,
                       pn_error *error)
{
  pn_error_clear(error);
  if (pn_tune_settings_check(settings, error))
    return NULL;
  pn_tune *tune = pn_alloc(1, sizeof *tune);
  if (tune) {
    tune->lcp = lcp;
    tune->settings = *settings;
    if (!make_runs(tune))
      return tune;
  }
  pn_tune_free(tune);
  pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  return NULL;
}

void pn_tune_free(pn_tune *tune)
{
  if (!tune)
    return;
  for (size_t k = 0; tune->pgs && k < PN_TUNE_ORDERS * tune->settings.threads;
       k++)
    pn_pgs_free(tune->pgs[k]);
  for (size_t order = 0; order < PN_TUNE_ORDERS; order++)
    pn_lcp_free(tune->ordered[order]);
  pn_free(tune->pgs);
  pn_free(tune);
}

int pn_tune_run(pn_tune *tune, const pn_tune_method *method)
{
  tune->best = tune->plain = (pn_fitness){.f = INFINITY};
  tune->solves = tune->sweeps = 0;
  tune->most = -INFINITY;
  tune->reason = "";
  const int code = method->run(tune);
  if (tune->plain.f <= tune->best.f)
    tune->best = tune->plain;
  tune->flat = tune->most <= tune->plain.f;
  return code;
}

/* Points that are divided among threads, a few at a time. */
typedef struct {
  pn_tune *tune;
  double limit;
  size_t count, few;
  pn_fitness *point;
  atomic_size_t next;
  atomic_int code;
} batch;

typedef struct {
  batch *shared;
  pn_pgs **pgs; /* one for each order of rows */
  pthread_t thread;
  int started;
} worker;

/* Evaluates those of a few points that have one order of rows, side by side.
 */
static int evaluate(const worker *self, size_t order, size_t count,
                    pn_fitness *point)
{
  const batch *shared = self->shared;
  pn_fitness some[PN_PGS_MOST];
  size_t of[PN_PGS_MOST], taken = 0;
  for (size_t k = 0; k < count; k++)
    if (point[k].rows_in == order) {
      of[taken] = k;
      some[taken++] = point[k];
    }
  const int code = taken == 0
                       ? GSL_SUCCESS
                       : pn_fitness_evaluate(self->pgs[order],
                                             &shared->tune->settings.fitness,
                                             shared->limit, taken, some);
  for (size_t k = 0; k < taken; k++)
    point[of[k]] = some[k];
  return code;
}

/* Runs a worker, which takes a few points at a time until there are none. */
static void *work(void *argument)
{
  const worker *self = argument;
  /* NOLINTNEXTLINE(*-core.uninitialized*): there is one worker at least */
  batch *shared = self->shared;
  size_t first;
  while ((first = atomic_fetch_add(&shared->next, shared->few)) <
         shared->count) {
    const size_t left = shared->count - first;
    for (size_t order = 0; order < PN_TUNE_ORDERS; order++) {
      const int code =
          evaluate(self, order, left < shared->few ? left : shared->few,
                   shared->point + first);
      if (code)
        atomic_store(&shared->code, code);
    }
  }
  return NULL;
}

/* Divides the points among the threads. A thread that cannot be started leaves
   its work to the others. */
static void share_out(batch *shared)
{
  worker workers[THREADS_MOST];
  const size_t threads = shared->tune->settings.threads;
  const size_t groups = (shared->count + shared->few - 1) / shared->few;
  for (size_t t = 0; t < threads; t++) {
    workers[t] = (worker){.shared = shared,
                          .pgs = shared->tune->pgs + PN_TUNE_ORDERS * t};
    workers[t].started =
        t > 0 && t < groups &&
        pthread_create(&workers[t].thread, NULL, work, &workers[t]) == 0;
  }
  work(&workers[0]);
  for (size_t t = 1; t < threads; t++)
    if (workers[t].started)
      pthread_join(workers[t].thread, NULL);
}

/* Returns how many points a thread takes at a time: as many as go side by side,
   but no more than its share. */
static size_t few_of(const pn_tune *tune, size_t count)
{
  const size_t share = count / tune->settings.threads;
  return share >= PN_PGS_MOST    ? PN_PGS_MOST
         : share <= PN_PGS_LANES ? PN_PGS_LANES
                                 : share;
}

int pni_tune_try(pn_tune *tune, double limit, size_t count, pn_fitness *point)
{
  batch shared = {.tune = tune,
                  .limit = limit,
                  .count = count,
                  .few = few_of(tune, count),
                  .point = point};
  share_out(&shared);
  return shared.code;
}

void pni_tune_note(pn_tune *tune, const pn_fitness *point)
{
  tune->solves++;
  tune->sweeps += point->run.sweeps;
  tune->most = fmax(tune->most, tune->settings.fitness.sweeps * point->f1 +
                                    tune->settings.fitness.error * point->f3);
  if (isinf(point->f))
    tune->most = INFINITY;
  if (point->f < tune->best.f || tune->solves == 1)
    tune->best = *point;
  if (point->alpha == 1 && point->kappa == 0 && point->warm == 0 &&
      point->rows_in == 0 && point->sweeps == 0 &&
      point->run.reason != PN_PGS_ABANDONED)
    tune->plain = *point;
  if (tune->watch)
    tune->watch(tune->watcher, point);
}

int pn_tune_evaluate(pn_tune *tune, double limit, size_t count,
                     pn_fitness *point)
{
  const int code = pni_tune_try(tune, limit, count, point);
  for (size_t k = 0; k < count && !code; k++)
    pni_tune_note(tune, &point[k]);
  return code;
}
