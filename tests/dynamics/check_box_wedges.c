/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests bodies that several walls, limits or friction hold, by more than would
   do: they come to rest, and exchange no energy with the walls. */
#include "config.h"

#include "pantin/body/coordinate.h"
#include "pantin/dynamics/box.h"
#include "pantin/dynamics/simulation.h"
#include "bars.h"
#include "draw.h"
#include "simulate.h"
#include "test.h"

#include <math.h>

static const double g = 9.81, degree = M_PI / 180;

static const double steps[] = {1. / 60, 1. / 240, 1. / 960};
enum { STEPS = 3 };

static const pn_vec3 x_axis = {1, 0, 0}, y_axis = {0, 1, 0}, z_axis = {0, 0, 1};

/* Starts a run in a box, with the floor below. */
static pn_simulation *start(pn_system *system, const pn_box *box, double step)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  system->gravity = pn_vec3_make(0, -g, 0);
  settings.box = box;
  settings.dt = step;
  return simulate_start(system, &settings);
}

/* A bar whose lower end is in a corner, and whose upper one leans on the wall
   across: its three contacts are hit one after the other, and come to rest. */
START_TEST(a_bar_is_wedged)
{
  const double angle = (56 + 6 * (_i / STEPS)) * degree;
  const pn_vec3 corner = {1e-4, 1e-4, 0},
                end = {1e-4 + cos(angle), 1e-4 + sin(angle), 0};
  const pn_box box = {{0, 0, -3}, {end.x + 1e-4, 3, 3}, 0.3, 0};
  pn_system *system = pn_system_alloc();
  bars_add(system, 2, corner, end);
  pn_simulation *s = start(system, &box, steps[_i % STEPS]);
  simulate_rests(s, 4, 1e-6);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Two boxes hang from a hinge, and the second one leans on a rough wall, with
   its joint on a limit: more than what holds them. */
START_TEST(hinged_boxes_are_wedged)
{
  const double size[] = {1, 0.08, 0.1};
  const pn_box box = {{-0.08, 0, -5}, {1.6, 9, 5}, 0.9, 1};
  const double angle[] = {27.55 * degree, 50.74 * degree};
  pn_vec3 at = {0, 0.1742, 0};
  pn_system *system = pn_system_alloc();
  for (size_t b = 0; b < 2; b++) {
    const pn_vec3 way = {cos(angle[b]), sin(angle[b]), 0};
    pn_body body = pn_body_make(pn_shape_box, size, b == 0 ? 1 : 3);
    body.pose.x = pn_vec3_add_scaled(at, 0.5, way);
    body.pose.q = pn_quat_axis_angle(z_axis, angle[b]);
    pn_system_add_body(system, &body);
    bars_hinge(system, b == 0 ? PN_WORLD : 0, b, at);
    at = pn_vec3_add(at, way);
  }
  bars_limit(system, -10 * degree, 10 * degree, 0.9);
  pn_simulation *s = start(system, &box, steps[_i]);
  simulate_rests(s, 4, 1e-6);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A table falls on its round legs, which hang in hinges with dry friction: the
   walls do no work once it is at rest, on whatever points of their rims. */
START_TEST(a_table_stands_on_round_legs)
{
  const double top[] = {0.5, 0.04, 0.4}, leg[] = {0.3, 0.02};
  const pn_box box = {{-3, 0, -3}, {3, 3, 3}, 0, 1};
  pn_system *system = pn_system_alloc();
  pn_body plate = pn_body_make(pn_shape_box, top, 3);
  plate.pose.x.y = 0.33 + 0.02;
  plate.v = pn_vec3_make(0.1 + 0.05 * (_i / STEPS), -0.4, -0.1);
  pn_system_add_body(system, &plate);
  for (size_t k = 0; k < 4; k++) {
    const pn_vec3 hip = {k % 2 ? 0.2 : -0.2, 0.33, k / 2 ? 0.15 : -0.15};
    const pn_joint_place place = {.point = hip,
                                  .axis = k % 2 ? x_axis : z_axis};
    pn_body body = pn_body_make(pn_shape_cylinder, leg, 0.6);
    body.pose.x = pn_vec3_make(hip.x, hip.y - leg[0] / 2, hip.z);
    body.pose.q = pn_quat_axis_angle(z_axis, M_PI / 2);
    body.v = plate.v;
    pn_system_add_body(system, &body);
    pn_system_join(system, pn_joint_revolute, 0, k + 1, &place);
    bars_rub(system, 0, 3);
  }
  pn_simulation *s = start(system, &box, steps[_i % STEPS]);
  simulate_rests(s, 4, 1e-6);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A stool falls on a smooth floor; its legs hang in ball joints, whose dry
   friction hardly lets them slide apart. What the floor makes of their
   velocities in one step is not rounding in the next one. */
START_TEST(a_stool_stands_on_ball_joints)
{
  const double seat[] = {0.04, 0.2}, leg[] = {0.5, 0.04, 0.04};
  const double height = 0.517781738275, radius = 0.15, lean = asin(0.39221167);
  const double first = 2.0937 * degree;
  const pn_quat hung = {0.0100714046, 0.8341903085, -0.5511739755,
                        -0.0152428606};
  const pn_box box = {{-3, 0, -3}, {3, 3, 3}, 0.3, 0};
  pn_system *system = pn_system_alloc();
  pn_body plate = pn_body_make(pn_shape_cylinder, seat, 5);
  plate.pose.x.y = height;
  plate.pose.q = pn_quat_axis_angle(z_axis, M_PI / 2);
  pn_system_add_body(system, &plate);
  for (size_t k = 0; k < 4; k++) {
    const double turn = first - 90 * degree * (double)k;
    const pn_vec3 out = {cos(turn), 0, -sin(turn)};
    const pn_vec3 hip = {radius * out.x, height, radius * out.z};
    const pn_vec3 way = {sin(lean) * out.x, -cos(lean), sin(lean) * out.z};
    const pn_joint_place place = {.point = hip};
    pn_body body = pn_body_make(pn_shape_box, leg, 1);
    body.pose.x = pn_vec3_add_scaled(hip, leg[0] / 2, way);
    body.pose.q =
        pn_quat_multiply(pn_quat_axis_angle(y_axis, turn - first), hung);
    pn_system_add_body(system, &body);
    pn_system_join(system, pn_joint_ball, 0, k + 1, &place);
    for (int axis = 0; axis < 3; axis++)
      bars_rub(system, axis, 15);
  }
  pn_simulation *s = start(system, &box, 1 / (60. * (2 << _i)));
  simulate_to(s, 1.5);
  test_close(simulate_ledger(s).remainder, 0, 0.05, "error");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A can that stands on the floor presses it evenly: the points of its rim that
   do so stay the same, and the walls do no work. */
START_TEST(a_can_stands)
{
  const double size[] = {0.6, 0.1};
  const pn_box box = {
      {-3, 0, -3}, {3, 3, 3}, 0.3 * (_i / STEPS % 2), _i / STEPS / 2};
  pn_system *system = pn_system_alloc();
  pn_body can = pn_body_make(pn_shape_cylinder, size, 1);
  can.pose.x.y = size[0] / 2;
  can.pose.q = pn_quat_axis_angle(z_axis, M_PI / 2);
  pn_system_add_body(system, &can);
  pn_simulation *s = start(system, &box, steps[_i % STEPS]);
  simulate_rests(s, 1, 1e-6);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A chain of cylinders falls with joints on limits that rebound, held there by
   dry friction, when another limit is hit: the account stays even. */
START_TEST(a_chain_falls_on_its_limits)
{
  enum { BARS = 4 };
  static const double hertz[] = {252, 264, 280, 408};
  static const double length[] = {0.377638, 0.336715, 0.360520, 0.589780},
                      mass[] = {1.201640, 1.581543, 1.452765, 0.542256},
                      angle[] = {68.518780, 97.892045, 142.193769, 177.699623},
                      low[] = {0, -42.501892, -42.797653, -42.466202},
                      high[] = {0, 32.486739, 18.964974, 57.812748},
                      friction[] = {0, 5.971750, 3.745944, 0.632078};
  const pn_box box = {{0, 0, -0.5}, {2.32038, 4, 0.5}, 0, 0};
  pn_vec3 at = {0.982091, 0.047304, 0};
  pn_system *system = pn_system_alloc();
  for (size_t b = 0; b < BARS; b++) {
    const double size[] = {length[b], 0.0273037};
    const pn_vec3 way = {cos(angle[b] * degree), sin(angle[b] * degree), 0};
    pn_body body = pn_body_make(pn_shape_cylinder, size, mass[b]);
    body.pose.x = pn_vec3_add_scaled(at, length[b] / 2, way);
    body.pose.q = pn_quat_axis_angle(z_axis, angle[b] * degree);
    pn_system_add_body(system, &body);
    if (b > 0) {
      bars_hinge(system, b - 1, b, at);
      const pn_bound bound = {.joint = b - 1,
                              .low = low[b] * degree,
                              .high = high[b] * degree,
                              .restitution = 0.9,
                              .friction = friction[b]};
      ck_assert_int_eq(pn_system_add_bound(system, &bound), 0);
    }
    at = pn_vec3_add_scaled(at, length[b], way);
  }
  pn_simulation *s = start(system, &box, 1 / hertz[_i]);
  simulate_to(s, 0.43);
  test_close(simulate_ledger(s).remainder, 0, 0.01, "error");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A stool falls on a rough floor; its legs, two of which are round, slide in
   guides with dry friction. More holds its feet than would do, with hundreds of
   newtons against each other; still the floor does no work at rest. */
START_TEST(a_stool_stands_on_slides)
{
  static const double length[] = {0.33, 0.334, 0.333, 0.309},
                      mass[] = {0.5, 0.44, 0.22, 0.47},
                      friction[] = {1.4, 0.7, 2.4, 0.9};
  const double top[] = {0.6, 0.06, 0.4}, height = -0.15;
  const pn_box box = {{-1, -1, -1}, {1, 2, 1}, 0, 1};
  pn_system *system = pn_system_alloc();
  pn_body plate = pn_body_make(pn_shape_box, top, 2.5);
  plate.pose.x.y = height + top[1] / 2;
  pn_system_add_body(system, &plate);
  for (size_t k = 0; k < 4; k++) {
    const double size[] = {length[k], 0.02};
    const pn_joint_place place = {.point = {k == 0 || k == 3 ? -0.25 : 0.25,
                                            height, k % 2 ? -0.15 : 0.15},
                                  .axis = y_axis};
    const pn_bound bound = {.joint = k,
                            .axis = PN_COORDINATE_SLIDE,
                            .low = -0.1,
                            .high = 0.1,
                            .friction = friction[k]};
    pn_body leg = pn_body_make(k % 2 ? pn_shape_capsule : pn_shape_cylinder,
                               size, mass[k]);
    leg.pose.x = place.point;
    leg.pose.x.y -= length[k] / 2;
    leg.pose.q = pn_quat_axis_angle(z_axis, -M_PI / 2);
    pn_system_add_body(system, &leg);
    pn_system_join(system, pn_joint_prismatic, 0, k + 1, &place);
    ck_assert_int_eq(pn_system_add_bound(system, &bound), 0);
  }
  pn_simulation *s = start(system, &box, 1. / (240 << _i));
  simulate_rests(s, 1.5, 1e-5);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Adds a body to a leg that is turned about the origin. */
static void add_turned(pn_system *system, pn_body body, pn_quat turn,
                       pn_vec3 place, pn_vec3 v, pn_vec3 omega)
{
  body.pose.x = pn_quat_rotate(turn, place);
  body.pose.q = pn_quat_multiply(turn, body.pose.q);
  body.v = pn_vec3_add(v, pn_vec3_cross(omega, body.pose.x));
  body.omega = omega;
  pn_system_add_body(system, &body);
}

/* Throws a leg of thigh, shin and foot in any way. */
static void throw_leg(pn_system *system, const double *foot)
{
  const double thigh[] = {0.34, 0.06}, shin[] = {0.36, 0.05};
  const pn_quat turn =
      pn_quat_axis_angle(pn_vec3_normalize(draw_vec3()), M_PI * draw_uniform());
  const pn_vec3 v = pn_vec3_add(pn_vec3_make(3, -3, 3), draw_vec3()),
                omega = pn_vec3_scale(5, draw_vec3());
  pn_body body = pn_body_make(pn_shape_capsule, thigh, 8);
  body.pose.q = pn_quat_axis_angle(z_axis, M_PI / 2);
  add_turned(system, body, turn, pn_vec3_make(0, 0.3, 0), v, omega);
  body = pn_body_make(pn_shape_cylinder, shin, 2);
  body.pose.q = pn_quat_axis_angle(z_axis, M_PI / 2);
  add_turned(system, body, turn, pn_vec3_make(0, -0.08, 0), v, omega);
  body = pn_body_make(pn_shape_box, foot, 0.5);
  add_turned(system, body, turn, pn_vec3_make(0, -0.275, 0.06), v, omega);
  const pn_joint_place ankle = {
      .point = pn_quat_rotate(turn, pn_vec3_make(0, -0.26, 0))};
  const pn_joint_place knee = {
      .point = pn_quat_rotate(turn, pn_vec3_make(0, 0.1, 0)),
      .axis = pn_quat_rotate(turn, x_axis)};
  pn_system_join(system, pn_joint_ball, 1, 2, &ankle);
  pn_system_join(system, pn_joint_revolute, 0, 1, &knee);
  bars_limit(system, -44 * degree, 12 * degree, 0);
}

/* Returns how far the deepest corner of the foot is beyond a corner's walls. */
static double depth_of(const pn_simulation *s, const double *foot,
                       const pn_box *box)
{
  const pn_motion at = pn_state_motion(s->system, s->y, 2);
  double depth = 0;
  for (int k = 0; k < 8; k++) {
    const pn_vec3 arm =
        pn_vec3_make(foot[0] * ((k & 1) - 0.5), foot[1] * ((k >> 1 & 1) - 0.5),
                     foot[2] * ((k >> 2) - 0.5));
    const pn_vec3 p = pn_vec3_add(at.pose.x, pn_mat3_apply(at.R, arm));
    depth = fmax(depth, fmax(p.x - box->high.x,
                             fmax(box->low.y - p.y, p.z - box->high.z)));
  }
  return depth;
}

/* A leg is thrown into a smooth corner. Where one edge of the foot is put back,
   which turns about the ankle, the other one does not pass the wall instead, to
   and fro. */
START_TEST(a_foot_stays_in_its_corner)
{
  enum { BRIEF = 8 }; /* steps */
  const double foot[] = {0.1, 0.05, 0.25}, deep = 3e-3;
  const pn_box box = {{-9, -0.8, -9}, {0.8, 9, 0.8}, 0, 0};
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.box = &box;
  settings.dt = 1. / 480;
  gsl_rng_set(draw_source, 1 + (unsigned long)_i);
  pn_system *system = pn_system_alloc();
  system->gravity = pn_vec3_make(5.2, -7.5, 3.7);
  throw_leg(system, foot);
  pn_simulation *s = simulate_start(system, &settings);
  int beyond = 0;
  while (s->t < 1) {
    simulate_step(s);
    beyond = depth_of(s, foot, &box) > deep ? beyond + 1 : 0;
    ck_assert_msg(beyond <= BRIEF, "%g m beyond a wall at %g s",
                  depth_of(s, foot, &box), s->t);
  }
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("box_wedges");
  TCase *tests = tcase_create("wedges");
  tcase_add_checked_fixture(tests, draw_open, draw_close);
  test_add_family(tests, a_bar_is_wedged, 3 * STEPS);
  test_add_family(tests, hinged_boxes_are_wedged, STEPS);
  test_add_family(tests, a_table_stands_on_round_legs, 2 * STEPS);
  tcase_add_loop_test(tests, a_stool_stands_on_ball_joints, 0, 3);
  test_add_family(tests, a_can_stands, 4 * STEPS);
  tcase_add_loop_test(tests, a_chain_falls_on_its_limits, 0, 4);
  tcase_add_loop_test(tests, a_stool_stands_on_slides, 0, 2);
  test_add_family(tests, a_foot_stays_in_its_corner, 24);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
