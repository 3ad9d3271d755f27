/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests that bad files of robots are refused, each with its reason and line. */
#include "pantin/body/scene.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <string.h>

#define MODEL(BODIES) "<mujoco><worldbody>" BODIES "</worldbody></mujoco>"
#define BALL          "<geom size='.1'/>"
#define URDF_LIMIT(LOWER)                                                      \
  "<robot><link name='a'/><link name='b'/><joint type='revolute'><parent "     \
  "link='a'/><child link='b'/><limit lower='" LOWER "'/></joint></robot>"
#define INERTIA "<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/>"
#define URDF(TYPE, IN_JOINT, IN_LINK)                                          \
  "<robot><link name='a'/><link name='b'>" IN_LINK "</link><joint type='" TYPE \
  "'><parent link='a'/><child link='b'/>" IN_JOINT "</joint></robot>"
#define SIX        "<joint/><joint/><joint/><joint/><joint/><joint/>"
#define POINT      "<inertial pos='.3 .2 .1' mass='1' diaginertia='0 0 0'/>"
#define NO_MOMENTS "<inertia ixx='0' iyy='0' izz='0' ixy='0' ixz='0' iyz='0'/>"
#define TIED(TIE)                                                              \
  "<mujoco><worldbody><body name='a'><joint/>" BALL "</body></worldbody>"      \
  "<equality>" TIE "</equality></mujoco>"
