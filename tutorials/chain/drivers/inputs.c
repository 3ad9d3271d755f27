/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chain/drivers/inputs.h"

#include <gsl/gsl_rng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const double chain_difference_step = 1e-3;
const double chain_difference_error = 1e-9;

static void require(const void *block)
{
  if (block)
    return;
  fputs("out of memory\n", stderr);
  exit(EXIT_FAILURE);
}

static chain_input new_input(size_t bars)
{
  chain_input input;
  input.chain = pn_chain_alloc(bars, 0);
  require(input.chain);
  input.point = pn_chain_point_alloc(input.chain);
  require(input.point);
  return input;
}

static void set_end(chain_input input, double a, double b)
{
  const size_t n = input.chain->bars;
  input.chain->end[0] = input.point->x[n] = a;
  input.chain->end[1] = input.point->y[n] = b;
}

static chain_input course(const double y[4])
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
  return course((const double[]){-1, -1.5, -1.5, -1.3});
}

chain_input chain_input_2d(void)
{
  return course((const double[]){1, -1.2, 1.5, -1.3});
}

static chain_input random_input(size_t bars, unsigned long seed)
{
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  require(random);
  gsl_rng_set(random, seed);
  chain_input input = new_input(bars);
  for (size_t i = 0; i < bars; i++) {
    input.chain->length[i] = 0.3 + gsl_rng_uniform(random);
    input.point->lambda[i] = 2 * gsl_rng_uniform(random) - 0.5;
  }
  for (size_t i = 1; i < bars; i++) {
    input.point->x[i] = 2 * gsl_rng_uniform(random) - 1;
    input.point->y[i] = 2 * gsl_rng_uniform(random) - 1;
  }
  set_end(input, 0.7, -0.45);
  gsl_rng_free(random);
  return input;
}

chain_input chain_input_next(exercise *e, size_t k)
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
  return random_input(bars, 2019 + k);
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
