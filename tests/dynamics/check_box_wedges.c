/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests bodies that several walls, limits or friction hold, by more than would
   do: they come to rest, and exchange no energy with the walls. */
#include "config.h"

#include "pantin/dynamics/box.h"
#include "pantin/dynamics/simulation.h"
#include "bars.h"
#include "simulate.h"
#include "test.h"

#include <math.h>

static const double g = 9.81, degree = M_PI / 180;

static const double steps[] = {1. / 60, 1. / 240, 1. / 960};
enum { STEPS = 3 };

static const pn_vec3 x_axis = {1, 0, 0}, z_axis = {0, 0, 1};

/* A bar whose lower end is in a corner, and whose upper one leans on the wall
   across: its three contacts are hit one after other, and come to rest. */
START_TEST(a_bar_is_wedged)
{
  const double angle = (56 + 3 * (_i / STEPS)) * degree;
  const pn_vec3 corner = {1e-4, 1e-4, 0},
                end = {1e-4 + cos(angle), 1e-4 + sin(angle), 0};
  const pn_box box = {{0, 0, -3}, {end.x + 1e-4, 3, 3}, 0.3, 0};
  pn_system *system = pn_system_alloc();
  pn_simulation_settings settings = pn_simulation_settings_default();
  bars_add(system, 2, corner, end);
  system->gravity = pn_vec3_make(0, -g, 0);
  settings.box = &box;
  settings.dt = steps[_i % STEPS];
  pn_simulation *s = simulate_start(system, &settings);
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
  pn_simulation_settings settings = pn_simulation_settings_default();
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
  system->gravity = pn_vec3_make(0, -g, 0);
  settings.box = &box;
  settings.dt = steps[_i];
  pn_simulation *s = simulate_start(system, &settings);
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
  pn_simulation_settings settings = pn_simulation_settings_default();
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
  system->gravity = pn_vec3_make(0, -g, 0);
  settings.box = &box;
  settings.dt = steps[_i % STEPS];
  pn_simulation *s = simulate_start(system, &settings);
  simulate_rests(s, 4, 1e-6);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("box_wedges");
  TCase *tests = tcase_create("wedges");
  tcase_add_loop_test(tests, a_bar_is_wedged, 0, 6 * STEPS);
  tcase_add_loop_test(tests, hinged_boxes_are_wedged, 0, STEPS);
  tcase_add_loop_test(tests, a_table_stands_on_round_legs, 0, 4 * STEPS);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
