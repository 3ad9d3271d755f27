/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What a system may not be: each wrong member is refused, and told. */
#include "pantin/base/alloc.h"
#include "pantin/body/system.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>

enum { BODIES = 3 };

static pn_system *sys;

/* Makes world - 0 - 1 - 2 with a ball joint, a hinge and a slider. */
static void open_system(void)
{
  const pn_joint_type *const types[BODIES] = {pn_joint_ball, pn_joint_revolute,
                                              pn_joint_prismatic};
  const pn_joint_place place = {.point = {0.1, 0.2, 0.3}, .axis = {1, 2, 3}};
  const double size[] = {0.5, 0.3, 0.2};
  sys = pn_system_alloc();
  for (size_t b = 0; b < BODIES; b++) {
    pn_body body = pn_body_make(pn_shape_box, size, 2.385);
    body.name[0] = (char)('a' + b);
    ck_assert_int_eq(pn_system_add_body(sys, &body), GSL_SUCCESS);
    ck_assert_ptr_nonnull(
        pn_system_join(sys, types[b], b == 0 ? PN_WORLD : b - 1, b, &place));
  }
  ck_assert_int_eq(pn_system_check(sys, NULL), GSL_SUCCESS);
}

static void close_system(void)
{
  pn_system_free(sys);
}

static void check_refused(const char *text)
{
  pn_error error = {0};
  ck_assert_int_eq(pn_system_check(sys, &error), GSL_EINVAL);
  ck_assert_str_eq(error.text, text);
}

/* The system has a joint that turns about one axis, and one that slides. */
START_TEST(a_bound_is_that_of_a_coordinate)
{
  enum { SLIDE = 3, HINGE = 1, SLIDER = 2, BALL = 0 };
  const pn_bound good = {HINGE, 0, -1, 1, 0.5, 0.1};
  const pn_bound bad[] = {
      {BODIES, 0, -1, 1, 0.5, 0.1},      {HINGE, -1, -1, 1, 0.5, 0.1},
      {HINGE, 1, -1, 1, 0.5, 0.1},       {HINGE, SLIDE, -1, 1, 0.5, 0.1},
      {SLIDER, 0, -1, 1, 0.5, 0.1},      {BALL, 0, -1, INFINITY, 0.5, 0.1},
      {BALL, 0, -INFINITY, 1, 0.5, 0.1}, {HINGE, 0, 1, 0.1, 0.5, 0.1},
      {HINGE, 0, -0.1, -1, 0.5, 0.1},    {HINGE, 0, 0, 0, 0.5, 0.1},
      {HINGE, 0, NAN, 1, 0.5, 0.1},      {HINGE, 0, -1, 1, -0.1, 0.1},
      {HINGE, 0, -1, 1, 1.1, 0.1},       {HINGE, 0, -1, 1, 0.5, -0.1},
      {HINGE, 0, -1, 1, 0.5, INFINITY}};
  ck_assert_int_eq(pn_system_add_bound(sys, &good), GSL_SUCCESS);
  ck_assert_int_eq(pn_system_check(sys, NULL), GSL_SUCCESS);
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    sys->bound[0] = bad[k];
    check_refused("bound 0 must be of a turn or slide that its joint has, with "
                  "low < high, a restitution from 0 to 1 and a friction of 0 "
                  "or more");
  }
  sys->bound[0] = (pn_bound){SLIDER, SLIDE, 0, INFINITY, 1, 0};
  ck_assert_int_eq(pn_system_check(sys, NULL), GSL_SUCCESS);
  sys->bound[0] = (pn_bound){BALL, 2, -INFINITY, INFINITY, 0, 0.1};
  ck_assert_int_eq(pn_system_check(sys, NULL), GSL_SUCCESS);
}
END_TEST

