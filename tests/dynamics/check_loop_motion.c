/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The motion of mechanisms with loops: closed, and its velocities and
   accelerations are the derivatives of its positions. */
#include "dynamics/models.h"
#include "pantin/base/alloc.h"
#include "pantin/dynamics/inverse_loops.h"
#include "pantin/dynamics/loop_motion.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { Y_MAX = 13 * 6, MOTIONS = 16 };

/* Step of the differences [s], and what they leave. */
static const double step = 1e-4, differenced = 1e-6;

/* Swings the first hinge of the four-bar linkage. */
static void drive(double t, pn_joint_motion *motion)
{
  memset(motion, 0, MOTIONS * sizeof *motion);
  motion[0].turn.x = 0.3 * sin(2.385 * t) + 0.1 * t;
  motion[0].turn_rate.x = 0.3 * 2.385 * cos(2.385 * t) + 0.1;
  motion[0].turn_second.x = -0.3 * 2.385 * 2.385 * sin(2.385 * t);
}

START_TEST(derivatives)
{
  const int is_driven[4] = {1, 0, 0, 0};
  double y[3][Y_MAX], a[3][Y_MAX];
  pn_joint_motion motion[MOTIONS];
  pn_system *system = model_four_bar();
  pn_loop_motion *loops = pn_loop_motion_alloc(system, is_driven, NULL, NULL);
  ck_assert_ptr_nonnull(loops);
  ck_assert_uint_eq(loops->tree->loops, 1);
  for (int k = 0; k < 3; k++) {
    drive(0.4 + (k - 1) * step, motion);
    ck_assert_int_eq(
        pn_loop_motion_close(loops, 0.4 + (k - 1) * step, motion, y[k], a[k]),
        GSL_SUCCESS);
    test_close(pn_assembly_gap(loops->assembly), 0, 1e-13, "gap %d", k);
  }
  const size_t positions = pn_system_positions(system);
  double moved = 0;
  for (size_t b = 0; b < system->bodies; b++)
    for (size_t i = 0; i < 3; i++) {
      const size_t q = PN_BODY_POSITIONS * b + i;
      const size_t u = positions + PN_BODY_VELOCITIES * b + i;
      test_close(y[1][u], (y[2][q] - y[0][q]) / (2 * step), differenced,
                 "velocity %zu of body %zu", i, b);
      moved = fmax(moved, fabs(y[1][u]));
    }
  ck_assert_double_gt(moved, 0.1);
  for (size_t i = 0; i < PN_BODY_VELOCITIES * system->bodies; i++)
    test_close(a[1][i],
               (y[2][positions + i] - y[0][positions + i]) / (2 * step),
               differenced, "acceleration %zu", i);
  pn_loop_motion_free(loops);
  pn_system_free(system);
}
END_TEST

/* A crank that is not in the tree of breadth is driven all the same; where
   every joint of a loop is driven, none can follow. */