static const struct {
  const char *text, *wanted;
  int line;
} bad[] = {
    {"<a>", "this is no XML: ", 1},
    {"<a/>",
     "a robot begins with <robot> (URDF) or <mujoco> (MJCF), not with "
     "<a>",
     1},
    {"<!DOCTYPE a [<!ENTITY b 'c'>]><mujoco/>", "a document type", 0},
    {"<mujoco/>", "nothing moves", 1},
    {MODEL("\n<body><joint/></body>"), "'body-1' moves, but has no mass", 2},
    {MODEL("<body name='a,b'><joint/>" BALL "</body>"),
     "a name has at most 63 characters, without comma", 1},
    {MODEL("<body name='a&#9;b'><joint/>" BALL "</body>"),
     "without comma, quote and control characters", 1},
    {MODEL("<body><joint name='a&#9;b'/>" BALL "</body>"),
     "without comma, quote and control characters", 1},
    {TIED("<connect site1='a' site2='b'/>"), "sites are not understood", 1},
    {MODEL("<body><joint axis='0 0'/>" BALL "</body>"),
     "axis must be 3 numbers, got '0 0'", 1},
    {MODEL("<body><joint axis='0 0 0'/>" BALL "</body>"),
     "the axis has no direction", 1},
    {MODEL("<body><joint axis='0 0 nan'/>" BALL "</body>"),
     "axis must be 3 numbers", 1},
    {MODEL("<body><joint/><inertial mass='1e300'/></body>"),
     "mass must be 1 number of at most 1e9 in size, got '1e300'", 1},
    {MODEL("<body><joint type='hing'/>" BALL "</body>"),
     "a joint is a hinge, slide, ball or free, not 'hing'", 1},
    {MODEL("<body><joint/><freejoint/>" BALL "</body>"),
     "a free joint is the only one", 1},
    {MODEL("<body><joint frictionloss='-1'/>" BALL "</body>"),
     "damping and frictionloss must not be negative", 1},
    {MODEL("<body><joint limited='yes'/>" BALL "</body>"),
     "limited is true, false or auto, not 'yes'", 1},
    {MODEL("<body><joint range='-1'/>" BALL "</body>"),
     "range must be 2 numbers, got '-1'", 1},
    {MODEL("<body><joint/><joint type='slide' axis='1 0 1'/>" BALL "</body>"),
     "the 2 joints of '' are no single one here", 1},
    {MODEL("<body><joint damping='1'/><joint axis='1 0 0'/>" BALL "</body>"),
     "with different damping", 1},
    {MODEL("<body childclass='x'><joint/>" BALL "</body>"),
     "there is no default class 'x'", 1},
    {MODEL("<body><joint/><geom size='-1'/></body>"),
     "the sizes of a sphere must be positive, and at most 1000000000 m", 1},
    {MODEL("<body><joint/><geom/></body>"), "size is missing", 1},
    {MODEL("<body><joint/><geom type='sphere' size='1' fromto='0 0 0 1 0 0'/>"
           "</body>"),
     "fromto names two different points", 1},
    {MODEL("<body><joint/><inertial mass='-1'/></body>"),
     "mass must not be negative", 1},
    {MODEL("<body quat='0 0 0 0'><joint/>" BALL "</body>"),
     "quat has no direction", 1},
    {MODEL("<body name='a'><joint/>" BALL "</body><body name='a'><joint/>" BALL
           "</body>"),
     "two bodies have the same name 'a'", 0},
    {MODEL("<include file='x.xml'/>"), "<include> is not understood", 1},
    {MODEL("<body><joint/><inertial mass='1' diaginertia='1 1 9'/></body>"),
     "no principal moment of inertia may exceed", 1},
    {"<mujoco><compiler angle='grad'/></mujoco>",
     "angle is not 'grad' but one of: degree, radian", 1},
    {"<mujoco><worldbody><body name='a'><joint/>" BALL "</body></worldbody>"
     "<equality><connect body1='x'/></equality></mujoco>",
     "there is no body 'x'", 1},
    {"<robot><joint type='fixed'><parent link='a'/></joint></robot>",
     "the parent 'a' of joint '' is no link", 1},
    {"<robot><link name='a'/><link name='b'/><joint type='fixed'><parent "
     "link='a'/><child link='b'/></joint><joint type='fixed'><parent "
     "link='b'/><child link='a'/></joint></robot>",
     "are a loop", 1},
    {"<robot><link name='a'/><link name='a'/></robot>",
     "two links have the same name 'a'", 1},
    {"<robot><link name='a'/><link name='b'><inertial><mass value='1'/>"
     "</inertial></link><joint type='revolute'><parent link='a'/><child "
     "link='b'/></joint></robot>",
     "ixx of <inertia> is missing", 1},
    {"<robot><link name='a'/><link name='b'/><joint type='hinge'><parent "
     "link='a'/><child link='b'/></joint></robot>",
     "not 'hinge'", 1},
    {URDF_LIMIT("-1 rubbish"), "lower must be 1 number, got '-1 rubbish'", 1},
    {URDF_LIMIT("-2e6 rubbish"), "lower must be 1 number, got '-2e6 rubbish'",
     1},
    {URDF_LIMIT("-1e16 1"), "lower must be 1 number", 1},
    {URDF("revolute", "<axis xyz='0 0 0'/>", ""),
     "a joint has an axis that is not 0", 1},
    {URDF("revolute", "<axis xyz='0 0'/>", ""), "xyz must be 3 numbers", 1},
    {URDF("revolute", "<mimic joint='c'/>", ""),
     "a joint that follows another one is not understood", 1},
    {URDF("revolute", "<origin xyz='0 0'/>", ""), "xyz must be 3 numbers", 1},
    {URDF("revolute", "", "<inertial><mass value='-1'/>" INERTIA "</inertial>"),
     "mass must not be negative", 1},
    {URDF("revolute", "", "<inertial>" INERTIA "</inertial>"),
     "value of <mass> is missing", 1},
    {URDF("revolute", "", "<inertial><origin xyz='a'/></inertial>"),
     "xyz must be 3 numbers", 1},
    {URDF("revolute", "",
          "<visual><geometry><sphere radius='0'/></geometry></visual>"),
     "the sizes of a sphere must be positive, and at most 1000000000 m", 1},
    {URDF("revolute", "",
          "<visual><geometry><cylinder length='1'/></geometry></visual>"),
     "radius of <cylinder> is missing", 1},
    {URDF("revolute", "",
          "<visual><origin rpy='1'/><geometry><box size='1 1 1'/></geometry>"
          "</visual>"),
     "rpy must be 3 numbers", 1},
    {"<robot><link name='a'/><link name='b'/><joint type='fixed'><parent "
     "link='a'/><child link='b'/></joint><joint type='fixed'><parent "
     "link='a'/><child link='b'/></joint></robot>",
     "link 'b' is the child of two joints", 1},
    {MODEL("<body><joint/><geom type='box' fromto='0 0 0 1 0 0'/></body>"),
     "size is missing", 1},
    {MODEL("<body><joint/><geom size='.1' mass='x'/></body>"),
     "mass must be 1 number", 1},
    {MODEL("<body><joint/><geom size='.1' mass='-2'/></body>"),
     "mass and density must not be negative", 1},
    {MODEL("<body><joint/><geom size='.1' density='-5'/></body>"),
     "mass and density must not be negative", 1},
    {MODEL("<body><joint/><geom type='mesh'/></body>"),
     "the mass of a mesh is not known here", 1},
    {MODEL("<body><joint/><geom size='.1' fromto='0 0 0 1 0'/></body>"),
     "fromto must be 6 numbers", 1},
    {MODEL("<body>" SIX "<joint/>" BALL "</body>"), "a body has at most", 1},
    {MODEL("<body><joint damping='-1'/>" BALL "</body>"),
     "damping and frictionloss must not be negative", 1},
    {MODEL("<body><joint damping='x'/>" BALL "</body>"),
     "damping must be 1 number", 1},
    {MODEL("<body><joint ref='x'/>" BALL "</body>"), "ref must be 1 number", 1},
    {MODEL("<body><joint pos='1 2'/>" BALL "</body>"), "pos must be 3 numbers",
     1},
    {MODEL("<body pos='1 2'><joint/>" BALL "</body>"), "pos must be 3 numbers",
     1},
    {MODEL("<body><joint/><inertial pos='1 2' mass='1'/></body>"),
     "pos must be 3 numbers", 1},
    {MODEL("<body><joint/><inertial mass='1' diaginertia='1 1'/></body>"),
     "diaginertia must be 3 numbers", 1},
    {MODEL("<body><joint/><inertial mass='1' fullinertia='1 1 1'/></body>"),
     "fullinertia must be 6 numbers", 1},
    {MODEL("<body name='world'><joint/>" BALL "</body>"), "needs a name", 1},
    {MODEL("<body euler='0 0'><joint/>" BALL "</body>"),
     "euler must be 3 numbers", 1},
    {MODEL("<body axisangle='0 0 0 1'><joint/>" BALL "</body>"),
     "axisangle has no direction", 1},
    {MODEL("<body zaxis='0 0 0'><joint/>" BALL "</body>"),
     "zaxis has no direction", 1},
    {MODEL("<body xyaxes='1 0 0 2 0 0'><joint/>" BALL "</body>"),
     "xyaxes has no direction", 1},
    {MODEL("<body><joint/><geom size=''/></body>"), "size must be 1 to 3", 1},
    {MODEL("<body><joint/><geom size='1 2 3 4'/></body>"),
     "size must be 1 to 3 numbers, got '1 2 3 4'", 1},
    {MODEL("<body><joint/><geom size='2e9'/></body>"),
     "size must be 1 to 3 numbers of at most 1e9 in size, got '2e9'", 1},
    {"<mujoco><compiler eulerseq='xy'/></mujoco>",
     "eulerseq must be three of x, y, z, X, Y, Z", 1},
    {"<mujoco><compiler eulerseq='xyw'/></mujoco>",
     "eulerseq must be three of x, y, z, X, Y, Z", 1},
    {"<mujoco><compiler coordinate='here'/></mujoco>",
     "coordinate is not 'here' but one of: local, global", 1},
    {"<mujoco><compiler inertiafromgeom='no'/></mujoco>",
     "inertiafromgeom is not 'no' but one of: auto, true, false", 1},
    {"<mujoco><option gravity='1 2'/></mujoco>", "gravity must be 3 numbers",
     1},
    {"<mujoco><option timestep='x'/></mujoco>", "timestep must be 1 number", 1},
    {"<mujoco><option timestep='-1'/></mujoco>",
     "timestep must not be negative", 1},
    {TIED("<connect body1='a' body2='x' anchor='0 0 0'/>"),
     "there is no body 'x'", 1},
    {TIED("<connect body1='a' body2='world' anchor='0 0'/>"),
     "anchor must be 3 numbers", 1},
    {TIED("<connect body1='a' body2='a' anchor='0 0 0'/>"),
     "both bodies of this constraint are the same one", 1},
    {URDF("revolute", "<dynamics damping='x'/>", ""),
     "damping must be 1 number", 1},
    {URDF("revolute", "<dynamics friction='1 2'/>", ""),
     "friction must be 1 number", 1},
    {URDF("revolute", "<dynamics damping='-1'/>", ""), "must not be negative",
     1},
    {URDF("revolute", "<dynamics friction='-1'/>", ""), "must not be negative",
     1},
    {URDF("revolute", "<limit upper='x'/>", ""), "upper must be 1 number", 1},
    {URDF("planar", "<dynamics damping='x'/>", ""), "damping must be 1 number",
     1},
    {URDF("planar", "<axis xyz='0 0 0'/>", ""),
     "a joint has an axis that is not 0", 1},
    {"<robot><link name='a'/><joint type='fixed'/></robot>",
     "the parent '' of joint '' is no link", 1},
    {MODEL("\n<body name='bob'><joint/>" POINT "</body>"),
     "'bob' moves and has mass, but its moments of inertia are 0", 2},
    {MODEL("<body name='bob'><joint/><inertial mass='1'/></body>"),
     "'bob' moves and has mass, but its moments of inertia are 0", 1},
    {MODEL("<body name='bob'><freejoint/>" POINT "</body>"),
     "its moments of inertia are 0", 1},
    {MODEL("<body><joint/>" POINT "<body>" POINT "</body></body>"),
     "its moments of inertia are 0", 1},
    {MODEL("<body><joint/>" POINT "<body pos='.1 .2 .3'>" POINT
           "</body></body>"),
     "must not be singular", 1},
    {URDF("continuous", "",
          "<inertial><origin xyz='.1 .2 .3'/><mass value='1'/>" NO_MOMENTS
          "</inertial>"),
     "'b' moves and has mass, but its moments of inertia are 0", 1},
};
enum { BAD = sizeof bad / sizeof *bad };

