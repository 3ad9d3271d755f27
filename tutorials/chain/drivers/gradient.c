/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Compares the gradient with central differences of e + lambda^T c. */
#include "chain/drivers/inputs.h"
#include "chain/exercises.h"
#include "pantin/chain/simulator.h"

#include <math.h>

/* Computes e + lambda^T c. */
static double lagrangian(chain_input in)
{
  double c[CHAIN_INPUT_BARS_MAX], l = pn_chain_energy(in.chain, in.point->y);
  pn_chain_constraints(in.chain, in.point->x, in.point->y, c);
  for (size_t i = 0; i < in.chain->bars; i++)
    l += in.point->lambda[i] * c[i];
  return l;
}

/* Differences the Lagrangian along the k-th coordinate. */
static double difference(chain_input in, size_t k)
{
  double *q = chain_coordinate(in.point, k);
  const double at = *q, h = chain_difference_step;
  *q = at + h;
  const double after = lagrangian(in);
  *q = at - h;
  const double before = lagrangian(in);
  *q = at;
  return (after - before) / (2 * h);
}

static void check(exercise *e, chain_input in)
{
  const size_t nn = in.chain->bars - 1;
  double g[2][CHAIN_INPUT_BARS_MAX + 1];
  for (size_t i = 0; i <= in.chain->bars; i++)
    g[0][i] = g[1][i] = NAN;
  my_gradient(in.chain, in.point, g[0], g[1]);
  for (size_t k = 0; k < 2 * nn; k++)
    exercise_value(e, g[k / nn][k % nn + 1], difference(in, k),
                   chain_difference_error, "g%c[%zu]", k < nn ? 'x' : 'y',
                   k % nn + 1);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "chain/gradient");
  chain_check_each(&e, 0, check);
  return exercise_end(&e);
}
