/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The constants of the strategy (tutorial, table 1 and equations 49 to 58),
   and the life of a run. */
#include "pantin/tuning/cmaes_private.h"

#include "pantin/base/alloc.h"
#include "pantin/base/finite.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <string.h>

/* Whole numbers up to here are also doubles. */
static const double seed_most = 9007199254740991;

pn_cmaes_settings pn_cmaes_settings_default(void)
{
  return (pn_cmaes_settings){.active = 1,
                             .seed = 1,
                             .evaluations = 100000,
                             .target = -INFINITY,
                             .step = 1e-11,
                             .step_up = 1e3,
                             .spread = 1e-12,
                             .history = 1e-13,
                             .condition = 1e14,
                             .stagnation = 1,
                             .equal_values = 1};
}

/* Checks the sizes, the seed and the tolerances. */
static int check(size_t n, const pn_cmaes_settings *settings, pn_error *error)
{
  enum { VARIABLES_MOST = 10000, POPULATION_MOST = 1000000 };
  const size_t population = settings->population;
  /* Check the sizes. */
  if (n < 1 || n > VARIABLES_MOST)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "there must be 1 to %d variables, got %zu",
                        VARIABLES_MOST, n);
  if (population == 1 || population == 2 || population > POPULATION_MOST)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "the population must be 0 or 3 to %d, got %zu; try 24",
                        POPULATION_MOST, population);
  if (settings->parents > 0 && settings->parents >= population)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "the parents must be fewer than the population, got "
                        "%zu of %zu; half of it is usual",
                        settings->parents, population);
  /* Check the seed and the tolerances; a NaN is not >= 0. */
  if ((double)settings->seed > seed_most)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "the seed must be below 2^53");
  if (!(settings->step >= 0 && settings->step_up >= 0 &&
        settings->spread >= 0 && settings->history >= 0 &&
        settings->condition >= 0) ||
      isnan(settings->target))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "the tolerances must not be negative");
  return GSL_SUCCESS;
}

/* Sets negative weights for the worse half, as large as they may be while C
   stays positive definite (tutorial, equations 50 to 53). The weights are still
   logarithms here. */
static void weigh_worse(pn_cmaes *es)
{
  const double n = (double)es->n;
  double sum = 0, squares = 0;
  for (size_t k = es->parents; k < es->population; k++) {
    sum += es->weight[k];
    squares += es->weight[k] * es->weight[k];
  }
  const double mueff_worse = squares > 0 ? sum * sum / squares : 0;
  double scale = 1 + es->c1 / es->cmu;
  scale = fmin(scale, 1 + 2 * mueff_worse / (es->mueff + 2));
  scale = fmin(scale, (1 - es->c1 - es->cmu) / (n * es->cmu));
  for (size_t k = es->parents; k < es->population; k++)
    es->weight[k] *= es->settings.active && sum < 0 ? -scale / sum : 0;
}

/* Sets the weights of recombination, and the rates of learning that follow from
   them. */
static void set_constants(pn_cmaes *es)
{
  const double n = (double)es->n;
  const double half = es->settings.parents > 0
                          ? (double)es->parents + 0.5
                          : ((double)es->population + 1) / 2;
  double sum = 0, squares = 0;
  for (size_t k = 0; k < es->population; k++)
    es->weight[k] = log(half) - log((double)k + 1);
  for (size_t k = 0; k < es->parents; k++) {
    sum += es->weight[k];
    squares += es->weight[k] * es->weight[k];
  }
  es->mueff = sum * sum / squares;
  const double mueff = es->mueff;
  es->cc = (4 + mueff / n) / (n + 4 + 2 * mueff / n);
  es->cs = (mueff + 2) / (n + mueff + 5);
  es->ds = 1 + 2 * fmax(0, sqrt((mueff - 1) / (n + 1)) - 1) + es->cs;
  es->c1 = 2 / ((n + 1.3) * (n + 1.3) + mueff);
  es->cmu = fmin(1 - es->c1,
                 2 * (mueff - 2 + 1 / mueff) / ((n + 2) * (n + 2) + mueff));
  es->chi = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
  for (size_t k = 0; k < es->parents; k++)
    es->weight[k] /= sum;
  weigh_worse(es);
}

/* Sets population, parents and generations, where the settings leave them to
   it. */
static void set_sizes(pn_cmaes *es)
{
  pn_cmaes_settings *settings = &es->settings;
  const double n = (double)es->n;
  es->population = settings->population > 0 ? settings->population
                                            : 4 + (size_t)(3 * log(n));
  es->parents = settings->parents > 0 ? settings->parents : es->population / 2;
  const double lambda = (double)es->population;
  if (settings->generations == 0)
    settings->generations = (size_t)(1000 * (n + 5) * (n + 5) / sqrt(lambda));
  es->window = pni_cmaes_window(es, settings->generations);
  es->ring = 20 + 3 * es->n / es->population;
}

/* Cuts an array off a block; with no block, counts only. */
static double *cut(double *block, size_t *used, size_t count)
{
  double *array = block ? block + *used : NULL;
  *used += count;
  return array;
}

/* Places the reals of the state in a block, in the order in which they are
   saved. */
static size_t place_state(pn_cmaes *es, double *block)
{
  const size_t n = es->n;
  double **const vectors[] = {&es->mean, &es->old_mean,  &es->D,       &es->ps,
                              &es->pc,   &es->deviation, &es->best,    &es->low,
                              &es->high, &es->penalty,   &es->injected};
  size_t used = 0;
  for (size_t k = 0; k < sizeof vectors / sizeof vectors[0]; k++)
    *vectors[k] = cut(block, &used, n);
  es->C = cut(block, &used, n * n);
  es->B = cut(block, &used, n * n);
  es->differences = cut(block, &used, es->ring);
  es->history = cut(block, &used, 2 * es->window);
  return used;
}

