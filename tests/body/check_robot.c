/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Robots in URDF and MJCF: bodies and joints against what their files say,
   worked by hand; and what is not used is named. Limits, bad files and writing
   have files of their own; MuJoCo's opinion is asked in check_robot_mujoco.c.
 */
#include "pantin/base/alloc.h"

#include "robot_read.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double rounding = 1e-14;

/* Two capsules of 0.5 m and a radius of 2 cm, of water, in a row. */
START_TEST(a_double_pendulum)
{
  pn_system_scene *of = robot_read_good(ROBOT_MODEL(
      "<body name='upper' pos='0 0 2'><joint name='shoulder' axis='0 1 0'/>"
      "<geom type='capsule' size='0.02' fromto='0 0 0 0.5 0 0'/>"
      "<body name='lower' pos='0.5 0 0'><joint axis='0 1 0' damping='0.3'/>"
      "<geom type='capsule' size='0.02' fromto='0 0 0 0.5 0 0'/>"
      "</body></body>"));
  const pn_system *system = of->system;
  const double volume =
      M_PI * 0.02 * 0.02 * 0.5 + 4 * M_PI / 3 * gsl_pow_3(0.02);
  ck_assert_uint_eq(system->bodies, 2);
  ck_assert_uint_eq(system->joints, 2);
  ck_assert_ptr_null(of->remarks);
  for (size_t b = 0; b < 2; b++) {
    const pn_body *body = &system->body[b];
    test_close(body->mass, 1000 * volume, rounding, "mass");
    test_close(body->pose.x.x, 0.25 + 0.5 * (double)b, rounding, "x");
    test_close(body->pose.x.z, 2, rounding, "z");
    ck_assert_ptr_eq(body->shape, pn_shape_capsule);
    test_close(body->size[0], 0.5, rounding, "length");
    test_close(body->size[1], 0.02, rounding, "radius");
    ck_assert_ptr_eq(system->joint[b].type, pn_joint_revolute);
  }
  ck_assert_str_eq(system->joint[0].name, "shoulder");
  ck_assert_str_eq(system->joint[1].name, "lower");
  ck_assert_uint_eq(system->joint[1].parent, 0);
  test_close(system->joint[1].friction_turn, 0.3, 0, "damping");
  test_close(system->gravity.z, -9.81, 0, "gravity");
  pn_system_scene_free(of);
}
END_TEST

/* Two cubes of 1 kg, 2 m apart along x, welded: the parallel axes add
   2 m (1 m)^2 about y and z. */
START_TEST(a_welded_body)
{
  pn_system_scene *of = robot_read_good(
      ROBOT_MODEL("<body name='a'><freejoint/><geom type='box' size='.3 .3 .3' "
                  "mass='1'/><body name='b' pos='2 0 0'><geom type='box' "
                  "size='.3 .3 .3' mass='1'/></body></body>"));
  const pn_body *body = of->system->body;
  const double cube = 0.6 * 0.6 / 6;
  ck_assert_uint_eq(of->system->bodies, 1);
  ck_assert_uint_eq(of->system->joints, 0);
  test_close(body->mass, 2, rounding, "mass");
  test_close(body->pose.x.x, 1, rounding, "centre");
  test_close(body->inertia.m[0][0], 2 * cube, rounding, "Ixx");
  test_close(body->inertia.m[1][1], 2 * cube + 2, rounding, "Iyy");
  test_close(body->inertia.m[2][2], 2 * cube + 2, rounding, "Izz");
  pn_system_scene_free(of);
}
END_TEST

/* Points of 1 kg at random places, a chain of welds. Two lie on a line, about
   which they have no moment, and three on a plane: A + B = C. */
START_TEST(welded_points)
{
  for (int k = 0; k < 200; k++) {
    static const char point[] = "<inertial pos='0 0 0' mass='1'/>";
    char text[1000], more[400] = "";
    double x[6];
    for (int i = 0; i < 6; i++)
      x[i] = rand() / (double)RAND_MAX - 0.5;
    snprintf(more, sizeof more, "<body pos='%.17g %.17g %.17g'>%s</body>", x[3],
             x[4], x[5], point);
    for (int three = 0; three < 2; three++) {
      snprintf(text, sizeof text,
               ROBOT_MODEL("<body name='a' pos='3 1 2'><joint axis='0 1 0'/>%s"
                           "<body pos='%.17g %.17g %.17g'>%s%s</body></body>"),
               point, x[0], x[1], x[2], point, three ? more : "");
      pn_error error = {0};
      pn_system_scene *of = robot_read(text, &error);
      ck_assert_msg(!of == !three, "%d: %s", k, error.text);
      ck_assert(three || strstr(error.text, "singular"));
      if (of)
        test_close(of->system->body[0].mass, 3, rounding, "mass");
      pn_system_scene_free(of);
    }
  }
}
END_TEST

