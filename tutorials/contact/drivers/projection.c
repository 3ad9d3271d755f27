/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Compares with the meaning of the projected residual: the direction in which a
   small step along -w, cut off at 0, leads. The step is so small that only rows
   at 0 are cut off. */
#include "contact/drivers/inputs.h"
#include "contact/exercises.h"

#include <math.h>

static const double step = 0.01, rounding = 1e-12;

/* The least lambda that is not 0; w is at most 1. */
static const double least = 0.1;

enum { ROWS = 7 };

static void check(exercise *e, const double *lambda, const double *w)
{
  double r[ROWS];
  for (int i = 0; i < ROWS; i++)
    r[i] = NAN;
  exercise_given(e, "lambda", lambda, ROWS);
  exercise_given(e, "w", w, ROWS);
  my_projection(ROWS, lambda, w, r);
  for (int i = 0; i < ROWS; i++)
    exercise_value(e, r[i],
                   (fmax(0, lambda[i] - step * w[i]) - lambda[i]) / step,
                   rounding, "r[%d]", i);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "contact/projection");
  const double lambda[ROWS] = {0, 0, 0, 0.6, 0.6, 0.6, 0};
  const double w[ROWS] = {0.4, -0.4, 0, 0.3, -0.3, 0, 1};
  exercise_input(&e, "each case once");
  check(&e, lambda, w);
  for (int k = 1; k <= CONTACT_INPUTS; k++) {
    double some_lambda[ROWS], some_w[ROWS];
    for (int i = 0; i < ROWS; i++) {
      const int at_bound = gsl_rng_uniform_int(e.random, 2) == 1;
      some_lambda[i] = at_bound ? 0 : exercise_uniform(e.random, least, 1);
      some_w[i] = exercise_uniform(e.random, -1, 1);
    }
    exercise_input(&e, "random rows, number %d", k);
    check(&e, some_lambda, some_w);
  }
  return exercise_end(&e);
}
