/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What a scene asks its bodies to do: targets and their paths, swings, paths of
   joints, motors that follow a file. The numbers arrive in the right places;
   what is wrong is told with its line; and each request for memory may fail. */
#include "config.h"

#include "pantin/body/scene.h"

#include "pantin/base/alloc.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { TEXT = 4000 };

/* Two bodies at the places 0 and 1 in x, a ball joint, and a joint that also
   slides. */
#define BODIES                                                                 \
  "bodies = ( { name = \"a\"; mass = 1; shape = \"sphere\"; size = 0.1; },\n"  \
  "  { name = \"b\"; mass = 2; shape = \"sphere\"; size = 0.2;\n"              \
  "    position = (1, 0, 0); } );\n"
#define JOINTS                                                                 \
  "joints = ( { name = \"hip\"; type = \"ball\"; parent = \"world\";\n"        \
  "    child = \"a\"; point = (0, 0, 0); },\n"                                 \
  "  { name = \"rail\"; type = \"cylindrical\"; parent = \"a\";\n"             \
  "    child = \"b\"; point = (0, 0, 0); axis = (1, 0, 0); },\n"               \
  "  { name = \"pin\"; type = \"fixed\"; parent = \"b\"; child = \"c\";\n"     \
  "    point = (0, 0, 0); } );\n"
#define THIRD                                                                  \
  "{ name = \"c\"; mass = 1; shape = \"box\"; size = (1, 2, 3); } );\n"

static char file[40];

static void begin(void)
{
  snprintf(file, sizeof file, "check_scene_task.%ld.csv", (long)getpid());
}

static void end(void)
{
  unlink(file);
}

/* Reads a scene whose lines from 11 on are `more`. */
static pn_system_scene *read_with(const char *more, pn_error *error)
{
  char text[TEXT];
  snprintf(text, sizeof text, "%.*s,\n%s%s%s", (int)strlen(BODIES) - 4, BODIES,
           "  " THIRD, JOINTS, more);
  return pn_system_scene_read_string("x.cfg", text, strlen(text), 0, error);
}

static pn_system_scene *read_well(const char *more)
{
  pn_error error = {0};
  pn_system_scene *of = read_with(more, &error);
  ck_assert_msg(of != NULL, "%d: %s", error.line, error.text);
  return of;
}

START_TEST(a_path_of_slides_and_turns)
{
  static const double time[] = {0, 0.5, 2}, slide[] = {0, 0.25, -2.385},
                      turn[] = {0, 30, -90};
  pn_system_scene *of =
      read_well("motion = ( { joint = \"rail\"; curve = \"cubic\";\n"
                "  times = (0, 0.5, 2); turns = (0, 30, -90);\n"
                "  slides = (0, 0.25, -2.385); } );\n");
  ck_assert_uint_eq(of->paths, 1);
  const pn_waypoints *path = of->path;
  ck_assert_uint_eq(path->joint, 1);
  ck_assert_int_eq(path->degree, 3);
  ck_assert_uint_eq(path->points, 3);
  ck_assert_mem_eq(path->time, time, sizeof time);
  for (size_t i = 0; i < 3; i++) {
    const double *row = &path->value[PN_WAYPOINT_COLUMNS * i];
    test_close(row[0], turn[i] * M_PI / 180, 1e-15, "turn %zu", i);
    ck_assert(row[1] == 0 && row[2] == 0);
    ck_assert(row[3] == slide[i]);
  }
  pn_system_scene_free(of);
}
END_TEST

START_TEST(a_path_of_a_target_is_on_the_other_body)
{
  pn_system_scene *of =
      read_well("targets = ( { body = \"a\"; point = (0, 0, 0.1);\n"
                "  at = \"b\"; times = (1, 2.5);\n"
                "  path = ((1, 2, 3), (4, 5, 6)); } );\n");
  ck_assert_uint_eq(of->targets, 1);
  const pn_target *target = of->target;
  ck_assert(target->body == 0 && target->other == 1 && target->points == 2);
  ck_assert(target->time[0] == 1 && target->time[1] == 2.5);
  ck_assert(target->path[0].x == 0 && target->path[0].z == 3); /* less b's x */
  ck_assert(target->place.x == 3 && target->place.y == 5);     /* the last */
  pn_system_scene_free(of);
}
END_TEST

static void write_table(const char *table)
{
  FILE *stream = fopen(file, "w");
  ck_assert_ptr_nonnull(stream);
  fputs(table, stream);
  fclose(stream);
}

