/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Limits and dry friction of robots in URDF and MJCF: read, written and read
   again, and named where no bound can say them. */
#include "config.h"

#include "robot_read.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double rounding = 1e-14;

/* The same two joints by hand, in URDF and in MJCF: a hinge and a slide. */
static const char *const limited[] = {
    "bodies = ( { name = 'fin'; mass = 1; inertia = (1, 1, 1); position = (0, "
    "0, 0); }, { name = 'cart'; mass = 1; inertia = (1, 1, 1); position = (0, "
    "0, 0); } );\n"
    "joints = ( { type = 'revolute'; name = 'flap'; parent = 'world'; child = "
    "'fin'; point = (0, 0, 0); axis = (0, 1, 0); turn_limits = (-90, 45); "
    "coulomb_turn = 0.7; }, { type = 'prismatic'; name = 'rail'; parent = "
    "'fin'; child = 'cart'; point = (0, 0, 0); axis = (1, 0, 0); slide_limits "
    "= (0, 0.25); coulomb_slide = 3; } );",
    "<robot name=''><link name='world'/>"
    "<link name='fin'><inertial><mass value='1'/><inertia ixx='1' iyy='1' "
    "izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>"
    "<link name='cart'><inertial><mass value='1'/><inertia ixx='1' iyy='1' "
    "izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>"
    "<joint name='flap' type='revolute'><parent link='world'/><child "
    "link='fin'/><axis xyz='0 1 0'/><limit lower='-1.5707963267948966' "
    "upper='0.78539816339744828'/><dynamics friction='0.7'/></joint>"
    "<joint name='rail' type='prismatic'><parent link='fin'/><child "
    "link='cart'/><limit upper='0.25'/><dynamics friction='3'/></joint>"
    "</robot>",
    ROBOT_MODEL(
        "<body name='fin'><joint name='flap' axis='0 1 0' range='-90 45' "
        "frictionloss='0.7'/><inertial pos='0 0 0' mass='1' "
        "diaginertia='1 1 1'/>"
        "<body name='cart'><joint name='rail' type='slide' axis='-1 0 0' "
        "limited='true' range='-0.25 0' frictionloss='3'/>"
        "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/></body></body>"),
};

/* Checks that a system has the bounds of the scene above. */
static void check_bounds(const pn_system *system, const char *from)
{
  static const double want[2][3] = {{-M_PI / 2, M_PI / 4, 0.7}, {0, 0.25, 3}};
  ck_assert_uint_eq(system->bounds, 2);
  for (size_t b = 0; b < 2; b++) {
    const pn_bound *bound = &system->bound[b];
    const pn_joint *joint = &system->joint[bound->joint];
    /* A slide along the opposite axis counts backwards. */
    const double sign = b == 1 && joint->axis[0][0].x < 0 ? -1 : 1;
    const double limit[] = {sign * bound->low, sign * bound->high};
    ck_assert_str_eq(joint->name, b ? "rail" : "flap");
    ck_assert_int_eq(bound->axis, b ? 3 : 0);
    test_close(fmin(limit[0], limit[1]), want[b][0], rounding, "%s: low", from);
    test_close(fmax(limit[0], limit[1]), want[b][1], rounding, "%s: high",
               from);
    test_close(bound->friction, want[b][2], 0, "%s: friction", from);
    test_close(bound->restitution, 0, 0, "%s: restitution", from);
  }
}

START_TEST(limits_and_dry_friction)
{
  char text[2000];
  snprintf(text, sizeof text, "%s", limited[_i]);
  for (char *c = text; _i == 0 && *c; c++)
    if (*c == '\'')
      *c = '"';
  pn_system_scene *of = robot_read_good(text);
  check_bounds(of->system, "as read");
  ck_assert_msg(of->remarks == NULL, "%s", of->remarks);

  /* They are the same again in a file of either kind. */
  static const char *const endings[] = {".cfg", ".xml"};
  double y[26];
  pn_system_start(of->system, y);
  for (int k = 0; k < 2; k++) {
    char name[] = "check_robot_XXXXXX.???";
    pn_error error = {0};
    strcpy(strchr(name, '.'), endings[k]);
    close(mkstemps(name, 4));
    ck_assert_int_eq(pn_system_scene_write(of, y, name, &error), GSL_SUCCESS);
    pn_system_scene *again = pn_system_scene_read(name, 0, &error);
    unlink(name);
    ck_assert_msg(again != NULL, "%s", error.text);
    for (size_t j = 0; k == 1 && j < 2; j++) /* MJCF knows the bodies' names */
      strcpy(again->system->joint[j].name, j ? "rail" : "flap");
    check_bounds(again->system, endings[k]);
    pn_system_scene_free(again);
  }
  pn_system_scene_free(of);
}
END_TEST

/* A hinge whose child is the world turns the body the other way. */
START_TEST(limits_are_mirrored_where_the_parent_is_held)
{
  static const char text[] =
      "bodies = ( { name = \"fin\"; mass = 1; inertia = (1, 1, 1); position = "
      "(1, 0, 0); } );\n"
      "joints = ( { type = \"revolute\"; parent = \"fin\"; child = \"world\"; "
      "point = (0, 0, 0); axis = (0, 1, 0); turn_limits = (-90, 45); "
      "coulomb_turn = 0.7; } );";
  char name[] = "check_robot_XXXXXX.xml";
  pn_error error = {0};
  pn_system_scene *of = robot_read_good(text);
  double y[13];
  /* Turned about the hinge by 30 degrees: the world, seen from it, by -30. */
  const pn_quat turn = pn_quat_axis_angle(pn_vec3_make(0, 1, 0), M_PI / 6);
  pn_system_start(of->system, y);
  pn_state_set(of->system, y, 0,
               (pn_pose){pn_quat_rotate(turn, pn_vec3_make(1, 0, 0)), turn},
               pn_vec3_make(0, 0, 0), pn_vec3_make(0, 0, 0));
  close(mkstemps(name, 4));
  ck_assert_int_eq(pn_system_scene_write(of, y, name, &error), GSL_SUCCESS);
  pn_system_scene *again = pn_system_scene_read(name, 0, &error);
  unlink(name);
  ck_assert_msg(again != NULL, "%s", error.text);
  ck_assert_uint_eq(again->system->bounds, 1);
  ck_assert_uint_eq(again->system->joint[0].parent, PN_WORLD);
  const pn_bound *bound = again->system->bound;
  test_close(bound->low, -75 * M_PI / 180, rounding, "low");
  test_close(bound->high, 60 * M_PI / 180, rounding, "high");
  test_close(bound->friction, 0.7, 0, "friction");
  pn_system_scene_free(of);
  pn_system_scene_free(again);
}
END_TEST