/* Cuts the block for what a generation computes anew. Returns how many reals it
   takes; a NULL block is only measured. */
static size_t place_work(pn_cmaes *es, double *block)
{
  const size_t n = es->n, population = es->population;
  size_t used = 0;
  es->points = cut(block, &used, n * population);
  es->steps = cut(block, &used, n * population);
  es->samples = cut(block, &used, n * population);
  es->weight = cut(block, &used, population);
  es->value = cut(block, &used, population);
  es->sorting = cut(block, &used, es->window + population);
  es->drawn = cut(block, &used, 3 * n);
  return used;
}

/* Takes the workspace that GSL needs to decompose C; its own memory is not
   counted by base/alloc. */
static pni_cmaes_eigen *eigen_alloc(size_t n)
{
  pni_cmaes_eigen *eigen = pn_alloc(1, sizeof *eigen);
  if (!eigen)
    return NULL;
  eigen->workspace = gsl_eigen_symmv_alloc(n);
  eigen->C = gsl_matrix_alloc(n, n);
  eigen->B = gsl_matrix_alloc(n, n);
  eigen->values = gsl_vector_alloc(n);
  return eigen;
}

static void eigen_free(pni_cmaes_eigen *eigen)
{
  if (!eigen)
    return;
  gsl_eigen_symmv_free(eigen->workspace);
  gsl_matrix_free(eigen->C);
  gsl_matrix_free(eigen->B);
  gsl_vector_free(eigen->values);
  pn_free(eigen);
}

/* Takes all memory: the state in one block, which files hold, and the rest in
   another one. */
static int allocate(pn_cmaes *es)
{
  es->reals = place_state(es, NULL);
  es->memory = pn_alloc(es->reals, sizeof *es->memory);
  es->work = pn_alloc(place_work(es, NULL), sizeof *es->work);
  es->order = pn_alloc(es->population, sizeof *es->order);
  pni_cmaes_eigen *eigen = eigen_alloc(es->n);
  es->eigen = eigen;
  es->random = gsl_rng_alloc(gsl_rng_mt19937);
  if (!es->memory || !es->work || !es->order || !es->random || !eigen ||
      !eigen->workspace || !eigen->C || !eigen->B || !eigen->values)
    return GSL_ENOMEM;
  place_state(es, es->memory);
  place_work(es, es->work);
  return GSL_SUCCESS;
}

pn_cmaes *pni_cmaes_make(size_t n, const pn_cmaes_settings *settings,
                         pn_error *error)
{
  if (check(n, settings, error))
    return NULL;
  pn_cmaes *es = pn_alloc(1, sizeof *es);
  if (es) {
    es->settings = *settings;
    es->n = n;
    set_sizes(es);
    if (!allocate(es)) {
      set_constants(es);
      return es;
    }
  }
  pn_cmaes_free(es);
  pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  return NULL;
}

pn_cmaes *pn_cmaes_alloc(size_t n, const pn_cmaes_settings *settings,
                         const double *mean, const double *deviation,
                         pn_error *error)
{
  pn_error_clear(error);
  pn_cmaes *es = pni_cmaes_make(n, settings, error);
  if (!es)
    return NULL;
  /* Check the start; the first step is the largest deviation. */
  int fine = 1;
  for (size_t i = 0; i < n; i++) {
    fine =
        fine && isfinite(mean[i]) && deviation[i] > 0 && isfinite(deviation[i]);
    es->sigma = fmax(es->sigma, deviation[i]);
    es->low[i] = -INFINITY;
    es->high[i] = INFINITY;
  }
  if (!fine) {
    pn_error_set(error, GSL_EINVAL, NULL, 0,
                 "the mean must be finite, and the deviations positive");
    pn_cmaes_free(es);
    return NULL;
  }
  /* Place the distribution there, with C = D^2 along the coordinates. */
  memcpy(es->mean, mean, n * sizeof *mean);
  memcpy(es->old_mean, mean, n * sizeof *mean);
  memcpy(es->deviation, deviation, n * sizeof *deviation);
  for (size_t i = 0; i < n; i++) {
    es->D[i] = deviation[i] / es->sigma;
    es->C[i * n + i] = es->D[i] * es->D[i];
    es->B[i * n + i] = 1;
  }
  es->best_value = INFINITY;
  return es;
}

void pn_cmaes_free(pn_cmaes *es)
{
  if (!es)
    return;
  eigen_free(es->eigen);
  gsl_rng_free(es->random);
  pn_free(es->memory);
  pn_free(es->work);
  pn_free(es->order);
  pn_free(es);
}

int pn_cmaes_set_bounds(pn_cmaes *es, const double *low, const double *high)
{
  for (size_t i = 0; i < es->n; i++)
    if (!(low[i] < high[i] && low[i] <= es->mean[i] && es->mean[i] <= high[i]))
      return GSL_EINVAL;
  memcpy(es->low, low, es->n * sizeof *low);
  memcpy(es->high, high, es->n * sizeof *high);
  es->bounded = 1;
  return GSL_SUCCESS;
}

int pn_cmaes_inject(pn_cmaes *es, const double *point)
{
  if (!pni_all_finite(point, es->n))
    return GSL_EINVAL;
  memcpy(es->injected, point, es->n * sizeof *point);
  es->inject = 1;
  return GSL_SUCCESS;
}
