/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests bodies on the rough walls of a box: what is pressed on them stays where
   it is or rolls, and what is not flies along them. */
#include "config.h"

#include "pantin/dynamics/box.h"
#include "pantin/dynamics/simulation.h"
#include "bars.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>

static const double restitutions[] = {0, 0.3, 0.6};
static const double steps[] = {1. / 60, 1. / 240, 1. / 960};
enum { RESTITUTIONS = 3, STEPS = 3 };

static const double g = 9.81, dt = 1. / 240;

/* How far a body may move at rest [m], and what rounding may do in thousands of
   steps. */
static const double stays = 1e-6, rounding = 1e-10;

/* Returns a run in a box, at its start. */
static pn_simulation *start(const pn_system *system, const pn_box *box,
                            double step)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.box = box;
  settings.dt = step;
  return simulate_start(system, &settings);
}

/* Checks that the first body stays where it is in a rough box for 6 s after t =
   `calm`. */
static void stay(pn_system *system, const pn_box *box, double calm, double step)
{
  system->gravity = pn_vec3_make(0, -g, 0);
  pn_simulation *s = start(system, box, step);
  simulate_to(s, calm);
  const pn_motion then = pn_state_motion(system, s->y, 0);
  simulate_to(s, calm + 6);
  const pn_motion now = pn_state_motion(system, s->y, 0);
  test_close(pn_vec3_norm(pn_vec3_sub(now.pose.x, then.pose.x)), 0, stays,
             "way at rest");
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      test_close(now.R.m[i][j], then.R.m[i][j], stays, "turn at rest");
  pn_simulation_free(s);
  pn_system_free(system);
}

/* Blocks that are thrown into a rough box come to rest on its floor. */
START_TEST(thrown_blocks_stay)
{
  const double size[] = {0.5, 0.2 + 0.02 * (_i / RESTITUTIONS), 0.3};
  const pn_box box = {
      {-2, 0, -2}, {2, 4, 2}, restitutions[_i % RESTITUTIONS], 1};
  pn_system *system = pn_system_alloc();
  pn_body block = pn_body_make(pn_shape_box, size, 2);
  block.pose.x.y = 0.5;
  block.pose.q = pn_quat_axis_angle(pn_vec3_make(0.6, 0, 0.8), 1 + _i);
  block.v = pn_vec3_make(0.7, 0.2, -0.4);
  block.omega = pn_vec3_make(1, -2, 0.3 * _i);
  pn_system_add_body(system, &block);
  stay(system, &box, 6, dt);
}
END_TEST

/* A block and a ball, fixed to each other, lean from a rough floor against a
   rough wall. */
START_TEST(a_pair_leans)
{
  const double size[] = {0.48, 0.42, 0.37}, radius = 0.12;
  const pn_box box = {{-0.4, 0, -2}, {2, 4, 2}, restitutions[_i], 1};
  const pn_joint_place place = {.point = {-0.1, 0.8, 0}};
  pn_system *system = pn_system_alloc();
  pn_body block = pn_body_make(pn_shape_box, size, 3.6),
          ball = pn_body_make(pn_shape_sphere, &radius, 0.5);
  block.pose.x = pn_vec3_make(0.3, 0.4, 0.05);
  block.pose.q = pn_quat_axis_angle(pn_vec3_make(0, 0, 1), 0.4);
  ball.pose.x = pn_vec3_make(-0.2, 0.9, 0);
  pn_system_add_body(system, &block);
  pn_system_add_body(system, &ball);
  pn_system_join(system, pn_joint_fixed, 0, 1, &place);
  stay(system, &box, 4, dt);
}
END_TEST

/* A ladder leans from a rough floor against a rough wall, straight or askew.
   The wall does not stop its fall in a step, along the wall, until the floor
   has. */
