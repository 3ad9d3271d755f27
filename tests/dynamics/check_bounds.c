/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Limits and dry friction of joints against closed forms: where a block stops,
   what a pendulum keeps when it meets its limit, who sticks and who slides. */
#include "config.h"

#include "pantin/base/alloc.h"
#include "pantin/body/scene.h"
#include "pantin/dynamics/bounds.h"
#include "pantin/dynamics/inverse_loops.h"
#include "pantin/dynamics/reduced.h"
#include "pantin/dynamics/simulation.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Rounding of some hundred steps, and the gap at which a limit counts as
   reached. */
static const double rounding = 1e-11, reached = 1e-8;

static const double mass = 2.385, length = 0.8, g = 9.81;

/* Makes a block on a rail that rises by an angle, with this friction and
   speed. */
static pn_system *block_on_rail(double angle, double friction, double v)
{
  const double size[] = {0.3, 0.2, 0.1};
  const pn_vec3 along = pn_vec3_make(cos(angle), sin(angle), 0);
  pn_system *system = pn_system_alloc();
  pn_body body = pn_body_make(pn_shape_box, size, mass);
  body.v = pn_vec3_scale(v, along);
  system->gravity = pn_vec3_make(0, -g, 0);
  pn_system_add_body(system, &body);
  const pn_joint_place place = {.axis = along};
  const pn_bound bound = {
      .axis = 3, .low = -INFINITY, .high = INFINITY, .friction = friction};
  pn_system_join(system, pn_joint_prismatic, PN_WORLD, 0, &place);
  ck_assert_int_eq(pn_system_add_bound(system, &bound), GSL_SUCCESS);
  return system;
}

/* Makes a rod in a hinge, level at the start, that may turn from -low to
   high. */
static pn_system *limited_pendulum(double low, double high, double e)
{
  const double size[] = {length};
  pn_system *system = pn_system_alloc();
  pn_body body = pn_body_make(pn_shape_rod, size, mass);
  body.pose.x = pn_vec3_make(length / 2, 0, 0);
  system->gravity = pn_vec3_make(0, -g, 0);
  pn_system_add_body(system, &body);
  const pn_joint_place place = {.axis = {0, 0, 1}};
  const pn_bound bound = {.low = -low, .high = high, .restitution = e};
  pn_system_join(system, pn_joint_revolute, PN_WORLD, 0, &place);
  ck_assert_int_eq(pn_system_add_bound(system, &bound), GSL_SUCCESS);
  return system;
}

static pn_simulation *start(const pn_system *system, const char *integrator,
                            double dt)
{
  pn_simulation_settings settings = pn_simulation_settings_default();
  settings.integrator = pn_integrator_find(integrator);
  settings.dt = dt;
  return simulate_start(system, &settings);
}

/* Runs to the time, and returns the ledger there. */
static pn_ledger run_to(pn_simulation *s, double time)
{
  simulate_to(s, time);
  return simulate_ledger(s);
}

static const char *const integrators[] = {
    "rk4", "rk2", "euler", "leapfrog", "ab4", "rk8pd", "semi-implicit-euler"};

/* With friction mu m g the block stops after v^2 / (2 mu g), in a time in which
   no step ends; then it stays. */
