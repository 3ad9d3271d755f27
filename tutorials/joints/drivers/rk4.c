/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Checks single steps: for linear equations they are Taylor's polynomial of
   degree 4, for an f that depends on t alone they are Simpson's rule. Then
   measures the order on an equation with a known solution. */
#include "joints/drivers/differences.h"
#include "joints/drivers/inputs.h"
#include "joints/exercises.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>

static const double rounding = 1e-13;

/* Evaluates a damped oscillator, y'' = -y - 2 d y'. */
static int oscillator(double t, const double y[], double f[], void *params)
{
  const double *d = params;
  (void)t;
  f[0] = y[1];
  f[1] = -y[0] - 2 * *d * y[1];
  return GSL_SUCCESS;
}

/* Replaces y by the sum of (h A)^k y / k!, k = 0 .. 4. */
static void taylor(double d, double h, double y[2])
{
  double term[2] = {y[0], y[1]};
  for (int k = 1; k <= 4; k++) {
    const double next[2] = {term[1], -term[0] - 2 * d * term[1]};
    for (int i = 0; i < 2; i++) {
      term[i] = h * next[i] / k;
      y[i] += term[i];
    }
  }
}

/* Evaluates y' = y. */
static int growth(double t, const double y[], double f[], void *params)
{
  (void)t;
  (void)params;
  f[0] = y[0];
  return GSL_SUCCESS;
}

static void check_example(exercise *e)
{
  double y = 1;
  const gsl_odeiv2_system f = {growth, NULL, 1, NULL};
  exercise_input(e, "y' = y from y = 1, a step of 1");
  my_rk4(&f, 0, 1, &y);
  exercise_value(e, y, 65. / 24, rounding, "y");
}

static void check_linear(exercise *e)
{
  for (int k = 0; k < JOINTS_INPUTS; k++) {
    double d = 0.1 * k, h = 0.05 + 0.1 * k;
    double got[2] = {1.3, -0.7}, expected[2] = {1.3, -0.7};
    const gsl_odeiv2_system f = {oscillator, NULL, 2, &d};
    exercise_input(e, "y'' = -y - %.1f y', a step of %.2f", 2 * d, h);
    my_rk4(&f, 0.5, h, got);
    taylor(d, h, expected);
    for (int i = 0; i < 2; i++)
      exercise_value(e, got[i], expected[i], rounding, "y[%d]", i);
  }
}

/* Evaluates y' = t^degree. */
static int power(double t, const double y[], double f[], void *params)
{
  const int *degree = params;
  (void)y;
  f[0] = gsl_pow_int(t, *degree);
  return GSL_SUCCESS;
}

static void check_simpson(exercise *e)
{
  const double t = 0.7, h = 0.9;
  for (int degree = 0; degree <= 3; degree++) {
    double y = 2.385;
    const double expected =
        y + (gsl_pow_int(t + h, degree + 1) - gsl_pow_int(t, degree + 1)) /
                (degree + 1);
    const gsl_odeiv2_system f = {power, NULL, 1, &degree};
    my_rk4(&f, t, h, &y);
    exercise_input(e, "y' = t^%d, from t = 0.7, a step of 0.9", degree);
    exercise_value(e, y, expected, rounding, "y");
  }
}

/* Evaluates y' = y^2 cos t, whose solution from y(0) = 1/2 is 1 / (2 - sin
   t). */
static int curved(double t, const double y[], double f[], void *params)
{
  (void)params;
  f[0] = y[0] * y[0] * cos(t);
  return GSL_SUCCESS;
}

static void check_order(exercise *e)
{
  enum { HALVINGS = 4 };
  const double end = 1;
  double error[HALVINGS];
  const gsl_odeiv2_system f = {curved, NULL, 1, NULL};
  for (int k = 0; k < HALVINGS; k++) {
    const int steps = 20 << k;
    const double h = end / steps;
    double y = 0.5;
    for (int i = 0; i < steps; i++)
      my_rk4(&f, i * h, h, &y);
    error[k] = fabs(y - 1 / (2 - sin(end)));
  }
  exercise_input(e, "y' = y^2 cos t from 0 to 1 in 20, 40, 80, 160 steps");
  exercise_value(e, joints_order(error, HALVINGS), 4, joints_order_error,
                 "the order of the error");
}

/* Prints how the error falls with the step. */
static void show_order(void)
{
  const gsl_odeiv2_system f = {curved, NULL, 1, NULL};
  double last = 0;
  puts("\nThe error of your method at t = 1, y' = y^2 cos t, y(0) = 1/2:\n"
       "  steps      error  error before / error");
  for (int steps = 5; steps <= 320; steps *= 2) {
    double y = 0.5;
    for (int i = 0; i < steps; i++)
      my_rk4(&f, (double)i / steps, 1. / steps, &y);
    const double error = fabs(y - 1 / (2 - sin(1)));
    printf("  %5d  %9.2g", steps, error);
    printf(last > 0 ? "  %6.1f\n" : "\n", last / error);
    last = error;
  }
  puts("Half the step, a sixteenth of the error: order 4.");
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "joints/rk4");
  check_example(&e);
  check_linear(&e);
  check_simpson(&e);
  check_order(&e);
  exercise_reward(&e, show_order);
  return exercise_end(&e);
}