/* Half axes a, b, c: m/5 (b^2 + c^2), and so on. */
START_TEST(an_ellipsoid_has_three_moments)
{
  pn_system_scene *of = robot_read_good(
      ROBOT_MODEL("<body name='a'><freejoint/><geom type='ellipsoid' "
                  "size='.1 .2 .4' mass='2.5'/></body>"));
  const pn_mat3 *I = &of->system->body[0].inertia;
  test_close(I->m[0][0], 0.10, rounding, "Ixx");
  test_close(I->m[1][1], 0.085, rounding, "Iyy");
  test_close(I->m[2][2], 0.025, rounding, "Izz");
  pn_system_scene_free(of);
}
END_TEST

static const char urdf_arm[] =
    "<robot name='arm'><link name='%s'>%s</link>\n"
    "<link name='rod'><inertial><origin xyz='0 0 1'/><mass value='3'/>\n"
    "<inertia ixx='1' iyy='1' izz='0.1' ixy='0' ixz='0' iyz='0'/></inertial>"
    "</link>\n"
    "<joint name='j' type='revolute'><parent link='%s'/><child link='rod'/>\n"
    "<origin xyz='0 0 2' rpy='0 1.5707963267948966 0'/><axis xyz='0 3 0'/>"
    "</joint></robot>";

/* The root has no mass, or is the world: it is fixed; with a mass it floats. */
START_TEST(roots_of_urdf)
{
  static const char mass[] =
      "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' "
      "ixz='0' iyz='0'/></inertial>";
  static const struct {
    const char *name, *content;
    size_t bodies;
    int floats;
  } cases[] = {{"base", "", 1, 0}, {"world", mass, 1, 0}, {"base", mass, 2, 1}};
  for (size_t k = 0; k < 3; k++) {
    char text[2000];
    snprintf(text, sizeof text, urdf_arm, cases[k].name, cases[k].content,
             cases[k].name);
    pn_system_scene *of = robot_read_good(text);
    const pn_body *rod = &of->system->body[cases[k].bodies - 1];
    ck_assert_uint_eq(of->system->bodies, cases[k].bodies);
    ck_assert_uint_eq(of->system->joints, 1);
    ck_assert_int_eq(of->remarks != NULL, cases[k].floats);
    if (cases[k].floats)
      ck_assert_msg(strstr(of->remarks, "the root 'base' floats") != NULL, "%s",
                    of->remarks);
    /* The pitch lays its z axis along x. */
    test_close(rod->pose.x.x, 1, rounding, "x");
    test_close(rod->pose.x.z, 2, rounding, "z");
    test_close(of->system->joint[0].axis[0][0].y, 1, rounding, "axis");
    pn_system_scene_free(of);
  }
}
END_TEST

/* Every element and attribute that has no effect is named with its line. */
START_TEST(what_is_not_used)
{
  static const char text[] =
      "<mujoco><worldbody><light/>\n"
      "<body name='a'><joint armature='1'/>\n"
      "<geom size='1' rgba='1 0 0 1'/>\n"
      "<geom size='1' rgba='1 0 0 1' type='mesh' mesh='m'/></body>\n"
      "</worldbody>\n"
      "<actuator><motor/></actuator></mujoco>";
  static const char *const wanted[] = {
      "r.xml:1: <light> is not used\n",
      "r.xml:2: armature of <joint> is not used\n",
      "r.xml:3: rgba of <geom> is not used\n",
      "r.xml:6: <actuator> is not used\n"};
  pn_error error = {0};
  ck_assert_ptr_null(robot_read(text, &error));
  ck_assert_msg(strstr(error.text, "the mass of a mesh") != NULL, "%s",
                error.text);
  ck_assert_int_eq(error.line, 4);

  /* With an inertial the mesh is only not drawn. */
  char more[2000];
  snprintf(more, sizeof more,
           "%.*s<inertial pos='0 0 0' mass='1' "
           "diaginertia='1 1 1'/>%s",
           (int)(strstr(text, "<joint") - text), text, strstr(text, "<joint"));
  pn_system_scene *of = robot_read_good(more);
  for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++)
    ck_assert_msg(strstr(of->remarks, wanted[k]) != NULL, "no '%s' in:\n%s",
                  wanted[k], of->remarks);
  ck_assert_msg(strstr(of->remarks, "4: <geom> is not used\n") != NULL, "%s",
                of->remarks);
  pn_system_scene_free(of);
}
END_TEST

