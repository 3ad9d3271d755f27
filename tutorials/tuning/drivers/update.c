/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Runs the library's CMA-ES in a long valley, and compares each of its
   generations with the step that the answer makes from the same points. */
#include "exercise.h"
#include "pantin/tuning/cmaes.h"
#include "tuning/exercises.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GENERATIONS = 8, POPULATION = 12 };

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
                   .chi = es->chi};
  for (size_t i = 0; i < 2; i++) {
    s.m[i] = es->mean[i];
    s.ps[i] = es->ps[i];
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
  size_t order[POPULATION];
  for (size_t k = 0; k < POPULATION; k++) {
    size_t at = k;
    for (; at > 0 && value[order[at - 1]] > value[k]; at--)
      order[at] = order[at - 1];
    order[at] = k;
  }
  for (size_t k = 0; k < es->parents; k++)
    memcpy(y[k], &es->steps[2 * order[k]], sizeof y[k]);
}

/* Compares two numbers, relative to their size. */
static void compare(exercise *e, double got, double expected, const char *what)
{
  exercise_value(e, got, expected, rounding * (1 + fabs(expected)), "%s", what);
}

/* Makes one generation in both ways. */
static void generation(exercise *e, pn_cmaes *es)
{
  double value[POPULATION], y[POPULATION][2];
  pn_cmaes_ask(es);
  for (size_t k = 0; k < POPULATION; k++)
    value[k] = valley(&es->points[2 * k]);
  my_strategy s = copy(es);
  sort(es, value, y);
  pn_cmaes_tell(es, value);
  exercise_given_matrix(e, "y", y[0], s.parents, 2);
  exercise_given(e, "w", s.w, s.parents);
  exercise_given(e, "m", s.m, 2);
  exercise_given(e, "ps", s.ps, 2);
  exercise_given_matrix(e, "root", s.root[0], 2, 2);
  const double rates[] = {s.sigma, s.mueff, s.cs, s.ds, s.chi};
  exercise_given(e, "sigma, mueff, cs, ds, chi", rates, 5);
  my_update(&s, (const double(*)[2])y);
  compare(e, s.m[0], es->mean[0], "m[0]");
  compare(e, s.m[1], es->mean[1], "m[1]");
  compare(e, s.ps[0], es->ps[0], "ps[0]");
  compare(e, s.ps[1], es->ps[1], "ps[1]");
  compare(e, s.sigma, es->sigma, "sigma");
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "tuning/update");
  pn_cmaes_settings settings = pn_cmaes_settings_default();
  settings.population = POPULATION;
  pn_error error = {0};
  pn_cmaes *es = pn_cmaes_alloc(2, &settings, (double[]){3, -1},
                                (double[]){0.7, 0.4}, &error);
  if (!es)
    return EXIT_FAILURE + 1;
  for (int k = 1; k <= GENERATIONS; k++) {
    exercise_input(&e, "generation %d in a valley", k);
    generation(&e, es);
  }
  pn_cmaes_free(es);
  return exercise_end(&e);
}
