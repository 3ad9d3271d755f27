/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the settings of a world, and the balls of a heap, may not be: one number
   is wrong at a time, and the message says its rule. */
#include "pantin/contact/balls.h"
#include "pantin/contact/collision.h"
#include "pantin/contact/world.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#define REAL(MEMBER) offsetof(pn_world_settings, MEMBER)

static const struct {
  size_t at; /* in the settings */
  double value;
  const char *rule;
} wrongs[] = {
    {REAL(step), 0, "the step must be positive; try 1/60 s"},
    {REAL(step), INFINITY, "the step must be positive; try 1/60 s"},
    {REAL(friction), -1, "friction must not be negative; try 1"},
    {REAL(friction), INFINITY, "friction must not be negative; try 1"},
    {REAL(contact_stiffness), 0,
     "the stiffness of contacts must be positive; try 1e6 N/m"},
    {REAL(contact_damping), -1,
     "the damping of contacts must not be negative; try 1e5 N s/m"},
    {REAL(tangent_compliance), NAN,
     "the compliance of tangents must not be negative; try 1e-8 1/kg"},
    {REAL(damping), -0.1, "damping must not be negative; try 0 1/s"},
    {REAL(margin), NAN, "the margin must be positive; try 1e-3 m"},
    {REAL(friction_tolerance), -1,
     "the tolerance of friction must not be negative; try 0.01"},
    {REAL(tolerance), 0, "the tolerance must be positive; try 1e-6 m/s"},
    {REAL(tolerance), NAN, "the tolerance must be positive; try 1e-6 m/s"},
    {REAL(kappa), -1, "kappa must not be negative; try 0 1/kg"},
    {REAL(kappa), INFINITY, "kappa must not be negative; try 0 1/kg"},
    {REAL(omega), 0, "omega must lie between 0 and 2; try 1.3"},
    {REAL(omega), 2, "omega must lie between 0 and 2; try 1.3"}};

static void check_world(const pn_world_settings *settings, const char *rule)
{
  pn_error error = {0};
  ck_assert_int_eq(pn_world_settings_check(settings, &error), GSL_EINVAL);
  ck_assert_str_eq(error.text, rule);
}

START_TEST(each_number_of_a_world_has_a_rule)
{
  pn_world_settings settings = pn_world_settings_default();
  ck_assert_int_eq(pn_world_settings_check(&settings, NULL), GSL_SUCCESS);
  *(double *)(void *)((char *)&settings + wrongs[_i].at) = wrongs[_i].value;
  check_world(&settings, wrongs[_i].rule);
}
END_TEST

START_TEST(so_has_each_count)
{
  static const char per_pair[] = "contacts per pair must be 1 to 16; try 4";
  pn_world_settings settings = pn_world_settings_default();
  settings.per_pair = 0;
  check_world(&settings, per_pair);
  settings.per_pair = PN_COLLISION_POINTS + 1;
  check_world(&settings, per_pair);
  settings = pn_world_settings_default();
  settings.rounds = 0;
  check_world(&settings, "rounds of frozen friction must be 1 or more; try 2");
  settings = pn_world_settings_default();
  settings.cone = settings.frozen = 1;
  check_world(&settings, "friction in its cone is coupled: frozen must be 0");
  settings.frozen = 0;
  ck_assert_int_eq(pn_world_settings_check(&settings, NULL), GSL_SUCCESS);
}
END_TEST

/* Checks that the second of two balls that are as wrong is named. */
static void check_balls(const pn_container_shape *shape, double *number,
                        double value, pn_balls *balls, const char *text)
{
  pn_error error = {0};
  size_t ball = 0;
  const double before = *number;
  balls->container.shape = shape;
  ck_assert_int_eq(pn_balls_check(balls, NULL, NULL), GSL_SUCCESS);
  *number = value;
  ck_assert_int_eq(pn_balls_check(balls, &ball, &error), GSL_EINVAL);
  ck_assert_str_eq(error.text, text);
  ck_assert_uint_eq(ball, strncmp(text, "ball", 4) == 0);
  *number = before;
}

START_TEST(each_number_of_a_ball_has_a_rule)
{
  static const char radius[] = "ball 2: its radius must be positive",
                    mass[] = "ball 2: its mass must be positive",
                    finite[] =
                        "ball 2: its position and velocity must be finite",
                    tube[] = "ball 2: in a tube, x and y are 0",
                    disk[] = "ball 2: in a disk, y is 0";
  pn_balls *balls = pn_balls_alloc(2);
  ck_assert_ptr_nonnull(balls);
  for (size_t k = 0; k < 2; k++)
    balls->radius[k] = balls->mass[k] = 0.1;
  const pn_container_shape *const free = pn_container_plane;
  check_balls(free, &balls->radius[1], 0, balls, radius);
  check_balls(free, &balls->radius[1], INFINITY, balls, radius);
  check_balls(free, &balls->mass[1], -1, balls, mass);
  check_balls(free, &balls->mass[1], INFINITY, balls, mass);
  double *const numbers[] = {&balls->x[1].x, &balls->x[1].y, &balls->x[1].z,
                             &balls->v[1].x, &balls->v[1].y, &balls->v[1].z};
  for (int k = 0; k < 6; k++)
    check_balls(free, numbers[k], k % 2 ? NAN : INFINITY, balls, finite);
  for (int k = 0; k < 6; k++)
    if (k % 3 < 2)
      check_balls(pn_container_tube, numbers[k], 1, balls, tube);
  check_balls(pn_container_disk, &balls->x[1].y, 1, balls, disk);
  check_balls(pn_container_disk, &balls->v[1].y, 1, balls, disk);
  check_balls(pn_container_disk, &balls->gravity.y, 1, balls,
              "gravity must lie in the plane of the container");
  check_balls(pn_container_tube, &balls->gravity.x, 1, balls,
              "gravity must lie in the line of the container");
  balls->v[1] = pn_vec3_make(3, 0, 4);
  test_close(pn_balls_kinetic(balls, NULL), 0.1 * 25 / 2, 1e-15, "energy");
  pn_balls_free(balls);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("settings");
  TCase *tests = tcase_create("rules");
  tcase_add_loop_test(tests, each_number_of_a_world_has_a_rule, 0,
                      sizeof wrongs / sizeof *wrongs);
  tcase_add_test(tests, so_has_each_count);
  tcase_add_test(tests, each_number_of_a_ball_has_a_rule);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
