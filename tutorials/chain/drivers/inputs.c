/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "chain/drivers/inputs.h"

#include <stdlib.h>
#include <string.h>

const double chain_difference_step = 1e-3;
const double chain_difference_error = 1e-9;

static chain_input new_input(size_t bars)
{
  chain_input input;
  input.chain = pn_chain_alloc(bars, 0);
  exercise_require(input.chain != NULL);
  input.point = pn_chain_point_alloc(input.chain);
  exercise_require(input.point != NULL);
  return input;
}

static void set_end(chain_input input, double a, double b)
{
  const size_t n = input.chain->bars;
  input.chain->end[0] = input.point->x[n] = a;
  input.chain->end[1] = input.point->y[n] = b;
}

/* Makes the chain of the course with the heights y of its free nodes. */
static chain_input course_chain(const double y[4])
{
  static const double length[] = {0.7, 0.5, 0.3, 0.2, 0.5};
  static const double x[] = {0.2, 0.4, 0.6, 0.8};
  chain_input input = new_input(5);
  memcpy(input.chain->length, length, sizeof length);
  memcpy(input.point->x + 1, x, sizeof x);
  memcpy(input.point->y + 1, y, sizeof x);
  set_end(input, 1, -1);
  return input;
}

chain_input chain_input_2a(void)
{
  return course_chain((const double[]){-1, -1.5, -1.5, -1.3});
}

chain_input chain_input_2d(void)
{
  return course_chain((const double[]){1, -1.2, 1.5, -1.3});
}

/* Makes a chain with random nodes and multipliers. */
static chain_input random_input(gsl_rng *random, size_t bars)
{
  chain_input input = new_input(bars);
  for (size_t i = 0; i < bars; i++) {
    input.chain->length[i] = exercise_uniform(random, 0.3, 1.3);
    input.point->lambda[i] = exercise_uniform(random, -0.5, 1.5);
  }
  for (size_t i = 1; i < bars; i++) {
    input.point->x[i] = exercise_uniform(random, -1, 1);
    input.point->y[i] = exercise_uniform(random, -1, 1);
  }
  set_end(input, 0.7, -0.45);
  return input;
}

/* Shows the numbers of an input. */
static void show(exercise *e, chain_input input)
{
  const size_t n = input.chain->bars;
  exercise_given(e, "length", input.chain->length, n);
  exercise_given(e, "lambda", input.point->lambda, n);
  exercise_given(e, "x", input.point->x, n + 1);
  exercise_given(e, "y", input.point->y, n + 1);
}

/* Makes the k-th input and names it to the exercise. */
static chain_input next_input(exercise *e, size_t k)
{
  static const double lambda[] = {1.3, -0.4, 0.9, 2.2, 0.35};
  if (k == 0) {
    exercise_input(e, "case 2a at its start, lambda = 0");
    return chain_input_2a();
  }
  if (k == 1) {
    exercise_input(e, "case 2a at its start, lambda not 0");
    chain_input input = chain_input_2a();
    memcpy(input.point->lambda, lambda, sizeof lambda);
    return input;
  }
  const size_t bars = 3 + (k - 2) % 5;
  exercise_input(e, "a random chain of %zu bars", bars);
  return random_input(e->random, bars);
}

void chain_check_each(exercise *e, size_t first,
                      void (*check)(exercise *e, chain_input input))
{
  for (size_t k = first; k < CHAIN_INPUTS; k++) {
    chain_input input = next_input(e, k);
    show(e, input);
    check(e, input);
    chain_input_free(&input);
  }
}

void chain_input_free(chain_input *input)
{
  pn_chain_point_free(input->point);
  pn_chain_free(input->chain);
}

double *chain_coordinate(const pn_chain_point *point, size_t k)
{
  const size_t nn = point->bars - 1;
  return k < nn ? &point->x[k + 1] : &point->y[k - nn + 1];
}
