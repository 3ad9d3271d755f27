/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests that a scene that is written and read again accelerates as before: the
   shipped ones, and one with every kind of joint, in our own format; and in
   MJCF what MJCF has words for. */
#include "config.h"

#include "pantin/base/alloc.h"
#include "pantin/body/scene.h"
#include "pantin/dynamics/dynamics.h"
#include "shipped.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Relative to accelerations above 1. */
static const double agreed = 1e-9;

/* The time of the comparison, at which a motor that swings is in its swing
   [s]. */
static const double later = 0.3;

/* Writes a scene at its start, and reads it again. */
static pn_system_scene *again(const pn_system_scene *of, const char *ending)
{
  char name[40];
  pn_error error = {0};
  double *y = pn_alloc(pn_system_dimension(of->system), sizeof *y);
  snprintf(name, sizeof name, "check_scene_write_XXXXXX%s", ending);
  close(mkstemps(name, (int)strlen(ending)));
  pn_system_start(of->system, y);
  ck_assert_msg(!pn_system_scene_write(of, y, name, &error), "%s", error.text);
  pn_system_scene *back = pn_system_scene_read(name, 0, &error);
  ck_assert_msg(back != NULL, "%s:%d: %s", name, error.line, error.text);
  unlink(name);
  pn_free(y);
  return back;
}

/* Compares the accelerations of bodies of the same name. */
static void check_alike(const pn_system_scene *of, const pn_system_scene *back)
{
  const pn_system *system[] = {of->system, back->system};
  pn_dynamics *d[2];
  ck_assert_uint_eq(system[1]->bodies, system[0]->bodies);
  ck_assert_uint_eq(system[1]->joints, system[0]->joints);
  for (int k = 0; k < 2; k++) {
    double *y = pn_alloc(pn_system_dimension(system[k]), sizeof *y);
    d[k] = pn_dynamics_alloc(system[k], pn_multipliers_auto);
    pn_system_start(system[k], y);
    ck_assert_int_eq(pn_dynamics_evaluate(d[k], later, y, NULL), 0);
    pn_free(y);
  }
  for (size_t b = 0; b < system[0]->bodies; b++) {
    const char *name = system[0]->body[b].name;
    const size_t c = pn_system_find(system[1], name);
    ck_assert_msg(c != PN_WORLD, "%s: no body '%s'", of->title, name);
    for (size_t k = 0; k < 6; k++) {
      const double want = d[0]->acceleration[6 * b + k];
      test_close(d[1]->acceleration[6 * c + k], want,
                 agreed * fmax(1, fabs(want)), "%s: u'[%zu] of %s", of->title,
                 k, name);
    }
  }
  for (int k = 0; k < 2; k++)
    pn_dynamics_free(d[k]);
}

static void check_comes_back(const char *name, const pn_system_scene *of)
{
  pn_system_scene *back = again(of, ".cfg");
  check_alike(of, back);
  ck_assert_str_eq(back->title, of->title);
  ck_assert_msg(back->time == of->time && back->dt == of->dt, "%s", name);
  ck_assert_int_eq(back->has_box, of->has_box);
  pn_system_scene_free(back);
}

START_TEST(shipped_scenes_come_back)
{
  shipped_each(check_comes_back);
}
END_TEST

/* Kinds of joints, with the keys of each and of a motor in it. */
typedef struct {
  const char *type, *keys, *motor;
} kind;

/* The joints of the trees of MJCF. */
static const kind of_trees[] = {
    {"ball", "friction_turn = 0.2;", "torque = (1, 2, 3); phase = 30;"},
    {"revolute",
     "axis = (0.6, 0, 0.8); friction_turn = 0.4; turn_limits = (-20, 30);"
     "restitution = 0.5;",
     "torque = 2; frequency = 0.5;"},
    {"prismatic",
     "axis = (0, 0.6, 0.8); friction_slide = 0.3; slide_limits = (-1, 2);",
     "force = 3;"},
    {"cylindrical", "axis = (0.6, 0, 0.8); friction_turn = 0.1;",
     "torque = 1; force = 2;"},
    {"universal", "axis = (1, 0, 0); second = (0, 0.6, 0.8);",
     "torque = (1, 2);"},
    {"planar", "axis = (0, 0, 1);", NULL},
};

static const kind others[] = {
    {"fixed", "", NULL},
    {"distance", "child_point = (0.3, 0, 1.4); length = 0.5;", NULL},
    {"point-on-line", "axis = (0.6, 0, 0.8);", NULL},
    {"point-on-plane", "axis = (0, 0, 1);", NULL},
    {"screw", "axis = (1, 0, 0); pitch = 0.02;", NULL},
    {"free", "axis = (1, 0, 0); second = (0, 1, 0); free = (\"tx\", \"rz\");",
     NULL},
#ifdef HAVE_MUPARSER
    {"custom", "equation = \"x*z + y - 2*x\";", NULL},
#endif
};

