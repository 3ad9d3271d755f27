/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Viscous friction of joints and dampers of springs are taken at the end of the
   step, so that they only ever brake, however strong they are: in each step the
   velocity v becomes v / (1 + h c / m). */
#include "draw.h"
#include "made_world.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>

enum { DRAWS = 100, STEPS = 30 };

static const double dt = 1. / 60;

/* Velocities are right within these shares of the first one; an arm's less, for
   its joint is put together after each step. */
static const double kept_within = 1e-6, arm_within = 1e-3;

/* Starts a test without gravity. */
static void begin(void)
{
  made_begin();
  made.sys->gravity = pn_vec3_make(0, 0, 0);
  made.settings.tolerance = 1e-12;
}

/* Adds a ball of this mass, which stands or moves along x, far from others. */
static size_t add_ball(double mass, double speed, double spin)
{
  const double radius = 0.1;
  const size_t b = made_add(pn_shape_sphere, &radius, mass,
                            pn_vec3_make(3 * (double)made.sys->bodies, 0, 0));
  made.sys->body[b].v.x = speed;
  made.sys->body[b].omega.x = spin;
  return b;
}

/* Returns how it moves at the end. */
static pn_motion end(void)
{
  pn_world *world = made_world();
  made_advance(world, STEPS);
  const pn_motion at = made_motion(world, 0);
  pn_world_free(world);
  made_end();
  return at;
}

/* Returns what is left of a velocity, with this coefficient and inertia. */
static double left(double c, double inertia)
{
  return pow(1 + dt * c / inertia, -STEPS);
}

START_TEST(a_slide_brakes)
{
  const pn_joint_type *const type[] = {pn_joint_prismatic, pn_joint_cylindrical,
                                       pn_joint_planar, pn_joint_free};
  for (int draw = 0; draw < DRAWS; draw++) {
    const double c = draw_between(0.01, 1e4), mass = draw_between(0.1, 10);
    begin();
    add_ball(mass, 1, 0);
    const pn_joint_place place = {.axis = {_i != 2, 0, _i == 2}};
    pn_joint *joint = pn_system_join(made.sys, type[_i], PN_WORLD, 0, &place);
    joint->friction_slide = c;
    if (type[_i] == pn_joint_free)
      joint->free = PN_FREE_SLIDE(0);
    test_close(end().v.x, left(c, mass), kept_within, "draw %d", draw);
  }
}
END_TEST

START_TEST(a_bearing_brakes)
{
  const pn_joint_type *const type[] = {pn_joint_revolute, pn_joint_cylindrical,
                                       pn_joint_ball, pn_joint_universal,
                                       pn_joint_point_on_plane};
  for (int draw = 0; draw < DRAWS; draw++) {
    const double c = draw_between(1e-4, 100), mass = draw_between(0.1, 10);
    begin();
    add_ball(mass, 0, 1);
    const double inertia = made.sys->body[0].inertia.m[0][0];
    const pn_joint_place place = {.axis = {1, 0, 0}, .second = {0, 1, 0}};
    pn_system_join(made.sys, type[_i], PN_WORLD, 0, &place)->friction_turn = c;
    test_close(end().omega.x, left(c, inertia), kept_within, "draw %d", draw);
  }
}
END_TEST

/* Between two bodies. */
START_TEST(a_damper_brakes)
{
  for (int draw = 0; draw < DRAWS; draw++) {
    const double c = draw_between(0.01, 1e4), a = draw_between(0.1, 10),
                 b = draw_between(0.1, 10);
    begin();
    add_ball(a, 1, 0);
    add_ball(b, 0, 0);
    const pn_spring spring = {.body = {0, 1}, .damping = c, .length = 3};
    ck_assert_int_eq(pn_system_add_spring(made.sys, &spring), GSL_SUCCESS);
    const double reduced = a * b / (a + b), mean = a / (a + b);
    test_close(end().v.x, mean + (1 - mean) * left(c, reduced), kept_within,
               "draw %d", draw);
  }
}
END_TEST

/* A bar whose end is in a bearing has its inertia about that end. */
START_TEST(an_arm_brakes)
{
  for (int draw = 0; draw < DRAWS; draw++) {
    const double size[] = {draw_between(0.2, 1), 0.05, 0.05},
                 c = draw_between(1e-3, 10), mass = draw_between(0.1, 10),
                 arm = size[0] / 2, speed = 0.1;
    begin();
    made_add(pn_shape_box, size, mass, pn_vec3_make(arm, 0, 0));
    pn_body *body = &made.sys->body[0];
    body->v = pn_vec3_make(0, speed * arm, 0);
    body->omega = pn_vec3_make(0, 0, speed);
    const pn_joint_place hinge = {.axis = {0, 0, 1}};
    pn_system_join(made.sys, pn_joint_revolute, PN_WORLD, 0, &hinge)
        ->friction_turn = c;
    const double inertia = body->inertia.m[2][2] + mass * arm * arm;
    test_close(end().omega.z, speed * left(c, inertia), speed * arm_within,
               "draw %d", draw);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("viscous");
  TCase *brakes = tcase_create("brakes");
  tcase_add_checked_fixture(brakes, draw_open, draw_close);
  tcase_add_loop_test(brakes, a_slide_brakes, 0, 4);
  tcase_add_loop_test(brakes, a_bearing_brakes, 0, 5);
  tcase_add_test(brakes, a_damper_brakes);
  tcase_add_test(brakes, an_arm_brakes);
  suite_add_tcase(suite, brakes);
  return test_run(suite);
}