START_TEST(a_block_stops)
{
  const double v = 3, mu = 0.4, where = v * v / (2 * mu * g), dt = 0.013;
  /* Euler's methods have order 1. */
  const double allowed = _i == 2 || _i == 6 ? 0.3 * v * dt : rounding;
  pn_system *system = block_on_rail(0, mu * mass * g, v);
  pn_simulation *s = start(system, integrators[_i], dt);
  run_to(s, 0.39);
  test_close(s->y[0], v * s->t - mu * g * s->t * s->t / 2, allowed, "way");
  test_close(s->y[7], v - mu * g * s->t, rounding, "velocity");
  const pn_ledger l = run_to(s, 1.3);
  test_close(s->y[0], where, 2 * allowed + mu * g * dt * dt, "stop");
  test_close(s->y[7], 0, rounding, "rest");
  test_close(l.friction, -mass * v * v / 2, mass * mu * g * 2 * allowed,
             "work of friction");
  test_close(l.remainder, 0, mass * mu * g * 2 * allowed, "remainder");
  const double there = s->y[0];
  run_to(s, 2.6);
  test_close(s->y[0], there, rounding, "still there");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* On a slope it stays as long as friction is more than its weight along it,
   just so; otherwise it slides by the rest. */
START_TEST(a_block_on_a_slope)
{
  const double angle = 0.3, weight = mass * g * sin(angle);
  for (int slides = 0; slides < 2; slides++) {
    const double friction = (slides ? 0.9 : 1.001) * weight;
    pn_system *system = block_on_rail(angle, friction, 0);
    pn_simulation *s = start(system, integrators[_i], 0.01);
    const pn_ledger l = run_to(s, 1);
    const double a = slides ? (friction - weight) / mass : 0;
    /* Euler's methods have order 1. */
    const double allowed = _i == 2 || _i == 6 ? -a * 0.01 : rounding;
    const double x = s->y[0] * cos(angle) + s->y[1] * sin(angle);
    test_close(x, a / 2, allowed + rounding, "way, slides %d", slides);
    test_close(l.friction, friction * x, allowed * weight + rounding,
               "work of friction");
    pn_simulation_free(s);
    pn_system_free(system);
  }
}
END_TEST

/* Falling from level to its limit at the angle `low` below, the pendulum has
   turned a potential of m g l/2 sin low into speed; of it the share e^2 is
   left, and lifts it by as much. */
START_TEST(a_pendulum_rebounds)
{
  static const double es[] = {0, 0.5, 1};
  const double e = es[_i], low = 1.2, K = mass * g * length / 2 * sin(low);
  pn_system *system = limited_pendulum(low, 0.4, e);
  pn_simulation *s = start(system, "rk4", 0.002);
  double highest = -low;
  while (s->impacts == 0)
    run_to(s, s->t + 0.002);
  test_close(pn_simulation_ledger(s, &s->start).impacts, -(1 - e * e) * K, 1e-6,
             "loss");
  /* Half a swing later. */
  for (int k = 0; k < 1000 && s->impacts == 1; k++) {
    run_to(s, s->t + 0.002);
    highest = fmax(highest, atan2(s->y[1], s->y[0]));
    ck_assert_double_ge(atan2(s->y[1], s->y[0]), -low - reached);
  }
  test_close(sin(highest), -(1 - e * e) * sin(low), 2e-5, "height");
  if (e == 0)
    test_close(s->y[12], 0, rounding, "it rests on its limit");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* What remains falls with the integrator's order: limits are found where they
   are reached. With dry friction the order is 2. */
START_TEST(orders)
{
  double left[2][2];
  for (int dry = 0; dry < 2; dry++)
    for (int k = 0; k < 2; k++) {
      pn_system *system = limited_pendulum(1.2, 0.4, 0.7);
      system->bound[0].friction = dry ? 0.5 : 0;
      pn_simulation *s = start(system, "rk4", k == 0 ? 0.02 : 0.01);
      left[dry][k] = fabs(run_to(s, 1.2).remainder);
      ck_assert_uint_gt(s->impacts, 1);
      pn_simulation_free(s);
      pn_system_free(system);
    }
  ck_assert_double_gt(left[0][0] / left[0][1], 10);
  ck_assert_double_lt(left[0][1], 1e-4);
  ck_assert_double_gt(left[1][0] / left[1][1], 2.5);
  ck_assert_double_lt(left[1][1], 1e-2);
}
END_TEST

/* Two blocks on one rail, the second carried by the first: with friction
   between them alone, they reach the common velocity v m1 / (m1 + m2) and keep
   it; of the momentum nothing is lost. */
START_TEST(blocks_that_drag)
{
  const double v = 3, friction = 4, other = 1.7;
  const double size[] = {0.3, 0.2, 0.1};
  const pn_joint_place place = {.axis = {1, 0, 0}};
  pn_system *system = block_on_rail(0, 0, v);
  pn_body body = pn_body_make(pn_shape_box, size, other);
  pn_system_add_body(system, &body);
  pn_system_join(system, pn_joint_prismatic, 0, 1, &place);
  system->bound[0].joint = 1;
  system->bound[0].friction = friction;
  system->bound[0].high = 0.0; /* the second falls behind */
  system->bound[0].low = -0.9;
  system->bound[0].restitution = 1;
  pn_simulation *s = start(system, "rk4", 0.01);
  const pn_ledger l = run_to(s, 4);
  const double common = v * mass / (mass + other);
  test_close(s->y[14], common, 1e-9, "first");
  test_close(s->y[20], common, 1e-9, "second");
  test_close(l.friction, -mass * other / (mass + other) * v * v / 2, 1e-2,
             "work");
  ck_assert_uint_gt(s->impacts, 0);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* A turn is counted beyond half a turn: 1.5 turns are free. */
START_TEST(limits_beyond_a_turn)
{
  pn_system *system = limited_pendulum(1, 9, 0);
  system->gravity = pn_vec3_make(0, 0, 0);
  system->body[0].omega = pn_vec3_make(0, 0, 3);
  system->body[0].v = pn_vec3_make(0, 3 * length / 2, 0);
  pn_simulation *s = start(system, "rk4", 0.01);
  run_to(s, 2.99);
  test_close(s->y[12], 3, 1e-9, "before");
  run_to(s, 3.01);
  test_close(s->y[12], 0, 1e-9, "after");
  test_close(atan2(s->y[1], s->y[0]), 9 - 2 * M_PI, 1e-7, "angle");
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

/* Of a screw and its nut. */
static const double pitch = 0.05, inertia = 0.013;

/* Makes a nut on an upright screw, at 0, that may turn from `low` on. */
static pn_system *nut_on_screw(double friction, double low, double e)
{
  pn_system *system = pn_system_alloc();
  pn_body body = pn_body_make(pn_shape_point, NULL, mass);
  body.inertia = pn_mat3_diagonal(pn_vec3_make(inertia, inertia, inertia));
  system->gravity = pn_vec3_make(0, -g, 0);
  pn_system_add_body(system, &body);
  const pn_joint_place place = {.axis = {0, 1, 0}};
  const pn_bound bound = {
      .low = low, .high = INFINITY, .friction = friction, .restitution = e};
  pn_system_join(system, pn_joint_screw, PN_WORLD, 0, &place);
  system->joint[0].pitch = pitch;
  ck_assert_int_eq(pn_system_add_bound(system, &bound), GSL_SUCCESS);
  return system;
}

/* The nut's weight turns it with m g p / (2 pi). It stays where it is, if
   friction is more, and otherwise turns by what is left, against its moment of
   inertia and m (p / (2 pi))^2. */
START_TEST(a_screw_locks_itself)
{
  const double share = pitch / (2 * M_PI), weight = mass * g * share;
  for (int slides = 0; slides < 2; slides++) {
    const double friction = (slides ? 0.9 : 1.001) * weight;
    pn_system *system = nut_on_screw(friction, -INFINITY, 0);
    pn_simulation *s = start(system, "rk4", 0.01);
    const pn_ledger l = run_to(s, 1);
    const double a =
        slides ? (friction - weight) / (inertia + mass * share * share) : 0;
    test_close(s->y[1], share * a / 2, rounding, "way, slides %d", slides);
    test_close(s->y[11], a, rounding, "turn, slides %d", slides);
    test_close(l.friction, friction * a / 2, rounding, "work of friction");
    pn_simulation_free(s);
    pn_system_free(system);
  }
}
END_TEST

/* Three turns down the nut meets its stop with the speed w, after the time
   w / a, and goes on with - e w. */
START_TEST(a_screw_rebounds)
{
  const double e = 0.6, way = 6.2 * M_PI, share = pitch / (2 * M_PI);
  const double a = mass * g * share / (inertia + mass * share * share);
  const double w = sqrt(2 * a * way), when = w / a, end = 1.1 * when;
  pn_system *system = nut_on_screw(0, -way, e);
  pn_simulation *s = start(system, "rk4", end / 1000);
  const pn_ledger l = run_to(s, end);
  ck_assert_uint_eq(s->impacts, 1);
  test_close(s->y[11], e * w - a * (end - when), 1e-7, "turn");
  test_close(s->y[1],
             share * (-way + e * w * (end - when) -
                      a * (end - when) * (end - when) / 2),
             1e-8, "height");
  test_close(l.impacts, -(1 - e * e) * mass * g * share * way, 1e-7, "loss");
  ck_assert_double_eq(l.friction, 0);
  pn_simulation_free(s);
  pn_system_free(system);
}
END_TEST

START_TEST(what_is_refused)
{
  static const pn_bound bad[] = {{.joint = 1, .low = -1, .high = 1},
                                 {.axis = 3, .low = -1, .high = 1},
                                 {.axis = 1, .low = -1, .high = 1},
                                 {.low = 1, .high = 0.1},
                                 {.low = -1, .high = 1, .restitution = 1.1},
                                 {.low = -1, .high = 1, .friction = -1},
                                 {.low = -1, .high = 1, .friction = INFINITY},
                                 {.low = 0, .high = 0},
                                 {.low = NAN, .high = 1}};
  for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
    pn_error error = {0};
    pn_system *system = limited_pendulum(1, 1, 0);
    ck_assert_int_eq(pn_system_check(system, &error), GSL_SUCCESS);
    system->bound[0] = bad[k];
    ck_assert_int_eq(pn_system_check(system, &error), GSL_EINVAL);
    ck_assert_ptr_nonnull(strstr(error.text, "bound 0 must be"));
    pn_system_free(system);
  }
}
END_TEST

/* Inverse dynamics, and joint coordinates, know no bounds. */
START_TEST(what_refuses_them)
{
  pn_system *system = limited_pendulum(1, 1, 0);
  const int has_motor = 1;
  pn_error error;
  strcpy(system->joint[0].name, "knee");
  for (int k = 0; k < 3; k++) {
    pn_error_clear(&error);
    ck_assert(k == 0   ? !pn_inverse_alloc(system, &error)
              : k == 1 ? !pn_inverse_loops_alloc(system, &has_motor, &error)
                       : !pn_reduced_alloc(system, &error));
    ck_assert_int_eq(error.code, GSL_EUNIMPL);
    ck_assert_ptr_nonnull(strstr(error.text, "joint 'knee' has limits"));
  }
  pn_system_free(system);
}
END_TEST

/* A scene written in another state keeps its limits, and starts where it was
   between them. */
START_TEST(a_scene_is_written)
{
  static const char text[] =
      "title = \"door\"; bodies = ( { name = \"a\"; mass = 1;"
      " shape = \"box\"; size = (1, 2, 0.1); }, { name = \"b\"; mass = 1;"
      " shape = \"box\"; size = (1, 1, 1); } ); joints = ("
      " { type = \"revolute\"; parent = \"world\"; child = \"a\";"
      " point = (0, 0, 0); axis = (0, 1, 0); turn_limits = (-90, 45);"
      " restitution = 0.385; coulomb_turn = 1.5; },"
      " { type = \"prismatic\"; parent = \"a\"; child = \"b\";"
      " point = (0, 0, 0); axis = (1, 0, 0); slide_limits = (-1, 2);"
      " coulomb_slide = 7; } );";
  char name[] = "/tmp/pantin-bounds-XXXXXX";
  double y[26];
  pn_error error = {0};
  pn_system_scene *of =
      pn_system_scene_read_string("door", text, sizeof text - 1, 0, &error);
  ck_assert_msg(of != NULL, "%s", error.text);
  ck_assert_uint_eq(of->system->bounds, 2);
  const pn_vec3 up = {0, 1, 0}, zero = {0, 0, 0};
  const pn_quat turn = pn_quat_axis_angle(up, 20 * M_PI / 180);
  pn_system_start(of->system, y);
  pn_state_set(of->system, y, 0, (pn_pose){zero, turn}, zero, zero);
  const pn_vec3 along = pn_quat_rotate(turn, pn_vec3_make(0.25, 0, 0));
  pn_state_set(of->system, y, 1, (pn_pose){along, turn}, zero, zero);
  close(mkstemp(name));
  ck_assert_int_eq(pn_system_scene_write(of, y, name, &error), GSL_SUCCESS);
  pn_system_scene *again = pn_system_scene_read(name, 0, &error);
  unlink(name);
  ck_assert_msg(again != NULL, "%d %s", error.line, error.text);
  const pn_bound *bound = again->system->bound;
  ck_assert_uint_eq(again->system->bounds, 2);
  test_close(bound[0].low, -M_PI / 2, 1e-14, "low turn");
  test_close(bound[0].high, M_PI / 4, 1e-14, "high turn");
  test_close(pn_bound_start(&bound[0], again->system), M_PI / 9, 1e-14,
             "turn at the start");
  test_close(bound[0].restitution, 0.385, 0, "restitution");
  test_close(bound[0].friction, 1.5, 0, "friction of the turn");
  test_close(bound[1].low, -1, 1e-14, "low slide");
  test_close(bound[1].high, 2, 1e-14, "high slide");
  test_close(pn_bound_start(&bound[1], again->system), 0.25, 1e-14,
             "slide at the start");
  test_close(bound[1].friction, 7, 0, "friction of the slide");
  pn_system_scene_free(of);
  pn_system_scene_free(again);
}
END_TEST

/* So does that of a screw, also where it has made whole turns; its slide has no
   limits of its own. */
START_TEST(a_screw_is_written)
{
  static const char text[] =
      "bodies = ( { name = \"nut\"; mass = 1; shape = \"box\";"
      " size = (1, 2, 3); } ); joints = ( { name = \"s\"; type = \"screw\";"
      " parent = \"world\"; child = \"nut\"; point = (0, 0, 0);"
      " axis = (0, 1, 0); pitch = 0.05; turn_limits = (-90, 1200);"
      " coulomb_turn = 1.5; } );";
  static const char bad[] =
      "bodies = ( { name = \"nut\"; mass = 1; shape = \"box\";"
      " size = (1, 2, 3); } ); joints = ( { name = \"s\"; type = \"screw\";"
      " parent = \"world\"; child = \"nut\"; point = (0, 0, 0);"
      " axis = (0, 1, 0); pitch = 0.05; slide_limits = (-1, 1); } );";
  const double turn = 16;
  char name[] = "/tmp/pantin-bounds-XXXXXX";
  double y[13];
  pn_error error = {0};
  pn_system_scene *of =
      pn_system_scene_read_string("s", text, sizeof text - 1, 0, &error);
  ck_assert_msg(of != NULL, "%s", error.text);
  const pn_vec3 up = {0, 1, 0}, zero = {0, 0, 0};
  pn_system_start(of->system, y);
  pn_state_set(of->system, y, 0,
               (pn_pose){pn_vec3_scale(0.05 * turn / (2 * M_PI), up),
                         pn_quat_axis_angle(up, turn)},
               zero, zero);
  close(mkstemp(name));
  ck_assert_int_eq(pn_system_scene_write(of, y, name, &error), GSL_SUCCESS);
  pn_system_scene *again = pn_system_scene_read(name, 0, &error);
  unlink(name);
  ck_assert_msg(again != NULL, "%d %s", error.line, error.text);
  ck_assert_uint_eq(again->system->bounds, 1);
  const pn_bound *bound = again->system->bound;
  test_close(pn_bound_start(bound, again->system), turn, 1e-12, "turn");
  test_close(bound->high, 1200 * M_PI / 180, 1e-13, "high");
  test_close(bound->friction, 1.5, 0, "friction");
  ck_assert_ptr_null(
      pn_system_scene_read_string("s", bad, sizeof bad - 1, 0, &error));
  ck_assert_ptr_nonnull(strstr(error.text, "does not slide but with its turn"));
  pn_system_scene_free(of);
  pn_system_scene_free(again);
}
END_TEST

/* Gives a load that is no number when the body turns upwards, if it is
   armed. */
static void fail_upwards(double t, const pn_system *system,
                         const pn_motion *motion, double *load, void *params)
{
  (void)t;
  (void)system;
  if (*(const int *)params && motion->omega.z > 0)
    load[0] = NAN;
}

/* A step that fails behind a rebound within it leaves nothing of itself: what
   follows, when it can be made, is what follows without the failure. */
START_TEST(a_step_that_failed_is_repeated)
{
  pn_ledger ledger[2];
  double y[2][13], impacts[2];
  for (int fails = 0; fails < 2; fails++) {
    pn_system *system = limited_pendulum(0.75, 1, 0.6);
    int is_armed = fails, failures = 0;
    system->bound[0].friction = 0.35;
    system->load = fail_upwards;
    system->load_params = &is_armed;
    pn_simulation *s = start(system, "ab4", 0.05);
    while (s->impacts == 0)
      if (pn_simulation_step(s, NULL)) {
        is_armed = 0;
        failures++;
        ck_assert_uint_eq(s->impacts, 0);
        ck_assert_double_gt(s->t, 0.1); /* it has fallen */
      }
    ck_assert_int_eq(failures, fails);
    ledger[fails] = run_to(s, 2);
    memcpy(y[fails], s->y, sizeof y[fails]);
    impacts[fails] = (double)s->impacts;
    pn_simulation_free(s);
    pn_system_free(system);
  }
  ck_assert_double_gt(impacts[0], 1);
  ck_assert_double_eq(impacts[0], impacts[1]);
  ck_assert(memcmp(y[0], y[1], sizeof y[0]) == 0);
  ck_assert(memcmp(&ledger[0], &ledger[1], sizeof ledger[0]) == 0);
}
END_TEST

START_TEST(short_memory)
{
  pn_system *system = limited_pendulum(1, 1, 0);
  pn_simulation_settings settings = pn_simulation_settings_default();
  pn_simulation *s = NULL;
  size_t k = 0;
  while (!s) {
    pn_error error = {0};
    pn_alloc_fail_at(++k);
    s = pn_simulation_alloc(system, &settings, &error);
    ck_assert_int_eq(error.code, s ? 0 : GSL_ENOMEM);
  }
  pn_alloc_fail_at(1); /* no step takes memory */
  while (s->t < 1)
    simulate_step(s);
  pn_alloc_fail_at(0);
  ck_assert_uint_gt(s->impacts, 0);
  pn_simulation_free(s);
  pn_bounds_free(NULL);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("bounds");
  TCase *bounds = tcase_create("bounds");
  const int count = sizeof integrators / sizeof integrators[0];
  tcase_add_loop_test(bounds, a_block_stops, 0, count);
  tcase_add_loop_test(bounds, a_block_on_a_slope, 0, count);
  tcase_add_loop_test(bounds, a_pendulum_rebounds, 0, 3);
  tcase_add_test(bounds, orders);
  tcase_add_test(bounds, blocks_that_drag);
  tcase_add_test(bounds, limits_beyond_a_turn);
  tcase_add_test(bounds, a_screw_locks_itself);
  tcase_add_test(bounds, a_screw_rebounds);
  tcase_add_test(bounds, what_is_refused);
  tcase_add_test(bounds, what_refuses_them);
  tcase_add_test(bounds, a_scene_is_written);
  tcase_add_test(bounds, a_screw_is_written);
  tcase_add_test(bounds, a_step_that_failed_is_repeated);
  tcase_add_test(bounds, short_memory);
  suite_add_tcase(suite, bounds);
  return test_run(suite);
}