/* Reads a scene in which each of these joints holds a body in the world, or
   the world at a body. */
static pn_system_scene *make(const kind *of, size_t kinds, int swapped,
                             const char *more)
{
  char text[8000];
  size_t used = 0;
  pn_error error = {0};
#define ADD(...)                                                               \
  used += (size_t)snprintf(text + used, sizeof text - used, __VA_ARGS__)
  ADD("title = \"a \\\"quote\\\"\"; gravity = (0.3, -9.81, 0.2);\n%s", more);
  for (size_t k = 0; k < kinds; k++)
    ADD("%s{ name = \"body-%zu\"; mass = 1.3; inertia = (0.2, 0.3, 0.25, 0.01, "
        "0.02, 0.03); position = (0.1, 0.2, %zu); }",
        k ? ",\n" : "bodies = (", k, k);
  for (size_t k = 0; k < kinds; k++) {
    char name[32];
    snprintf(name, sizeof name, "body-%zu", k);
    ADD("%s{ name = \"joint-%zu\"; type = \"%s\"; parent = \"%s\"; "
        "child = \"%s\"; point = (0, 0, %zu); %s }",
        k ? ",\n" : ");\njoints = (", k, of[k].type, swapped ? name : "world",
        swapped ? "world" : name, k, of[k].keys);
  }
  const char *gap = ");\nmotors = (";
  for (size_t k = 0; k < kinds; k++)
    if (of[k].motor) {
      ADD("%s{ joint = \"joint-%zu\"; %s }", gap, k, of[k].motor);
      gap = ",\n";
    }
  ADD(");\n");
#undef ADD
  ck_assert_uint_lt(used, sizeof text);
  pn_system_scene *scene =
      pn_system_scene_read_string("kinds", text, used, 0, &error);
  ck_assert_msg(scene != NULL, "%d: %s\n%s", error.line, error.text, text);
  return scene;
}

enum {
  TREES = sizeof of_trees / sizeof *of_trees,
  OTHERS = sizeof others / sizeof *others
};

/* Compares bounds, which are of the same joints in the same order. */
static void check_bounds(const pn_system *want, const pn_system *got)
{
  ck_assert_uint_eq(got->bounds, want->bounds);
  for (size_t b = 0; b < want->bounds; b++) {
    const pn_bound *w = &want->bound[b], *g = &got->bound[b];
    ck_assert_uint_eq(g->joint, w->joint);
    ck_assert_int_eq(g->axis, w->axis);
    test_close(g->low, w->low, agreed, "bound %zu: low", b);
    test_close(g->high, w->high, agreed, "bound %zu: high", b);
    test_close(g->friction, w->friction, 0, "bound %zu: friction", b);
    test_close(g->restitution, w->restitution, 0, "bound %zu", b);
  }
}

START_TEST(all_kinds_of_joints_come_back)
{
  const int swapped = _i % 2;
  pn_system_scene *of = _i < 2 ? make(of_trees, TREES, swapped, "")
                               : make(others, OTHERS, swapped, "");
  pn_system_scene *back = again(of, ".cfg");
  check_alike(of, back);
  check_bounds(of->system, back->system);
  for (size_t j = 0; j < of->system->joints; j++)
    ck_assert_ptr_eq(back->system->joint[j].type, of->system->joint[j].type);
  pn_system_scene_free(of);
  pn_system_scene_free(back);
}
END_TEST

#ifdef HAVE_LIBXML2
/* MJCF has no motors of ours. */
START_TEST(trees_come_back_from_mjcf)
{
  kind still[TREES];
  for (size_t k = 0; k < TREES; k++)
    still[k] = (kind){of_trees[k].type, of_trees[k].keys, NULL};
  pn_system_scene *of = make(still, TREES, _i, "");
  pn_system_scene *back = again(of, ".xml");
  check_alike(of, back);
  pn_system_scene_free(of);
  pn_system_scene_free(back);
}
END_TEST
#endif