START_TEST(what_holds_or_drives_is_of_the_system)
{
  static const char two[] = "joint '' must hold two different bodies";
  static const char three[] = "joint '' must hold three different bodies";
  static const char rows[] = "joint '' must have a constraint of 1 to 6 rows";
  pn_joint *joint = &sys->joint[1];
  const pn_joint good = *joint;
  joint->parent = joint->child;
  check_refused(two);
  joint->parent = BODIES;
  check_refused(two);
  *joint = good;
  joint->child = BODIES;
  check_refused(two);
  *joint = good;
  joint->type = pn_joint_screw;
  check_refused(rows); /* of no pitch */
  joint->type = pn_joint_free;
  joint->free = (1U << PN_JOINT_ROWS_MAX) - 1;
  check_refused(rows); /* of no row */
  joint->type = pn_joint_gear;
  check_refused(rows); /* of no teeth */
  joint->teeth[0] = 12;
  check_refused(rows);
  joint->teeth[1] = 7;
  ck_assert_int_eq(pn_system_check(sys, NULL), GSL_SUCCESS);
  joint->type = pn_joint_differential;
  joint->third = joint->parent;
  check_refused(three);
  joint->third = joint->child;
  check_refused(three);
  *joint = good;
  pn_error error = {0};
  sys->body[2].mass = -1;
  ck_assert_int_eq(pn_system_check(sys, &error), GSL_EINVAL);
  ck_assert_str_eq(error.text, "body 'c': mass must be positive, got -1 kg");
  sys->body[2].mass = 1;
  const pn_spring spring = {.body = {1, 1}};
  ck_assert_int_eq(pn_system_add_spring(sys, &spring), GSL_SUCCESS);
  check_refused("spring 0 must hold two different bodies");
  sys->spring[0].body[1] = PN_WORLD;
  const pn_motor motor = {.joint = BODIES};
  ck_assert_int_eq(pn_system_add_motor(sys, &motor), GSL_SUCCESS);
  check_refused("motor 0 must drive a joint of the system");
  sys->motor[0].joint = 0;
  ck_assert_int_eq(pn_system_check(sys, NULL), GSL_SUCCESS);
}
END_TEST

/* A joint to a body that is not there is made as to the world's origin, so that
   the check can refuse it. */
START_TEST(a_joint_to_no_body_is_refused)
{
  const pn_joint_place place = {.point = {0.1, 0.2, 0.3}, .axis = {1, 2, 3}};
  const pn_joint *joint =
      pn_system_join(sys, pn_joint_ball, 1, BODIES + 1, &place);
  ck_assert_ptr_nonnull(joint);
  test_close(joint->point[1].y, 0.2, 1e-15, "its point");
  check_refused("joint '' must hold two different bodies");
}
END_TEST

/* Each number in turn becomes one that it must not be. */
START_TEST(numbers_are_finite_and_of_the_right_sign)
{
  static const char axes[] =
      "joint '' must have finite points and axes, and no "
      "axis of length 0";
  static const char friction[] = "joint '' must have a friction of 0 or more";
  static const char rod[] =
      "joint '' must have a positive length; a ball joint "
      "holds points together";
  static const char spring[] = "spring 0 must have a stiffness, a damping and "
                               "a length of 0 or more";
  static const char drive[] = "motor 0 must have a finite torque, force and "
                              "phase, and a frequency of 0 or more";
  static const char table[] = "motor 0 must have a table of finite numbers at "
                              "increasing times, or 0 samples";
  ck_assert(!pn_system_add_spring(
      sys, &(pn_spring){.body = {1, PN_WORLD}, .stiffness = 2, .length = 1}));
  ck_assert(!pn_system_add_motor(sys, &(pn_motor){.joint = 1, .samples = 2}));
  pn_motor *motor = &sys->motor[0];
  check_refused(table);
  motor->time = pn_alloc(2, sizeof(double));
  check_refused(table);
  motor->table = pn_alloc(8, sizeof(double));
  check_refused(table); /* at the same time */
  motor->time[1] = 1;
  ck_assert_int_eq(pn_system_check(sys, NULL), GSL_SUCCESS);
  pn_joint *joint = &sys->joint[1], *ball = &sys->joint[0];
  ball->type = pn_joint_distance;
  ball->length = 1;
  const struct {
    double *number, wrong;
    const char *text;
  } cases[] = {
      {&sys->gravity.z, NAN,
       "gravity must be finite; (0, 0, -9.81) m/s^2 is usual"},
      {&joint->point[0].y, NAN, axes},
      {&joint->point[1].z, INFINITY, axes},
      {&joint->axis[0][0].x, NAN, axes},
      {&joint->axis[1][2].y, NAN, axes},
      {&joint->friction_turn, NAN, friction},
      {&joint->friction_turn, -1, friction},
      {&joint->friction_slide, INFINITY, friction},
      {&ball->length, 0, rod},
      {&ball->length, NAN, rod},
      {&sys->spring[0].point[1].x, NAN, "spring 0 must have finite points"},
      {&sys->spring[0].stiffness, NAN, spring},
      {&sys->spring[0].stiffness, -1, spring},
      {&sys->spring[0].damping, -1, spring},
      {&sys->spring[0].length, INFINITY, spring},
      {&motor->torque.x, NAN, drive},
      {&motor->force, INFINITY, drive},
      {&motor->frequency, -1, drive},
      {&motor->phase, NAN, drive},
      {&motor->time[1], 0, table},
      {&motor->time[1], NAN, table},
      {&motor->table[7], NAN, table},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const double good = *cases[k].number;
    *cases[k].number = cases[k].wrong;
    check_refused(cases[k].text);
    *cases[k].number = good;
    ck_assert_int_eq(pn_system_check(sys, NULL), GSL_SUCCESS);
  }
  joint->axis[1][0] = pn_vec3_make(0, 0, 0);
  check_refused(axes);
  joint->type = pn_joint_ball; /* which reads none */
  joint->axis[0][0] = pn_vec3_make(0, 0, 0);
  ck_assert_int_eq(pn_system_check(sys, NULL), GSL_SUCCESS);
  joint->type = pn_joint_free; /* of no free motion: it holds all six */
  joint->axis[0][0] = joint->axis[1][0] = pn_vec3_make(1, 0, 0);
  ck_assert_int_eq(pn_system_check(sys, NULL), GSL_SUCCESS);
  joint->type = pn_joint_screw;
  joint->pitch = NAN;
  check_refused("joint '' must have a constraint of 1 to 6 rows");
  joint->type = NULL;
  check_refused("joint '' must have a type, as pn_joint_ball");
}
END_TEST