/* The parser's limit of nesting is not a fault of the XML. */
START_TEST(deep_nesting)
{
  char text[20 * 300 + 100] = "<mujoco><worldbody>";
  pn_error error = {0};
  for (int k = 0; k < 300; k++)
    strcat(text, "<body name='a'>");
  pn_system_scene *of =
      pn_system_scene_read_string("r.xml", text, strlen(text), 0, &error);
  ck_assert_ptr_null(of);
  ck_assert_msg(strstr(error.text, "at most 255 levels") != NULL, "%s",
                error.text);
}
END_TEST

/* Every attribute is looked for in the defaults: too many would take long. */
START_TEST(too_many_defaults)
{
  static const char *const each[] = {"<joint/>", "<geom/>",
                                     "<default class='a'/>"};
  static const char end[] =
      "</default><worldbody><body><joint/><geom size='.1'/></body></worldbody>"
      "</mujoco>";
  for (size_t extra = 0; extra < 2; extra++) {
    char text[40000] = "<mujoco><default>";
    char *at = text + strlen(text);
    pn_error error = {0};
    for (size_t k = 0; k < 2999 + extra; k++)
      at += sprintf(at, "%s", each[k % 3]);
    strcpy(at, end);
    pn_system_scene *of =
        pn_system_scene_read_string("r.xml", text, strlen(text), 0, &error);
    ck_assert_msg((of == NULL) == (extra > 0), "%zu too many: %s", extra,
                  error.text);
    if (extra)
      ck_assert_msg(strstr(error.text, "more than 3000 classes of defaults"),
                    "%s", error.text);
    pn_system_scene_free(of);
  }
}
END_TEST

START_TEST(bad_files)
{
  pn_error error = {0};
  const char *text = bad[_i].text;
  pn_system_scene *of =
      pn_system_scene_read_string("r.xml", text, strlen(text), 0, &error);
  ck_assert_msg(of == NULL, "read: %s", text);
  ck_assert_int_eq(error.code, GSL_EINVAL);
  ck_assert_msg(strstr(error.text, bad[_i].wanted) != NULL,
                "'%s' in place of '%s'", error.text, bad[_i].wanted);
  ck_assert_int_eq(error.line, bad[_i].line);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("robot_bad");
  TCase *tests = tcase_create("bad");
  tcase_add_loop_test(tests, bad_files, 0, BAD);
  tcase_add_test(tests, deep_nesting);
  tcase_add_test(tests, too_many_defaults);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