START_TEST(any_joint_can_be_driven)
{
  for (size_t j = 0; j < 4; j++) {
    int is_driven[4] = {0};
    double y[Y_MAX], a[Y_MAX];
    pn_joint_motion motion[MOTIONS] = {
        {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    is_driven[j] = 1;
    motion[j].turn.x = 0.2;
    pn_system *system = model_four_bar();
    pn_loop_motion *loops = pn_loop_motion_alloc(system, is_driven, NULL, NULL);
    ck_assert_ptr_nonnull(loops);
    ck_assert_int_eq(pn_loop_motion_close(loops, 0, motion, y, a), GSL_SUCCESS);
    pn_joint_motion_of_joint(system, j, y, &motion[j]);
    test_close(motion[j].turn.x, 0.2, 1e-13, "turn of joint %zu", j);
    pn_loop_motion_free(loops);
    pn_system_free(system);
  }
  const int all[4] = {1, 1, 1, 1};
  pn_error error = {0};
  pn_system *system = model_four_bar();
  ck_assert_ptr_null(pn_loop_motion_alloc(system, all, NULL, &error));
  ck_assert_int_eq(error.code, GSL_EINVAL);
  pn_system_free(system);
}
END_TEST

/* Makes a five-bar linkage in the plane, whose joints A to E are written in
   turn from one of them on; bodies 0 to 3 are between them. */
static pn_system *five_bar(size_t first)
{
  const double size[] = {0.1, 0.1, 0.1};
  const pn_vec3 P[] = {
      {0, 0, 0}, {0, 0.3, 0}, {0.3, 0.7, 0}, {0.7, 0.4, 0}, {0.4, 0, 0}};
  pn_system *system = pn_system_alloc();
  pn_body body = pn_body_make(pn_shape_box, size, 1);
  for (size_t k = 0; k < 4; k++) {
    body.pose.x = pn_vec3_scale(0.5, pn_vec3_add(P[k], P[k + 1]));
    ck_assert_int_eq(pn_system_add_body(system, &body), 0);
  }
  for (size_t i = first; i < first + 5; i++) {
    const size_t j = i % 5;
    const pn_joint_place place = {.point = P[j], .axis = {0, 0, 1}};
    ck_assert_ptr_nonnull(pn_system_join(system, pn_joint_revolute,
                                         j > 0 ? j - 1 : PN_WORLD,
                                         j < 4 ? j : PN_WORLD, &place));
  }
  return system;
}

/* Returns twice the area of the triangle of three points in the plane. */
static double area(pn_vec3 a, pn_vec3 b, pn_vec3 c)
{
  return pn_vec3_cross(pn_vec3_sub(b, a), pn_vec3_sub(c, a)).z;
}

/* Returns what the rates of joints B to E have of the motion that the loop
   leaves to them when A is held; the least rates have nothing of it. */
static double rest_of(const pn_system *system, const double *y)
{
  pn_vec3 p[4];
  double rate[4];
  for (size_t k = 0; k < 4; k++) {
    const pn_motion at = pn_state_motion(system, y, k);
    const pn_vec3 end[] = {
        {0, 0.15, 0}, {0.15, 0.2, 0}, {0.2, -0.15, 0}, {-0.15, -0.2, 0}};
    p[k] = pn_pose_point(at.pose, end[k]);
    rate[k] = -at.omega.z;
    if (k < 3)
      rate[k] += pn_state_motion(system, y, k + 1).omega.z;
  }
  return area(p[1], p[2], p[3]) * rate[0] - area(p[0], p[2], p[3]) * rate[1] +
         area(p[0], p[1], p[3]) * rate[2] - area(p[0], p[1], p[2]) * rate[3];
}

/* Of the two motions of a five-bar linkage A drives one: the others have the
   least rates, those that follow are their derivatives, and it does not matter
   where the loop is cut. */
START_TEST(least_rates)
{
  double y[5][3][Y_MAX], a[5][Y_MAX];
  for (size_t first = 0; first < 5; first++) {
    int is_driven[5] = {0};
    double work[Y_MAX];
    const size_t crank = (5 - first) % 5;
    pn_joint_motion motion[MOTIONS], begin[MOTIONS];
    pn_system *system = five_bar(first);
    is_driven[crank] = 1;
    pn_loop_motion *loops = pn_loop_motion_alloc(system, is_driven, NULL, NULL);
    for (int k = 0; k < 3; k++) {
      const double t = 0.4 + (k - 1) * step;
      drive(t, begin);
      memset(motion, 0, sizeof motion);
      motion[crank] = begin[0];
      memcpy(begin, motion, sizeof begin);
      if (k == 0)
        ck_assert(
            !pn_loop_motion_lead(loops, t, begin, motion, y[first][k], work));
      memcpy(motion, begin, sizeof begin);
      ck_assert(!pn_loop_motion_close(loops, t, motion, y[first][k],
                                      k == 1 ? a[first] : work));
      ck_assert_uint_eq(pn_loop_motion_choices(loops), 1);
      test_close(pn_assembly_gap(loops->assembly), 0, 1e-13, "gap %d", k);
      test_close(rest_of(system, y[first][k]), 0, 1e-12, "least %d", k);
    }
    const size_t positions = pn_system_positions(system);
    for (size_t i = 0; i < PN_BODY_VELOCITIES * 4; i++) {
      const size_t u = positions + i;
      test_close(a[first][i], (y[first][2][u] - y[first][0][u]) / (2 * step),
                 differenced, "acceleration %zu", i);
      test_close(y[first][1][u], y[0][1][u], 1e-9, "velocity %zu", i);
      test_close(a[first][i], a[0][i], 1e-8, "acceleration %zu, cut", i);
    }
    for (size_t b = 0; b < 4; b++)
      for (size_t i = 0; i < 3; i++) {
        const size_t q = PN_BODY_POSITIONS * b + i;
        test_close(y[first][1][positions + PN_BODY_VELOCITIES * b + i],
                   (y[first][2][q] - y[first][0][q]) / (2 * step), differenced,
                   "velocity %zu of body %zu", i, b);
      }
    pn_loop_motion_free(loops);
    pn_system_free(system);
  }
}
END_TEST

/* Gives all lengths of a system in another unit. */
static void rescale(pn_system *system, double factor)
{
  for (size_t b = 0; b < system->bodies; b++)
    system->body[b].pose.x = pn_vec3_scale(factor, system->body[b].pose.x);
  for (size_t j = 0; j < system->joints; j++)
    for (int side = 0; side < 2; side++)
      system->joint[j].point[side] =
          pn_vec3_scale(factor, system->joint[j].point[side]);
}

/* Lengths in mm, and less, are as good as in m. */
START_TEST(any_unit)
{
  const int is_driven[5] = {1, 0, 0, 0, 0};
  const double factor[] = {1, 1e3, 1e5};
  double y[3][Y_MAX], a[Y_MAX];
  pn_joint_motion motion[MOTIONS];
  pn_system *system[3];
  pn_loop_motion *loops[3];
  for (int k = 0; k < 3; k++) {
    system[k] = _i == 0 ? model_four_bar() : five_bar(0);
    rescale(system[k], factor[k]);
    loops[k] = pn_loop_motion_alloc(system[k], is_driven, NULL, NULL);
  }
  for (double t = 0; t < 2; t += 0.01)
    for (int k = 0; k < 3; k++) {
      drive(t, motion);
      ck_assert_msg(!pn_loop_motion_close(loops[k], t, motion, y[k], a),
                    "not closed at %g with lengths of %g", t, factor[k]);
      for (size_t i = 0; i < pn_system_dimension(system[k]); i++) {
        const size_t turns = pn_system_positions(system[k]);
        const int is_length = i < turns ? i % 7 < 3 : (i - turns) % 6 < 3;
        test_close(y[k][i] / (is_length ? factor[k] : 1), y[0][i], 1e-9,
                   "number %zu at %g", i, t);
      }
    }
  for (int k = 0; k < 3; k++) {
    pn_loop_motion_free(loops[k]);
    pn_system_free(system[k]);
  }
}
END_TEST

/* On a tree the torques are those of the recursion. */
START_TEST(trees_agree)
{
  double y[Y_MAX], u[6 * 6];
  int has_motor[6];
  pn_system *system = model_arm();
  pn_system_start(system, y);
  for (size_t k = 0; k < 6; k++)
    has_motor[k] = 1;
  pn_dynamics *d = pn_dynamics_alloc(system, pn_multipliers_sparse);
  system->gravity = pn_vec3_make(1.2, 0.4, -3);
  ck_assert_int_eq(pn_dynamics_evaluate(d, 0, y, NULL), GSL_SUCCESS);
  memcpy(u, d->acceleration, sizeof u);
  pn_dynamics_free(d);
  system->gravity = pn_vec3_make(0, 0, -9.81);
  pn_inverse *inverse = pn_inverse_alloc(system, NULL);
  pn_inverse_loops *loops = pn_inverse_loops_alloc(system, has_motor, NULL);
  ck_assert_int_eq(pn_inverse_set(inverse, 0, y, u), GSL_SUCCESS);
  ck_assert_int_eq(pn_inverse_loops_set(loops, 0, y, u), GSL_SUCCESS);
  test_close(loops->missing, 0, 1e-9, "missing");
  for (size_t b = 0; b < 6; b++) {
    const pn_wrench *want = &inverse->wrench[b];
    const pn_wrench *got = &loops->wrench[inverse->tree->joint[b]];
    test_close(got->turn, want->turn, 1e-9, "motor of body %zu", b);
    test_close(pn_vec3_norm(pn_vec3_sub(got->force, want->force)), 0, 1e-8,
               "force on body %zu", b);
    test_close(pn_vec3_norm(pn_vec3_sub(got->torque, want->torque)), 0, 1e-8,
               "torque on body %zu", b);
  }
  pn_inverse_free(inverse);
  pn_inverse_loops_free(loops);
  pn_system_free(system);
}
END_TEST

/* Makes a bracket that is bolted on twice, and a pendulum in its hinge: bodies
   0 and 1, joints 0 to 2. */
static pn_system *bracket(void)
{
  const double size[] = {0.2, 0.1, 0.1};
  pn_system *system = pn_system_alloc();
  pn_body body = pn_body_make(pn_shape_box, size, 1);
  system->gravity = pn_vec3_make(0, 0, -9.81);
  ck_assert_int_eq(pn_system_add_body(system, &body), 0);
  body.pose.x.z = -0.5;
  ck_assert_int_eq(pn_system_add_body(system, &body), 0);
  const pn_joint_place here = {.axis = {1, 0, 0}},
                       there = {.point = {0.1, 0, 0},
                                .child_point = {0.1, 0, 0}};
  ck_assert_ptr_nonnull(
      pn_system_join(system, pn_joint_fixed, PN_WORLD, 0, &here));
  ck_assert_ptr_nonnull(
      pn_system_join(system, pn_joint_ball, PN_WORLD, 0, &there));
  ck_assert_ptr_nonnull(pn_system_join(system, pn_joint_revolute, 0, 1, &here));
  return system;
}

/* What no loop holds keeps its motion, and a motor that moves nothing does
   nothing: there is only rounding to say otherwise, in some of these poses. */
START_TEST(rounding_moves_nothing)
{
  const int no_motion[3] = {0}, has_motor[3] = {0, 1, 0};
  double y[Y_MAX], a[Y_MAX];
  pn_system *system = bracket();
  pn_loop_motion *loops = pn_loop_motion_alloc(system, no_motion, NULL, NULL);
  pn_inverse_loops *inverse = pn_inverse_loops_alloc(system, has_motor, NULL);
  for (int k = 0; k < 200; k++) {
    pn_joint_motion motion[MOTIONS] = {{.slide = {0, 0, 0}}};
    motion[2].turn.x = 0.011 * k;
    motion[2].turn_rate.x = -0.7;
    motion[2].turn_second.x = 1.3;
    ck_assert(!pn_loop_motion_close(loops, 0, motion, y, a));
    test_close(y[pn_system_positions(system) + PN_BODY_VELOCITIES + 3], -0.7,
               1e-12, "rate, pose %d", k);
    test_close(a[PN_BODY_VELOCITIES + 3], 1.3, 1e-12, "second, pose %d", k);
    ck_assert(!pn_inverse_loops_set(inverse, 0, y, a));
    for (size_t i = 0; i < inverse->motors; i++)
      test_close(inverse->torque[i], 0, 1e-12, "torque %zu, pose %d", i, k);
  }
  pn_loop_motion_free(loops);
  pn_inverse_loops_free(inverse);
  pn_system_free(system);
}
END_TEST

START_TEST(short_memory)
{
  const int is_driven[4] = {1, 0, 0, 0};
  pn_system *system = model_four_bar();
  pn_loop_motion *loops = NULL;
  pn_inverse_loops *inverse = NULL;
  for (size_t k = 1; !loops; k++) {
    pn_error error = {0};
    pn_alloc_fail_at(k);
    loops = pn_loop_motion_alloc(system, is_driven, is_driven, &error);
    ck_assert_int_eq(error.code, loops ? 0 : GSL_ENOMEM);
  }
  for (size_t k = 1; !inverse; k++) {
    pn_alloc_fail_at(k);
    inverse = pn_inverse_loops_alloc(system, is_driven, NULL);
  }
  pn_alloc_fail_at(0);
  pn_loop_motion_free(loops);
  pn_loop_motion_free(NULL);
  pn_inverse_loops_free(inverse);
  pn_inverse_loops_free(NULL);
  pn_system_free(system);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("loop motion");
  TCase *loops = tcase_create("loop motion");
  tcase_add_test(loops, derivatives);
  tcase_add_test(loops, any_joint_can_be_driven);
  tcase_add_test(loops, least_rates);
  tcase_add_loop_test(loops, any_unit, 0, 2);
  tcase_add_test(loops, trees_agree);
  tcase_add_test(loops, rounding_moves_nothing);
  tcase_add_test(loops, short_memory);
  suite_add_tcase(suite, loops);
  return test_run(suite);
}
