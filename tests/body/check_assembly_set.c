/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Bodies that are set four at a time against the same bodies set one by one,
   and joints that only share a point against what their type evaluates: to the
   bit. */
#include "pantin/body/assembly.h"

#include "pantin/base/alloc.h"
#include "pantin/body/point.h"
#include "draw.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <string.h>

enum { BODIES_LEAST = 4, BODIES_MOST = 12, SAMPLES = 40 };

/* Returns a body in motion, with its principal axes askew if asked for. */
static pn_body random_body(int is_askew)
{
  const double size[] = {0.5, 0.3, 0.2};
  pn_body body = pn_body_make(pn_shape_box, size, 1.5 + draw_uniform());
  body.pose.x = draw_vec3();
  body.pose.q = pn_quat_axis_angle(pn_vec3_normalize(draw_vec3()), 2.3);
  body.v = draw_vec3();
  body.omega = draw_vec3();
  if (is_askew)
    body.inertia.m[0][1] = body.inertia.m[1][0] = 0.1 * body.inertia.m[0][0];
  return body;
}

/* Sets the assembly of one body, at the state of body b of y. */
static pn_assembly *set_alone(const pn_system *of, const double *y, size_t b,
                              pn_system *alone)
{
  double own[PN_BODY_POSITIONS + PN_BODY_VELOCITIES];
  ck_assert_int_eq(pn_system_add_body(alone, &of->body[b]), GSL_SUCCESS);
  pn_assembly *a = pn_assembly_alloc(alone);
  memcpy(own, y + PN_BODY_POSITIONS * b, PN_BODY_POSITIONS * sizeof *y);
  memcpy(own + PN_BODY_POSITIONS,
         y + pn_system_positions(of) + PN_BODY_VELOCITIES * b,
         PN_BODY_VELOCITIES * sizeof *y);
  ck_assert_int_eq(pn_assembly_set(a, own), GSL_SUCCESS);
  return a;
}

/* Compares each body with the same one alone, where there are no four. */
static void compare_bodies(const pn_assembly *a, const double *y)
{
  for (size_t b = 0; b < a->system->bodies; b++) {
    pn_system *alone = pn_system_alloc();
    pn_assembly *one = set_alone(a->system, y, b, alone);
    ck_assert(memcmp(&a->motion[b], one->motion, sizeof *one->motion) == 0);
    ck_assert(memcmp(&a->inverse[b], one->inverse, sizeof *one->inverse) == 0);
    pn_assembly_free(one);
    pn_system_free(alone);
  }
}

/* Lengths of quaternions near 1 and not; principal axes, and one askew. */
START_TEST(four_bodies_are_as_four_times_one)
{
  gsl_rng_set(draw_source, 1959 + (unsigned long)_i);
  const size_t bodies =
      BODIES_LEAST + (size_t)_i % (BODIES_MOST - BODIES_LEAST + 1);
  pn_system *sys = pn_system_alloc();
  for (size_t b = 0; b < bodies; b++) {
    const pn_body body = random_body(_i % 4 == 3 && b == bodies / 2);
    ck_assert_int_eq(pn_system_add_body(sys, &body), GSL_SUCCESS);
  }
  pn_assembly *a = pn_assembly_alloc(sys);
  double *y = pn_alloc(pn_system_dimension(sys), sizeof *y);
  pn_system_start(sys, y);
  for (size_t b = 0; b < bodies; b++)
    for (size_t k = 3; k < PN_BODY_POSITIONS; k++)
      y[PN_BODY_POSITIONS * b + k] *= _i % 2 ? 1 + 1e-7 * draw_uniform() : 1.5;
  ck_assert_int_eq(pn_assembly_set(a, y), GSL_SUCCESS);
  compare_bodies(a, y);

  /* The place changes with any number of a pose, and with nothing else. */
  size_t place = a->place;
  ck_assert_int_eq(pn_assembly_set(a, y), GSL_SUCCESS);
  for (size_t i = pn_system_positions(sys); i < pn_system_dimension(sys); i++)
    y[i] += 0.3;
  ck_assert_int_eq(pn_assembly_set(a, y), GSL_SUCCESS);
  ck_assert_uint_eq(a->place, place);
  compare_bodies(a, y);
  for (size_t i = 0; i < pn_system_positions(sys); i++) {
    y[i] += 1e-3;
    ck_assert_int_eq(pn_assembly_set(a, y), GSL_SUCCESS);
    ck_assert_uint_eq(a->place, ++place);
  }
  compare_bodies(a, y);

  /* Without a place all is set, whatever is there. */
  memset(a->inverse, 0, bodies * sizeof *a->inverse);
  a->place = 0;
  ck_assert_int_eq(pn_assembly_set(a, y), GSL_SUCCESS);
  compare_bodies(a, y);
  pn_free(y);
  pn_assembly_free(a);
  pn_system_free(sys);
}
END_TEST

