/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Vectors, matrices and quaternions against the identities that define them,
   on random values of a fixed seed. */
#include "pantin/base/quat.h"
#include "test.h"

#include <gsl/gsl_rng.h>

/* Some roundings of values of size 1 to 10. */
static const double rounding = 1e-13;

static gsl_rng *random_source;

static void open_random(void)
{
  random_source = gsl_rng_alloc(gsl_rng_mt19937);
}

static void close_random(void)
{
  gsl_rng_free(random_source);
}

/* Seeds the numbers, otherwise for each turn of a loop test. */
static void seed(int turn)
{
  gsl_rng_set(random_source, 2016 + (unsigned long)turn);
}

static double random_real(void)
{
  return 4 * gsl_rng_uniform(random_source) - 2;
}

static pn_vec3 random_vec3(void)
{
  const double x = random_real(), y = random_real(), z = random_real();
  return pn_vec3_make(x, y, z);
}

static pn_quat random_turn(void)
{
  const pn_vec3 axis = pn_vec3_normalize(random_vec3());
  return pn_quat_axis_angle(axis, random_real());
}

static void vec3_close(pn_vec3 got, pn_vec3 want, const char *what)
{
  test_close(got.x, want.x, rounding, "%s, x", what);
  test_close(got.y, want.y, rounding, "%s, y", what);
  test_close(got.z, want.z, rounding, "%s, z", what);
}

static void mat3_close(pn_mat3 got, pn_mat3 want, const char *what)
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      test_close(got.m[i][j], want.m[i][j], rounding, "%s (%d, %d)", what, i,
                 j);
}

START_TEST(vectors_obey_their_identities)
{
  seed(_i);
  const pn_vec3 a = random_vec3(), b = random_vec3(), c = random_vec3();
  const pn_vec3 n = pn_vec3_cross(a, b);
  test_close(pn_vec3_dot(n, a), 0, rounding, "(a x b) . a");
  test_close(pn_vec3_dot(n, b), 0, rounding, "(a x b) . b");
  /* a x (b x c) = b (a.c) - c (a.b) */
  vec3_close(pn_vec3_cross(a, pn_vec3_cross(b, c)),
             pn_vec3_sub(pn_vec3_scale(pn_vec3_dot(a, c), b),
                         pn_vec3_scale(pn_vec3_dot(a, b), c)),
             "a x (b x c)");
  test_close(pn_vec3_dot(a, a), pn_vec3_norm(a) * pn_vec3_norm(a), rounding,
             "a . a");
  test_close(pn_vec3_norm(pn_vec3_normalize(a)), 1, rounding, "|a / |a||");
  vec3_close(pn_vec3_add_scaled(a, -2.5, b),
             pn_vec3_add(a, pn_vec3_scale(-2.5, b)), "a - 2.5 b");
}
END_TEST

START_TEST(norms_neither_overflow_nor_divide_by_zero)
{
  test_close(pn_vec3_norm(pn_vec3_make(3e200, 0, 4e200)), 5e200, 1e186,
             "norm of a long vector");
  vec3_close(pn_vec3_normalize(pn_vec3_make(0, 0, 0)), pn_vec3_make(0, 0, 0),
             "zero, normalised");
  const pn_quat q = pn_quat_normalize((pn_quat){0, 0, 0, 0});
  test_close(q.w, 1, 0, "zero quaternion, normalised");
}
END_TEST

START_TEST(matrices_obey_their_identities)
{
  seed(_i);
  const pn_vec3 a = random_vec3(), v = random_vec3();
  vec3_close(pn_mat3_apply(pn_mat3_cross(a), v), pn_vec3_cross(a, v), "[a]x v");
  vec3_close(pn_mat3_apply_transposed(pn_mat3_cross(a), v), pn_vec3_cross(v, a),
             "[a]x^T v");
  const pn_mat3 p = pn_quat_matrix(random_turn());
  const pn_mat3 d = pn_mat3_diagonal(a);
  mat3_close(pn_mat3_multiply(p, pn_mat3_transpose(p)), pn_mat3_identity(),
             "P P^T");
  test_close(pn_mat3_determinant(pn_mat3_multiply(p, d)), a.x * a.y * a.z,
             rounding, "det(P D)");
}
END_TEST

START_TEST(quaternions_obey_their_identities)
{
  seed(_i);
  const pn_quat p = random_turn(), q = random_turn();
  const pn_vec3 v = random_vec3();
  vec3_close(pn_quat_rotate(q, v), pn_mat3_apply(pn_quat_matrix(q), v),
             "turn and matrix");
  mat3_close(pn_quat_matrix(pn_quat_multiply(p, q)),
             pn_mat3_multiply(pn_quat_matrix(p), pn_quat_matrix(q)),
             "product of turns");
  vec3_close(pn_quat_rotate(pn_quat_conjugate(q), pn_quat_rotate(q, v)), v,
             "there and back");
  test_close(pn_quat_norm(pn_quat_multiply(p, q)), 1, rounding, "|p q|");
}
END_TEST

START_TEST(a_quarter_turn_about_z_brings_x_to_y)
{
  const pn_quat q = pn_quat_axis_angle(pn_vec3_make(0, 0, 1), acos(-1) / 2);
  vec3_close(pn_quat_rotate(q, pn_vec3_make(1, 0, 0)), pn_vec3_make(0, 1, 0),
             "x turned");
}
END_TEST

START_TEST(the_derivative_matches_a_difference)
{
  /* q(t) = turn(omega t) q, differenced at t = 0 with an error of
     h^2 |omega|^3. */
  const pn_quat q = random_turn();
  const pn_vec3 omega = random_vec3();
  const pn_vec3 axis = pn_vec3_normalize(omega);
  const double h = 1e-4, rate = pn_vec3_norm(omega), allowed = 1e-7;
  const pn_quat after = pn_quat_multiply(pn_quat_axis_angle(axis, h * rate), q);
  const pn_quat before =
      pn_quat_multiply(pn_quat_axis_angle(axis, -h * rate), q);
  const pn_quat got = pn_quat_derivative(q, omega);
  test_close(got.w, (after.w - before.w) / (2 * h), allowed, "w'");
  test_close(got.x, (after.x - before.x) / (2 * h), allowed, "x'");
  test_close(got.y, (after.y - before.y) / (2 * h), allowed, "y'");
  test_close(got.z, (after.z - before.z) / (2 * h), allowed, "z'");
}
END_TEST

int main(void)
{
  enum { SAMPLES = 20 };
  Suite *suite = suite_create("algebra");
  TCase *algebra = tcase_create("algebra");
  tcase_add_checked_fixture(algebra, open_random, close_random);
  tcase_add_loop_test(algebra, vectors_obey_their_identities, 0, SAMPLES);
  tcase_add_loop_test(algebra, matrices_obey_their_identities, 0, SAMPLES);
  tcase_add_loop_test(algebra, quaternions_obey_their_identities, 0, SAMPLES);
  tcase_add_test(algebra, norms_neither_overflow_nor_divide_by_zero);
  tcase_add_test(algebra, a_quarter_turn_about_z_brings_x_to_y);
  tcase_add_test(algebra, the_derivative_matches_a_difference);
  suite_add_tcase(suite, algebra);
  return test_run(suite);
}
