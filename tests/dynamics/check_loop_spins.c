/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What spins freely in mechanisms with loops: it does not turn about its axis,
   and the motion is the derivative of its positions all the same. */
#include "pantin/dynamics/loop_motion.h"
#include "test.h"

#include <math.h>
#include <string.h>

enum { Y_MAX = 13 * 6, MOTIONS = 16 };

/* Step of the differences [s], and what they leave. */
static const double step = 1e-4, differenced = 1e-6;

/* Swings the first hinge. */
static void drive(double t, pn_joint_motion *motion)
{
  memset(motion, 0, MOTIONS * sizeof *motion);
  motion[0].turn.x = 0.3 * sin(2.385 * t) + 0.1 * t;
  motion[0].turn_rate.x = 0.3 * 2.385 * cos(2.385 * t) + 0.1;
  motion[0].turn_second.x = -0.3 * 2.385 * 2.385 * sin(2.385 * t);
}

/* Makes a spatial four-bar linkage: crank, coupler and rocker, with a ball at
   each end of the coupler, which is a cylinder along x. */
static pn_system *spatial_four_bar(void)
{
  static const pn_vec3 P[] = {
      {0, 0, 0}, {0, 0.2, 0}, {1, 0.2, 0}, {1, 0.2, -0.5}};
  const double size[] = {1, 0.1}, box[] = {0.1, 0.2, 0.3};
  pn_system *system = pn_system_alloc();
  for (size_t b = 0; b < 3; b++) {
    pn_body body = b == 1 ? pn_body_make(pn_shape_cylinder, size, 2.385)
                          : pn_body_make(pn_shape_box, box, 1);
    body.pose.x = pn_vec3_scale(0.5, pn_vec3_add(P[b], P[b + 1]));
    ck_assert_int_eq(pn_system_add_body(system, &body), 0);
  }
  for (size_t j = 0; j < 4; j++) {
    const pn_joint_place place = {.point = P[j],
                                  .axis = j == 0 ? pn_vec3_make(0, 0, 1)
                                                 : pn_vec3_make(0, 1, 0)};
    ck_assert_ptr_nonnull(
        pn_system_join(system, j % 3 == 0 ? pn_joint_revolute : pn_joint_ball,
                       j > 0 ? j - 1 : PN_WORLD, j < 3 ? j : PN_WORLD, &place));
  }
  return system;
}

/* A round coupler does not spin, but the same with a motor in one of its balls
   has the least rates, and so has one that is not round. Both are the
   derivatives of their positions. */
START_TEST(free_spin)
{
  const int is_driven[4] = {1, 0, 0, 0}, has_motor[4] = {1, _i == 1, 0, 0};
  double y[3][Y_MAX], a[3][Y_MAX], spin = 0;
  pn_joint_motion motion[MOTIONS];
  pn_system *system = spatial_four_bar();
  if (_i == 2)
    system->body[1].inertia.m[1][1] *= 1.01;
  pn_loop_motion *loops =
      pn_loop_motion_alloc(system, is_driven, has_motor, NULL);
  ck_assert_ptr_nonnull(loops);
  ck_assert_uint_eq(loops->spins, _i == 0);
  for (int k = 0; k < 40; k++) {
    const int now = k < 37 ? 0 : k - 37;
    const double t = 0.01 * (k < 38 ? k : 37) + (now > 0 ? now - 1 : -1) * step;
    drive(t, motion);
    ck_assert(!pn_loop_motion_close(loops, t, motion, y[now], a[now]));
    ck_assert_uint_eq(pn_loop_motion_choices(loops), _i > 0);
    const pn_motion at = pn_state_motion(system, y[now], 1);
    const double *u = a[now] + PN_BODY_VELOCITIES;
    const pn_vec3 d = pn_mat3_apply(at.R, pn_vec3_make(1, 0, 0));
    const double rate = pn_vec3_dot(at.omega, d);
    spin = fmax(spin, fabs(rate));
    if (_i == 0)
      test_close(pn_vec3_dot(pn_vec3_make(u[3], u[4], u[5]), d), 0, 1e-12,
                 "acceleration at %g", t);
  }
  if (_i == 0)
    test_close(spin, 0, 1e-12, "spin");
  else
    ck_assert_double_gt(spin, 1e-3);
  const size_t positions = pn_system_positions(system);
  for (size_t i = 0; i < PN_BODY_VELOCITIES * system->bodies; i++)
    test_close(a[1][i],
               (y[2][positions + i] - y[0][positions + i]) / (2 * step),
               differenced, "acceleration %zu", i);
  for (size_t b = 0; b < system->bodies; b++) {
    const pn_motion at = pn_state_motion(system, y[1], b);
    const double *from = y[0] + PN_BODY_POSITIONS * b;
    const double *to = y[2] + PN_BODY_POSITIONS * b;
    const double v[] = {at.v.x, at.v.y, at.v.z};
    for (size_t i = 0; i < 3; i++)
      test_close(v[i], (to[i] - from[i]) / (2 * step), differenced,
                 "velocity %zu of body %zu", i, b);
    const pn_quat turn = pn_quat_multiply(
        (pn_quat){to[3], to[4], to[5], to[6]},
        pn_quat_conjugate((pn_quat){from[3], from[4], from[5], from[6]}));
    test_close(at.omega.x, turn.x / step, differenced, "omega of body %zu", b);
    test_close(at.omega.y, turn.y / step, differenced, "omega of body %zu", b);
    test_close(at.omega.z, turn.z / step, differenced, "omega of body %zu", b);
  }
  pn_loop_motion_free(loops);
  pn_system_free(system);
}
END_TEST