/* Compares the rows of a joint that is a point with those of its type. */
static void compare_joint(const pn_assembly *a, size_t j)
{
  const pn_joint *joint = &a->system->joint[j];
  double C[3], bias[3], J[2][18];
  pn_joint_rows rows = {.C = C, .Jp = J[0], .Jc = J[1], .bias = bias};
  ck_assert_int_eq(
      joint->type->evaluate(joint, pn_assembly_motion(a, joint->parent),
                            pn_assembly_motion(a, joint->child), &rows),
      GSL_SUCCESS);
  ck_assert(memcmp(C, a->C + a->first[j], sizeof C) == 0);
  ck_assert(memcmp(bias, a->bias + a->first[j], sizeof bias) == 0);
  for (size_t side = 0; side < 2; side++)
    for (size_t i = 0; i < 18; i++) /* 0 and -0 are the same */
      ck_assert(pn_assembly_block(a, j, side)[i] == J[side][i]);
}

/* Adds J^T lambda joint by joint and side by side. */
static void add_forces(const pn_assembly *a, const double *lambda, double *f)
{
  for (size_t j = 0; j < a->system->joints; j++)
    for (size_t side = 0; side < 2; side++) {
      const pn_joint *joint = &a->system->joint[j];
      const size_t b = side == 0 ? joint->parent : joint->child;
      if (b != PN_WORLD)
        point_block_apply_transposed(point_block_of(a->arm + 2 * j, side),
                                     lambda + a->first[j],
                                     f + PN_BODY_VELOCITIES * b);
    }
}

static void compare_forces(const pn_assembly *a)
{
  enum { ROWS = 3 * (BODIES_LEAST + 1), U = 6 * (BODIES_LEAST + 1) };
  double lambda[ROWS], f[U], g[U];
  for (size_t i = 0; i < ROWS; i++)
    lambda[i] = draw_uniform();
  for (size_t i = 0; i < U; i++)
    f[i] = g[i] = draw_uniform();
  add_forces(a, lambda, f);
  pn_assembly_add_force(a, lambda, g);
  ck_assert(memcmp(f, g, sizeof f) == 0);
}

/* Compares J u and W f with those of each joint and body by itself. */
static void compare_products(const pn_assembly *a)
{
  enum { ROWS = 3 * (BODIES_LEAST + 1), U = 6 * (BODIES_LEAST + 1) };
  const size_t joints = a->system->joints;
  double r[ROWS + 1], u[U], f[U], g[U];
  for (size_t i = 0; i < U; i++)
    u[i] = f[i] = draw_uniform();
  r[3 * joints] = 2.385;
  pn_assembly_velocity(a, u, r);
  ck_assert(r[3 * joints] == 2.385);
  for (size_t j = 0; j < joints; j++) {
    pn_vec3 sum = {0, 0, 0};
    for (size_t side = 0; side < 2; side++) {
      const pn_joint *joint = &a->system->joint[j];
      const size_t b = side == 0 ? joint->parent : joint->child;
      if (b != PN_WORLD)
        sum = pn_vec3_add(
            sum, point_block_apply(point_block_of(a->arm + 2 * j, side),
                                   u + PN_BODY_VELOCITIES * b));
    }
    ck_assert(memcmp(&sum, r + 3 * j, sizeof sum) == 0);
  }
  pn_assembly_accelerate(a, u, g);
  pn_assembly_accelerate(a, f, f);
  ck_assert(memcmp(f, g, sizeof f) == 0);
  for (size_t b = 0; b < a->system->bodies; b++) {
    const double *from = u + PN_BODY_VELOCITIES * b;
    const pn_vec3 v =
        pn_vec3_scale(a->weight[b], pn_vec3_make(from[0], from[1], from[2]));
    const pn_vec3 omega =
        pn_mat3_apply(a->inverse[b], pn_vec3_make(from[3], from[4], from[5]));
    ck_assert(memcmp(&v, f + PN_BODY_VELOCITIES * b, sizeof v) == 0);
    ck_assert(memcmp(&omega, f + PN_BODY_VELOCITIES * b + 3, sizeof v) == 0);
  }
}

