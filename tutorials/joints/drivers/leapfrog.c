/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Checks an example by hand; measures the order on an oscillator; checks that a
   step backwards leads back, and that the energy of a pendulum does not drift.
 */
#include "joints/drivers/differences.h"
#include "joints/drivers/inputs.h"
#include "joints/exercises.h"

#include <math.h>
#include <stdio.h>

static const double rounding = 1e-13;

static double spring(double x, void *params)
{
  (void)params;
  return -x;
}

static double pendulum(double x, void *params)
{
  (void)params;
  return -sin(x);
}

/* Makes a step of x'' = a(x) and shows from where. */
static void step(exercise *e, const gsl_function *a, double h, double *x,
                 double *v)
{
  exercise_given(e, "x", x, 1);
  exercise_given(e, "v", v, 1);
  exercise_given(e, "h", &h, 1);
  my_leapfrog(a, h, x, v);
}

static void check_example(exercise *e)
{
  const gsl_function a = {spring, NULL};
  double x = 1, v = 0;
  exercise_input(e, "x'' = -x, one step");
  step(e, &a, 1, &x, &v);
  exercise_value(e, x, 0.5, rounding, "x");
  exercise_value(e, v, -0.75, rounding, "v");
}

static void check_order(exercise *e)
{
  enum { HALVINGS = 4 };
  const gsl_function a = {spring, NULL};
  const double end = 2;
  double error_x[HALVINGS], error_v[HALVINGS];
  for (int k = 0; k < HALVINGS; k++) {
    const int steps = 20 << k;
    double x = 1, v = 0;
    for (int i = 0; i < steps; i++)
      my_leapfrog(&a, end / steps, &x, &v);
    error_x[k] = fabs(x - cos(end));
    error_v[k] = fabs(v + sin(end));
  }
  exercise_input(e, "x'' = -x from 0 to 2 in 20, 40, 80, 160 steps");
  exercise_value(e, joints_order(error_x, HALVINGS), 2, joints_order_error,
                 "the order of the error in x");
  exercise_value(e, joints_order(error_v, HALVINGS), 2, joints_order_error,
                 "the order of the error in v");
}

static void check_backwards(exercise *e, double h)
{
  const gsl_function a = {pendulum, NULL};
  double x = 1.1, v = -0.3;
  exercise_input(e, "x'' = -sin x, a step of %g and one of -%g", h, h);
  step(e, &a, h, &x, &v);
  my_leapfrog(&a, -h, &x, &v);
  exercise_value(e, x, 1.1, rounding, "x");
  exercise_value(e, v, -0.3, rounding, "v");
}

/* Compares the energy errors of a swing in its first 100 periods with those in
   the next 100. */
static void check_energy(exercise *e)
{
  const gsl_function a = {pendulum, NULL};
  double x = 2, v = 0, largest[2] = {0, 0};
  const double energy = -cos(x), h = 0.1;
  const int steps = 8350; /* 100 periods */
  for (int i = 0; i < 2 * steps; i++) {
    my_leapfrog(&a, h, &x, &v);
    largest[i / steps] =
        fmax(largest[i / steps], fabs(v * v / 2 - cos(x) - energy));
  }
  exercise_input(e, "x'' = -sin x from x = 2, 200 periods with steps of 0.1");
  exercise_value(e, largest[0], 0, 4e-3, "the largest error of the energy");
  exercise_value(e, largest[1] / largest[0], 1, 0.01,
                 "the largest error in the second half over that in the first");
}

/* Draws the energy of a pendulum over ten periods. */
static void show(void)
{
  enum { POINTS = 120, STEPS = 7 };
  const gsl_function a = {pendulum, NULL};
  double x = 2, v = 0, t[POINTS], energy[POINTS];
  for (int k = 0; k < POINTS; k++) {
    t[k] = 0.1 * STEPS * k;
    energy[k] = v * v / 2 - cos(x);
    for (int i = 0; i < STEPS; i++)
      my_leapfrog(&a, 0.1, &x, &v);
  }
  puts("\nThe energy of your pendulum over ten periods, with steps of 0.1: it "
       "is "
       "wrong by\nless than 4 thousandths, and comes back again and again:\n");
  exercise_draw(t, energy, POINTS, 0);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "joints/leapfrog");
  check_example(&e);
  check_order(&e);
  for (int k = 1; k <= JOINTS_INPUTS; k++)
    check_backwards(&e, 0.08 * k);
  check_energy(&e);
  exercise_reward(&e, show);
  return exercise_end(&e);
}
