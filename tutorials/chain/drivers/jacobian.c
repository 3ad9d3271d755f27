/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Compares the Jacobian with central differences of the constraints. */
#include "chain/drivers/inputs.h"
#include "chain/exercises.h"
#include "pantin/chain/simulator.h"

/* Differences the constraints along the k-th coordinate, into c. */
static void difference(chain_input in, size_t k, double *c)
{
  double before[CHAIN_INPUT_BARS_MAX];
  double *q = chain_coordinate(in.point, k);
  const double at = *q, h = chain_difference_step;
  *q = at - h;
  pn_chain_constraints(in.chain, in.point->x, in.point->y, before);
  *q = at + h;
  pn_chain_constraints(in.chain, in.point->x, in.point->y, c);
  *q = at;
  for (size_t i = 0; i < in.chain->bars; i++)
    c[i] = (c[i] - before[i]) / (2 * h);
}

static void check(exercise *e, chain_input in)
{
  const size_t bars = in.chain->bars, nx = 2 * (bars - 1);
  double c[CHAIN_INPUT_BARS_MAX];
  gsl_matrix *A = gsl_matrix_calloc(bars, nx);
  my_jacobian(in.chain, in.point->x, in.point->y, A);
  for (size_t k = 0; k < nx; k++) {
    difference(in, k, c);
    for (size_t i = 0; i < bars; i++)
      exercise_value(e, gsl_matrix_get(A, i, k), c[i], chain_difference_error,
                     "A(%zu, %zu)", i, k);
  }
  gsl_matrix_free(A);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "chain/jacobian");
  chain_check_each(&e, 0, check);
  return exercise_end(&e);
}