/* Two links, the second of which hangs by a joint of that kind. */
#define LINK(name)                                                             \
  "<link name='" name "'><inertial><mass value='1'/><inertia ixx='1' iyy='1' " \
  "izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>"
#define ROBOT_OF(type, limit)                                                  \
  "<robot name='r'>" LINK("a")                                                 \
      LINK("b") "<joint name='j' type='" type                                  \
                "'><parent link='a'/><child link='b'/>" limit                  \
                "</joint></robot>"

/* A joint to which its limits leave no way is held, as by a fixed one; one
   whose limit says nothing is not. */
static const struct {
  const char *text, *remark;
  size_t bodies;
} ways[] = {
    {ROBOT_OF("revolute", "<limit lower='0' upper='0' effort='1'/>"),
     ": a joint with limits from 0 to 0 is held\n", 1},
    {ROBOT_OF("prismatic", "<limit upper='0' effort='1'/>"),
     ": a joint with limits from 0 to 0 is held\n", 1},
    {ROBOT_OF("revolute", "<limit effort='1'/>"),
     ": a limit without lower and upper leaves its joint free\n", 2},
    {"<robot name='r'>" LINK("a") "<link name='b'/></robot>",
     ": a further root without mass is fixed to the world\n", 1},
};

START_TEST(what_leaves_no_way_is_held)
{
  pn_system_scene *of = robot_read_good(ways[_i].text);
  ck_assert_uint_eq(of->system->bodies, ways[_i].bodies);
  ck_assert_uint_eq(of->system->bounds, 0);
  ck_assert_msg(of->remarks && strstr(of->remarks, ways[_i].remark), "%s",
                of->remarks);
  pn_system_scene_free(of);
}
END_TEST

/* Limits and friction that no bound can say, each with its remark. */
static const struct {
  const char *text, *remark;
  size_t bounds;
} unsaid[] = {
    {ROBOT_MODEL("\n<body><joint range='5 10'/><geom size='.1'/></body>"),
     "r.xml:2: limits that do not have the start between them are not used\n",
     0},
    {ROBOT_MODEL("<body><joint range='5 10' frictionloss='1'/><geom size='.1'/>"
                 "</body>"),
     "r.xml:1: limits that do not have the start between them are not used\n",
     1},
    {ROBOT_MODEL("<body><joint limited='true'/><geom size='.1'/></body>"),
     "r.xml:1: limits from 0 to 0 are not used\n", 0},
    {ROBOT_MODEL(
         "<body><joint axis='1 0 0' range='-1 1'/><joint frictionloss='1'/>"
         "<geom size='.1'/></body>"),
     "r.xml:1: limits and dry friction of balls, or of joints that share a "
     "body, are not used, 2 times in all\n",
     0},
    {ROBOT_MODEL("<body><joint type='ball' limited='true' range='0 40'/>"
                 "<geom size='.1'/></body>"),
     "limits and dry friction of balls, or of joints that share a body, are "
     "not used\n",
     0},
    {"<mujoco><compiler autolimits='false'/><worldbody><body><joint "
     "range='-1 1'/><geom size='.1'/></body></worldbody></mujoco>",
     "ranges without limited, as autolimits is false, are not used\n", 0},
    {ROBOT_MODEL("<body><joint type='slide' range='-1 1e7'/><geom size='.1'/>"
                 "</body>"),
     "limits of more than 1e6 degrees or m are not used\n", 0},
    {"<mujoco xmlns:x='y'><worldbody><body><x:joint/><joint x:range='-1 1'/>"
     "<geom size='.1'/></body></worldbody></mujoco>",
     "r.xml:1: <joint> is not used\nr.xml:1: range of <joint> is not used\n",
     0},
    {ROBOT_MODEL(
         "<body><joint range='-1 1' margin='0.1'/><geom size='.1'/></body>"),
     "r.xml:1: margin of <joint> is not used\n", 1},
};

START_TEST(limits_that_cannot_be_said)
{
  pn_system_scene *of = robot_read_good(unsaid[_i].text);
  ck_assert_uint_eq(of->system->bounds, unsaid[_i].bounds);
  ck_assert_msg(of->remarks && strstr(of->remarks, unsaid[_i].remark), "%s",
                of->remarks);
  pn_system_scene_free(of);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("robot_limits");
  TCase *tests = tcase_create("limits");
  tcase_add_loop_test(tests, limits_and_dry_friction, 0, 3);
  tcase_add_test(tests, limits_are_mirrored_where_the_parent_is_held);
  tcase_add_loop_test(tests, what_leaves_no_way_is_held, 0,
                      sizeof ways / sizeof ways[0]);
  tcase_add_loop_test(tests, limits_that_cannot_be_said, 0,
                      sizeof unsaid / sizeof *unsaid);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
