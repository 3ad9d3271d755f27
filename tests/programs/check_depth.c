/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The parts of the deepest overlap, of a ball on the ground. */
#include "config.h"

#include "pantin/body/shape.h"
#include "programs/contact/depth.h"
#include "test.h"

#include <math.h>

static const double radius = 0.3, mass = 1000, gravity = 9.81;

static pn_system *sys;
static pn_geom geom[2];
static pn_world_settings settings;

/* Makes a world of a ball at that height. */
static pn_world *ball_at(double z)
{
  pn_error error = {0};
  pn_body body = pn_body_make(pn_shape_sphere, &radius, mass);
  body.pose.x = pn_vec3_make(0, 0, z);
  sys = pn_system_alloc();
  sys->gravity = pn_vec3_make(0, 0, -gravity);
  ck_assert_int_eq(pn_system_add_body(sys, &body), 0);
  geom[0] = pn_geom_make_plane(pn_vec3_make(0, 0, 0), pn_vec3_make(0, 0, 1));
  geom[1] = (pn_geom){.body = 0,
                      .shape = pn_shape_sphere,
                      .size = {radius},
                      .pose.q = pn_quat_identity()};
  settings = pn_world_settings_default();
  pn_world *world = pn_world_alloc(sys, geom, 2, &settings, &error);
  ck_assert_msg(world != NULL, "%s", error.text);
  return world;
}

/* Takes steps. */
static void step(pn_world *world, contact_depth *of, size_t steps)
{
  pn_error error = {0};
  for (size_t k = 0; k < steps; k++) {
    ck_assert_msg(!pn_world_advance(world, &error), "%s", error.text);
    contact_depth_step(of, world);
  }
}

/* Frees a world and its system. */
static void end(pn_world *world)
{
  pn_world_free(world);
  pn_system_free(sys);
}

START_TEST(a_load_presses_in)
{
  contact_depth of = {0};
  pn_world *world = ball_at(radius);
  step(world, &of, 200);
  const double sunk = mass * gravity / settings.contact_stiffness;
  ck_assert_double_eq_tol(of.given, sunk, 1e-3 * sunk);
  ck_assert_double_le(contact_depth_most(&of) - of.given, 1e-3 * sunk);
  end(world);
}
END_TEST

START_TEST(a_start_stays_one)
{
  const double deep = 0.0456;
  contact_depth of = {0};
  pn_world *world = ball_at(radius - deep);
  step(world, &of, 20);
  ck_assert_double_eq_tol(of.start, deep, 1e-12);
  ck_assert_double_eq_tol(contact_depth_most(&of), deep, 1e-12);
  end(world);
}
END_TEST

/* A ball that is put into the ground between two steps, as if it had not been
   found there before, can have moved by twice h v at most. */
START_TEST(more_than_the_way_was_overlooked)
{
  const double deep = 0.0456, fall = 0.5;
  contact_depth of = {0};
  pn_world *world = ball_at(1);
  step(world, &of, 1);
  world->y[2] = radius - deep;
  world->y[pn_system_positions(sys) + 2] = -fall;
  step(world, &of, 1);
  const double moved = 2 * settings.step * fall;
  ck_assert_double_eq_tol(of.moved, moved, 1e-12);
  ck_assert_double_eq_tol(of.overlooked, deep - moved, 1e-12);
  end(world);
}
END_TEST

/* What a residual of the impulses lets in is no motion unforeseen. */
START_TEST(residuals_let_in)
{
  const double fall = 3;
  contact_depth of = {0};
  pn_world *world = ball_at(radius);
  world->y[pn_system_positions(sys) + 2] = -fall;
  step(world, &of, 1);
  of.foreseen = 0;
  of.residual = settings.step * fall;
  world->y[2] = radius - settings.step * fall;
  step(world, &of, 1);
  ck_assert_double_eq_tol(of.unsolved, settings.step * fall, 1e-12);
  ck_assert_double_le(of.moved, 0);
  end(world);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("depth");
  TCase *tests = tcase_create("depth");
  tcase_add_test(tests, a_load_presses_in);
  tcase_add_test(tests, a_start_stays_one);
  tcase_add_test(tests, more_than_the_way_was_overlooked);
  tcase_add_test(tests, residuals_let_in);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
