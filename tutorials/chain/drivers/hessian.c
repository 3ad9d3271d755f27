/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Compares the Hessian with central differences of the gradient. */
#include "chain/drivers/inputs.h"
#include "chain/exercises.h"
#include "pantin/chain/simulator.h"

/* Differences the gradient along the k-th coordinate: its x half, then its y
   half, each for the nodes 0 .. bars. */
static void difference(chain_input in, size_t k,
                       double g[2][CHAIN_INPUT_BARS_MAX + 1])
{
  double before[2][CHAIN_INPUT_BARS_MAX + 1];
  double *q = chain_coordinate(in.point, k);
  const double at = *q, h = chain_difference_step;
  *q = at - h;
  pn_chain_gradient(in.chain, in.point, before[0], before[1]);
  *q = at + h;
  pn_chain_gradient(in.chain, in.point, g[0], g[1]);
  *q = at;
  for (size_t i = 0; i <= in.chain->bars; i++)
    for (size_t half = 0; half < 2; half++)
      g[half][i] = (g[half][i] - before[half][i]) / (2 * h);
}

static void check(exercise *e, chain_input in)
{
  const size_t nn = in.chain->bars - 1;
  double g[2][CHAIN_INPUT_BARS_MAX + 1];
  gsl_matrix *H = gsl_matrix_calloc(2 * nn, 2 * nn);
  my_hessian(in.chain, in.point->lambda, H);
  for (size_t k = 0; k < 2 * nn; k++) {
    difference(in, k, g);
    for (size_t j = 0; j < 2 * nn; j++)
      exercise_value(e, gsl_matrix_get(H, j, k), g[j / nn][j % nn + 1],
                     chain_difference_error, "H(%zu, %zu)", j, k);
  }
  gsl_matrix_free(H);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "chain/hessian");
  chain_check_each(&e, 0, check);
  return exercise_end(&e);
}