START_TEST(a_ladder_leans)
{
  const double length = 1, angle = 0.6 + 0.2 * (_i / STEPS % 4),
               yaw = 0.4 * (_i / STEPS / 4);
  const pn_box box = {{0, 0, -2}, {2, 4, 2}, 0, 1};
  const pn_quat turn = pn_quat_axis_angle(pn_vec3_make(0, 1, 0), yaw),
                lean = pn_quat_axis_angle(pn_vec3_make(0, 0, -1), angle);
  pn_system *system = pn_system_alloc();
  pn_body ladder = pn_body_make(pn_shape_rod, &length, 2);
  ladder.pose.x = pn_vec3_make(length / 2 * cos(angle) * cos(yaw),
                               length / 2 * sin(angle), 0);
  ladder.pose.q = pn_quat_multiply(turn, lean);
  pn_system_add_body(system, &ladder);
  stay(system, &box, 0, steps[_i % STEPS]);
}
END_TEST

/* A three-hinged arch stands on a rough floor between rough walls. */
START_TEST(an_arch_stands)
{
  const double length = 0.5, angle = atan2(3, 4);
  const pn_box box = {{-0.4, 0, -1}, {0.4, 2, 1}, 0, 1};
  const pn_joint_place knee = {.point = {0, 0.3, 0}, .axis = {0, 0, 1}};
  pn_system *system = pn_system_alloc();
  for (int side = -1; side <= 1; side += 2) {
    pn_body bar = pn_body_make(pn_shape_rod, &length, 1);
    bar.pose.x = pn_vec3_make(0.2 * side, 0.15, 0);
    bar.pose.q = pn_quat_axis_angle(pn_vec3_make(0, 0, 1), -side * angle);
    pn_system_add_body(system, &bar);
  }
  pn_system_join(system, pn_joint_revolute, 0, 1, &knee);
  stay(system, &box, 0, steps[_i]);
}
END_TEST

/* A body that touches a rough wall with many points, which nothing presses on
   it, falls or flies along it as if it were not there. */
