/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The integrators as steps of GSL: their orders, the evaluations they make,
   their error estimates, and what becomes of their past. */
#include "dynamics/models.h"
#include "pantin/base/alloc.h"
#include "pantin/dynamics/integrator.h"
#include "pantin/dynamics/simulation.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* What a measured order may differ by. */
static const double order_allowed = 0.1;

/* A pendulum that is driven and damped, x'' = -sin x - 0.3 x' + cos 2 t, once
   with forces that depend on the velocity and once without (damping 0). */
typedef struct {
  pn_partition partition;
  double damping;
  size_t evaluations;
  int fails; /* 1: f cannot be evaluated */
} pendulum;

static int pendulum_rates(double t, const double *y, double *xdot, void *params)
{
  (void)t;
  (void)params;
  xdot[0] = y[1];
  return GSL_SUCCESS;
}

static int pendulum_f(double t, const double y[], double f[], void *params)
{
  pendulum *p = params;
  p->evaluations++;
  f[0] = y[1];
  f[1] = -sin(y[0]) - p->damping * y[1] + cos(2 * t);
  return p->fails ? GSL_EBADFUNC : GSL_SUCCESS;
}

static pendulum make_pendulum(double damping)
{
  return (pendulum){{1, pendulum_rates}, damping, 0, 0};
}

static gsl_odeiv2_system ode_of(pendulum *p)
{
  return (gsl_odeiv2_system){pendulum_f, NULL, 2, p};
}

/* Finds the state at t = 2 from (1.2, 0.4), in so many steps. */
static void run(const gsl_odeiv2_step_type *type, pendulum *p, int steps,
                double y[2])
{
  const gsl_odeiv2_system ode = ode_of(p);
  gsl_odeiv2_step *step = gsl_odeiv2_step_alloc(type, 2);
  double yerr[2];
  y[0] = 1.2;
  y[1] = 0.4;
  p->evaluations = 0;
  for (int k = 0; k < steps; k++)
    ck_assert_int_eq(gsl_odeiv2_step_apply(step, 2. * k / steps, 2. / steps, y,
                                           yerr, NULL, NULL, &ode),
                     GSL_SUCCESS);
  gsl_odeiv2_step_free(step);
}

typedef struct {
  const char *name;
  int evaluations; /* per step */
} expected;

static const expected ours[] = {
    {"euler", 1},    {"semi-implicit-euler", 1},
    {"leapfrog", 2}, {"rk2", 2},
    {"rk4", 4},      {"ab4", 1},
};

enum { OURS = sizeof ours / sizeof ours[0] };

START_TEST(orders_and_evaluations)
{
  const expected *e = &ours[_i / 2];
  const pn_integrator *integrator = pn_integrator_find(e->name);
  ck_assert_ptr_nonnull(integrator);
  pendulum p = make_pendulum(_i % 2 ? 0.3 : 0);
  double exact[2], coarse[2], fine[2];
  run(gsl_odeiv2_step_rk8pd, &p, 2000, exact);
  run(*integrator->type, &p, 200, coarse);
  const size_t start = integrator->type == &pn_step_ab4 ? 3 * 3 : 0;
  ck_assert_uint_eq(p.evaluations, 200 * (size_t)e->evaluations + start);
  run(*integrator->type, &p, 400, fine);
  const double order = log2(hypot(coarse[0] - exact[0], coarse[1] - exact[1]) /
                            hypot(fine[0] - exact[0], fine[1] - exact[1]));
  test_close(order, integrator->order, order_allowed, "order of %s", e->name);
  gsl_odeiv2_step *step = gsl_odeiv2_step_alloc(*integrator->type, 2);
  ck_assert_uint_eq(gsl_odeiv2_step_order(step),
                    (unsigned int)integrator->order);
  gsl_odeiv2_step_free(step);
}
END_TEST