/* As in a scene, limits that the joint does not start between are refused. */
START_TEST(limits_allow_the_start)
{
  pn_bound bound = {1, 0, 0.1, 0.2, 0, 0};
  ck_assert_int_eq(pn_system_add_bound(sys, &bound), GSL_SUCCESS);
  check_refused("bound 0, from 0.1 to 0.2, must allow 0, at which its joint "
                "starts");
  sys->bound[0].low = 0;
  ck_assert_int_eq(pn_system_check(sys, NULL), GSL_SUCCESS);
  sys->bound[0] = (pn_bound){2, 3, -INFINITY, -0.1, 0, 0};
  check_refused("bound 0, from -inf to -0.1, must allow 0, at which its joint "
                "starts");
}
END_TEST

/* What cannot be added leaves the system as it was. */
START_TEST(nothing_is_added_without_memory)
{
  const pn_motor motor = {.joint = 0};
  const pn_bound bound = {1, 0, -1, 1, 0.5, 0.1};
  pn_alloc_fail_at(1);
  ck_assert_int_eq(pn_system_add_motor(sys, &motor), GSL_ENOMEM);
  pn_alloc_fail_at(1);
  ck_assert_int_eq(pn_system_add_bound(sys, &bound), GSL_ENOMEM);
  ck_assert(sys->motors == 0 && sys->bounds == 0);
  pn_alloc_fail_at(1);
  size_t joints = sys->joints;
  while (pn_system_add_joint(sys, &sys->joint[0]) == GSL_SUCCESS)
    joints++;
  ck_assert_uint_eq(sys->joints, joints);
  ck_assert_int_eq(pn_system_check(sys, NULL), GSL_SUCCESS);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("system_bad");
  TCase *tcase = tcase_create("bad");
  tcase_add_checked_fixture(tcase, open_system, close_system);
  tcase_add_test(tcase, a_bound_is_that_of_a_coordinate);
  tcase_add_test(tcase, what_holds_or_drives_is_of_the_system);
  tcase_add_test(tcase, a_joint_to_no_body_is_refused);
  tcase_add_test(tcase, numbers_are_finite_and_of_the_right_sign);
  tcase_add_test(tcase, limits_allow_the_start);
  tcase_add_test(tcase, nothing_is_added_without_memory);
  suite_add_tcase(suite, tcase);
  return test_run(suite);
}
