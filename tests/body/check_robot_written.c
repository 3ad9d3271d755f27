/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Scenes written in MJCF: they come back as they were, and what MJCF has no
   word for is named. */
#include "config.h"

#include "robot_read.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double rounding = 1e-14;

/* A robot that is written in MJCF comes back with its bodies and joints. */
START_TEST(written_and_read_again)
{
  char path[4096], name[] = "check_robot_XXXXXX.xml";
  pn_error error = {0};
  snprintf(path, sizeof path, "%s/data/robots/humanoid.xml", getenv("srcdir"));
  pn_system_scene *of = pn_system_scene_read(path, 0, &error);
  ck_assert_msg(of != NULL, "%s", error.text);
  double y[200];
  ck_assert_uint_le(pn_system_dimension(of->system), 200);
  pn_system_start(of->system, y);
  close(mkstemps(name, 4));
  ck_assert_int_eq(pn_system_scene_write(of, y, name, &error), GSL_SUCCESS);
  pn_system_scene *again = pn_system_scene_read(name, 0, &error);
  unlink(name);
  ck_assert_msg(again != NULL, "%s", error.text);
  ck_assert_uint_eq(again->system->joints, of->system->joints);
  ck_assert_uint_eq(again->system->bodies, of->system->bodies);
  for (size_t b = 0; b < of->system->bodies; b++) {
    const pn_body *was = &of->system->body[b];
    const size_t k = pn_system_find(again->system, was->name);
    ck_assert_msg(k != PN_WORLD, "%s is lost", was->name);
    const pn_body *is = &again->system->body[k];
    test_close(is->mass, was->mass, rounding, "mass of %s", was->name);
    ck_assert_ptr_eq(is->shape, was->shape);
    const pn_vec3 moved = pn_vec3_sub(is->pose.x, was->pose.x);
    test_close(pn_vec3_norm(moved), 0, rounding, "place of %s", was->name);
  }
  pn_system_scene_free(of);
  pn_system_scene_free(again);
}
END_TEST

/* Reads a scene of at most 3 bodies and gets what is written of it in MJCF, at
   most so many characters. */
static void write_xml(const char *text, char *got, size_t size)
{
  char name[] = "check_robot_XXXXXX.xml";
  pn_error error = {0};
  double y[3 * 13];
  pn_system_scene *of = robot_read_good(text);
  pn_system_start(of->system, y);
  close(mkstemps(name, 4));
  ck_assert_int_eq(pn_system_scene_write(of, y, name, &error), GSL_SUCCESS);
  FILE *file = fopen(name, "r");
  const size_t count = fread(got, 1, size - 1, file);
  ck_assert_uint_gt(count, 100);
  got[count] = '\0';
  fclose(file);
  unlink(name);
  pn_system_scene_free(of);
}

/* Names in comments what MJCF has no word for. */
START_TEST(what_is_left_out)
{
  static const char text[] =
      "bodies = ( { name = \"a<b\"; mass = 1; shape = \"sphere\"; size = 0.1; "
      "position = (1, 0, 0); force = (1, 0, 0); } );\n"
      "joints = ( { type = \"distance\"; name = \"a--b\"; parent = \"world\";"
      " child = \"a<b\"; point = (0, 0, 0); child_point = (1, 0, 0); } );";
  char got[4000];
  write_xml(text, got, sizeof got);
  ck_assert_msg(strstr(got, "left out: the distance joint 'a__b' -->"), "%s",
                got);
  ck_assert_msg(strstr(got, "left out: the steady load of 'a<b' -->"), "%s",
                got);
  ck_assert_msg(strstr(got, "name=\"a&lt;b\""), "%s", got);
}
END_TEST

/* What MJCF has no word for is said once of each joint: the turn and the slide
   of the cylindrical one are two bounds. */
START_TEST(restitution_is_left_out_once)
{
  static const char text[] =
      "bodies = ( { name = \"a\"; mass = 1; shape = \"sphere\"; size = 0.1; },"
      " { name = \"b\"; mass = 1; shape = \"sphere\"; size = 0.1; },"
      " { name = \"c\"; mass = 1; shape = \"sphere\"; size = 0.1; } );\n"
      "joints = ( { type = \"cylindrical\"; name = \"j\"; parent = \"world\";"
      " child = \"a\"; point = (0, 0, 0); axis = (1, 0, 0);"
      " turn_limits = (-1, 1); slide_limits = (-1, 1); restitution = 0.5; },"
      " { type = \"revolute\"; parent = \"a\"; child = \"b\";"
      " point = (0, 0, 0); axis = (1, 0, 0); },"
      " { type = \"revolute\"; name = \"k\"; parent = \"b\"; child = \"c\";"
      " point = (0, 0, 0); axis = (1, 0, 0); turn_limits = (-1, 1);"
      " restitution = 0.5; } );";
  char got[4000];
  write_xml(text, got, sizeof got);
  const char *said = "left out: the restitution at limits of 'j' -->";
  const char *at = strstr(got, said);
  ck_assert_msg(at != NULL, "%s", got);
  ck_assert_msg(!strstr(at + 1, said), "%s", got);
  ck_assert_msg(strstr(got, "the restitution at limits of 'k' -->"), "%s", got);
}
END_TEST