/* What of a joint's damping acts otherwise than in MuJoCo is named, and nothing
   else: `what` is NULL where both are the same. */
START_TEST(damping_that_acts_otherwise_is_named)
{
  static const char turn_x[] = "<joint axis='1 0 0' damping='2'/>";
  static const char turn_y[] = "<joint axis='0 1 0' damping='2'/>";
  static const char turn_z[] = "<joint axis='0 0 1' damping='2'/>";
  static const char slide_x[] =
      "<joint type='slide' axis='1 0 0' damping='2'/>";
  static const char slide_z[] =
      "<joint type='slide' axis='0 0 1' damping='2'/>";
  static const char free_z[] = "<joint type='slide' axis='0 0 1'/>";
  static const char free_x[] = "<joint type='slide' axis='1 0 0'/>";
  static const char ball[] =
      "damping of three hinges acts on their turn as a whole";
  static const char slides[] =
      "damping of slides after a hinge acts as if they were before it";
  static const struct {
    const char *joint[3], *what;
    int times;
  } cases[] = {{{turn_x, turn_y, turn_z}, ball, 1},
               {{turn_y, slide_x, slide_z}, slides, 2},
               {{slide_x, turn_y, slide_z}, slides, 1},
               {{slide_x, slide_z, turn_y}, NULL, 0},
               {{turn_y, free_x, free_z}, NULL, 0},
               {{turn_x, turn_y, ""}, NULL, 0},
               {{"<joint type='ball' damping='2'/>", "", ""}, NULL, 0}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const char *const *joint = cases[k].joint;
    char text[1000], wanted[200];
    snprintf(text, sizeof text,
             ROBOT_MODEL("<body>%s%s%s<geom type='box' size='1 1 1'/></body>"),
             joint[0], joint[1], joint[2]);
    pn_system_scene *of = robot_read_good(text);
    if (cases[k].what) {
      snprintf(wanted, sizeof wanted, "r.xml:1: %s%s\n", cases[k].what,
               cases[k].times > 1 ? ", 2 times in all" : "");
      ck_assert_str_eq(of->remarks, wanted);
    } else
      ck_assert_ptr_null(of->remarks);
    pn_system_scene_free(of);
  }
}
END_TEST

/* Two frames, turned by a quarter about z, then about x, move all that stands
   in them: the same model with its places worked out by hand. */
START_TEST(frames_are_worked_out)
{
  static const char framed[] =
      "<mujoco><default><default class='light'><geom density='500'/></default>"
      "</default><worldbody>\n"
      "<frame pos='1 0 2' euler='0 0 90' childclass='light'>"
      "<frame pos='0 0 1' euler='90 0 0'>"
      "<body name='a' pos='2 0 0'><frame pos='0 3 0' euler='0 90 0'>"
      "<joint name='j' type='slide' axis='1 0 0'/>"
      "<geom type='box' size='.1 .2 .3' pos='0 0 1'/></frame></body></frame>"
      "<body name='b' pos='4 0 0'><joint axis='0 1 0' pos='0 0 5'/>"
      "<geom type='capsule' size='.1' fromto='0 0 0 1 0 0'/></body></frame>"
      "</worldbody></mujoco>";
  static const char flat[] =
      ROBOT_MODEL("<body name='a' pos='1 2 3' xyaxes='0 1 0 0 0 1'>"
                  "<joint name='j' type='slide' axis='0 0 -1' pos='0 3 0'/>"
                  "<geom type='box' size='.1 .2 .3' pos='1 3 0' "
                  "xyaxes='0 0 -1 0 1 0' density='500'/></body>"
                  "<body name='b' pos='1 4 2'><joint axis='-1 0 0' "
                  "pos='0 0 5'/><geom type='capsule' size='.1' "
                  "fromto='0 0 0 0 1 0' density='500'/></body>");
  pn_system_scene *of = robot_read_good(framed),
                  *wanted = robot_read_good(flat);
  ck_assert_msg(!of->remarks, "%s", of->remarks);
  ck_assert_uint_eq(of->system->bodies, 2);
  ck_assert_uint_eq(of->system->joints, 2);
  for (size_t b = 0; b < 2; b++) {
    const pn_body *one = &of->system->body[b], *two = &wanted->system->body[b];
    const pn_joint *joint = &of->system->joint[b],
                   *like = &wanted->system->joint[b];
    const pn_mat3 I = pn_body_inverse_inertia(one),
                  J = pn_body_inverse_inertia(two);
    test_close(one->mass, two->mass, rounding, "mass");
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++)
        test_close(I.m[i][k], J.m[i][k], 1e-12, "inverse inertia");
    ck_assert_ptr_eq(joint->type, like->type);
    const pn_vec3 apart[] = {pn_vec3_sub(one->pose.x, two->pose.x),
                             pn_vec3_sub(joint->axis[0][0], like->axis[0][0]),
                             pn_vec3_sub(joint->point[0], like->point[0])};
    for (int k = 0; k < 3; k++)
      test_close(pn_vec3_norm(apart[k]), 0, rounding, "centre, axis, point");
  }
  pn_system_scene_free(of);
  pn_system_scene_free(wanted);
}
END_TEST

