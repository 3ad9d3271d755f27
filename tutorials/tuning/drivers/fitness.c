/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Checks runs whose f can be worked out by hand. */
#include "exercise.h"
#include "tuning/exercises.h"

static const double rounding = 1e-12;

static void check(exercise *e, const char *what, my_run run, double expected)
{
  run.order_low = -16;
  run.order_high = -1;
  run.goal = 1e-4;
  run.for_sweeps = 1;
  run.for_order = 0.5;
  run.for_error = 1.2;
  exercise_input(e, "%s", what);
  exercise_value(e, my_fitness(&run), expected, rounding, "f");
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "tuning/fitness");
  check(&e, "25 sweeps of 200, e = 1e-4, kappa = 0",
        (my_run){.sweeps = 25, .sweeps_most = 200, .order = -16, .least = 1e-4},
        24.0 / 199);
  check(&e, "1 sweep of 200, e = 1e-4, kappa = 0",
        (my_run){.sweeps = 1, .sweeps_most = 200, .order = -16, .least = 1e-4},
        0);
  check(
      &e, "all of 200 sweeps, e = 1e-2, kappa = 0",
      (my_run){.sweeps = 200, .sweeps_most = 200, .order = -16, .least = 1e-2},
      1 + 1.2 * 2);
  check(&e, "all of 200 sweeps, e = 0.1, kappa = 0.1",
        (my_run){.sweeps = 200, .sweeps_most = 200, .order = -1, .least = 0.1},
        1 + 0.5 + 1.2 * 3);
  check(
      &e, "101 sweeps of 201, e = 1e-5, kappa = 10^-8.5",
      (my_run){.sweeps = 101, .sweeps_most = 201, .order = -8.5, .least = 1e-5},
      0.5 + 0.25);
  check(
      &e, "all of 200 sweeps, e = 1e-3, order -20",
      (my_run){.sweeps = 200, .sweeps_most = 200, .order = -20, .least = 1e-3},
      1 + 1.2);
  check(&e, "all of 100 sweeps, e = 10, kappa = 1e-4",
        (my_run){.sweeps = 100, .sweeps_most = 100, .order = -4, .least = 10},
        1 + 0.5 * 12 / 15 + 1.2 * 5);
  return exercise_end(&e);
}