START_TEST(what_is_not_pressed_flies)
{
  const pn_shape *const shapes[] = {pn_shape_box, pn_shape_cylinder,
                                    pn_shape_capsule};
  const double size[] = {0.4, 0.2, 0.3}, t = 0.5;
  const int shape = _i / STEPS % 3, weight = _i / STEPS / 3;
  const pn_box box = {{-2, -9, -2}, {shape == 0 ? 0.1 : 0.2, 9, 2}, 0, 1};
  pn_system *system = pn_system_alloc();
  pn_body body = pn_body_make(shapes[shape], size, 2);
  body.pose.q = pn_quat_axis_angle(pn_vec3_make(0, 0, 1), acos(0));
  body.v = pn_vec3_make(0, -1, 0.2);
  pn_system_add_body(system, &body);
  system->gravity = pn_vec3_make(0, -weight * g, 0);
  pn_simulation *s = start(system, &box, steps[_i % STEPS]);
  simulate_to(s, t);
  const pn_motion now = pn_state_motion(system, s->y, 0);
  test_close(now.pose.x.x, 0, rounding, "away from the wall");
  test_close(now.pose.x.y, -t - weight * g * t * t / 2, rounding, "fall");
  test_close(now.pose.x.z, 0.2 * t, rounding, "along the wall");
  test_close(pn_vec3_norm(now.omega), 0, rounding, "turn");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A cart on a rail drags a bar over a rough floor. Friction would throw its end
   off: in the limit of much of it F acts on the end alone, and keeps it on the
   floor. With x_c and y_c from the hinge to the bar's centre and d to the
   floor,

     F = (M + m) a,   F d - m a y_c = m g x_c

   holds for one point on the floor as for two, of one bar or of both. */
START_TEST(what_drags_is_slowed)
{
  static const double angles[] = {M_PI / 6, M_PI / 3};
  enum { BAR, TWO_BARS, TWO_LANES, PLANK, KINDS };
  const int kind = _i / STEPS % KINDS;
  const double angle = angles[_i / STEPS / KINDS], step = steps[_i % STEPS];
  const double length = 0.8, mass = 1, cart = 1, speed = 1;
  const double thick = kind == PLANK ? 0.05 : 0;
  const double size[] = {length, thick, 0.1}, ball = 0.05;
  const double x_c = length / 2 * cos(angle), y_c = length / 2 * sin(angle),
               depth = length * sin(angle) + thick / 2 * cos(angle);
  const double a = mass * g * x_c / ((cart + mass) * depth - mass * y_c);
  const pn_box box = {{-9, -depth, -9}, {9, 9, 9}, 0, 1};
  const pn_joint_place rail = {.axis = pn_vec3_make(1, 0, 0)};
  const size_t bars = kind == TWO_BARS || kind == TWO_LANES ? 2 : 1;
  pn_system *system = pn_system_alloc();
  pn_body body = pn_body_make(pn_shape_sphere, &ball, cart);
  body.v = pn_vec3_make(speed, 0, 0);
  pn_system_add_body(system, &body);
  pn_system_join(system, pn_joint_prismatic, PN_WORLD, 0, &rail);
  for (size_t b = 1; b <= bars; b++) {
    const double lane = kind == TWO_LANES && b == 2 ? 0.3 : 0;
    body = pn_body_make(kind == PLANK ? pn_shape_box : pn_shape_rod, size,
                        mass / (double)bars);
    body.pose.x = pn_vec3_make(-x_c, -y_c, lane);
    body.pose.q = pn_quat_axis_angle(pn_vec3_make(0, 0, 1), angle);
    body.v = pn_vec3_make(speed, 0, 0);
    pn_system_add_body(system, &body);
    bars_hinge(system, 0, b, pn_vec3_make(0, 0, lane));
  }
  system->gravity = pn_vec3_make(0, -g, 0);
  pn_simulation *s = start(system, &box, step);
  const double stop = speed / a;
  simulate_to(s, stop / 2);
  const pn_motion now = pn_state_motion(system, s->y, 0);
  test_close(now.v.x, speed - a * s->t, 2 * gsl_pow_2(a * step) / speed,
             "speed");
  simulate_to(s, stop + 2 * step);
  test_close(pn_state_motion(system, s->y, 0).v.x, 0, rounding, "at rest");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A block that hits two rough walls at once, with an edge in theirs, stops:
   each of them holds what should rebound from the other. What is the same on
   both sides of the middle stays so. */
START_TEST(an_edge_catches_a_block)
{
  const pn_shape *const shapes[] = {pn_shape_box, pn_shape_rod,
                                    pn_shape_sphere};
  const double size[] = {0.4, 0.3, 0.5}, ball = 0.15;
  const int kind = _i / RESTITUTIONS;
  const pn_box box = {
      {0, 0, -5}, {5, 5, 5}, restitutions[_i % RESTITUTIONS], 1};
  pn_system *system = pn_system_alloc();
  pn_body body = pn_body_make(shapes[kind], kind < 2 ? size : &ball, 2);
  const double gap = 0.103, x[] = {size[0] / 2, 0, ball},
               y[] = {size[1] / 2, 0, ball};
  body.pose.x = pn_vec3_make(gap + x[kind], gap + y[kind], 0);
  if (kind == 1)
    body.pose.q = pn_quat_axis_angle(pn_vec3_make(0, 1, 0), M_PI / 2);
  body.v = pn_vec3_make(-1, -1, 0);
  pn_system_add_body(system, &body);
  pn_simulation *s = start(system, &box, dt);
  simulate_to(s, 0.3);
  const pn_motion now = pn_state_motion(system, s->y, 0);
  test_close(pn_vec3_norm(now.v), 0, rounding, "speed");
  test_close(pn_vec3_norm(now.omega), 0, rounding, "turn");
  test_close(now.pose.x.z, 0, rounding, "middle");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Keeps the largest impulse along a wall of an impact. */
static void keep_friction(const pn_impact_event *event, void *largest)
{
  const double along = hypot(event->impulse.x, event->impulse.z);
  *(double *)largest = fmax(*(double *)largest, along);
}

/* Three bars, whose hinges have dry friction, fall flat on a rough floor. Where
   both ends of one touch it, nothing but the lever of a lean of some 1e-5 lifts
   an end by its friction: it takes no impulses without bounds for that. */
START_TEST(edges_do_not_jam)
{
  static const double per_second[] = {350, 400, 450, 480, 500, 600, 650, 1000};
  static const double length[] = {0.2574, 0.46205, 0.2662},
                      mass[] = {1.5376, 0.8167, 0.7697},
                      angle[] = {0.58887, 0.28305, 1.5204};
  const pn_box box = {{-1.2, 0, -1}, {1.2, 3, 1}, 0, 1};
  pn_vec3 end = {0.1933, 1.4478, 0};
  pn_system *system = pn_system_alloc();
  pn_simulation_settings settings = pn_simulation_settings_default();
  double most = 0;
  for (size_t b = 0; b < 3; b++) {
    const double size[] = {length[b], 0.06, 0.06};
    const pn_vec3 to = pn_vec3_make(cos(angle[b]), sin(angle[b]), 0);
    pn_body bar = pn_body_make(pn_shape_box, size, mass[b]);
    bar.pose.x = pn_vec3_add_scaled(end, length[b] / 2, to);
    bar.pose.q = pn_quat_axis_angle(pn_vec3_make(0, 0, 1), angle[b]);
    bar.v = pn_vec3_make(-0.5958, 0.47045, 0);
    pn_system_add_body(system, &bar);
    if (b > 0) {
      bars_hinge(system, b - 1, b, end);
      bars_rub(system, 0, 0.5);
    }
    end = pn_vec3_add_scaled(end, length[b], to);
  }
  system->gravity = pn_vec3_make(0, -g, 0);
  settings.box = &box;
  settings.dt = 1 / per_second[_i];
  settings.listener = keep_friction;
  settings.listener_params = &most;
  pn_simulation *s = simulate_start(system, &settings);
  const double kinetic = s->start.energy; /* above the floor */
  simulate_to(s, 1);
  const pn_ledger ledger = simulate_ledger(s);
  ck_assert_msg(most < 20, "%g N s along the floor", most);
  test_close(ledger.impacts, -0.97 * kinetic, 0.05 * kinetic, "impacts");
  test_close(ledger.corrections, 0, 0.02 * kinetic, "corrections");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Three rods that hang from a hinge drag the end of the last one over a rough
   floor, while its hinge approaches a limit, which conserves energy. The limit
   does not act before it is reached. */
START_TEST(a_limit_waits_for_its_joint)
{
  static const double per_second[] = {480, 960, 1920, 3840};
  const double floor = -0.98 - 0.01 * (_i / 4);
  const pn_box box = {{-3, floor, -1}, {3, 2, 1}, 0, 1};
  const pn_vec3 at[] = {{0, 0, 0}, {0.6, 0, 0}, {0.9, 0, 0}, {1.3, 0, 0}};
  const double mass[] = {1.5, 2, 0.5};
  pn_system *system = pn_system_alloc();
  for (size_t b = 0; b < 3; b++) {
    bars_add(system, mass[b], at[b], at[b + 1]);
    bars_hinge(system, b > 0 ? b - 1 : PN_WORLD, b, at[b]);
  }
  bars_limit(system, -60 * M_PI / 180, 40 * M_PI / 180, 1);
  system->gravity = pn_vec3_make(0, -g, 0);
  pn_simulation *s = start(system, &box, 1 / per_second[_i % 4]);
  simulate_to(s, 0.8);
  test_close(simulate_ledger(s).remainder, 0, 1e-3, "error");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A ball that is pressed into a corner of rough walls rolls about the line
   through its points on both: its inertia about it is m (2/5 r^2 + r^2 / 2). */
START_TEST(a_ball_rolls_in_a_corner)
{
  const double radius = 0.2, pull = 2, t = 2, a = pull / (1 + 2 * 2. / 5);
  const pn_box box = {{-3, -radius, -3}, {radius, 3, 30}, 0, 1};
  pn_system *system = pn_system_alloc();
  pn_body ball = pn_body_make(pn_shape_sphere, &radius, 1.5);
  pn_system_add_body(system, &ball);
  system->gravity = pn_vec3_make(0.1 + _i / STEPS, -g, pull);
  pn_simulation *s = start(system, &box, steps[_i % STEPS]);
  simulate_to(s, t);
  const pn_motion now = pn_state_motion(system, s->y, 0);
  test_close(now.pose.x.z, a * t * t / 2, 1e-5, "way");
  test_close(now.v.z, a * t, rounding, "speed");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A cylinder rolls on its round, whichever part of it is below: its inertia
   about its axis is m r^2 / 2. */
START_TEST(a_cylinder_rolls)
{
  const double size[] = {0.6, 0.2}, pull = 0.3, t = 4, a = pull * 2 / 3;
  const pn_box box = {{-5, -size[1], -5}, {5, 5, 5}, 0, 1};
  const pn_quat lies = pn_quat_axis_angle(pn_vec3_make(0, 1, 0), acos(0)),
                spun = pn_quat_axis_angle(pn_vec3_make(1, 0, 0), _i / STEPS);
  pn_system *system = pn_system_alloc();
  pn_body cylinder = pn_body_make(pn_shape_cylinder, size, 1.5);
  cylinder.pose.q = pn_quat_multiply(lies, spun);
  pn_system_add_body(system, &cylinder);
  system->gravity = pn_vec3_make(pull, -g, 0);
  pn_simulation *s = start(system, &box, steps[_i % STEPS]);
  simulate_to(s, t);
  const pn_motion now = pn_state_motion(system, s->y, 0);
  test_close(now.pose.x.x, a * t * t / 2, 1e-5, "way");
  test_close(now.v.x, a * t, rounding, "speed");
  test_close(now.pose.x.y, 0, 1e-8, "height");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A cylinder that is dropped upright, or leans so little that it does not
   topple, stands on its end. */
START_TEST(a_cylinder_stands)
{
  const double size[] = {0.3, 0.2}, lean = 0.1 * (_i / RESTITUTIONS);
  const pn_box box = {
      {-5, 0, -5}, {5, 5, 5}, restitutions[_i % RESTITUTIONS], 1};
  pn_system *system = pn_system_alloc();
  pn_body cylinder = pn_body_make(pn_shape_cylinder, size, 1.5);
  cylinder.pose.x.y = 0.3;
  cylinder.pose.q = pn_quat_axis_angle(pn_vec3_make(0, 0, 1), acos(0) - lean);
  pn_system_add_body(system, &cylinder);
  system->gravity = pn_vec3_make(0, -g, 0);
  pn_simulation *s = start(system, &box, dt);
  simulate_to(s, 5);
  const pn_motion now = pn_state_motion(system, s->y, 0);
  test_close(now.pose.x.y, size[0] / 2, 1e-5, "height");
  test_close(now.R.m[1][0], 1, 1e-6, "cosine of its lean");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("box_rough");
  TCase *tests = tcase_create("rough");
  test_add_family(tests, thrown_blocks_stay, 4 * RESTITUTIONS);
  test_add_family(tests, a_pair_leans, RESTITUTIONS);
  test_add_family(tests, a_ladder_leans, 8 * STEPS);
  test_add_family(tests, an_arch_stands, STEPS);
  test_add_family(tests, what_is_not_pressed_flies, 6 * STEPS);
  test_add_family(tests, what_drags_is_slowed, 8 * STEPS);
  test_add_family(tests, an_edge_catches_a_block, 3 * RESTITUTIONS);
  tcase_add_loop_test(tests, edges_do_not_jam, 0, 8);
  test_add_family(tests, a_limit_waits_for_its_joint, 20);
  test_add_family(tests, a_ball_rolls_in_a_corner, 2 * STEPS);
  test_add_family(tests, a_cylinder_rolls, 3 * STEPS);
  test_add_family(tests, a_cylinder_stands, 3 * RESTITUTIONS);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
