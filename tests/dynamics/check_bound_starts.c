/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests limits that are met at once, after many turns, or where dry friction
   had slowed the joint, against closed forms. */
#include "config.h"

#include "pantin/body/coordinate.h"
#include "pantin/dynamics/simulation.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>

/* Rounding of some hundred operations. */
static const double rounding = 1e-12;

/* Runs a system for a time. */
static pn_simulation *run(const pn_system *system, double dt, double time)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.dt = dt;
  pn_simulation *s = simulate_start(system, &settings);
  simulate_to(s, time);
  return s;
}

/* Makes a rotor of moment of inertia 0.1 kg m^2 at the angle 0, with a speed,
   between two stops; then runs for a time. */
static pn_simulation *run_rotor(double omega, double low, double high, double e,
                                double dt, double time)
{
  pn_system *system = pn_system_alloc();
  pn_body body = pn_body_make(pn_shape_point, NULL, 1);
  body.inertia = pn_mat3_diagonal(pn_vec3_make(0.1, 0.1, 0.1));
  body.omega = pn_vec3_make(0, 0, omega);
  pn_system_add_body(system, &body);
  const pn_joint_place place = {.axis = {0, 0, 1}};
  const pn_bound bound = {.low = low, .high = high, .restitution = e};
  pn_system_join(system, pn_joint_revolute, PN_WORLD, 0, &place);
  ck_assert_int_eq(pn_system_add_bound(system, &bound), GSL_SUCCESS);
  return run(system, dt, time);
}

static void finish(pn_simulation *s)
{
  const pn_system *system = s->system;
  pn_simulation_free(s);
  pn_system_free((pn_system *)system);
}

/* A rotor that starts on its stop and runs against it rebounds at once, and one
   that leaves it goes on. */
START_TEST(starts_on_a_stop)
{
  static const double es[] = {1, 0.5, 0};
  const double e = es[_i], omega = 5, end = 0.1;
  pn_simulation *s = run_rotor(-omega, 0, 3, e, 1. / 240, end);
  test_close(s->y[12], e * omega, rounding, "speed, e %g", e);
  test_close(2 * atan2(s->y[6], s->y[3]), e * omega * end, 1e-9, "angle");
  ck_assert_uint_eq(s->impacts, 1);
  test_close(pn_simulation_ledger(s, &s->start).impacts,
             0.1 * omega * omega * (e * e - 1) / 2, rounding, "loss");
  finish(s);
  s = run_rotor(omega, 0, 3, e, 1. / 240, end);
  test_close(s->y[12], omega, rounding, "speed, e %g", e);
  ck_assert_uint_eq(s->impacts, 0);
  finish(s);
}
END_TEST

/* A stop is met after many turns, of which there may be several in a step, and
   the one on the other side on the way back. */
START_TEST(a_stop_after_many_turns)
{
  static const double speeds[] = {5, 100, 942, 5000};
  const double omega = speeds[_i], high = 40 * M_PI, e = 0.5, dt = 1. / 100;
  const double there = high / omega, back = high / (e * omega);
  const double end = dt * ceil((there + back + 0.1 * back) / dt);
  pn_simulation *s = run_rotor(omega, 0, high, e, dt, end);
  test_close(s->y[12], e * e * omega, 1e-9 * omega, "speed from %g", omega);
  ck_assert_uint_eq(s->impacts, 2);
  finish(s);
}
END_TEST

/* Joins a cart of 2.5 kg to another one, or to the world, on the line x. */
static void add_cart(pn_system *system, size_t parent, double speed,
                     pn_bound bound)
{
  const size_t cart = system->bodies;
  pn_body body = pn_body_make(pn_shape_point, NULL, 2.5);
  body.v = pn_vec3_make(speed, 0, 0);
  pn_system_add_body(system, &body);
  const pn_joint_place place = {.axis = {1, 0, 0}};
  pn_system_join(system, pn_joint_prismatic, parent, cart, &place);
  bound.joint = cart;
  bound.axis = PN_COORDINATE_SLIDE;
  ck_assert_int_eq(pn_system_add_bound(system, &bound), GSL_SUCCESS);
}

/* A cart that friction slows down stops at a wall. Another one runs into it a
   little later, perhaps in the same step, and rebounds as from the wall. */
START_TEST(what_a_wall_has_stopped_stays_there)
{
  static const double steps[] = {1. / 100, 1. / 240, 1. / 480, 1. / 1000};
  const double e = 0.8, speed = 2.5, dt = steps[_i];
  pn_system *system = pn_system_alloc();
  add_cart(system, PN_WORLD, 3,
           (pn_bound){.low = -1, .high = 0.003, .friction = 1});
  add_cart(system, 0, speed,
           (pn_bound){.low = -0.5, .high = 0.005, .restitution = e});
  pn_simulation *s = run(system, dt, 0.02);
  const double *u = s->y + pn_system_positions(system);
  ck_assert_uint_eq(s->impacts, 2);
  test_close(u[0], 0, 1e-9, "the first cart, dt %g", dt);
  test_close(u[PN_BODY_VELOCITIES], -e * speed, 1e-9, "the second, dt %g", dt);
  test_close(s->y[PN_BODY_POSITIONS], 0.008 - e * speed * (s->t - 0.0032), 1e-8,
             "where it is, dt %g", dt);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A cart that its brake has stopped stays there until another one, which it
   carries, has reached its stop: after 8 ms and 4 mm, and 15 ms. */
START_TEST(what_friction_has_stopped_stays_there)
{
  static const double steps[] = {1. / 60, 1. / 100, 1. / 240, 1. / 1000};
  const double dt = steps[_i], brake = 2.5 * 125;
  pn_system *system = pn_system_alloc();
  add_cart(system, PN_WORLD, 1,
           (pn_bound){.low = -INFINITY, .high = INFINITY, .friction = brake});
  add_cart(system, 0, 1, (pn_bound){.low = -1, .high = 0.011});
  pn_simulation *s = run(system, dt, 0.05);
  /* Both go on together with half the speed, against half the brake. */
  ck_assert_uint_eq(s->impacts, 1);
  test_close(s->y[0], 0.004 + 0.5 * 0.5 / (2 * 62.5), 1e-8, "where, dt %g", dt);
  test_close(s->y[PN_BODY_POSITIONS], s->y[0] + 0.011, 1e-8, "both, dt %g", dt);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("bound_starts");
  TCase *starts = tcase_create("starts");
  tcase_add_loop_test(starts, starts_on_a_stop, 0, 3);
  tcase_add_loop_test(starts, a_stop_after_many_turns, 0, 4);
  tcase_add_loop_test(starts, what_a_wall_has_stopped_stays_there, 0, 4);
  tcase_add_loop_test(starts, what_friction_has_stopped_stays_there, 0, 4);
  suite_add_tcase(suite, starts);
  return test_run(suite);
}