/* Checks that a key without a word in MJCF is named, and others renamed. */
START_TEST(mjcf_says_what_is_left_out)
{
  static const char text[] =
      "bodies = (\n"
      "{ name = \"a\"; mass = 1; shape = \"sphere\"; size = 0.1; position = "
      "(1, 0, 0); },\n"
      "{ name = \"b & c\"; mass = 2; shape = \"rod\"; size = 1;\n"
      "  position = (2, 0, 0); torque = (0, 0.1, 0); } );\n"
      "joints = (\n"
      "{ name = \"in\"; type = \"ball\"; parent = \"world\"; child = \"a\";\n"
      "  point = (0, 0, 0); },\n"
      "{ name = \"on\"; type = \"revolute\"; parent = \"a\"; child = \"b & "
      "c\";\n"
      "  point = (1, 0, 0); axis = (0, 0, 1); },\n"
      "{ name = \"weld\"; type = \"fixed\"; parent = \"b & c\";\n"
      "  child = \"world\"; point = (2, 0, 0); },\n"
      "{ name = \"hinge\"; type = \"revolute\"; parent = \"world\";\n"
      "  child = \"b & c\"; point = (2, 0, 0); axis = (0, 0, 1);\n"
      "  friction_turn = 1; },\n"
      "{ name = \"slide\"; type = \"prismatic\"; parent = \"world\";\n"
      "  child = \"b & c\"; point = (2, 0, 0); axis = (1, 0, 0); },\n"
      "{ name = \"rail\"; type = \"prismatic\"; parent = \"world\";\n"
      "  child = \"b & c\"; point = (2, 0, 0); axis = (1, 0, 0); } );\n"
      "springs = ( { parent = \"world\"; child = \"b & c\";\n"
      "  point = (0, 1, 0); child_point = (2, 0, 0); stiffness = 5;\n"
      "  damping = 0.5; } );\n"
      "motors = ( { joint = \"on\"; torque = 1; } );";
  static const char *const wanted[] = {
      "mass=\"2\" diaginertia=\"1e-06 0.16666666666666666 ",
      "<site name=\"spring-1-1\" pos=\"0 1 0\"/>\n    <body name=\"a\"",
      "<site name=\"spring-1-2\" pos=\"0 0 0\"/>\n    </body>",
      "<weld body1=\"b &amp; c\"/>",
      "<connect body1=\"a\" body2=\"b &amp; c\" anchor=\"0 0 1\"/>",
      "<joint name=\"slide\" type=\"slide\" pos=\"0 0 0\" axis=\"1 0 0\"/>",
      "<connect body1=\"b &amp; c\" anchor=\"0 0 0\"/>",
      "<connect body1=\"b &amp; c\" anchor=\"0 0 1\"/>",
      "<spatial springlength=\"2.23606797749979\" stiffness=\"5\" "
      "damping=\"0.5\"><site site=\"spring-1-1\"/><site site=\"spring-1-2\"/>",
      "left out: the friction of 'hinge' -->",
      "left out: the prismatic joint 'rail' -->",
      "left out: the motor in 'on' -->",
      "left out: the steady load of 'b & c' -->",
  };
  char got[6000], name[] = "check_scene_write_XXXXXX.xml";
  pn_error error = {0};
  double y[2 * 13];
  pn_system_scene *of =
      pn_system_scene_read_string("x", text, strlen(text), 0, &error);
  ck_assert_msg(of != NULL, "%d: %s", error.line, error.text);
  pn_system_start(of->system, y);
  close(mkstemps(name, 4));
  ck_assert_int_eq(pn_system_scene_write(of, y, name, &error), 0);
  FILE *file = fopen(name, "r");
  got[fread(got, 1, sizeof got - 1, file)] = '\0';
  fclose(file);
  unlink(name);
  for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++)
    ck_assert_msg(strstr(got, wanted[k]) != NULL, "no %s in\n%s", wanted[k],
                  got);
  pn_system_scene_free(of);
}
END_TEST

START_TEST(what_concerns_the_run_comes_back)
{
  pn_system_scene *of =
      make(of_trees, 1, 0,
           "time = 2; dt = 0.004; integrator = \"rk2\"; solver = \"kkt\"; "
           "correction = \"none\"; box = { low = (-5, -6, -7); high = (5, 6, "
           "7); restitution = 0.5; sticks = true; };\n");
  pn_system_scene *back = again(of, ".cfg");
  ck_assert_str_eq(back->title, "a \"quote\"");
  ck_assert(back->time == 2 && back->dt == 0.004);
  ck_assert_str_eq(back->integrator.text, "rk2");
  ck_assert_str_eq(back->solver.text, "kkt");
  ck_assert_str_eq(back->correction.text, "none");
  ck_assert(back->has_box && back->sticks && back->restitution == 0.5);
  ck_assert(back->low.y == -6 && back->high.z == 7);
  pn_system_scene_free(of);
  pn_system_scene_free(back);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("scene_write");
  TCase *tests = tcase_create("scenes");
  tcase_set_timeout(tests, 60);
  tcase_add_test(tests, shipped_scenes_come_back);
  tcase_add_loop_test(tests, all_kinds_of_joints_come_back, 0, 4);
#ifdef HAVE_LIBXML2
  tcase_add_loop_test(tests, trees_come_back_from_mjcf, 0, 2);
#endif
  tcase_add_test(tests, mjcf_says_what_is_left_out);
  tcase_add_test(tests, what_concerns_the_run_comes_back);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
