/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests what leans on walls: friction and limits of its joints hold it as the
   laws of statics say, and what falls against both comes to rest on both. */
#include "config.h"

#include "pantin/body/coordinate.h"
#include "pantin/dynamics/box.h"
#include "pantin/dynamics/simulation.h"
#include "bars.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_math.h>
#include <math.h>

static const double g = 9.81;

static const double steps[] = {1. / 60, 1. / 240, 1. / 960};
enum { STEPS = 3 };

/* How far a body at rest may have moved, over the square of the step [m/s^2]:
   at the start, forces of walls are found by trial. */
static const double stays = 0.1;

static const pn_vec3 x_axis = {1, 0, 0}, z_axis = {0, 0, 1};

/* Runs for half a second, and returns the largest way of a body's centre. */
static double moves(pn_system *system, const pn_box *box, double dt)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  double most = 0;
  system->gravity = pn_vec3_make(0, -g, 0);
  settings.box = box;
  settings.dt = dt;
  pn_simulation *s = simulate_start(system, &settings);
  simulate_to(s, 0.5);
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_vec3 now = pn_state_motion(system, s->y, b).pose.x;
    most = fmax(most, pn_vec3_norm(pn_vec3_sub(now, system->body[b].pose.x)));
  }
  test_close(simulate_ledger(s).remainder, 0, 100 * dt * dt, "error");
  pn_simulation_free(s);
  return most;
}

/* A table stands on a smooth floor with legs askew, which the friction of their
   hinges holds: it has to be N a for a leg of weight w that is `a` to the side
   and carries N, less w a / 2. */
START_TEST(a_table_stands)
{
  const double width = 0.5, height = 0.9, spread = 0.16, weight = 0.7 * g,
               top = 8 * g;
  const double needed = (top / 2 + weight) * spread - weight * spread / 2;
  const double share = _i / STEPS ? 1.02 : 2, dt = steps[_i % STEPS];
  const pn_box box = {{-5, 0, -5}, {5, 5, 5}, 0, 0};
  const double size[] = {width, 0.04, 0.3};
  const pn_joint_place plane = {.axis = z_axis};
  pn_system *system = pn_system_alloc();
  pn_body plate = pn_body_make(pn_shape_box, size, top / g);
  plate.pose.x = pn_vec3_make(0, height, 0);
  pn_system_add_body(system, &plate);
  for (int side = -1; side <= 1; side += 2) {
    const pn_vec3 hip = {side * width / 2, height, 0},
                  foot = {side * (width / 2 + spread), 0, 0};
    bars_hinge(system, 0, bars_add(system, weight / g, hip, foot), hip);
    bars_rub(system, 0, share * needed);
  }
  pn_system_join(system, pn_joint_planar, PN_WORLD, 0, &plane);
  test_close(moves(system, &box, dt), 0, stays * dt * dt, "way");
  pn_system_free(system);
}
END_TEST

/* A ladder leans against a smooth wall. Its foot slides in a rail with
   friction, which must be W / (2 tan(angle)); with less it slides away. */
START_TEST(a_ladder_stands_on_a_rail)
{
  static const double shares[] = {0.97, 1.03, 1.4, 7};
  const double angle = M_PI / 3, mass = 10, length = 2;
  const double share = shares[_i / STEPS], dt = steps[_i % STEPS];
  const double friction = share * mass * g / (2 * tan(angle));
  const pn_box box = {{0, -5, -5}, {10, 10, 10}, 0, 0};
  const double size[] = {0.1, 0.1, 0.1};
  const pn_vec3 at = {length * cos(angle), 0, 0},
                top = {0, length * sin(angle), 0};
  const pn_joint_place rail = {.point = at, .axis = x_axis};
  pn_system *system = pn_system_alloc();
  pn_body foot = pn_body_make(pn_shape_box, size, 1);
  foot.pose.x = at;
  pn_system_add_body(system, &foot);
  pn_system_join(system, pn_joint_prismatic, PN_WORLD, 0, &rail);
  bars_rub(system, PN_COORDINATE_SLIDE, friction);
  bars_hinge(system, 0, bars_add(system, mass, at, top), at);
  const double way = moves(system, &box, dt);
  if (share > 1)
    test_close(way, 0, stays * dt * dt, "way");
  else
    ck_assert_double_gt(way, 0.01);
  pn_system_free(system);
}
END_TEST

/* An arm of three bars, bent at limits of two of its hinges, leans against a
   wall: all three reactions press. */