static const char table[] =
    "time,rail.motor_torque,rail.motor_force\n0,1,2\n0.5,3,4\n2,2.385,6\n";

/* Reads a scene whose motor follows the file. */
static pn_system_scene *read_motor(pn_error *error)
{
  char more[200];
  snprintf(more, sizeof more,
           "motors = ( { joint = \"rail\"; file = \"%s\"; } "
           ");\n",
           file);
  return read_with(more, error);
}

START_TEST(a_motor_follows_the_columns_of_its_joint)
{
  pn_error error = {0};
  write_table(table);
  pn_system_scene *of = read_motor(&error);
  ck_assert_msg(of != NULL, "%d: %s", error.line, error.text);
  const pn_motor *motor = of->system->motor;
  ck_assert_uint_eq(motor->samples, 3);
  ck_assert(motor->time[2] == 2);
  ck_assert(motor->table[8] == 2.385 && motor->table[11] == 6);
  ck_assert(motor->table[9] == 0 && motor->table[10] == 0);
  ck_assert_str_eq(motor->file, file);
  pn_system_scene_free(of);
}
END_TEST

static const struct {
  const char *table, *text; /* after the name of the file */
} tables[] = {
    {"time,rail.motor_force\n0,1\n1,2\n", "has no column 'rail.motor_torque'"},
    {"time,rail.motor_torque\n0,1\n1,2\n", "has no column 'rail.motor_force'"},
    {"t,rail.motor_torque,rail.motor_force\n0,1,1\n", "has no column 'time'"},
    {"time,rail.motor_torque,rail.motor_force\n0,1,2\n0,3,4\n", "increase"},
    {"time,rail.motor_torque,rail.motor_force\n0,1,2\n1,3,1e99\n",
     "must hold numbers up to"},
    {"time,rail.motor_torque,rail.motor_force\n0,1,2\n1,3\n", "in each line"}};

START_TEST(what_a_motor_cannot_follow_is_told)
{
  pn_error error = {0};
  write_table(tables[_i].table);
  ck_assert_ptr_null(read_motor(&error));
  ck_assert_int_eq(error.code, GSL_EINVAL);
  ck_assert_int_eq(error.line, 11);
  ck_assert_msg(strstr(error.text, file) && strstr(error.text, tables[_i].text),
                "'%s' lacks '%s'", error.text, tables[_i].text);
}
END_TEST

#define MOTION(KEYS) "motion = ( {\n" KEYS " } );\n"
#define TARGET(KEYS) "targets = ( {\n" KEYS " } );\n"
#define RAIL         "joint = \"rail\"; times = (0, 1); "

static const struct {
  const char *more, *text;
  int line;
} wrongs[] = {
    {MOTION("joint = \"rail\"; times = (0);"),
     "times must be a list of at least two, as (0, 1)", 12},
    {MOTION("joint = \"rail\"; times = (0, 0); turns = (0, 1);"),
     "times must increase by at least 1e-06 s, but after 0 s comes 0 s", 12},
    {MOTION(RAIL), "a path needs turns or slides, as many as times", 12},
    {MOTION(RAIL "slides = (0);"), "slides must hold 2 numbers, not 1", 12},
    {MOTION(RAIL "slides = (0, \"x\");"),
     "number 2 of slides must be a number, not a", 12},
    {MOTION(RAIL "turns = (0, 1, 2);"), "turns must hold 2 numbers, not 3", 12},
    {MOTION(RAIL "curve = \"line\"; turns = (0, 1);"),
     "curve must be one of cubic, quintic", 12},
    {MOTION("joint = \"hip\"; times = (0, 1); slides = (0, 1);"),
     "joint 'hip' (ball) does not slide along an axis", 12},
    {MOTION("joint = \"pin\"; times = (0, 1); turns = (0, 1);"),
     "joint 'pin' (fixed) does not turn about an axis", 12},
    {MOTION("joint = \"pin\"; frequency = 1; turn = 3;"),
     "joint 'pin' (fixed) does not turn about an axis", 12},
    {MOTION("joint = \"pin\"; frequency = 1; slide = 0.1;"),
     "joint 'pin' (fixed) does not slide along an axis", 12},
    {MOTION("joint = \"hip\"; frequency = 1; turn = 3;"),
     "joint 'hip' (ball) turns about 3 axes: turn must be a list of as many "
     "numbers",
     12},
    {MOTION("joint = \"hop\"; frequency = 1;"),
     "there is no joint 'hop' (did you mean 'hip'?)", 12},
    {MOTION("joint = \"elbow\"; frequency = 1;"), "there is no joint 'elbow'",
     12},
    {MOTION("joint = 3; frequency = 1;"), "joint must be", 12},
    {TARGET("body = \"world\"; point = (0, 0, 0); place = (0, 0, 1);"),
     "the world cannot reach for a target", 12},
    {TARGET("body = \"a\"; point = (0, 0, 0); place = (0, 0, 1); at = \"a\";"),
     "a body cannot reach for a place on itself", 12},
    {TARGET("body = \"a\"; point = (0, 0, 0); at = \"x\";"),
     "there is no body 'x'", 12},
    {TARGET("body = \"a\"; point = (0, 0);"),
     "point must hold 3 numbers, not 2", 12},
    {TARGET("body = \"a\"; point = (0, 0, 0); times = (1);\npath = ();"),
     "times must be a list of at least two, as (0, 1)", 12},
    {TARGET("body = \"a\"; point = (0, 0, 0); times = (1, 2);\n"
            "path = ((0, 0, 0));"),
     "path must", 13}};

