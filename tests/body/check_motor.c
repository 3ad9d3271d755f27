/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Motors against closed forms: a flywheel, a piston, the order of a table; and
   scenes that are written. */
#include "config.h"

#include "pantin/body/motor.h"
#include "pantin/body/scene.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double rounding = 1e-14;

/* Reads a scene whose motors drive a wheel of 0.5 kg m^2 about the axis
   (0.6, 0, 0.8), and a piston of 2 kg along y. */
static pn_system_scene *machine(const char *motors, pn_error *error)
{
  char text[4096];
  snprintf(text, sizeof text,
           "bodies = ( { name = \"wheel\"; mass = 1; inertia = (0.5, 0.5, "
           "0.5); omega = (1.2, 0, 1.6); }, { name = \"piston\"; mass = 2;"
           " shape = \"sphere\"; size = 0.1; velocity = (0, 3, 0); } );\n"
           "joints = ( { name = \"axle\"; type = \"revolute\";"
           " parent = \"world\"; child = \"wheel\"; point = (0, 0, 0);"
           " axis = (0.6, 0, 0.8); },"
           "{ name = \"bore\"; type = \"prismatic\"; parent = \"world\";"
           " child = \"piston\"; point = (0, 0, 0); axis = (0, 1, 0); } );\n"
           "%s",
           motors);
  return pn_system_scene_read_string("x.cfg", text, strlen(text), 0, error);
}

/* Computes the accelerations W F without the joints, which the motors keep, and
   returns the motors' power. */
static double accelerate(const pn_system_scene *of, double t, double u[12])
{
  double y[26];
  pn_assembly *a = pn_assembly_alloc(of->system);
  pn_system_start(of->system, y);
  ck_assert_int_eq(pn_assembly_set(a, y), GSL_SUCCESS);
  pn_assembly_load(a, t);
  pn_assembly_accelerate(a, a->F, u);
  const double power = a->motor_power;
  pn_assembly_free(a);
  return power;
}

START_TEST(steady_and_swinging)
{
  pn_error error = {0};
  pn_system_scene *of =
      machine("motors = ( { joint = \"axle\"; torque = 2.385; },"
              " { joint = \"bore\"; force = 4; frequency = 0.5; phase = 30; } "
              ");",
              &error);
  ck_assert_msg(of != NULL, "%s", error.text);
  const double t = 0.385, force = 4 * sin(M_PI * t + M_PI / 6);
  double u[12];
  const double power = accelerate(of, t, u);
  test_close(u[3], 0.6 * 2.385 / 0.5, rounding, "the wheel, x");
  test_close(u[5], 0.8 * 2.385 / 0.5, rounding, "the wheel, z");
  test_close(u[7], force / 2, rounding, "the piston");
  test_close(power, 2 * 2.385 + 3 * force, rounding * 20, "power");
  pn_system_scene_free(of);
}
END_TEST

/* Reads a scene whose axle follows a table of these lines. */
static pn_system_scene *follow(const char *lines, pn_error *error)
{
  char name[] = "/tmp/pantin-motor-XXXXXX", motors[256];
  FILE *stream = fdopen(mkstemp(name), "w");
  ck_assert_ptr_nonnull(stream);
  fputs(lines, stream);
  fclose(stream);
  snprintf(motors, sizeof motors,
           "motors = ( { joint = \"axle\"; file = \"%s\"; } );", name);
  pn_system_scene *of = machine(motors, error);
  unlink(name);
  return of;
}

/* Returns the largest error between the rows of a table of sin t. */
static double table_error(double h)
{
  static char lines[1 << 14];
  int used = sprintf(lines, "axle.motor_torque [N m],time [s],else\n");
  for (int k = 0; k * h < 2; k++)
    used += sprintf(lines + used, "%.17g,%.17g,1\n", sin(k * h), k * h);
  pn_error error = {0};
  pn_system_scene *of = follow(lines, &error);
  ck_assert_msg(of != NULL, "%s", error.text);
  double worst = 0;
  for (double t = 0.2; t < 1.7; t += 0.00385) {
    pn_vec3 torque;
    double force;
    pn_motor_at(&of->system->motor[0], t, &torque, &force);
    worst = fmax(worst, fabs(torque.x - sin(t)));
  }
  pn_system_scene_free(of);
  return worst;
}