START_TEST(an_arm_rests_on_its_limits)
{
  const pn_vec3 at[] = {
      {0, 0, 0}, {0.784, -0.205, 0}, {1.134, 0.699, 0}, {1.624, 0.522, 0}};
  const pn_box box = {{-5, -5, -5}, {1.624, 5, 5}, 0.9, 0};
  pn_system *system = pn_system_alloc();
  bars_hinge(system, PN_WORLD, bars_add(system, 2.9, at[0], at[1]), at[0]);
  bars_hinge(system, 0, bars_add(system, 2, at[1], at[2]), at[1]);
  bars_limit(system, -M_PI / 2, 0, 0.5);
  bars_hinge(system, 1, bars_add(system, 1, at[2], at[3]), at[2]);
  bars_limit(system, 0, M_PI / 2, 0.5);
  test_close(moves(system, &box, steps[_i]), 0, stays * steps[_i] * steps[_i],
             "way");
  pn_system_free(system);
}
END_TEST

/* Names what keeps the foot of a ladder from sliding away. */
typedef enum { BY_A_WALL, BY_A_SPRING, BY_ROUGHNESS, WAYS } foot_hold;

/* A ladder that can fold leans against a wall. In the middle it has to bear N
   times half the height, for the force N of the wall, less half the weight of
   the upper part times a quarter of the width; the friction there is more. */
START_TEST(a_folding_ladder_stands)
{
  const double width = 0.6, height = 0.8, mass = 1, dt = steps[_i % STEPS];
  const foot_hold way = (foot_hold)(_i / STEPS);
  const double N = mass * g * width / height;
  const double needed = N * height / 2 - mass * g * width / 4;
  const pn_vec3 top = {0, height, 0}, foot = {width, 0, 0},
                middle = pn_vec3_scale(0.5, pn_vec3_add(top, foot));
  const pn_box box = {
      {0, 0, -5}, {way == BY_A_WALL ? width : 5, 5, 5}, 0, way == BY_ROUGHNESS};
  const pn_joint_place plane = {.axis = z_axis};
  pn_system *system = pn_system_alloc();
  bars_add(system, mass, top, middle);
  bars_hinge(system, 0, bars_add(system, mass, middle, foot), middle);
  bars_rub(system, 0, 1.05 * needed);
  pn_system_join(system, pn_joint_planar, PN_WORLD, 0, &plane);
  const double strength = 200;
  const pn_vec3 end = {pn_vec3_norm(pn_vec3_sub(foot, middle)) / 2, 0, 0};
  const pn_spring spring = {.body = {PN_WORLD, 1},
                            .point = {{0, 0, 0}, end},
                            .stiffness = strength,
                            .length = width - N / strength};
  if (way == BY_A_SPRING)
    ck_assert_int_eq(pn_system_add_spring(system, &spring), GSL_SUCCESS);
  test_close(moves(system, &box, dt), 0, stays * dt * dt, "way");
  pn_system_free(system);
}
END_TEST

/* Returns an arch of three bars whose feet stand on a rough floor, or turn in
   hinges; at the left knee a motor swings. The caller frees it. */
static pn_system *arch(int has_hinges)
{
  static const pn_vec3 at[] = {{-0.90022, 0, 0},
                               {-0.353056, 0.977401, 0},
                               {0.315993, 0.902402, 0},
                               {0.91612, 0, 0}};
  static const double mass[] = {0.952, 4.961, 1.603};
  pn_system *system = pn_system_alloc();
  for (size_t k = 0; k < 3; k++) {
    bars_add(system, mass[k], at[k], at[k + 1]);
    if (k > 0)
      bars_hinge(system, k - 1, k, at[k]);
  }
  const pn_motor motor = {.joint = 0,
                          .torque = {10.3023, 0, 0},
                          .frequency = 1.55813,
                          .phase = 52.7715 * M_PI / 180};
  const pn_spring spring = {.body = {PN_WORLD, 1},
                            .point = {{0, 2, 0}, {0.01842, 0.00206, 0}},
                            .stiffness = 1002.961,
                            .length = 1.0601,
                            .damping = 1};
  ck_assert_int_eq(pn_system_add_motor(system, &motor), GSL_SUCCESS);
  ck_assert_int_eq(pn_system_add_spring(system, &spring), GSL_SUCCESS);
  for (size_t k = 0; has_hinges && k < 2; k++)
    bars_hinge(system, PN_WORLD, 2 * k, at[3 * k]);
  system->gravity = pn_vec3_make(0, -g, 0);
  return system;
}

/* Feet that stand on a rough floor do not leave it while they press on it, even
   where they would without friction. */
START_TEST(an_arch_stands_as_on_hinges)
{
  const pn_box box = {{-5, 0, -5}, {5, 8, 5}, 0.3, 1};
  pn_simulation *s[2];
  pn_system *system[2];
  for (int k = 0; k < 2; k++) {
    pn_simulation_settings settings = pn_simulation_settings_default();
    system[k] = arch(k);
    settings.box = k == 0 ? &box : NULL;
    settings.dt = 0.5 * steps[1 + _i];
    s[k] = simulate_start(system[k], &settings);
    simulate_to(s[k], 0.7);
  }
  for (size_t b = 0; b < 3; b++)
    test_close(pn_vec3_norm(
                   pn_vec3_sub(pn_state_motion(system[0], s[0]->y, b).pose.x,
                               pn_state_motion(system[1], s[1]->y, b).pose.x)),
               0, 10 * s[0]->settings.dt * s[0]->settings.dt, "place of %zu",
               b);
  for (int k = 0; k < 2; k++) {
    pn_simulation_free(s[k]);
    pn_system_free(system[k]);
  }
}
END_TEST