/* Compares F with gravity, the steady loads and -omega x (I omega) of each body
   by itself; of one whose principal axes are askew, too. */
START_TEST(loads_are_those_of_each_body)
{
  gsl_rng_set(draw_source, 1765 + (unsigned long)_i);
  pn_system *sys = pn_system_alloc();
  sys->gravity = draw_vec3();
  for (size_t b = 0; b < BODIES_LEAST + 1; b++) {
    pn_body body = random_body(b == BODIES_LEAST / 2);
    body.force = draw_vec3();
    body.torque = draw_vec3();
    ck_assert_int_eq(pn_system_add_body(sys, &body), GSL_SUCCESS);
  }
  pn_assembly *a = pn_assembly_alloc(sys);
  double *y = pn_alloc(pn_system_dimension(sys), sizeof *y), power = 0;
  pn_system_start(sys, y);
  ck_assert_int_eq(pn_assembly_set(a, y), GSL_SUCCESS);
  pn_assembly_load(a, 0);
  for (size_t b = 0; b < sys->bodies; b++) {
    const pn_body *body = &sys->body[b];
    const pn_motion *m = &a->motion[b];
    const pn_vec3 w = pn_mat3_apply_transposed(m->R, m->omega);
    const pn_vec3 turn =
        pn_mat3_apply(m->R, pn_vec3_cross(pn_mat3_apply(body->inertia, w), w));
    const pn_vec3 force =
        pn_vec3_add_scaled(body->force, body->mass, sys->gravity);
    const pn_vec3 torque = pn_vec3_add(body->torque, turn);
    const double *f = a->F + PN_BODY_VELOCITIES * b;
    ck_assert(memcmp(f, &force, sizeof force) == 0);
    ck_assert(memcmp(f + 3, &torque, sizeof torque) == 0);
    power += pn_vec3_dot(body->torque, m->omega);
  }
  ck_assert(a->motor_power == power);
  pn_free(y);
  pn_assembly_free(a);
  pn_system_free(sys);
}
END_TEST

START_TEST(a_point_has_the_rows_of_its_type)
{
  gsl_rng_set(draw_source, 1985 + (unsigned long)_i);
  pn_system *sys = pn_system_alloc();
  for (size_t b = 0; b < BODIES_LEAST + 1; b++) {
    const pn_body body = random_body(0);
    const pn_joint_place place = {.point = draw_vec3()};
    ck_assert_int_eq(pn_system_add_body(sys, &body), GSL_SUCCESS);
    ck_assert_ptr_nonnull(pn_system_join(sys, pn_joint_ball,
                                         b == 0 ? PN_WORLD : b - 1, b, &place));
  }
  pn_assembly *a = pn_assembly_alloc(sys);
  double *y = pn_alloc(pn_system_dimension(sys), sizeof *y);
  pn_system_start(sys, y);
  for (size_t i = 0; i < pn_system_dimension(sys); i++)
    y[i] += 0.1 * draw_uniform();
  ck_assert_int_eq(pn_assembly_set(a, y), GSL_SUCCESS);
  for (size_t j = 0; j < sys->joints; j++)
    compare_joint(a, j);
  compare_forces(a);
  compare_products(a);
  pn_free(y);
  pn_assembly_free(a);
  pn_system_free(sys);
}
END_TEST

/* Rows in any number, the largest anywhere; NaN is passed over. */
START_TEST(the_gap_is_the_largest_row)
{
  enum { ROWS = 11 };
  double C[ROWS], most = 0;
  const pn_assembly a = {.rows = (size_t)_i, .C = C};
  gsl_rng_set(draw_source, 1729 + (unsigned long)_i);
  for (size_t k = 0; k < 100; k++) {
    most = 0;
    for (size_t i = 0; i < ROWS; i++)
      C[i] = i % 5 == k % 6 ? NAN : draw_uniform();
    for (size_t i = 0; i < a.rows; i++)
      most = fmax(most, fabs(C[i]));
    ck_assert(pn_assembly_gap(&a) == most);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("assembly_set");
  TCase *set = tcase_create("set");
  tcase_add_checked_fixture(set, draw_open, draw_close);
  tcase_add_loop_test(set, four_bodies_are_as_four_times_one, 0, SAMPLES);
  tcase_add_loop_test(set, loads_are_those_of_each_body, 0, SAMPLES);
  tcase_add_loop_test(set, a_point_has_the_rows_of_its_type, 0, SAMPLES);
  tcase_add_loop_test(set, the_gap_is_the_largest_row, 0, 12);
  suite_add_tcase(suite, set);
  return test_run(suite);
}
