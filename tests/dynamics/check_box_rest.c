/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests bodies that come to rest on the walls of a box: they neither sink nor
   lean nor gain energy. */
#include "config.h"

#include "pantin/body/coordinate.h"
#include "pantin/dynamics/box.h"
#include "pantin/dynamics/simulation.h"
#include "bars.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>

static const double restitutions[] = {0, 0.3, 0.6};
enum { RESTITUTIONS = 3 };

static const double g = 9.81, dt = 1. / 240;

/* How deep a body may rest [m]: it falls by g dt^2 in a step, and has ten. */
static const double deepest = 15 * 9.81 / 240 / 240;

/* The kinetic energy that 3 kg gain in a step [J]: bounces of limits that throw
   a body at the floor in each step are not followed any further. */
static const double jolt = 1.5 * 9.81 / 240 * 9.81 / 240;

static const double half_turn = 3.141592653589793;

/* Runs for 10 s and returns the run, whose energy never grew by more than
   `lift`, what a body is put back by [J]. */
static pn_simulation *rest(pn_system *system, double e, double lift,
                           pn_box *box)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  double most = INFINITY;
  *box = (pn_box){{-10, 0, -10}, {10, 10, 10}, e, 0};
  system->gravity = pn_vec3_make(0, -g, 0);
  settings.box = box;
  settings.dt = dt;
  pn_simulation *s = simulate_start(system, &settings);
  while (s->t < 10) {
    pn_measure now;
    simulate_step(s);
    ck_assert(!pn_simulation_measure(s, &now));
    ck_assert_msg(now.energy < s->start.energy + lift, "%g J at %g s",
                  now.energy - s->start.energy, s->t);
    most = now.kinetic;
  }
  test_close(most, 0, jolt, "kinetic energy at the end");
  return s;
}

static pn_vec3 place_of(const pn_simulation *s, size_t body)
{
  return pn_state_motion(s->system, s->y, body).pose.x;
}

