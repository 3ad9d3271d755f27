/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "tuning/drivers/strategy.h"

#include <math.h>
#include <string.h>

static const double rounding = 1e-11; /* relative */

/* Evaluates the function, a hundred times as steep across the valley as
   along. */
static double valley(const double *x)
{
  const double along = x[0] + 2 * x[1], across = 2 * x[0] - x[1] - 1;
  return along * along + 100 * across * across;
}

/* Copies the strategy before a step. */
static my_strategy copy(const pn_cmaes *es)
{
  my_strategy s = {.sigma = es->sigma,
                   .parents = es->parents,
                   .w = es->weight,
                   .mueff = es->mueff,
                   .cs = es->cs,
                   .ds = es->ds,
                   .chi = es->chi,
                   .cc = es->cc,
                   .c1 = es->c1,
                   .cmu = es->cmu};
  for (size_t i = 0; i < 2; i++) {
    s.m[i] = es->mean[i];
    s.ps[i] = es->ps[i];
    s.pc[i] = es->pc[i];
    for (size_t j = 0; j < 2; j++) {
      s.C[i][j] = es->C[2 * i + j];
      for (size_t k = 0; k < 2; k++)
        s.root[i][j] += es->B[2 * i + k] * es->B[2 * j + k] / es->D[k];
    }
  }
  return s;
}

/* Sorts the steps of the better half, the best first, into y. */
static void sort(const pn_cmaes *es, const double *value, double (*y)[2])
{
  size_t order[STRATEGY_POPULATION];
  for (size_t k = 0; k < STRATEGY_POPULATION; k++) {
    size_t at = k;
    for (; at > 0 && value[order[at - 1]] > value[k]; at--)
      order[at] = order[at - 1];
    order[at] = k;
  }
  for (size_t k = 0; k < es->parents; k++)
    memcpy(y[k], &es->steps[2 * order[k]], sizeof y[k]);
}

pn_cmaes *strategy_begin(void)
{
  pn_cmaes_settings settings = pn_cmaes_settings_default();
  pn_error error = {0};
  settings.population = STRATEGY_POPULATION;
  settings.parents = STRATEGY_PARENTS;
  settings.active = 0;
  pn_cmaes *es = pn_cmaes_alloc(2, &settings, (double[]){3, -1},
                                (double[]){0.7, 0.4}, &error);
  exercise_require(es != NULL);
  return es;
}

void strategy_generation(pn_cmaes *es, my_strategy *s, double (*y)[2])
{
  double value[STRATEGY_POPULATION];
  pn_cmaes_ask(es);
  for (size_t k = 0; k < STRATEGY_POPULATION; k++)
    value[k] = valley(&es->points[2 * k]);
  *s = copy(es);
  sort(es, value, y);
  pn_cmaes_tell(es, value);
}

void strategy_show(exercise *e, const my_strategy *s, const double (*y)[2])
{
  exercise_given_matrix(e, "y", y[0], s->parents, 2);
  exercise_given(e, "w", s->w, s->parents);
}

void strategy_compare(exercise *e, double got, double expected,
                      const char *what)
{
  exercise_value(e, got, expected, rounding * (1 + fabs(expected)), "%s", what);
}

int strategy_check(const char *name, void (*by_hand)(exercise *),
                   void (*generation)(exercise *, pn_cmaes *),
                   void (*reward)(void))
{
  exercise e;
  exercise_begin(&e, name);
  by_hand(&e);
  pn_cmaes *es = strategy_begin();
  for (int k = 1; k <= STRATEGY_GENERATIONS; k++) {
    exercise_input(&e, "generation %d in a valley", k);
    generation(&e, es);
  }
  pn_cmaes_free(es);
  exercise_reward(&e, reward);
  return exercise_end(&e);
}
