/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests jointed bodies that motors, friction or their weight press on the walls
   of a box: they stay on them, and what presses does no work there. */
#include "config.h"

#include "pantin/dynamics/box.h"
#include "pantin/dynamics/simulation.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>

static const double restitutions[] = {0, 0.3, 0.6};
static const double steps[] = {1. / 60, 1. / 240, 1. / 960};
enum { RESTITUTIONS = 3, STEPS = 3 };

static const double g = 9.81, length = 1, mass = 2;

/* Returns a bar of a metre in a hinge at the origin, turned by an angle from
   where it hangs. */
static pn_system *hang_bar(double angle)
{
  const pn_joint_place place = {.axis = {0, 0, 1}};
  pn_system *system = pn_system_alloc();
  pn_body bar = pn_body_make(pn_shape_rod, &length, mass);
  bar.pose.x =
      pn_vec3_make(length / 2 * sin(angle), -length / 2 * cos(angle), 0);
  bar.pose.q = pn_quat_axis_angle(pn_vec3_make(0, 0, 1), angle - acos(0));
  pn_system_add_body(system, &bar);
  pn_system_join(system, pn_joint_revolute, PN_WORLD, 0, &place);
  system->gravity = pn_vec3_make(0, -g, 0);
  return system;
}

static void set_torque(pn_system *system, double torque)
{
  const pn_motor motor = {.joint = 0, .torque = {torque, 0, 0}};
  ck_assert_int_eq(pn_system_add_motor(system, &motor), GSL_SUCCESS);
}

/* Returns a run of a system in a box until t. */
static pn_simulation *run(const pn_system *system, const pn_box *box,
                          double step, double t)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.box = box;
  settings.dt = step;
  pn_simulation *s = simulate_start(system, &settings);
  while (s->t < t)
    simulate_step(s);
  return s;
}

/* A pendulum that is longer than its hinge is high swings onto the floor, and
   leans on it, however straight. */
START_TEST(a_pendulum_leans_on_the_floor)
{
  static const double heights[] = {0.97, 0.985, 0.995, 0.999};
  const double height = heights[_i / RESTITUTIONS];
  const pn_box box = {
      {-5, -height, -5}, {5, 5, 5}, restitutions[_i % RESTITUTIONS], 0};
  pn_system *system = hang_bar(acos(0) / 2);
  pn_simulation *s = run(system, &box, 1. / 240, 20);
  const pn_motion now = pn_state_motion(system, s->y, 0);
  test_close(now.pose.x.y, -height / 2, 1e-4, "height");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A motor turns a bar against a wall, and holds it there. */
START_TEST(a_motor_presses_on_a_wall)
{
  const double torque = 20, t = _i / STEPS ? 20 : 4;
  const pn_box box = {{-5, -5, -5}, {0.6, 5, 5}, 0, 0};
  pn_system *system = hang_bar(0);
  set_torque(system, torque);
  pn_simulation *s = run(system, &box, steps[_i % STEPS], t);
  const pn_motion now = pn_state_motion(system, s->y, 0);
  const pn_ledger ledger = simulate_ledger(s);
  test_close(now.pose.x.x, 0.3, 1e-5, "place");
  test_close(ledger.motors, torque * asin(0.6), 1e-3, "work");
  test_close(ledger.remainder, 0, 1e-4, "error");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A motor is too weak to lift a bar off the floor. */
START_TEST(a_motor_is_too_weak)
{
  const double angle = 0.6;
  const pn_box box = {{-5, -length * cos(angle), -5}, {5, 5, 5}, 0, _i / STEPS};
  pn_system *system = hang_bar(angle);
  set_torque(system, 4);
  pn_simulation *s = run(system, &box, steps[_i % STEPS], 10);
  const pn_motion now = pn_state_motion(system, s->y, 0);
  test_close(now.pose.x.y, -length / 2 * cos(angle), 1e-6, "height");
  test_close(simulate_ledger(s).motors, 0, 1e-5, "work");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Dry friction is too weak to hold a bar, which lies on the floor. */
START_TEST(friction_is_too_weak)
{
  const double angle = 0.6;
  const pn_box box = {{-5, -length * cos(angle), -5}, {5, 5, 5}, 0, 0};
  pn_system *system = hang_bar(angle);
  const pn_bound friction = {
      .joint = 0, .axis = 0, .low = -INFINITY, .high = INFINITY, .friction = 4};
  ck_assert_int_eq(pn_system_add_bound(system, &friction), GSL_SUCCESS);
  pn_simulation *s = run(system, &box, steps[_i], 10);
  test_close(simulate_ledger(s).friction, 0, 1e-5, "work");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("box_work");
  TCase *tests = tcase_create("work");
  test_add_family(tests, a_pendulum_leans_on_the_floor, 4 * RESTITUTIONS);
  test_add_family(tests, a_motor_presses_on_a_wall, 2 * STEPS);
  test_add_family(tests, a_motor_is_too_weak, 2 * STEPS);
  test_add_family(tests, friction_is_too_weak, STEPS);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
