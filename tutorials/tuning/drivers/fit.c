/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Builds points backwards, from a line and residuals r with sum r = sum r x =
   0, so that no other line is nearer. Then s^2 = r.r / (n - 2), the variance of
   a is s^2 / sum (x - mean)^2, and R^2 is the part of the sum of squares that
   the line explains. */
#include "exercise.h"
#include "tuning/exercises.h"

#include <math.h>
#include <stdio.h>

enum { POINTS = 12, TRIES = 6 };

static const double rounding = 1e-10;

/* Removes from r its component along d. */
static void project(size_t n, const double *d, double *r)
{
  double rd = 0, dd = 0;
  for (size_t i = 0; i < n; i++) {
    rd += r[i] * d[i];
    dd += d[i] * d[i];
  }
  for (size_t i = 0; i < n; i++)
    r[i] -= rd / dd * d[i];
}

/* Checks the fit of n points. */
static void check(exercise *e, gsl_rng *random, size_t n)
{
  const double a = exercise_uniform(random, -0.4, 0.4);
  const double b = exercise_uniform(random, 0.5, 2.5);
  double x[POINTS], y[POINTS], r[POINTS], away[POINTS], one[POINTS];
  double mean = 0, squares = 0, spread = 0;
  for (size_t i = 0; i < n; i++) {
    one[i] = 1;
    x[i] = exercise_uniform(random, 3, 9);
    mean += x[i] / (double)n;
    r[i] = exercise_uniform(random, -0.3, 0.3);
  }
  for (size_t i = 0; i < n; i++)
    away[i] = x[i] - mean;
  project(n, one, r);
  project(n, away, r);
  for (size_t i = 0; i < n; i++) {
    y[i] = a * x[i] + b + r[i];
    squares += r[i] * r[i];
    spread += away[i] * away[i];
  }
  exercise_given(e, "x", x, n);
  exercise_given(e, "y", y, n);
  const my_line line = my_fit(n, x, y);
  exercise_value(e, line.a, a, rounding, "a");
  exercise_value(e, line.b, b, rounding, "b");
  exercise_value(e, line.a_error, sqrt(squares / ((double)n - 2) / spread),
                 rounding, "a_error");
  exercise_value(e, line.explained, a * a * spread / (a * a * spread + squares),
                 rounding, "explained");
}

/* Checks three points, in numbers for paper. */
static void by_hand(exercise *e)
{
  static const double x[] = {0, 1, 2}, y[] = {0, 3, 3};
  exercise_input(e, "the three points of the example");
  exercise_given(e, "x", x, 3);
  exercise_given(e, "y", y, 3);
  const my_line line = my_fit(3, x, y);
  exercise_value(e, line.a, 1.5, rounding, "a");
  exercise_value(e, line.b, 0.5, rounding, "b");
  exercise_value(e, line.a_error, sqrt(0.75), rounding, "a_error");
  exercise_value(e, line.explained, 0.75, rounding, "explained");
}

/* log10 of the condition of A, and the best alpha, of falling tripods: what
   "tables points tripods fall" prints, sorted. */
static const double condition[] = {
    0.6824, 0.6839, 7.5367, 7.6103, 7.9612, 8.1182, 8.1252, 8.1301,
    8.1427, 8.1455, 8.1476, 8.1491, 8.1576, 8.1576, 8.1576, 8.1576,
    8.1576, 8.1576, 8.1576, 8.1576, 8.1576, 8.1576, 8.1576, 8.1576,
    8.1576, 8.1576, 8.1576, 8.1576, 8.1576, 8.1576};
static const double alpha[] = {1.1000, 1.1000, 1.1400, 1.4000, 1.5011, 1.4800,
                               1.4400, 1.4600, 1.4294, 1.4597, 1.4494, 1.4553,
                               1.4175, 1.4411, 1.4375, 1.4330, 1.4294, 1.4400,
                               1.4847, 1.5400, 1.5247, 1.5447, 1.6106, 1.5267,
                               1.4870, 1.2975, 1.5103, 1.4628, 1.4925, 1.5722};
enum { FRAMES = sizeof alpha / sizeof *alpha };

/* Fits them all, and again without those at the far left. */
static void show_frames(void)
{
  static const size_t without[] = {0, 2, 5};
  puts("\nYour line through the best alpha of falling tripods, over log10 "
       "cond(A):");
  for (size_t k = 0; k < 3; k++) {
    const size_t first = without[k];
    const my_line line =
        my_fit(FRAMES - first, condition + first, alpha + first);
    printf("  %2zu frames: slope %6.3f +- %.3f, R^2 %.2f\n", FRAMES - first,
           line.a, line.a_error, line.explained);
  }
  puts("Five frames of thirty make the relation.");
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "tuning/fit");
  by_hand(&e);
  for (size_t k = 0; k < TRIES; k++) {
    exercise_input(&e, "%zu points", POINTS - k);
    check(&e, e.random, POINTS - k);
  }
  exercise_reward(&e, show_frames);
  return exercise_end(&e);
}
