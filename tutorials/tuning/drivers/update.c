/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Checks a step that can be made by hand, then compares with each generation of
   the library's CMA-ES in a long valley. */
#include "tuning/drivers/strategy.h"

enum { GENERATIONS = 8 };

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

int main(void)
{
  exercise e;
  exercise_begin(&e, "tuning/update");
  by_hand(&e);
  pn_cmaes *es = strategy_begin();
  for (int k = 1; k <= GENERATIONS; k++) {
    exercise_input(&e, "generation %d in a valley", k);
    generation(&e, es);
  }
  pn_cmaes_free(es);
  return exercise_end(&e);
}