START_TEST(a_ball_lies_on_the_floor)
{
  const double radius = 0.1;
  pn_system *system = pn_system_alloc();
  pn_body ball = pn_body_make(pn_shape_sphere, &radius, 1);
  pn_box box;
  ball.pose.x.y = 0.3;
  pn_system_add_body(system, &ball);
  pn_simulation *s = rest(system, restitutions[_i], 1e-6, &box);
  test_close(place_of(s, 0).y, radius, deepest, "height");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A block, dropped askew; it ends on one of its faces. */
START_TEST(a_block_lies_flat)
{
  const double size[] = {0.5, 0.2, 0.3};
  pn_system *system = pn_system_alloc();
  pn_body block = pn_body_make(pn_shape_box, size, 2);
  pn_box box;
  block.pose.x.y = 0.3;
  block.pose.q = pn_quat_axis_angle(pn_vec3_make(0.6, 0, 0.8), half_turn / 30);
  pn_system_add_body(system, &block);
  pn_simulation *s = rest(system, restitutions[_i], 1e-6, &box);
  const pn_motion at = pn_state_motion(system, s->y, 0);
  test_close(at.pose.x.y, size[1] / 2, deepest, "height");
  test_close(at.R.m[1][1], 1, 1e-5, "the cosine of its lean");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A bar in a hinge half a metre up swings down until its end lies on the
   floor. */
START_TEST(a_hinged_bar_leans_on_the_floor)
{
  const double length = 1;
  pn_system *system = pn_system_alloc();
  pn_body bar = pn_body_make(pn_shape_rod, &length, 1);
  const pn_joint_place place = {.point = {0, 0.5, 0}, .axis = {0, 0, 1}};
  pn_box box;
  bar.pose.x = pn_vec3_make(0.5, 0.5, 0);
  pn_system_add_body(system, &bar);
  pn_system_join(system, pn_joint_revolute, PN_WORLD, 0, &place)
      ->friction_turn = 0.05;
  pn_simulation *s = rest(system, restitutions[_i], 1e-6, &box);
  test_close(place_of(s, 0).y, 0.25, deepest, "height");
  test_close(pn_assembly_gap(s->dynamics->assembly), 0, 1e-9, "gap");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A block on the floor carries a ball on a sloping slide, which comes to rest
   on its stop: the limit throws the block at the floor, and the floor the ball
   at the limit, in each step. */
START_TEST(a_slide_rests_on_its_stop)
{
  const double size[] = {0.4, 0.2, 0.3}, radius = 0.15, reach = 0.1;
  const pn_joint_place place = {.point = {0.5, 0.6, 0}, .axis = {2, 1, 0}};
  const pn_bound stop = {.joint = 0,
                         .axis = PN_COORDINATE_SLIDE,
                         .low = -reach,
                         .high = reach,
                         .restitution = restitutions[_i]};
  pn_system *system = pn_system_alloc();
  pn_body block = pn_body_make(pn_shape_box, size, 2),
          ball = pn_body_make(pn_shape_sphere, &radius, 1);
  pn_box box;
  block.pose.x.y = size[1] / 2;
  ball.pose.x = place.point;
  pn_system_add_body(system, &block);
  pn_system_add_body(system, &ball);
  pn_system_join(system, pn_joint_prismatic, 0, 1, &place);
  ck_assert_int_eq(pn_system_add_bound(system, &stop), GSL_SUCCESS);
  pn_simulation *s = rest(system, restitutions[_i], 3 * g * g * dt * dt, &box);
  test_close(place_of(s, 0).y, size[1] / 2, deepest, "height of the block");
  test_close(place_of(s, 1).y, place.point.y - reach / sqrt(5), deepest,
             "height of the ball");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Chains of bars that are thrown about with restitution 1 keep their energy,
   though hinges drive their ends against walls from rest. */
START_TEST(chains_that_rebound_wholly)
{
  enum { BARS = 3 };
  const double size[] = {0.4, 0.05}, length = 0.5;
  const pn_box box = {{-1, -1, -1}, {1, 1, 1}, 1, 0};
  pn_system *system = pn_system_alloc();
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_measure now;
  for (int b = 0; b < BARS; b++) {
    pn_body bar = pn_body_make(pn_shape_capsule, size, 1 + b);
    const double at = (b - 1) * length;
    const pn_joint_place place = {.point = {at - length / 2, 0, 0},
                                  .axis = {0.2 * _i, 1, 1}};
    bar.pose.x.x = at;
    bar.omega = pn_vec3_make(0, 1 + 0.3 * _i, 2);
    bar.v = pn_vec3_cross(bar.omega, bar.pose.x);
    pn_system_add_body(system, &bar);
    if (b > 0)
      pn_system_join(system, pn_joint_revolute, (size_t)b - 1, (size_t)b,
                     &place);
  }
  system->gravity = pn_vec3_make(0, -g, 0);
  settings.box = &box;
  settings.dt = dt;
  pn_simulation *s = simulate_start(system, &settings);
  while (s->t < 5)
    simulate_step(s);
  ck_assert(!pn_simulation_measure(s, &now));
  ck_assert_uint_gt(s->impacts, 10);
  test_close(pn_simulation_ledger(s, &now).impacts, 0, 1e-8, "loss");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Bars in hinges lie flat on the floor, with up to 32 corners: the forces on
   all of them are found together, so that nothing moves. */
START_TEST(bars_lie_flat)
{
  const int bars = 2 + 3 * (_i / 4), rough = _i % 2;
  const double size[] = {0.4, 0.06, 0.06}, friction = _i % 4 < 2 ? 0 : 1;
  const pn_box box = {{-9, 0, -9}, {9, 9, 9}, 0.3, rough};
  pn_system *system = pn_system_alloc();
  pn_simulation_settings settings = pn_simulation_settings_default();
  for (int b = 0; b < bars; b++) {
    pn_body bar = pn_body_make(pn_shape_box, size, 1);
    bar.pose.x = pn_vec3_make(size[0] * b, size[1] / 2, 0);
    pn_system_add_body(system, &bar);
    if (b == 0)
      continue;
    bars_hinge(system, (size_t)b - 1, (size_t)b,
               pn_vec3_make(size[0] * (b - 0.5), size[1] / 2, 0));
    if (friction > 0)
      bars_rub(system, 0, friction);
  }
  system->gravity = pn_vec3_make(0, -g, 0);
  settings.box = &box;
  settings.dt = dt;
  pn_simulation *s = simulate_start(system, &settings);
  simulate_to(s, 0.1);
  const pn_ledger first = simulate_ledger(s);
  simulate_to(s, 0.3);
  for (size_t b = 0; b < system->bodies; b++)
    test_close(
        pn_vec3_norm(pn_vec3_sub(place_of(s, b), system->body[b].pose.x)), 0,
        1e-9, "way");
  const pn_ledger ledger = simulate_ledger(s);
  test_close(ledger.impacts, first.impacts, 1e-4, "impacts");
  test_close(ledger.corrections, first.corrections, 1e-4, "corrections");
  test_close(ledger.friction, first.friction, 1e-4, "friction");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* With restitution 1 walls take no energy, but joints may: the slide between
   two balls, whose limits absorb, or that of one with dry friction. What they
   stop does not sink through the floor. */
START_TEST(what_joints_stop_does_not_sink)
{
  const double radius = 0.1, fastest = 5;
  const int balls = _i ? 1 : 2;
  const pn_box box = {{-1, 0, -1}, {1, 3, 1}, 1, 0};
  const pn_bound brake = {.axis = PN_COORDINATE_SLIDE,
                          .low = balls > 1 ? -0.1 : -INFINITY,
                          .high = balls > 1 ? 0.1 : INFINITY,
                          .friction = balls > 1 ? 0 : 2};
  pn_system *system = pn_system_alloc();
  pn_simulation_settings settings = pn_simulation_settings_default();
  double lowest = INFINITY;
  for (int b = 0; b < balls; b++) {
    pn_body ball = pn_body_make(pn_shape_sphere, &radius, 1);
    ball.pose.x.y = 0.5 + 0.5 * b;
    pn_system_add_body(system, &ball);
  }
  const pn_joint_place place = {.point = system->body[balls - 1].pose.x,
                                .axis = {0, 1, 0}};
  pn_system_join(system, pn_joint_prismatic, balls > 1 ? 0 : PN_WORLD,
                 (size_t)balls - 1, &place);
  ck_assert_int_eq(pn_system_add_bound(system, &brake), GSL_SUCCESS);
  system->gravity = pn_vec3_make(0, -g, 0);
  settings.box = &box;
  settings.dt = dt;
  pn_simulation *s = simulate_start(system, &settings);
  while (s->t < 20) {
    simulate_step(s);
    lowest = fmin(lowest, place_of(s, 0).y);
    ck_assert_msg(lowest > radius - fastest * dt, "sinks by %g m in %g s",
                  radius - lowest, s->t);
  }
  test_close(place_of(s, 0).y, radius, deepest, "height");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A pendulum of two bars, whose elbow has limits that absorb, comes to lie on a
   floor with restitution 1: its end does not sink. */
START_TEST(an_elbow_does_not_sink)
{
  const double size[] = {0.6, 0.025}, lean = -0.3 - 0.05 * _i;
  const pn_box box = {{-3, -0.9, -3}, {3, 3, 3}, 1, 0};
  const pn_vec3 to = pn_vec3_make(cos(lean), sin(lean), 0),
                half = pn_vec3_scale(size[0] / 2, to);
  pn_system *system = pn_system_alloc();
  pn_simulation_settings settings = pn_simulation_settings_default();
  for (int b = 0; b < 2; b++) {
    pn_body bar = pn_body_make(pn_shape_capsule, size, b ? 0.5 : 2);
    bar.pose.x = pn_vec3_scale(1 + 2 * b, half);
    bar.pose.q = pn_quat_axis_angle(pn_vec3_make(0, 0, 1), lean);
    pn_system_add_body(system, &bar);
  }
  bars_hinge(system, PN_WORLD, 0, pn_vec3_make(0, 0, 0));
  bars_hinge(system, 0, 1, pn_vec3_scale(2, half));
  bars_limit(system, -0.35, 0.35, 0);
  system->gravity = pn_vec3_make(0, -g, 0);
  settings.box = &box;
  settings.dt = dt;
  pn_simulation *s = simulate_start(system, &settings);
  while (s->t < 10) {
    simulate_step(s);
    const pn_motion end = pn_state_motion(system, s->y, 1);
    const double low =
        end.pose.x.y - fabs(end.R.m[1][0]) * size[0] / 2 - size[1];
    ck_assert_msg(s->t < 4 || low > -0.9 - deepest, "%g m at %g s", low, s->t);
  }
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* What lies on a rough floor with restitution 1 hops by some g dt^2, and keeps
   its energy: nothing is put back. */
START_TEST(what_hops_gains_nothing)
{
  static const double steps[] = {1. / 60, 1. / 240, 1. / 1000};
  const double can[] = {0.12, 0.03}, block[] = {0.4, 0.2, 0.3};
  const pn_box box = {{-1, 0, -1}, {1, 3, 1}, 1, 1};
  const int stands = _i < 3;
  pn_system *system = pn_system_alloc();
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_body body = stands ? pn_body_make(pn_shape_cylinder, can, 1)
                        : pn_body_make(pn_shape_box, block, 1);
  body.pose.x.y = stands ? can[0] / 2 : block[1] / 2;
  body.pose.q = stands
                    ? pn_quat_axis_angle(pn_vec3_make(0, 0, 1), half_turn / 2)
                    : pn_quat_axis_angle(pn_vec3_make(0, 1, 0), half_turn / 9);
  pn_system_add_body(system, &body);
  system->gravity = pn_vec3_make(0, -g, 0);
  settings.box = &box;
  settings.dt = steps[_i % 3];
  pn_simulation *s = simulate_start(system, &settings);
  simulate_to(s, 3);
  const pn_ledger ledger = simulate_ledger(s);
  test_close(ledger.corrections, 0, 1e-12, "corrections");
  test_close(ledger.impacts, 0, 1e-12, "impacts");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("box_rest");
  TCase *tests = tcase_create("rest");
  tcase_add_loop_test(tests, a_ball_lies_on_the_floor, 0, RESTITUTIONS);
  tcase_add_loop_test(tests, a_block_lies_flat, 0, RESTITUTIONS);
  tcase_add_loop_test(tests, a_hinged_bar_leans_on_the_floor, 0, RESTITUTIONS);
  tcase_add_loop_test(tests, a_slide_rests_on_its_stop, 0, RESTITUTIONS);
  tcase_add_loop_test(tests, chains_that_rebound_wholly, 0, 12);
  tcase_add_loop_test(tests, bars_lie_flat, 0, 12);
  tcase_add_loop_test(tests, what_joints_stop_does_not_sink, 0, 2);
  tcase_add_loop_test(tests, what_hops_gains_nothing, 0, 6);
  tcase_add_loop_test(tests, an_elbow_does_not_sink, 0, 8);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
