/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The turns of joints that close loops. */
#include "pantin/dynamics/loop_motion.h"
#include "test.h"

enum { Y_MAX = 13 * 6, MOTIONS = 16 };

/* Turns that close a loop are followed, however many lie between two calls. */
START_TEST(turns_of_cut_joints)
{
  const int is_driven[6] = {1};
  double y[Y_MAX], a[Y_MAX];
  pn_system *system = pn_system_alloc();
  const double size[] = {0.1, 0.1, 0.1};
  pn_body body = pn_body_make(pn_shape_box, size, 1);
  /* A parallelogram whose coupler does not turn, as it has a brother. */
  const pn_vec3 P[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const pn_vec3 arm = {0.2, 0.1, 0};
  for (size_t k = 0; k < 3; k++) {
    body.pose.x = P[k];
    ck_assert_int_eq(pn_system_add_body(system, &body), 0);
    const pn_joint_place place = {.point = P[k], .axis = {0, 0, 1}};
    ck_assert_ptr_nonnull(
        pn_system_join(system, pn_joint_revolute, PN_WORLD, k, &place));
  }
  body.pose.x = pn_vec3_make(0.4, 0.4, 0);
  ck_assert_int_eq(pn_system_add_body(system, &body), 0);
  for (size_t k = 0; k < 3; k++) {
    const pn_joint_place place = {.point = pn_vec3_add(P[k], arm),
                                  .axis = {0, 0, 1}};
    ck_assert_ptr_nonnull(
        pn_system_join(system, pn_joint_revolute, 3, k, &place));
  }
  pn_loop_motion *loops = pn_loop_motion_alloc(system, is_driven, NULL, NULL);
  ck_assert_ptr_nonnull(loops);
  ck_assert_uint_eq(loops->cuts, 2);
  for (int k = 0; k < 20; k++) {
    const double rate = 200, t = 0.1 * k;
    pn_joint_motion motion[MOTIONS] = {
        {.turn = {rate * t, 0, 0}, .turn_rate = {rate, 0, 0}}};
    ck_assert(!pn_loop_motion_close(loops, t, motion, y, a));
    for (size_t j = 0; j < 6; j++)
      test_close(motion[j].turn.x, rate * t, 1e-9, "turn of joint %zu", j);
  }
  pn_loop_motion_free(loops);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("loop cuts");
  TCase *loops = tcase_create("loop cuts");
  tcase_add_test(loops, turns_of_cut_joints);
  suite_add_tcase(suite, loops);
  return test_run(suite);
}
