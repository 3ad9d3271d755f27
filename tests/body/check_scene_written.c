/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A scene that is written in any state and read again has the same joints: the
   same points and axes in the frames of their bodies, so that turns, limits and
   the axes of motors are counted as before. */
#include "config.h"

#include "pantin/body/scene.h"
#include "draw.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <unistd.h>

/* Each type whose frames matter, with what it needs beside two bodies. */
static const char *const joints[] = {
    "type = \"ball\";",
    "type = \"revolute\"; axis = (1, 2, -1);",
    "type = \"cylindrical\"; axis = (1, 2, -1);",
    "type = \"universal\"; axis = (1, 2, -1); second = (0, 1, 2);",
    "type = \"screw\"; axis = (1, 2, -1); pitch = 0.3;",
    "type = \"free\"; axis = (1, 2, -1); second = (0, 1, 2);"
    " free = (\"tz\", \"ry\", \"rz\");",
};
enum { JOINTS = sizeof joints / sizeof joints[0], TEXT = 600 };

static pn_system_scene *make(const char *joint)
{
  char text[TEXT];
  pn_error error = {0};
  const int length = snprintf(
      text, sizeof text,
      "bodies = ( { name = \"a\"; mass = 1; shape = \"sphere\"; size = 1;"
      " position = (0.3, 0, 0.1); angle = 50; axis = (0, 1, 1); },"
      " { name = \"b\"; mass = 1; shape = \"sphere\"; size = 1; } );"
      "joints = ( { parent = \"a\"; child = \"b\"; point = (0.1, 0.2, 0.3);"
      " %s } );",
      joint);
  pn_system_scene *scene =
      pn_system_scene_read_string("made", text, (size_t)length, 0, &error);
  ck_assert_msg(scene != NULL, "%s", error.text);
  return scene;
}

/* Draws where both bodies are. */
static void draw_state(const pn_system *system, double *y)
{
  pn_system_start(system, y);
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_quat q =
        pn_quat_axis_angle(pn_vec3_normalize(draw_vec3()), 3 * draw_uniform());
    const pn_pose pose = {draw_vec3(), q};
    pn_state_set(system, y, b, pose, draw_vec3(), draw_vec3());
  }
}

/* Writes the scene in state y and reads it, without a look at its joint, which
   is open there. */
static pn_system_scene *write_and_read(const pn_system_scene *of,
                                       const double *y)
{
  char name[] = "/tmp/pantin-written-XXXXXX";
  pn_error error = {0};
  close(mkstemp(name));
  ck_assert_int_eq(pn_system_scene_write(of, y, name, &error), GSL_SUCCESS);
  pn_system_scene *again = pn_system_scene_read(name, 1, &error);
  unlink(name);
  ck_assert_msg(again != NULL, "%d %s", error.line, error.text);
  return again;
}

static void assert_near(pn_vec3 got, pn_vec3 want, const char *what)
{
  test_close(pn_vec3_norm(pn_vec3_sub(got, want)), 0, 1e-14, "%s", what);
}

START_TEST(a_joint_is_the_same_from_any_state)
{
  gsl_rng_set(draw_source, 7 + (unsigned long)_i);
  pn_system_scene *of = make(joints[_i]);
  double y[26];
  draw_state(of->system, y);
  pn_system_scene *again = write_and_read(of, y);
  const pn_joint *want = of->system->joint, *got = again->system->joint;
  for (int side = 0; side < 2; side++) {
    assert_near(got->point[side], want->point[side], "point");
    for (int k = 0; k < 3; k++)
      assert_near(got->axis[side][k], want->axis[side][k], joints[_i]);
  }
  pn_system_scene_free(again);
  pn_system_scene_free(of);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("scene_written");
  TCase *written = tcase_create("written");
  tcase_add_checked_fixture(written, draw_open, draw_close);
  tcase_add_loop_test(written, a_joint_is_the_same_from_any_state, 0, JOINTS);
  suite_add_tcase(suite, written);
  return test_run(suite);
}