START_TEST(a_table_is_cubic)
{
  test_close(log2(table_error(0.1) / table_error(0.05)), 4, 0.3, "order");
}
END_TEST

START_TEST(bad_tables_are_told)
{
  static const char *const table[][2] = {
      {"time,axle.motor_force\n0,1\n", "has no column 'axle.motor_torque'"},
      {"axle.motor_torque\n1\n", "has no column 'time'"},
      {"time,axle.motor_torque\n1,1\n1,2\n", "row 2 does not"},
      {"time,axle.motor_torque\n1,1\n2,x\n", "row 2 does not"},
      {"time,axle.motor_torque\n1,1\n2\n", "a row must have 2 numbers"},
      {"time,axle.motor_torque\n", "there are no rows"},
      {"", "there are no rows"},
      {"time;axle.motor_torque\n1;1\n2;1\n", "separated by commas, not by ';'"},
      {"time,axle.motor_torque,axle.motor_torque\n1,1,2\n2,1,2\n",
       "two columns 'axle.motor_torque'"},
      /* The mark of UTF-8 is no part of a name. */
      {"\xef\xbb\xbftime,motor_torque\n1,1\n", "no column 'axle.motor_torque'"},
  };
  const char *const *of = table[_i];
  pn_error error = {0};
  ck_assert_ptr_null(follow(of[0], &error));
  ck_assert_msg(strstr(error.text, of[1]) != NULL, "%s", error.text);
  ck_assert_int_eq(error.line, 3);
}
END_TEST

/* A scene that is written reads back as the same system. */
START_TEST(a_scene_is_written)
{
  pn_error error = {0};
  pn_system_scene *of = machine(
      "title = \"a \\\"test\\\"\"; gravity = (0, 0, -1); time = 3;"
      "springs = ( { parent = \"world\"; child = \"wheel\"; point = (1, 0, 0);"
      " child_point = (0, 2, 0); stiffness = 3; damping = 0.385; } );"
      "motors = ( { joint = \"axle\"; torque = 2.385; frequency = 2; } );",
      &error);
  ck_assert_msg(of != NULL, "%s", error.text);
  char name[] = "/tmp/pantin-motor-XXXXXX";
  close(mkstemp(name));
  double y[26], again_y[26], u[12], again_u[12];
  pn_system_start(of->system, y);
  ck_assert_int_eq(pn_system_scene_write(of, y, name, &error), GSL_SUCCESS);
  pn_system_scene *again = pn_system_scene_read(name, 0, &error);
  unlink(name);
  ck_assert_msg(again != NULL, "%d %s", error.line, error.text);
  pn_system_start(again->system, again_y);
  for (size_t k = 0; k < 26; k++)
    ck_assert(y[k] == again_y[k]);
  accelerate(of, 0.385, u);
  accelerate(again, 0.385, again_u);
  for (size_t k = 0; k < 12; k++)
    test_close(again_u[k], u[k], rounding * 10, "u'[%zu]", k);
  ck_assert_str_eq(again->title, of->title);
  ck_assert(again->time == 3);
  pn_system_scene_free(of);
  pn_system_scene_free(again);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("motor");
  TCase *all = tcase_create("all");
  tcase_add_test(all, steady_and_swinging);
  tcase_add_test(all, a_table_is_cubic);
  tcase_add_loop_test(all, bad_tables_are_told, 0, 10);
  tcase_add_test(all, a_scene_is_written);
  suite_add_tcase(suite, all);
  return test_run(suite);
}
