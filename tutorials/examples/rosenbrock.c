/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* CMA-ES finds the least value of Rosenbrock's function of five variables,
   which is 0, at (1, 1, 1, 1, 1). */
#include <pantin/pantin.h>
#include <stdio.h>

enum { N = 5, POPULATION = 16 };

static double rosenbrock(const double *x)
{
  double sum = 0;
  for (int i = 0; i + 1 < N; i++) {
    const double valley = x[i + 1] - x[i] * x[i], way = 1 - x[i];
    sum += 100 * valley * valley + way * way;
  }
  return sum;
}
int main(void)
{
  const double mean[N] = {0}, deviation[N] = {0.5, 0.5, 0.5, 0.5, 0.5};
  double value[POPULATION];
  pn_error error = {0};
  pn_cmaes_settings settings = pn_cmaes_settings_default();
  settings.population = POPULATION;
  settings.target = 1e-12;
  pn_cmaes *es = pn_cmaes_alloc(N, &settings, mean, deviation, &error);
  while (es && pn_cmaes_test(es) == PN_CMAES_RUNNING) {
    pn_cmaes_ask(es);
    for (size_t k = 0; k < es->population; k++)
      value[k] = rosenbrock(&es->points[k * N]);
    pn_cmaes_tell(es, value);
  }
  if (error.code)
    fprintf(stderr, "%s\n", error.text);
  else
    printf("least %.1e at %.5f ... %.5f\n", es->best_value, es->best[0],
           es->best[N - 1]);
  pn_cmaes_free(es);
  return error.code != 0;
}
