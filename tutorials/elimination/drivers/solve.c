/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Compares with dense solves, for three right-hand sides of each
   elimination. */
#include "elimination/drivers/inputs.h"

#include <stdlib.h>

enum { RIGHT_HAND_SIDES = 3 };

static const double rounding = 1e-12;

/* Checks the solution for a random right-hand side. */
static void check_solution(exercise *e, const elimination_input *in,
                           size_t number)
{
  if (number > 0)
    exercise_input(e, "the same matrix, right-hand side %zu", number);
  double *b = elimination_vector(3 * in->n, e->random);
  double expected[3 * ELIMINATION_ROWS_MAX];
  pn_vec3 x[ELIMINATION_ROWS_MAX];
  exercise_given(e, "b", b, 3 * in->n);
  elimination_dense_solve(in->A, b, expected);
  for (size_t i = 0; i < in->n; i++)
    x[i] = pn_vec3_make(b[3 * i], b[3 * i + 1], b[3 * i + 2]);
  my_solve(in->n, in->row, x);
  for (size_t i = 0; i < in->n; i++)
    elimination_compare_vector(e, x[i], expected + 3 * i, rounding, i);
  free(b);
}

/* Eliminates the matrix, then checks some solutions. */
static void check(exercise *e, elimination_input *in)
{
  for (size_t i = 0; i < in->n; i++)
    my_arrive(i, in->row);
  for (size_t c = 0; c < RIGHT_HAND_SIDES; c++)
    check_solution(e, in, c);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "elimination/solve");
  elimination_check_each(&e, 0, check);
  return exercise_end(&e);
}