/* Checks that the remarks name these attributes, apart by blanks, and nothing
   else. */
static void check_unused(const char *remarks, const char *unused)
{
  size_t wanted = 0, lines = 0;
  for (const char *key = unused; *key; wanted++) {
    const size_t length = strcspn(key, " ");
    char line[100];
    snprintf(line, sizeof line, "r.xml:1: %.*s of <", (int)length, key);
    ck_assert_msg(remarks && strstr(remarks, line), "no '%s' in:\n%s", line,
                  remarks ? remarks : "");
    key += length + strspn(key + length, " ");
  }
  for (const char *at = remarks; at && *at; lines++)
    at = strchr(at, '\n') + 1;
  ck_assert_msg(lines == wanted, "%zu remarks, not %zu:\n%s", lines, wanted,
                remarks ? remarks : "");
}

/* Checks a ball of half the usual density in a joint with defaults against one
   without. */
static void check_defaults(const char *classes, const char *joint,
                           const char *flat, const char *unused)
{
  static const char model[] =
      "<mujoco>%s<worldbody><body>%s<geom size='.1'%s/></body></worldbody>"
      "</mujoco>";
  char text[1000];
  snprintf(text, sizeof text, model, classes, joint, "");
  pn_system_scene *of = robot_read_good(text);
  snprintf(text, sizeof text, model, "", flat, " density='500'");
  pn_system_scene *wanted = robot_read_good(text);
  const pn_system *one = of->system, *two = wanted->system;
  const pn_joint *got = &one->joint[0], *like = &two->joint[0];
  test_close(one->body[0].mass, two->body[0].mass, rounding, "mass");
  test_close(got->friction_turn, like->friction_turn, 0, "damping");
  test_close(pn_vec3_norm(pn_vec3_sub(got->axis[0][0], like->axis[0][0])), 0, 0,
             "axis");
  ck_assert_uint_eq(one->bounds, two->bounds);
  for (size_t b = 0; b < two->bounds; b++)
    test_close(one->bound[b].friction, two->bound[b].friction, 0, "friction");
  check_unused(of->remarks, unused);
  ck_assert_ptr_null(wanted->remarks);
  pn_system_scene_free(of);
  pn_system_scene_free(wanted);
}

#define SECTIONS                                                               \
  "<default><geom density='500'/><joint damping='3'/>"                         \
  "<default class='c'><joint axis='1 0 0'/></default></default>"               \
  "<default class='main'><joint damping='2' frictionloss='4'/></default>"
#define LATER                                                                  \
  "<default><geom density='500'/><joint damping='3' axis='1 0 0'/></default>"  \
  "<default><default class='c'><joint damping='2'/></default></default>"
#define NAMED                                                                  \
  "<default class='foo'><geom density='500'/><joint damping='2'/></default>"
#define SEVERAL                                                                \
  "<default><joint damping='3'/><joint frictionloss='4'/><geom rgba='1'/>"     \
  "<joint damping='2'/><geom density='500'/></default>"

