/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Bodies with several joints of MJCF, and what is written of them. The oracle
   is MuJoCo's rule, that each joint moves the body as the ones before it have
   left it: at random values of the joints the equations of the one joint here
   hold, and there are as few of them as there may be. */
#include "config.h"

#include "robot_read.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double rounding = 1e-13;

enum { SETS = 400, STATES = 10, JOINTS = 6, TEXT = 4000 };

/* A joint of MJCF, in the frame of its body. */
typedef struct {
  int slides;
  pn_vec3 axis, point;
} one;

typedef struct {
  one joint[JOINTS];
  int joints;
} set;

static const pn_pose start = {{0.3, -0.2, 0.5}, {0.5, 0.5, -0.5, 0.5}};

static double between(double low, double high)
{
  return low + (high - low) * rand() / RAND_MAX;
}

static pn_vec3 some_vector(void)
{
  return pn_vec3_make(between(-1, 1), between(-1, 1), between(-1, 1));
}

/* Returns the pose of the body after all joints of a set have moved. */
static pn_pose moved(const set *of, const double *q)
{
  pn_pose pose = start;
  for (int k = 0; k < of->joints; k++) {
    const one *joint = &of->joint[k];
    const pn_vec3 axis = pn_quat_rotate(pose.q, joint->axis);
    if (joint->slides) {
      pose.x = pn_vec3_add_scaled(pose.x, q[k], axis);
      continue;
    }
    const pn_vec3 anchor = pn_pose_point(pose, joint->point);
    pose.q = pn_quat_multiply(pn_quat_axis_angle(axis, q[k]), pose.q);
    pose.x = pn_vec3_sub(anchor, pn_quat_rotate(pose.q, joint->point));
  }
  return pose;
}

/* Sets the axes of a frame, of which one is given. */
static void set_frame(pn_vec3 axis, pn_vec3 e[3])
{
  const pn_quat turn = pn_quat_axis_angle(axis, between(-3, 3));
  e[0] = axis;
  e[1] = pn_quat_rotate(turn, pn_vec3_some_normal(axis));
  e[2] = pn_vec3_cross(axis, e[1]);
}

/* Adds turns about axes of a frame, in any order, that meet in a point. */
static void add_turns(set *of, const pn_vec3 e[3], int turns)
{
  const pn_vec3 centre = some_vector();
  const int first = rand() % 3, way = 1 + rand() % 2;
  for (int k = 0; k < turns; k++) {
    const pn_vec3 axis = e[(first + way * k) % 3];
    of->joint[of->joints++] =
        (one){0, axis, pn_vec3_add_scaled(centre, between(-1, 1), axis)};
  }
}

/* Adds slides in the span of axes of a frame. */
static void add_slides(set *of, const pn_vec3 e[3], int slides)
{
  const int first = rand() % 3;
  for (int k = 0; k < slides; k++) {
    pn_vec3 axis = e[(first + k) % 3];
    for (int i = 0; i < k; i++)
      axis = pn_vec3_add_scaled(axis, between(-0.5, 0.5), e[(first + i) % 3]);
    of->joint[of->joints++] = (one){1, pn_vec3_normalize(axis), some_vector()};
  }
}

/* Makes a set that one joint can stand for: slides and turns, in either order.
   Slides are along or at right angles to the hinge next to them, unless the
   turns are all three. */
static set some_set(void)
{
  set of = {.joints = 0}, turning = {.joints = 0};
  const int slides = rand() % 4, turns = rand() % (slides == 3 ? 3 : 4),
            slides_first = rand() % 2;
  pn_vec3 e[3];
  set_frame(pn_vec3_normalize(some_vector()), e);
  add_turns(&turning, e, turns);
  if (turns == 1 || turns == 2)
    set_frame(turning.joint[slides_first ? 0 : turns - 1].axis, e);
  if (slides_first)
    add_slides(&of, e, slides);
  for (int k = 0; k < turns; k++)
    of.joint[of.joints++] = turning.joint[k];
  if (!slides_first)
    add_slides(&of, e, slides);
  return of;
}

/* Writes a model of one body. */
static void write_model(const set *of, char *text)
{
  const pn_quat q = start.q;
  int at = snprintf(text, TEXT,
                    "<mujoco><worldbody><body name='a' pos='%.17g %.17g %.17g' "
                    "quat='%.17g %.17g %.17g %.17g'>",
                    start.x.x, start.x.y, start.x.z, q.w, q.x, q.y, q.z);
  for (int k = 0; k < of->joints; k++) {
    const one *j = &of->joint[k];
    at += snprintf(text + at, TEXT - (size_t)at,
                   "<joint type='%s' axis='%.17g %.17g %.17g' "
                   "pos='%.17g %.17g %.17g'/>",
                   j->slides ? "slide" : "hinge", j->axis.x, j->axis.y,
                   j->axis.z, j->point.x, j->point.y, j->point.z);
  }
  snprintf(text + at, TEXT - (size_t)at,
           "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"
           "</body></worldbody></mujoco>");
}

static pn_motion motion_at(pn_pose pose)
{
  return (pn_motion){.pose = pose, .R = pn_quat_matrix(pose.q)};
}