/* A joint between a crank, or the world, and a puck at (0.3, 0, 0), whose point
   is beside its centre by this much, and axis. */
typedef struct {
  const pn_joint_type *const *type;
  pn_vec3 beside, axis;
} hold;

#define UP                                                                     \
  {                                                                            \
    0, 0, 1                                                                    \
  }
#define CENTRE                                                                 \
  {                                                                            \
    0, 0, 0                                                                    \
  }

/* Pucks with their moments, how the table and the crank hold them, and about
   how many axes they spin freely. */
static const struct {
  pn_vec3 moments;
  hold table, pin;
  size_t spins;
} puck[] = {
    {{1, 1, 1.2},
     {&pn_joint_planar, CENTRE, UP},
     {&pn_joint_revolute, CENTRE, UP},
     1},
    {{1, 1, 1.2},
     {&pn_joint_planar, {1, 2, 0}, UP},
     {&pn_joint_ball, CENTRE, UP},
     1},
    {{1, 1.1, 1.2},
     {&pn_joint_planar, {1, 2, 0}, UP},
     {&pn_joint_ball, CENTRE, UP},
     1},
    {{1, 1, 1.2},
     {&pn_joint_planar, CENTRE, UP},
     {&pn_joint_revolute, {0, 0.01, 0}, UP},
     0},
    {{1, 1.1, 1.2},
     {&pn_joint_point_on_plane, CENTRE, UP},
     {&pn_joint_ball, CENTRE, UP},
     3},
    {{1, 1.1, 1.2},
     {&pn_joint_point_on_plane, {1, 2, 0}, UP},
     {&pn_joint_revolute, CENTRE, UP},
     1},
    {{1, 1, 1.2},
     {&pn_joint_point_on_plane, {1, 2, 0}, UP},
     {&pn_joint_ball, CENTRE, UP},
     0},
    {{1, 1, 1.2},
     {&pn_joint_point_on_plane, {0, 0, -1}, UP},
     {&pn_joint_ball, CENTRE, UP},
     1},
    {{1, 1.1, 1.2},
     {&pn_joint_point_on_plane, {0, 0, -1}, UP},
     {&pn_joint_ball, CENTRE, UP},
     0},
    {{1, 1, 1.2},
     {&pn_joint_point_on_plane, CENTRE, UP},
     {&pn_joint_universal, CENTRE, UP},
     0},
    {{1.2, 1, 1},
     {&pn_joint_distance, {1, 2, 0}, UP},
     {&pn_joint_ball, CENTRE, UP},
     3},
    {{1, 1, 1.2},
     {&pn_joint_planar, CENTRE, UP},
     {&pn_joint_fixed, CENTRE, UP},
     0},
};

/* Units of length, as parts of a metre. */
static const double units[] = {1, 1e-3, 1e3, 1e-6};

/* Makes a crank, on a hinge of the world, that holds the puck on a table. */
static pn_system *dragged(int k, double unit)
{
  const pn_vec3 at = {0.3 / unit, 0, 0};
  const double box[] = {0.3 / unit, 0.05 / unit, 0.05 / unit};
  const hold hinge = {&pn_joint_revolute, {-0.3, 0, 0}, UP};
  const hold *const holds[] = {&hinge, &puck[k].table, &puck[k].pin};
  pn_system *system = pn_system_alloc();
  pn_body crank = pn_body_make(pn_shape_box, box, 2), body = crank;
  crank.pose.x.x = 0.15 / unit;
  body.pose.x = at;
  body.inertia = pn_mat3_diagonal(puck[k].moments);
  ck_assert_int_eq(pn_system_add_body(system, &crank), 0);
  ck_assert_int_eq(pn_system_add_body(system, &body), 0);
  for (size_t j = 0; j < 3; j++) {
    const pn_vec3 point = pn_vec3_add_scaled(at, 1 / unit, holds[j]->beside);
    const pn_joint_place place = {
        .point = point, .child_point = at, .axis = holds[j]->axis};
    ck_assert_ptr_nonnull(pn_system_join(system, *holds[j]->type,
                                         j < 2 ? PN_WORLD : 0, j > 0, &place));
  }
  return system;
}

/* A puck spins freely about the axes through its centre about which its joints
   exert no torque, wherever it goes and whatever the unit of length. */
START_TEST(pucks)
{
  const int is_driven[] = {1, 0, 0}, has_motor[] = {1, 0, 0};
  for (size_t k = 0; k < sizeof units / sizeof *units; k++) {
    pn_system *system = dragged(_i, units[k]);
    pn_loop_motion *loops =
        pn_loop_motion_alloc(system, is_driven, has_motor, NULL);
    ck_assert_ptr_nonnull(loops);
    ck_assert_msg(loops->spins == puck[_i].spins, "%zu spins in units of %g m",
                  loops->spins, units[k]);
    pn_loop_motion_free(loops);
    pn_system_free(system);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("loop spins");
  TCase *loops = tcase_create("loop spins");
  tcase_add_loop_test(loops, free_spin, 0, 3);
  tcase_add_loop_test(loops, pucks, 0, sizeof puck / sizeof *puck);
  suite_add_tcase(suite, loops);
  return test_run(suite);
}
