/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Checks the project: the case of its example, whose answer is known by hand,
   then chains whose nodes the library finds by another method, from short ones
   to long ones, with and without lamps. */
#include "chain/drivers/inputs.h"
#include "chain/exercises.h"
#include "pantin/chain/solver.h"
#include "pantin/chain/start.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* What a node may be off, and how long and how many random chains are. */
static const double allowed = 1e-7;
enum { BARS_MOST = 500, CHAINS = 6 };
static const size_t bars_of[CHAINS] = {3, 5, 8, 20, 100, BARS_MOST};

/* Asks for the nodes and compares them with those expected. */
static void check(exercise *e, const pn_chain *chain, const double *right_x,
                  const double *right_y)
{
  double x[BARS_MOST + 1], y[BARS_MOST + 1];
  for (size_t i = 0; i <= chain->bars; i++)
    x[i] = y[i] = NAN;
  const size_t bars = chain->bars;
  exercise_given(e, "length", chain->length, bars);
  exercise_given(e, "weight", chain->weight, bars);
  exercise_given(e, "load", chain->load, bars + 1);
  exercise_given(e, "end", chain->end, 2);
  const int code = my_hang(bars, chain->length, chain->weight, chain->load,
                           chain->end, x, y);
  exercise_value(e, code, 0, 0, "the value returned");
  for (size_t i = 0; i <= chain->bars; i++) {
    exercise_value(e, x[i], right_x[i], allowed, "x[%zu]", i);
    exercise_value(e, y[i], right_y[i], allowed, "y[%zu]", i);
  }
}

/* Makes a chain with weights and loads, all of them still to be set. */
static pn_chain *new_chain(size_t bars)
{
  pn_chain *chain = pn_chain_alloc(bars, 0);
  exercise_require(chain && !pn_chain_add_weights(chain));
  return chain;
}

static void check_example(exercise *e)
{
  pn_chain *chain = new_chain(2);
  chain->length[0] = chain->length[1] = 0.5;
  chain->weight[0] = chain->weight[1] = 0;
  chain->load[1] = 1;
  chain->end[0] = 0.6;
  exercise_input(e, "two weightless bars of 0.5 m to (0.6, 0), a lamp of 1 N");
  check(e, chain, (const double[]){0, 0.3, 0.6}, (const double[]){0, -0.4, 0});
  pn_chain_free(chain);
}

/* Draws a chain; every other one has lamps at a third of its nodes. */
static pn_chain *random_chain(exercise *e, size_t k)
{
  const size_t bars = bars_of[k];
  pn_chain *chain = new_chain(bars);
  for (size_t i = 0; i < bars; i++) {
    chain->length[i] = exercise_uniform(e->random, 0.2, 0.5);
    chain->weight[i] = exercise_uniform(e->random, 0.1, 0.9);
    if (k % 2 && i % 3 == 1)
      chain->load[i] = exercise_uniform(e->random, 0.5, 3);
  }
  const double length = pn_chain_length(chain);
  chain->end[0] = exercise_uniform(e->random, 0.5, 0.7) * length;
  chain->end[1] = exercise_uniform(e->random, -0.3, 0.3) * length;
  exercise_input(e, "a random chain of %zu bars, %s lamps", bars,
                 k % 2 ? "with" : "without");
  return chain;
}

/* Compares with the method of the library that goes down in all nodes. */
static void check_random(exercise *e, size_t k)
{
  pn_chain *chain = random_chain(e, k);
  pn_chain_point *start = pn_chain_point_alloc(chain);
  pn_chain_solver *solver = pn_chain_solver_alloc(pn_chain_minimum, chain);
  const pn_chain_settings settings = pn_chain_settings_default();
  exercise_require(start && solver);
  exercise_require(!pn_chain_start_set(pn_chain_start_find("parabola"), chain,
                                       0, start, NULL));
  exercise_require(!pn_chain_solver_set(solver, &settings, start, NULL));
  while (pn_chain_solver_test(solver) == GSL_CONTINUE)
    if (pn_chain_solver_iterate(solver))
      break;
  exercise_require(pn_chain_solver_finish(solver) == PN_CHAIN_CONVERGED);
  check(e, chain, solver->point->x, solver->point->y);
  pn_chain_solver_free(solver);
  pn_chain_point_free(start);
  pn_chain_free(chain);
}

/* Draws a chain with a lamp in the middle. */
static void draw_lamp(void)
{
  enum { BARS = 12 };
  double length[BARS], weight[BARS], load[BARS + 1] = {0};
  double x[BARS + 1], y[BARS + 1];
  const double end[] = {2, 0.3};
  for (size_t i = 0; i < BARS; i++)
    length[i] = weight[i] = 0.25;
  load[BARS / 2] = 4;
  if (my_hang(BARS, length, weight, load, end, x, y))
    return;
  puts("\nYour chain of 12 bars, with a lamp of 4 N in the middle:\n");
  exercise_draw(x, y, BARS + 1, 1);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "chain/hang");
  check_example(&e);
  for (size_t k = 0; k < CHAINS; k++)
    check_random(&e, k);
  exercise_reward(&e, draw_lamp);
  return exercise_end(&e);
}
