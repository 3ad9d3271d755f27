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
  tcase_add_test(tcase, nothing_is_added_without_memory);
  suite_add_tcase(suite, tcase);
  return test_run(suite);
}