/* In a slider-crank a hinge closes the loop, though the slide comes last: MJCF
   has no constraint for a slide. */
START_TEST(a_hinge_closes_the_loop)
{
  static const char text[] =
      "bodies = ( { name = \"crank\"; mass = 1; shape = \"sphere\"; size = "
      "0.1; },"
      " { name = \"rod\"; mass = 1; shape = \"sphere\"; size = 0.1;"
      " position = (1, 0, 0); },"
      " { name = \"piston\"; mass = 1; shape = \"sphere\"; size = 0.1;"
      " position = (2, 0, 0); } );\n"
      "joints = ( { type = \"revolute\"; parent = \"world\";"
      " child = \"crank\"; point = (0, 0, 0); axis = (0, 0, 1); },"
      " { type = \"revolute\"; parent = \"crank\"; child = \"rod\";"
      " point = (0, 1, 0); axis = (0, 0, 1); },"
      " { type = \"revolute\"; parent = \"rod\"; child = \"piston\";"
      " point = (2, 0, 0); axis = (0, 0, 1); },"
      " { type = \"prismatic\"; parent = \"%s\"; child = \"%s\";"
      " point = (2, 0, 0); axis = (1, 0, 0); } );";
  static const char *const sides[][2] = {{"world", "piston"},
                                         {"piston", "world"}};
  for (int k = 0; k < 2; k++) {
    char scene[2000], got[4000];
    snprintf(scene, sizeof scene, text, sides[k][0], sides[k][1]);
    write_xml(scene, got, sizeof got);
    ck_assert_msg(strstr(got, "type=\"slide\""), "%s", got);
    ck_assert_msg(strstr(got, "<connect name") || strstr(got, "<connect body1"),
                  "%s", got);
    ck_assert_msg(!strstr(got, "left out"), "%s", got);
  }
}
END_TEST

/* Free joints are slides and hinges, the outermost first, and their velocities
   are those of the body: of a table, of one that turns, and of a load that
   slides along an arm, where the load is the joint's parent. */
START_TEST(free_joints_are_slides_and_hinges)
{
  static const char text[] =
      "bodies = ( { name = \"a\"; mass = 1; shape = \"sphere\"; size = 0.1; "
      "velocity = (1, 2, 0); omega = (0, 0, %d); } );\n"
      "joints = ( { type = \"free\"; parent = \"%s\"; child = \"%s\"; point = "
      "(0, 0, 0); axis = (1, 0, 0); second = (0, 1, 0); free = (%s); } );";
  static const struct {
    int omega;
    const char *parent, *child, *free, *wanted;
  } cases[] = {
      {0, "world", "a", "\"tx\", \"ty\"", "qvel=\"1 2\""},
      {0, "world", "a", "\"tx\", \"ty\", \"tz\"", "qvel=\"1 2 0\""},
      {3, "world", "a", "\"tx\", \"ty\", \"rz\"", "qvel=\"1 2 3\""},
      {3, "a", "world", "\"tx\", \"ty\", \"rz\"", "qvel=\"3 1 2\""},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char scene[1000], got[4000];
    snprintf(scene, sizeof scene, text, cases[k].omega, cases[k].parent,
             cases[k].child, cases[k].free);
    write_xml(scene, got, sizeof got);
    ck_assert_msg(strstr(got, cases[k].wanted) != NULL, "%s", got);
    ck_assert_msg(!strstr(got, "left out"), "%s", got);
  }
}
END_TEST

/* Each name of a joint is written once, with the first of those that make it;
   one without a name is called as its body. The last child is written first. */
START_TEST(joints_keep_their_names)
{
  char got[4000];
  const char *next = got;
  static const char *const wanted[] = {"<joint name=\"fork &lt;1>\"",
                                       "<joint type", "<joint type",
                                       "<joint name=\"b\""};
  write_xml(
      ROBOT_MODEL("<body name='a'><joint name='fork &lt;1>'/>"
                  "<joint axis='1 0 0'/><geom size='.1'/>"
                  "<body name='b'><joint name=''/><geom size='.1'/></body>"
                  "<body name='c'><joint name='b'/><geom size='.1'/>"
                  "</body></body>"),
      got, sizeof got);
  for (int k = 0; k < 4; k++) {
    next = strstr(next, "<joint ");
    ck_assert_msg(next && strncmp(next, wanted[k], strlen(wanted[k])) == 0,
                  "%d: %s", k, got);
    next++;
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("robot_written");
  TCase *tests = tcase_create("written");
  tcase_add_test(tests, written_and_read_again);
  tcase_add_test(tests, what_is_left_out);
  tcase_add_test(tests, restitution_is_left_out_once);
  tcase_add_test(tests, a_hinge_closes_the_loop);
  tcase_add_test(tests, free_joints_are_slides_and_hinges);
  tcase_add_test(tests, joints_keep_their_names);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