START_TEST(error_estimates_are_honest)
{
  /* With GSL's step control every one of them meets a tolerance, and spends
     its evaluations on it. */
  const pn_integrator *integrator = pn_integrator_find(ours[_i].name);
  pendulum p = make_pendulum(0.3);
  const gsl_odeiv2_system ode = ode_of(&p);
  double exact[2], y[2] = {1.2, 0.4}, t = 0;
  run(gsl_odeiv2_step_rk8pd, &p, 2000, exact);
  gsl_odeiv2_driver *driver =
      gsl_odeiv2_driver_alloc_y_new(&ode, *integrator->type, 0.1, 1e-6, 0);
  ck_assert_int_eq(gsl_odeiv2_driver_apply(driver, &t, 2, y), GSL_SUCCESS);
  const double error = hypot(y[0] - exact[0], y[1] - exact[1]);
  ck_assert_msg(error < 5e-3, "%s: error %g", ours[_i].name, error);
  gsl_odeiv2_driver_free(driver);
}
END_TEST

START_TEST(a_failed_step_leaves_the_state)
{
  const pn_integrator *integrator = pn_integrator_find(ours[_i].name);
  pendulum p = make_pendulum(0.3);
  const gsl_odeiv2_system ode = ode_of(&p);
  gsl_odeiv2_step *step = gsl_odeiv2_step_alloc(*integrator->type, 2);
  double y[2] = {1.2, 0.4}, yerr[2];
  p.fails = 1;
  ck_assert_int_ne(
      gsl_odeiv2_step_apply(step, 0, 0.1, y, yerr, NULL, NULL, &ode),
      GSL_SUCCESS);
  ck_assert(y[0] == 1.2 && y[1] == 0.4);
  gsl_odeiv2_step_free(step);
  for (size_t k = 1; k <= 2; k++) {
    pn_alloc_fail_at(k);
    ck_assert_ptr_null(gsl_odeiv2_step_alloc(*integrator->type, 2));
  }
  pn_alloc_fail_at(0);
}
END_TEST

/* AB4 forgets a past that is none: after a reset, another step size, or a leap
   in time it does what RK4 does. */
START_TEST(ab4_starts_again)
{
  pendulum p = make_pendulum(0.3);
  const gsl_odeiv2_system ode = ode_of(&p);
  gsl_odeiv2_step *ab4 = gsl_odeiv2_step_alloc(pn_step_ab4, 2);
  gsl_odeiv2_step *rk4 = gsl_odeiv2_step_alloc(pn_step_rk4, 2);
  double y[2] = {1.2, 0.4}, same[2], yerr[2], t = 0;
  for (int k = 0; k < 6; k++, t += 0.1)
    gsl_odeiv2_step_apply(ab4, t, 0.1, y, yerr, NULL, NULL, &ode);
  double h = 0.1;
  if (_i == 0)
    gsl_odeiv2_step_reset(ab4);
  else if (_i == 1)
    h = 0.05;
  else if (_i == 2)
    t = 7;
  same[0] = y[0];
  same[1] = y[1];
  gsl_odeiv2_step_apply(ab4, t, h, y, yerr, NULL, NULL, &ode);
  gsl_odeiv2_step_apply(rk4, t, h, same, yerr, NULL, NULL, &ode);
  ck_assert_int_eq(y[0] == same[0] && y[1] == same[1], _i < 3);
  gsl_odeiv2_step_free(ab4);
  gsl_odeiv2_step_free(rk4);
}
END_TEST

/* Returns the largest distance of two runs' positions. */
static double distance(const pn_system *system, const double *a,
                       const double *b)
{
  double largest = 0;
  for (size_t k = 0; k < pn_system_positions(system); k++)
    largest = fmax(largest, fabs(a[k] - b[k]));
  return largest;
}

enum { Y_MAX = 13 * 20 };

