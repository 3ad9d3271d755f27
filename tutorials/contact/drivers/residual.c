/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Computes the residual in another way: D times the distance by which lambda is
   moved by the row's exact step, -w / D, cut off at the bounds. */
#include "contact/drivers/inputs.h"
#include "contact/exercises.h"

#include <math.h>

static const double rounding = 1e-13;

static void check(exercise *e, double D, double lo, double hi, double lambda,
                  double w)
{
  double moved = lambda - w / D;
  if (moved < lo)
    moved = lo;
  if (moved > hi)
    moved = hi;
  exercise_input(e, "lambda = %.4g, w = %.4g, D = %.4g, bounds %.4g, %.4g",
                 lambda, w, D, lo, hi);
  exercise_value(e, my_residual(D, lo, hi, lambda, w), D * (lambda - moved),
                 rounding, "the residual [m/s]");
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "contact/residual");
  check(&e, 3, -1, 1, 1, -3);
  check(&e, 3, -1, 1, 1, 0.5);
  check(&e, 3, -1, 1, 0.9, -3);
  check(&e, 3, -1, 1, -0.9, 3);
  const double values[] = {0, 0.31, 1.7};
  for (int k = 0; k < 9; k++) {
    check(&e, 2.5, 0, INFINITY, values[k / 3], values[k % 3]);
    check(&e, 2.5, 0, INFINITY, values[k / 3], -values[k % 3]);
  }
  for (int k = 0; k < 9; k++) {
    const double lambda[] = {-0.4, 0.13, 0.7};
    check(&e, 1.3, -0.4, 0.7, lambda[k / 3], values[k % 3]);
    check(&e, 1.3, -0.4, 0.7, lambda[k / 3], -values[k % 3]);
  }
  for (int k = 0; k < CONTACT_INPUTS; k++) {
    const double lo = exercise_uniform(e.random, -1, 1);
    const double hi = lo + exercise_uniform(e.random, 0, 1);
    const double lambda = exercise_uniform(e.random, lo, hi);
    const double w = exercise_uniform(e.random, -2, 2);
    check(&e, exercise_uniform(e.random, 0.3, 4), lo, hi, lambda, w);
  }
  return exercise_end(&e);
}