static const struct {
  const char *defaults, *joint, *flat;
  const char *unused; /* attributes without effect */
} defaults[] = {
    {SECTIONS, "<joint/>", "<joint damping='2' frictionloss='4'/>",
     "axis damping"},
    {SECTIONS, "<joint class='main'/>", "<joint damping='2' frictionloss='4'/>",
     "axis damping"},
    /* A class has what main was when it was made. */
    {SECTIONS, "<joint class='c'/>", "<joint damping='3' axis='1 0 0'/>",
     "damping frictionloss"},
    {LATER, "<joint/>", "<joint damping='3' axis='1 0 0'/>", "damping"},
    {LATER, "<joint class='c'/>", "<joint damping='2' axis='1 0 0'/>",
     "damping"},
    {NAMED, "<joint/>", "<joint damping='2'/>", ""},
    {NAMED, "<joint class='foo'/>", "<joint damping='2'/>", ""},
    {NAMED, "<joint class='main'/>", "<joint damping='2'/>", ""},
    {SEVERAL, "<joint/>", "<joint damping='2' frictionloss='4'/>",
     "damping rgba"},
};
enum { DEFAULTS = sizeof defaults / sizeof *defaults };

/* Settings of the defaults are found as MuJoCo 2.2 finds them, which knows no
   `main` beside another name, and takes a kind of element once in a class: a
   joint with them is that of a model without. */
START_TEST(defaults_are_found)
{
  check_defaults(defaults[_i].defaults, defaults[_i].joint, defaults[_i].flat,
                 defaults[_i].unused);
}
END_TEST

START_TEST(constraints_close_loops)
{
  static const char two[] =
      "<mujoco><worldbody><body name='a'><freejoint/><geom size='.1'/></body>"
      "<body name='b' pos='1 0 0'><freejoint/><geom size='.1'/></body>"
      "</worldbody><equality>%s</equality></mujoco>";
  char text[1000];
  snprintf(text, sizeof text, two,
           "<connect body1='a' body2='b' anchor='0.5 0 0'/>"
           "<weld body1='b'/><weld body1='a' body2='b' active='false'/>");
  pn_system_scene *of = robot_read_good(text);
  ck_assert_uint_eq(of->system->joints, 2);
  ck_assert_ptr_eq(of->system->joint[0].type, pn_joint_ball);
  test_close(of->system->joint[0].point[1].x, -0.5, rounding, "anchor on b");
  ck_assert_ptr_eq(of->system->joint[1].type, pn_joint_fixed);
  ck_assert_uint_eq(of->system->joint[1].child, PN_WORLD);
  ck_assert_msg(strstr(of->remarks, "<weld> is not used") != NULL, "%s",
                of->remarks);
  pn_system_scene_free(of);
}
END_TEST

/* Whichever request for memory fails, the reader says so and loses nothing. */
START_TEST(no_memory)
{
  static const char *const names[] = {"quadruped.xml", "arm.urdf"};
  char path[4096];
  snprintf(path, sizeof path, "%s/data/robots/%s", getenv("srcdir"), names[_i]);
  for (size_t k = 1;; k++) {
    pn_error error = {0};
    pn_alloc_fail_at(k);
    pn_system_scene *of = pn_system_scene_read(path, 0, &error);
    pn_alloc_fail_at(0);
    if (of) {
      ck_assert_uint_gt(k, 10);
      pn_system_scene_free(of);
      return;
    }
    ck_assert_int_eq(error.code, GSL_ENOMEM);
    ck_assert_msg(strstr(error.text, "out of memory") != NULL, "%s",
                  error.text);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("robot");
  TCase *tests = tcase_create("robot");
  tcase_add_test(tests, a_double_pendulum);
  tcase_add_test(tests, a_welded_body);
  tcase_add_test(tests, welded_points);
  tcase_add_test(tests, an_ellipsoid_has_three_moments);
  tcase_add_test(tests, roots_of_urdf);
  tcase_add_test(tests, what_is_not_used);
  tcase_add_test(tests, damping_that_acts_otherwise_is_named);
  tcase_add_test(tests, frames_are_worked_out);
  tcase_add_loop_test(tests, defaults_are_found, 0, DEFAULTS);
  tcase_add_test(tests, constraints_close_loops);
  tcase_add_loop_test(tests, no_memory, 0, 2);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