/* Finds the state of a model at t = 0.5 s. */
static void follow(const pn_system *system, const char *integrator,
                   const char *correction, int steps, double *y)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.integrator = pn_integrator_find(integrator);
  settings.correction = pn_correction_find(correction);
  settings.dt = 0.5 / steps;
  pn_simulation *s = simulate_start(system, &settings);
  for (int k = 0; k < steps; k++)
    simulate_step(s);
  for (size_t k = 0; k < pn_system_dimension(system); k++)
    y[k] = s->y[k];
  pn_simulation_free(s);
}

/* Computes y' = t^4. */
static int quartic_f(double t, const double y[], double f[], void *params)
{
  (void)y;
  (void)params;
  f[0] = pow(t, 4);
  return GSL_SUCCESS;
}

/* y = t^5 / 5 has a fifth derivative that is constant, so that the estimate of
   ab4 is its error. */
START_TEST(ab4_knows_its_error)
{
  const gsl_odeiv2_system ode = {quartic_f, NULL, 1, NULL};
  const double h = 0.1;
  double t = 0.385;
  gsl_odeiv2_step *step = gsl_odeiv2_step_alloc(pn_step_ab4, 1);
  for (int k = 0; k < 6; k++, t += h) {
    double y[1] = {0}, yerr[1], dydt[1];
    gsl_odeiv2_step_apply(step, t, h, y, yerr, NULL, dydt, &ode);
    if (k >= 3)
      test_close(yerr[0], (pow(t + h, 5) - pow(t, 5)) / 5 - y[0], 1e-14,
                 "error of step %d", k);
  }
  gsl_odeiv2_step_free(step);
}
END_TEST

/* On jointed bodies, whose forces do depend on velocities, without and with
   each correction, the orders are the same. */
START_TEST(orders_on_jointed_bodies)
{
  const expected *e = &ours[_i % OURS];
  const char *correction = pn_correction_get((size_t)_i / OURS)->name;
  const pn_integrator *integrator = pn_integrator_find(e->name);
  const int steps = integrator->order == 4 ? 400 : 1600;
  pn_system *system = model_chain3();
  double exact[Y_MAX], coarse[Y_MAX], fine[Y_MAX];
  follow(system, "rk4", "both", 8000, exact);
  follow(system, e->name, correction, steps, coarse);
  follow(system, e->name, correction, 2 * steps, fine);
  const double order =
      log2(distance(system, coarse, exact) / distance(system, fine, exact));
  test_close(order, integrator->order, order_allowed,
             "order of %s, correction %s", e->name, correction);
  pn_system_free(system);
}
END_TEST

START_TEST(adaptive_steppers_of_gsl)
{
  pn_system *system = model_chain3();
  const pn_integrator *integrator;
  double exact[Y_MAX], y[Y_MAX];
  follow(system, "rk4", "both", 8000, exact);
  for (size_t k = 0; (integrator = pn_integrator_get(k)); k++) {
    if (!integrator->adaptive)
      continue;
    follow(system, integrator->name, "both", 10, y);
    const double error = distance(system, y, exact);
    ck_assert_msg(error < 1e-7, "%s: error %g", integrator->name, error);
  }
  ck_assert_ptr_null(pn_integrator_find("heun"));
  pn_system_free(system);
}
END_TEST

int main(void)
{
  int corrections = 0;
  while (!pn_correction_get((size_t)corrections)->penalty) /* comes last */
    corrections++;
  Suite *suite = suite_create("integrator");
  TCase *integrator = tcase_create("integrator");
  tcase_set_timeout(integrator, 60);
  test_add_family(integrator, orders_and_evaluations, 2 * OURS);
  test_add_family(integrator, error_estimates_are_honest, OURS);
  test_add_family(integrator, a_failed_step_leaves_the_state, OURS);
  tcase_add_loop_test(integrator, ab4_starts_again, 0, 4);
  tcase_add_test(integrator, ab4_knows_its_error);
  test_add_family(integrator, orders_on_jointed_bodies, corrections * OURS);
  tcase_add_test(integrator, adaptive_steppers_of_gsl);
  suite_add_tcase(suite, integrator);
  return test_run(suite);
}
