/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Checks a step that can be made by hand, then compares with each generation of
   the library's CMA-ES in a long valley. */
#include "tuning/drivers/strategy.h"

#include <stdio.h>
#include <string.h>

enum { SHOWN = 80 };

static void compare(exercise *e, const my_strategy *s, const double *pc,
                    const double *C)
{
  strategy_compare(e, s->pc[0], pc[0], "pc[0]");
  strategy_compare(e, s->pc[1], pc[1], "pc[1]");
  strategy_compare(e, s->C[0][0], C[0], "C(0, 0)");
  strategy_compare(e, s->C[0][1], C[1], "C(0, 1)");
  strategy_compare(e, s->C[1][0], C[2], "C(1, 0)");
  strategy_compare(e, s->C[1][1], C[3], "C(1, 1)");
}

/* Checks a generation with a single parent, in numbers for paper. */
static void by_hand(exercise *e)
{
  static const double one = 1, y[1][2] = {{2, 1}};
  static const double pc[] = {2.2, 0.8}, C[] = {2.584, 0.976, 0.976, 0.964};
  my_strategy s = {.pc = {1, 0},
                   .C = {{1, 0}, {0, 1}},
                   .parents = 1,
                   .w = &one,
                   .mueff = 1,
                   .cc = 0.4,
                   .c1 = 0.1,
                   .cmu = 0.4};
  exercise_input(e, "one step y = (2, 1), the example of the skeleton");
  my_covariance(&s, y);
  compare(e, &s, pc, C);
}

/* Tells whether the library held its path back, as it does while the step size
   grows fast. */
static int is_held_back(const pn_cmaes *es, const my_strategy *before)
{
  return es->pc[0] == (1 - es->cc) * before->pc[0];
}

/* Makes one generation in both ways. */
static void generation(exercise *e, pn_cmaes *es)
{
  my_strategy s;
  double y[STRATEGY_POPULATION][2];
  strategy_generation(es, &s, y);
  if (is_held_back(es, &s))
    return;
  strategy_show(e, &s, (const double(*)[2])y);
  exercise_given(e, "pc", s.pc, 2);
  exercise_given_matrix(e, "C", s.C[0], 2, 2);
  const double rates[] = {s.mueff, s.cc, s.c1, s.cmu};
  exercise_given(e, "mueff, cc, c1, cmu", rates, 4);
  my_covariance(&s, (const double(*)[2])y);
  compare(e, &s, es->pc, es->C);
}

/* Prints how a covariance that the answer alone moves takes the shape of the
   valley. */
static void show_ellipse(void)
{
  pn_cmaes *es = strategy_begin();
  my_strategy mine = {.C = {{0}}};
  puts("\nYour covariance in a valley, a hundred times as steep across as "
       "along.\nHow many times as long as wide its ellipse is:");
  for (int k = 1; k <= SHOWN; k++) {
    my_strategy s;
    double y[STRATEGY_POPULATION][2];
    strategy_generation(es, &s, y);
    if (k > 1) {
      memcpy(s.C, mine.C, sizeof s.C);
      memcpy(s.pc, mine.pc, sizeof s.pc);
    }
    mine = s;
    my_covariance(&mine, (const double(*)[2])y);
    const double half = (mine.C[0][0] + mine.C[1][1]) / 2;
    const double root = hypot((mine.C[0][0] - mine.C[1][1]) / 2, mine.C[0][1]);
    const double ratio = sqrt((half + root) / (half - root));
    if (k % 10 != 0)
      continue;
    printf("  generation %2d %5.1f ", k, ratio);
    for (int column = 0; column < (int)(2 * ratio); column++)
      putchar('=');
    puts("");
  }
  puts("It tends to the shape of the valley's contours: 10.");
  pn_cmaes_free(es);
}

int main(void)
{
  return strategy_check("tuning/covariance", by_hand, generation, show_ellipse);
}