START_TEST(what_cannot_be_asked_is_told)
{
  pn_error error = {0};
  ck_assert_ptr_null(read_with(wrongs[_i].more, &error));
  ck_assert_int_eq(error.code, GSL_EINVAL);
  ck_assert_msg(strstr(error.text, wrongs[_i].text) == error.text,
                "'%s', not '%s'", error.text, wrongs[_i].text);
  ck_assert_int_eq(error.line, wrongs[_i].line);
}
END_TEST

/* A joint that does not turn may be told not to. */
START_TEST(no_turn_is_no_fault)
{
  pn_system_scene *of =
      read_well(MOTION("joint = \"pin\"; frequency = 1; turn = 0;"));
  ck_assert(of->swings == 1 && of->swing->turn.x == 0);
  pn_system_scene_free(of);
}
END_TEST

START_TEST(each_request_for_memory_may_fail)
{
  enum { MOST = 1000 };
  char more[TEXT / 2];
  pn_system_scene *of = NULL;
  write_table(table);
  snprintf(more, sizeof more,
           "motors = ( { joint = \"rail\"; file = \"%s\"; },\n"
           "  { joint = \"hip\"; torque = (1, 2, 3); } );\n"
           "motion = ( { joint = \"rail\"; times = (0, 1); turns = (0, 1);\n"
           "  slides = (0, 1); }, { joint = \"hip\"; frequency = 1;\n"
           "  turn = (1, 2, 3); }, { joint = \"hip\"; times = (0, 1);\n"
           "  turns = ((0, 0, 0), (1, 2, 3)); } );\n"
           "targets = ( { body = \"a\"; point = (0, 0, 0);\n"
           "  times = (0, 1); path = ((0, 0, 0), (0, 0, 1)); } );\n"
           "springs = ( { parent = \"a\"; child = \"b\"; point = (0, 0, 0);\n"
           "  child_point = (1, 0, 0); stiffness = 1; } );\n"
           "generate = ( { kind = \"star\"; count = 3; mass = 1;\n"
           "  shape = \"rod\"; size = 1; radius = 2;\n"
           "  hub = { mass = 1; shape = \"sphere\"; size = 1; }; } );\n",
           file);
  for (size_t k = 1; !of; k++) {
    pn_error error = {0};
    pn_alloc_fail_at(k);
    of = read_with(more, &error);
    pn_alloc_fail_at(0);
    ck_assert_uint_lt(k, MOST);
    ck_assert_msg(of || error.code == GSL_ENOMEM, "request %zu: %d: %s", k,
                  error.line, error.text);
    ck_assert_str_eq(error.text, of ? "" : "out of memory");
  }
  ck_assert(of->system->motors == 2 && of->paths == 2 && of->targets == 1);
  pn_system_scene_free(of);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("scene_task");
  TCase *tests = tcase_create("task");
  tcase_add_checked_fixture(tests, begin, end);
  tcase_add_test(tests, a_path_of_slides_and_turns);
  tcase_add_test(tests, a_path_of_a_target_is_on_the_other_body);
  tcase_add_test(tests, a_motor_follows_the_columns_of_its_joint);
  tcase_add_loop_test(tests, what_a_motor_cannot_follow_is_told, 0,
                      sizeof tables / sizeof *tables);
  tcase_add_loop_test(tests, what_cannot_be_asked_is_told, 0,
                      sizeof wrongs / sizeof *wrongs);
  tcase_add_test(tests, no_turn_is_no_fault);
  tcase_add_test(tests, each_request_for_memory_may_fail);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
