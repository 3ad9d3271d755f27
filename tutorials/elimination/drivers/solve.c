/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three right-hand sides for one elimination, against dense solves. */
#include "elimination/drivers/inputs.h"
#include "joints/drivers/inputs.h"

#include <stdlib.h>
#include <string.h>

enum { RIGHT_HAND_SIDES = 3 };

static const double rounding = 1e-12;

static void check(exercise *e, const elimination_input *in, gsl_rng *random)
{
  double *b = elimination_vector(3 * in->n, random);
  double expected[3 * ELIMINATION_ROWS_MAX];
  pn_vec3 x[ELIMINATION_ROWS_MAX];
  elimination_dense_solve(in->A, b, expected);
  for (size_t i = 0; i < in->n; i++)
    x[i] = pn_vec3_make(b[3 * i], b[3 * i + 1], b[3 * i + 2]);
  my_solve(in->n, in->row, x);
  for (size_t i = 0; i < in->n; i++)
    elimination_compare_vector(e, x[i], expected + 3 * i, rounding, i);
  free(b);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "elimination/solve");
  gsl_rng *random = joints_random(2016);
  for (size_t k = 0; k < ELIMINATION_INPUTS; k++) {
    elimination_input in = elimination_input_next(&e, k, random);
    for (size_t i = 0; i < in.n; i++)
      my_arrive(i, in.row);
    for (size_t c = 0; c < RIGHT_HAND_SIDES; c++)
      check(&e, &in, random);
    elimination_input_free(&in);
  }
  gsl_rng_free(random);
  return exercise_end(&e);
}
