/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Robots in URDF and MJCF: bodies and joints against what their files say,
   worked by hand; and what is not used is named. Bad files are tested by
   check_robot_bad.c; MuJoCo's own opinion is asked in check_robot_mujoco.c. */
#include "config.h"

#include "pantin/base/alloc.h"
#include "pantin/body/scene.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double rounding = 1e-14;

static pn_system_scene *read_text(const char *text, pn_error *error)
{
  return pn_system_scene_read_string("r.xml", text, strlen(text), 0, error);
}

static pn_system_scene *read_good(const char *text)
{
  pn_error error = {0};
  pn_system_scene *of = read_text(text, &error);
  ck_assert_msg(of != NULL, "line %d: %s", error.line, error.text);
  return of;
}

#define MODEL(BODIES) "<mujoco><worldbody>" BODIES "</worldbody></mujoco>"

/* Two capsules of 0.5 m and a radius of 2 cm, of water, in a row. */
START_TEST(a_double_pendulum)
{
  pn_system_scene *of = read_good(MODEL(
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
  pn_system_scene *of = read_good(
      MODEL("<body name='a'><freejoint/><geom type='box' size='.3 .3 .3' "
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

/* Half axes a, b, c: m/5 (b^2 + c^2), and so on. */
START_TEST(an_ellipsoid_has_three_moments)
{
  pn_system_scene *of =
      read_good(MODEL("<body name='a'><freejoint/><geom type='ellipsoid' "
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
    pn_system_scene *of = read_good(text);
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
  ck_assert_ptr_null(read_text(text, &error));
  ck_assert_msg(strstr(error.text, "the mass of a mesh") != NULL, "%s",
                error.text);
  ck_assert_int_eq(error.line, 4);

  /* With an inertial the mesh is only not drawn. */
  char more[2000];
  snprintf(more, sizeof more,
           "%.*s<inertial pos='0 0 0' mass='1' "
           "diaginertia='1 1 1'/>%s",
           (int)(strstr(text, "<joint") - text), text, strstr(text, "<joint"));
  pn_system_scene *of = read_good(more);
  for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++)
    ck_assert_msg(strstr(of->remarks, wanted[k]) != NULL, "no '%s' in:\n%s",
                  wanted[k], of->remarks);
  ck_assert_msg(strstr(of->remarks, "4: <geom> is not used\n") != NULL, "%s",
                of->remarks);
  pn_system_scene_free(of);
}
END_TEST

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
    MODEL("<body name='fin'><joint name='flap' axis='0 1 0' range='-90 45' "
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
  pn_system_scene *of = read_good(text);
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
  pn_system_scene *of = read_good(text);
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

/* Limits and friction that no bound can say, each with its remark. */
static const struct {
  const char *text, *remark;
  size_t bounds;
} unsaid[] = {
    {MODEL("\n<body><joint range='5 10'/><geom size='.1'/></body>"),
     "r.xml:2: limits that do not have the start between them are not used\n",
     0},
    {MODEL("<body><joint range='5 10' frictionloss='1'/><geom size='.1'/>"
           "</body>"),
     "r.xml:1: limits that do not have the start between them are not used\n",
     1},
    {MODEL("<body><joint limited='true'/><geom size='.1'/></body>"),
     "r.xml:1: limits that do not have the start between them are not used\n",
     0},
    {MODEL("<body><joint axis='1 0 0' range='-1 1'/><joint frictionloss='1'/>"
           "<geom size='.1'/></body>"),
     "r.xml:1: limits and dry friction of balls, or of joints that share a "
     "body, are not used, 2 times in all\n",
     0},
    {MODEL("<body><joint type='ball' limited='true' range='0 40'/>"
           "<geom size='.1'/></body>"),
     "limits and dry friction of balls, or of joints that share a body, are "
     "not used\n",
     0},
    {"<mujoco><compiler autolimits='false'/><worldbody><body><joint "
     "range='-1 1'/><geom size='.1'/></body></worldbody></mujoco>",
     "ranges without limited, as autolimits is false, are not used\n", 0},
    {MODEL("<body><joint type='slide' range='-1 1e7'/><geom size='.1'/>"
           "</body>"),
     "limits of more than 1e6 degrees or m are not used\n", 0},
    {"<mujoco xmlns:x='y'><worldbody><body><x:joint/><joint x:range='-1 1'/>"
     "<geom size='.1'/></body></worldbody></mujoco>",
     "r.xml:1: <joint> is not used\nr.xml:1: range of <joint> is not used\n",
     0},
    {MODEL("<body><joint range='-1 1' margin='0.1'/><geom size='.1'/></body>"),
     "r.xml:1: margin of <joint> is not used\n", 1},
};

START_TEST(limits_that_cannot_be_said)
{
  pn_system_scene *of = read_good(unsaid[_i].text);
  ck_assert_uint_eq(of->system->bounds, unsaid[_i].bounds);
  ck_assert_msg(of->remarks && strstr(of->remarks, unsaid[_i].remark), "%s",
                of->remarks);
  pn_system_scene_free(of);
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
  pn_system_scene *of = read_good(text);
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
  pn_system_scene *of = read_good(text);
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
  tcase_add_test(tests, an_ellipsoid_has_three_moments);
  tcase_add_test(tests, roots_of_urdf);
  tcase_add_test(tests, what_is_not_used);
  tcase_add_loop_test(tests, limits_and_dry_friction, 0, 3);
  tcase_add_test(tests, limits_are_mirrored_where_the_parent_is_held);
  tcase_add_loop_test(tests, limits_that_cannot_be_said, 0,
                      sizeof unsaid / sizeof *unsaid);
  tcase_add_test(tests, constraints_close_loops);
  tcase_add_test(tests, written_and_read_again);
  tcase_add_test(tests, what_is_left_out);
  tcase_add_test(tests, restitution_is_left_out_once);
  tcase_add_loop_test(tests, no_memory, 0, 2);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