/* Returns how far the equations of a scene's only joint are off at a pose. */
static double gap(const pn_system_scene *of, pn_pose pose)
{
  const pn_joint *joint = &of->system->joint[0];
  const pn_pose origin = {{0, 0, 0}, pn_quat_identity()};
  const pn_motion world = motion_at(origin), body = motion_at(pose);
  double C[6], Jp[36], Jc[36], bias[6], worst = 0;
  pn_joint_rows rows = {.C = C, .Jp = Jp, .Jc = Jc, .bias = bias};
  const int is_child = joint->child == 0;
  ck_assert_int_eq(joint->type->evaluate(joint, is_child ? &world : &body,
                                         is_child ? &body : &world, &rows),
                   GSL_SUCCESS);
  for (size_t k = 0; k < pn_joint_rows_count(joint); k++)
    worst = fmax(worst, fabs(C[k]));
  return worst;
}

/* Checks that a scene's joint allows the motions of a set, and no others. */
static void check_motions(const pn_system_scene *of, const set *joints,
                          const char *text)
{
  ck_assert_msg(of->system->joints == 1, "%s", text);
  ck_assert_msg(pn_joint_rows_count(of->system->joint) ==
                    6 - (size_t)joints->joints,
                "%s", text);
  for (int state = 0; state < STATES; state++) {
    double q[JOINTS];
    for (int k = 0; k < JOINTS; k++)
      q[k] = between(-2, 2);
    const double off = gap(of, moved(joints, q));
    ck_assert_msg(off < rounding, "off by %g: %s", off, text);
  }
}

START_TEST(the_joint_has_the_motions_of_all)
{
  for (int k = 0; k < SETS; k++) {
    char text[TEXT];
    const set joints = some_set();
    if (joints.joints == 0)
      continue;
    write_model(&joints, text);
    pn_system_scene *of = robot_read_good(text);
    check_motions(of, &joints, text);
    pn_system_scene_free(of);
  }
}
END_TEST

/* Written somewhere else on its way, a joint comes back as it was. */
START_TEST(motions_written_and_read_again)
{
  for (int k = 0; k < SETS; k++) {
    char text[TEXT], name[] = "check_robot_XXXXXX.xml";
    double y[13], q[JOINTS];
    pn_error error = {0};
    const set joints = some_set();
    if (joints.joints == 0)
      continue;
    write_model(&joints, text);
    for (int i = 0; i < JOINTS; i++)
      q[i] = between(-2, 2);
    pn_system_scene *of = robot_read_good(text);
    of->system->body[0].pose = moved(&joints, q);
    pn_system_start(of->system, y);
    close(mkstemps(name, 4));
    ck_assert_int_eq(pn_system_scene_write(of, y, name, &error), GSL_SUCCESS);
    pn_system_scene *again = pn_system_scene_read(name, 0, &error);
    unlink(name);
    ck_assert_msg(again != NULL, "%s: %s", error.text, text);
    check_motions(again, &joints, text);
    ck_assert_ptr_eq(again->system->joint[0].type, of->system->joint[0].type);
    pn_system_scene_free(of);
    pn_system_scene_free(again);
  }
}
END_TEST

#define HINGE(AXIS, POINT) "<joint axis='" AXIS "' pos='" POINT "'/>"
#define SLIDE(AXIS)        "<joint type='slide' axis='" AXIS "'/>"

/* Refuses what no joint here can do, and says why. */
START_TEST(what_no_joint_can_do)
{
  static const struct {
    const char *joints, *wanted;
  } cases[] = {
      {HINGE("0 0 1", "0 0 0") HINGE("0 1 1", "0 0 0"), "at right angles"},
      {HINGE("0 0 1", "0 0 0") HINGE("0 0 1", "1 0 0"), "of its own"},
      {HINGE("0 0 1", "0 0 0") HINGE("0 1 0", "1 0 0"), "meet in a point"},
      {HINGE("0 0 1", "0 0 0") "<joint type='ball'/>", "a ball has three"},
      {HINGE("0 0 1", "0 0 0") SLIDE("0 1 1"),
       "angles to the hinge next to them"},
      {SLIDE("0 1 1") HINGE("0 0 1", "0 0 0"),
       "angles to the hinge next to them"},
      {SLIDE("1 0 0") SLIDE("1 0 0"), "a direction of its own"},
      {SLIDE("1 0 0") SLIDE("0 1 0") SLIDE("1 1 0"), "a direction of its own"},
      {SLIDE("1 0 0") HINGE("0 0 1", "0 0 0") SLIDE("0 0 1")
           HINGE("1 0 0", "0 0 0") SLIDE("0 1 0"),
       NULL},
      {HINGE("0 0 1", "0 0 0") SLIDE("1 0 0") HINGE("0 1 0", "0 0 0"),
       "before all its hinges, or after"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char text[TEXT];
    pn_error error = {0};
    snprintf(text, sizeof text, ROBOT_MODEL("<body>%s<geom size='1'/></body>"),
             cases[k].joints);
    pn_system_scene *of = robot_read(text, &error);
    ck_assert_msg(!of == !!cases[k].wanted, "%s: %s", text, error.text);
    ck_assert_msg(of || strstr(error.text, cases[k].wanted), "%s: %s", text,
                  error.text);
    pn_system_scene_free(of);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("robot_motions");
  TCase *tests = tcase_create("motions");
  tcase_add_test(tests, the_joint_has_the_motions_of_all);
  tcase_add_test(tests, motions_written_and_read_again);
  tcase_add_test(tests, what_no_joint_can_do);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
