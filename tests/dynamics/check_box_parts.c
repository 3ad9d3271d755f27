/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests that what nothing connects to a body does not change its motion in a
   box, whatever it hits meanwhile. */
#include "config.h"

#include "pantin/dynamics/box.h"
#include "pantin/dynamics/simulation.h"
#include "bars.h"
#include "simulate.h"
#include "test.h"

#include <gsl/gsl_math.h>
#include <math.h>

static const double steps[] = {1. / 60, 1. / 240, 1. / 960};
enum { COIN, LADDER, TOP, TABLE, KINDS, STEPS = 3, OTHERS = 5 };

static const double g = 9.81, rounding = 1e-9;

/* Adds a coin that rolls on its rim. */
static void add_coin(pn_system *system)
{
  const double size[] = {0.084, 0.17};
  pn_body coin = pn_body_make(pn_shape_cylinder, size, 1);
  coin.pose.x.y = 0.162487522;
  coin.pose.q = pn_quat_axis_angle(pn_vec3_make(0, 0, 1), 0.6242);
  coin.omega = pn_vec3_make(-3.2, 1.4, 0);
  coin.v.z = -0.42;
  pn_system_add_body(system, &coin);
}

/* Adds a ladder that slides down a wall. */
static void add_ladder(pn_system *system)
{
  bars_add(system, 2, pn_vec3_make(-8, 0, 0), pn_vec3_make(-9, 1.5, 0));
}

/* Adds a capsule that spins on its end. */
static void add_top(pn_system *system)
{
  const double size[] = {0.2, 0.05};
  pn_body top = pn_body_make(pn_shape_capsule, size, 1);
  top.pose.x.y = size[1] + size[0] / 2 * cos(0.35);
  top.pose.q = pn_quat_axis_angle(pn_vec3_make(0, 0, 1), M_PI / 2 - 0.35);
  top.omega = pn_vec3_make(6.84, 18.8, 0);
  pn_system_add_body(system, &top);
}

/* Adds a table on two legs in hinges, which totters. */
static void add_table(pn_system *system)
{
  bars_add(system, 1, pn_vec3_make(-0.5, 0, 0), pn_vec3_make(-0.4, 0.8, 0));
  bars_add(system, 1, pn_vec3_make(0.5, 0, 0), pn_vec3_make(0.45, 0.8, 0));
  bars_add(system, 3, pn_vec3_make(-0.4, 0.8, 0), pn_vec3_make(0.45, 0.8, 0));
  bars_hinge(system, 0, 2, pn_vec3_make(-0.4, 0.8, 0));
  bars_hinge(system, 1, 2, pn_vec3_make(0.45, 0.8, 0));
}

/* Adds a ball that bounces beside what is asked for. */
static void add_ball(pn_system *system, int number)
{
  const double radius = 0.1;
  pn_body ball = pn_body_make(pn_shape_sphere, &radius, 1);
  ball.pose.x = pn_vec3_make(number - 4, 0.25 + 0.07 * number, 4);
  pn_system_add_body(system, &ball);
}

/* Adds a pendulum that swings against its limit, likewise. */
static void add_pendulum(pn_system *system, int number)
{
  const pn_vec3 at = {number - 4, 2, 4};
  const pn_vec3 end = {at.x + 0.2 + 0.02 * number, 2, 4};
  const size_t bar = bars_add(system, 1, at, end);
  bars_hinge(system, PN_WORLD, bar, at);
  bars_limit(system, -0.3 - 0.02 * number, 3, 0.8);
}

/* Returns a run until t = 0.6 s of what is asked for, and of that many others
   beside it. */
static pn_simulation *run(pn_system *system, int kind, int others,
                          void (*add_other)(pn_system *, int), double step)
{
  static void (*const add[])(pn_system *) = {add_coin, add_ladder, add_top,
                                             add_table};
  const pn_box box = {{-9, 0, -9}, {9, 9, 9}, 0.5, kind == COIN};
  pn_simulation_settings settings = pn_simulation_settings_default();
  add[kind](system);
  for (int b = 0; b < others; b++)
    add_other(system, b);
  system->gravity = pn_vec3_make(0, -g, 0);
  settings.box = &box;
  settings.dt = step;
  pn_simulation *s = simulate_start(system, &settings);
  simulate_to(s, 0.6);
  return s;
}

/* Tests that others beside it change the motion of what is asked for by no more
   than that. */
static void compare(int kind, void (*add_other)(pn_system *, int), double step,
                    double allowed)
{
  pn_system *alone = pn_system_alloc(), *among = pn_system_alloc();
  pn_simulation *s = run(alone, kind, 0, add_other, step),
                *t = run(among, kind, OTHERS, add_other, step);
  ck_assert_uint_gt(t->impacts, s->impacts + OTHERS);
  for (size_t b = 0; b < alone->bodies; b++) {
    const pn_motion is = pn_state_motion(alone, s->y, b),
                    as = pn_state_motion(among, t->y, b);
    test_close(pn_vec3_norm(pn_vec3_sub(is.pose.x, as.pose.x)), 0, allowed,
               "place");
    test_close(pn_vec3_norm(pn_vec3_sub(is.v, as.v)), 0, allowed, "velocity");
    test_close(pn_vec3_norm(pn_vec3_sub(is.omega, as.omega)), 0, allowed,
               "omega");
  }
  pn_simulation_free(s);
  pn_simulation_free(t);
  pn_system_free(alone);
  pn_system_free(among);
}

START_TEST(balls_elsewhere_change_nothing)
{
  compare(_i / STEPS, add_ball, steps[_i % STEPS], rounding);
}
END_TEST

/* A limit that is hit divides the steps of all bodies, which changes the error
   of these. */
START_TEST(limits_elsewhere_change_the_error_of_steps)
{
  const double h = steps[_i % STEPS];
  compare(_i / STEPS, add_pendulum, h, 4e3 * pow(h, 4));
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("box_parts");
  TCase *tests = tcase_create("parts");
  test_add_family(tests, balls_elsewhere_change_nothing, KINDS * STEPS);
  test_add_family(tests, limits_elsewhere_change_the_error_of_steps,
                  KINDS * STEPS);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
