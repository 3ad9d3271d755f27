/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "cmaes_run.h"

#include <check.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>

double objective_sphere(const double *x, size_t n)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sum;
}

double objective_ellipsoid(const double *x, size_t n)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += pow(1e6, (double)i / ((double)n - 1)) * x[i] * x[i];
  return sum;
}

double objective_rosenbrock(const double *x, size_t n)
{
  double sum = 0;
  for (size_t i = 0; i + 1 < n; i++) {
    const double a = x[i] * x[i] - x[i + 1], b = x[i] - 1;
    sum += 100 * a * a + b * b;
  }
  return sum;
}

void cmaes_step(pn_cmaes *es, objective *f)
{
  double *value = malloc(es->population * sizeof *value);
  pn_cmaes_ask(es);
  for (size_t k = 0; k < es->population; k++)
    value[k] = f(&es->points[k * es->n], es->n);
  ck_assert_int_eq(pn_cmaes_tell(es, value), GSL_SUCCESS);
  free(value);
}

pn_cmaes *cmaes_start(size_t n, double x, double deviation,
                      const pn_cmaes_settings *settings)
{
  double mean[CMAES_MOST], deviations[CMAES_MOST];
  for (size_t i = 0; i < n; i++) {
    mean[i] = x;
    deviations[i] = deviation;
  }
  pn_error error = {0};
  pn_cmaes *es = pn_cmaes_alloc(n, settings, mean, deviations, &error);
  ck_assert_msg(es != NULL, "%s", error.text);
  return es;
}

pn_cmaes_settings cmaes_patient(size_t seed)
{
  pn_cmaes_settings settings = pn_cmaes_settings_default();
  settings.seed = seed;
  settings.target = CMAES_GOAL;
  settings.step = settings.step_up = settings.spread = settings.history = 0;
  settings.condition = 0;
  settings.stagnation = settings.equal_values = 0;
  return settings;
}
