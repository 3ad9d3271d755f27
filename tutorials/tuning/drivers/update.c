/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Checks a step that can be made by hand, then compares with each generation of
   the library's CMA-ES in a long valley. */
#include "tuning/drivers/strategy.h"

#include <gsl/gsl_randist.h>
#include <stdio.h>
#include <string.h>

enum { POINTS = 12, KEPT = 6, SHOWN = 36 };

/* Checks a generation with a single parent, in numbers for paper. */
static void by_hand(exercise *e)
{
  static const double one = 1, y[1][2] = {{2, 1}};
  my_strategy s = {.m = {1, 1},
                   .sigma = 0.5,
                   .ps = {1, 0},
                   .C = {{1, 0}, {0, 1}},
                   .root = {{1, 0}, {0, 1}},
                   .parents = 1,
                   .w = &one,
                   .mueff = 1,
                   .cs = 0.4,
                   .ds = 1,
                   .chi = 1.25};
  exercise_input(e, "one step y = (2, 1), the example of the skeleton");
  my_update(&s, y);
  strategy_compare(e, s.m[0], 2, "m[0]");
  strategy_compare(e, s.m[1], 1.5, "m[1]");
  strategy_compare(e, s.ps[0], 2.2, "ps[0]");
  strategy_compare(e, s.ps[1], 0.8, "ps[1]");
  strategy_compare(e, s.sigma, 0.5 * exp(0.4 * (hypot(2.2, 0.8) / 1.25 - 1)),
                   "sigma");
}

/* Makes one generation in both ways. */
static void generation(exercise *e, pn_cmaes *es)
{
  my_strategy s;
  double y[STRATEGY_POPULATION][2];
  strategy_generation(es, &s, y);
  strategy_show(e, &s, (const double(*)[2])y);
  exercise_given(e, "m", s.m, 2);
  exercise_given(e, "ps", s.ps, 2);
  exercise_given_matrix(e, "root", s.root[0], 2, 2);
  const double rates[] = {s.sigma, s.mueff, s.cs, s.ds, s.chi};
  exercise_given(e, "sigma, mueff, cs, ds, chi", rates, 5);
  my_update(&s, (const double(*)[2])y);
  strategy_compare(e, s.m[0], es->mean[0], "m[0]");
  strategy_compare(e, s.m[1], es->mean[1], "m[1]");
  strategy_compare(e, s.ps[0], es->ps[0], "ps[0]");
  strategy_compare(e, s.ps[1], es->ps[1], "ps[1]");
  strategy_compare(e, s.sigma, es->sigma, "sigma");
}

/* Sorts the points drawn in a generation by their distance from 0, and keeps
   the steps of the better half. */
static void draw(gsl_rng *random, const my_strategy *s, double (*y)[2])
{
  double distance[POINTS], step[POINTS][2];
  for (size_t k = 0; k < POINTS; k++) {
    const double drawn[2] = {gsl_ran_gaussian(random, 1),
                             gsl_ran_gaussian(random, 1)};
    const double d =
        hypot(s->m[0] + s->sigma * drawn[0], s->m[1] + s->sigma * drawn[1]);
    size_t at = k;
    for (; at > 0 && distance[at - 1] > d; at--) {
      distance[at] = distance[at - 1];
      memcpy(step[at], step[at - 1], sizeof step[at]);
    }
    distance[at] = d;
    memcpy(step[at], drawn, sizeof drawn);
  }
  memcpy(y, step, KEPT * sizeof *y);
}

/* Prints how the answer finds the centre of a round bowl: far away at first,
   and with steps that are much too small. */
static void show_search(void)
{
  static const double w[KEPT] = {0.35, 0.25, 0.17, 0.12, 0.07, 0.04};
  my_strategy s = {.m = {100, 0},
                   .sigma = 0.1,
                   .C = {{1, 0}, {0, 1}},
                   .root = {{1, 0}, {0, 1}},
                   .parents = KEPT,
                   .w = w,
                   .mueff = 4.3,
                   .cs = 0.56,
                   .ds = 1.6,
                   .chi = 1.25};
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  exercise_require(random != NULL);
  puts(
      "\nYour search for the centre of a round bowl, 100 m away, with steps of "
      "10 cm:\n  generation  distance [m]  step size [m]");
  for (int k = 0; k <= SHOWN; k++) {
    double y[KEPT][2];
    if (k % 4 == 0)
      printf("  %10d  %12.1e  %13.1e\n", k, hypot(s.m[0], s.m[1]), s.sigma);
    draw(random, &s, y);
    my_update(&s, (const double(*)[2])y);
  }
  puts("First the steps grow, as all go the same way; then they shrink.");
  gsl_rng_free(random);
}

int main(void)
{
  return strategy_check("tuning/update", by_hand, generation, show_search);
}
