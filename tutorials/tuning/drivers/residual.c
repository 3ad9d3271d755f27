/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Computes the error by cases: w > 0 pushes x down, at most to its lower bound;
   w < 0 pushes it up. */
#include "exercise.h"
#include "tuning/exercises.h"

#include <math.h>

enum { ROWS = 7, TRIES = 12 };

static const double rounding = 1e-13;

/* Computes how far one row moves. */
static double by_cases(double x, double w, double lo, double hi)
{
  if (w > 0)
    return w < x - lo ? w : x - lo;
  return -w < hi - x ? -w : hi - x;
}

static void check(exercise *e, size_t n, const double *x, const double *w,
                  const double *lo, const double *hi)
{
  double sum = 0;
  exercise_given(e, "x", x, n);
  exercise_given(e, "w", w, n);
  exercise_given(e, "lo", lo, n);
  exercise_given(e, "hi", hi, n);
  for (size_t i = 0; i < n; i++)
    sum += by_cases(x[i], w[i], lo[i], hi[i]);
  exercise_value(e, my_error(n, x, w, lo, hi), sum, rounding, "e");
}

/* Checks one row at a time: inside its bounds, at one of them, without any. */
static void singles(exercise *e)
{
  static const double row[][4] = {
      {0.3, 0.2, 0, 1},  {0.3, -0.2, 0, 1},     {0.3, 0.9, 0, 1},
      {0.3, -0.9, 0, 1}, {0, 0.4, 0, INFINITY}, {0, -0.4, 0, INFINITY},
      {1, -0.4, 0, 1},   {1, 0.4, 0, 1},        {2, 3, -INFINITY, INFINITY}};
  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
    exercise_input(e, "a row with x = %g, w = %g, bounds %g and %g", row[k][0],
                   row[k][1], row[k][2], row[k][3]);
    check(e, 1, &row[k][0], &row[k][1], &row[k][2], &row[k][3]);
  }
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "tuning/residual");
  singles(&e);
  for (int k = 1; k <= TRIES; k++) {
    double x[ROWS], w[ROWS], lo[ROWS], hi[ROWS];
    exercise_input(&e, "%d random rows, number %d", ROWS, k);
    for (size_t i = 0; i < ROWS; i++) {
      lo[i] = i == 0 ? -INFINITY : exercise_uniform(e.random, -1, 0);
      hi[i] = i < 3 ? INFINITY : exercise_uniform(e.random, 0, 1);
      x[i] = exercise_uniform(e.random, fmax(lo[i], -2), fmin(hi[i], 2));
      w[i] = exercise_uniform(e.random, -2, 2);
    }
    check(&e, ROWS, x, w, lo, hi);
  }
  return exercise_end(&e);
}