/* An arm before it falls: its length and mass, from the shoulder out, and the
   limits of its joints. */
typedef struct {
  double length[2], mass[2], low[2], high[2];
  pn_vec3 shoulder;
  double angle[2];    /* of the bars with x, at the start */
  double restitution; /* of the floor */
} arm;

static const arm arms[] = {
    {.length = {0.4, 0.36},
     .mass = {2, 1.2},
     .low = {-9, -M_PI / 6},
     .high = {9, M_PI / 6},
     .shoulder = {0, 0.5, 0}},
    {.length = {0.62, 0.32},
     .mass = {1.15, 0.75},
     .low = {-0.57, -0.51},
     .high = {0.22, 0.17},
     .shoulder = {0, 0.175, 0},
     .angle = {0.61, 0.35}},
    {.length = {0.464, 0.34},
     .mass = {1.67, 1.25},
     .low = {-9, -0.113},
     .high = {9, 0.597},
     .shoulder = {0, 0.425, 0},
     .angle = {0.094, 0.15},
     .restitution = 0.4},
};
enum { ARMS = sizeof arms / sizeof arms[0] };

static const double arm_steps[] = {1. / 60,  1. / 100, 1. / 120,
                                   1. / 240, 1. / 480, 1. / 960};
enum { ARM_STEPS = sizeof arm_steps / sizeof arm_steps[0] };

/* Returns the point of a bar at a share of its length from the middle. */
static pn_vec3 point_of(const pn_simulation *s, size_t bar, double along)
{
  const pn_motion motion = pn_state_motion(s->system, s->y, bar);
  return pn_vec3_add(motion.pose.x,
                     pn_mat3_apply(motion.R, pn_vec3_make(along, 0, 0)));
}

/* An arm falls on the floor, and against limits of its joints that absorb: it
   comes to rest where it can go no further, above the floor
   and within its limits; and the energy that it has lost is listed. */
START_TEST(an_arm_comes_to_rest)
{
  const arm *of = &arms[_i / ARM_STEPS];
  const pn_box box = {{-9, 0, -9}, {9, 9, 9}, of->restitution, 0};
  pn_system *system = pn_system_alloc();
  pn_vec3 at = of->shoulder;
  for (size_t k = 0; k < 2; k++) {
    const double angle = of->angle[k];
    const pn_vec3 end = pn_vec3_add_scaled(
        at, of->length[k], pn_vec3_make(cos(angle), sin(angle), 0));
    bars_hinge(system, k == 0 ? PN_WORLD : 0,
               bars_add(system, of->mass[k], at, end), at);
    bars_limit(system, of->low[k], of->high[k], 0);
    at = end;
  }
  system->gravity = pn_vec3_make(0, -g, 0);
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.box = &box;
  settings.dt = arm_steps[_i % ARM_STEPS];
  pn_simulation *s = simulate_start(system, &settings);
  simulate_to(s, 2);
  const pn_ledger ledger = simulate_ledger(s);
  double angle[2];
  for (size_t k = 0; k < 2; k++) {
    const double *q = s->y + 7 * k;
    angle[k] = 2 * atan2(q[6], q[3]);
  }
  const double turn[] = {angle[0] - of->angle[0],
                         angle[1] - angle[0] - of->angle[1] + of->angle[0]};
  size_t stops = 0;
  for (size_t k = 0; k < 2; k++) {
    const double gap = fmin(turn[k] - of->low[k], of->high[k] - turn[k]);
    ck_assert_double_ge(gap, -1e-6);
    stops += gap < 1e-4;
  }
  const double tip = point_of(s, 1, of->length[1] / 2).y;
  ck_assert_double_ge(tip, -1e-6);
  stops += tip < 1e-4;
  ck_assert_uint_ge(stops, 2);
  pn_measure m;
  ck_assert(!pn_simulation_measure(s, &m));
  test_close(m.kinetic, 0, 1e-9, "kinetic energy");
  test_close(ledger.remainder, 0, 300 * settings.dt * settings.dt, "error");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("box_leans");
  TCase *tests = tcase_create("lean");
  test_add_family(tests, a_table_stands, 2 * STEPS);
  test_add_family(tests, a_ladder_stands_on_a_rail, 4 * STEPS);
  test_add_family(tests, an_arm_rests_on_its_limits, STEPS);
  test_add_family(tests, a_folding_ladder_stands, WAYS * STEPS);
  tcase_add_loop_test(tests, an_arch_stands_as_on_hinges, 0, 2);
  test_add_family(tests, an_arm_comes_to_rest, ARMS * ARM_STEPS);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
