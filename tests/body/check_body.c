/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Inertia by shape, against integrals of the mass; what a body may not be. */
#include "pantin/body/body.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <stdlib.h>
#include <string.h>

/* Of the quadrature, relative. */
static const double quadrature = 1e-7;

/* Radius of a body of revolution at x, by shape. */
static double sphere_profile(double x, const double *size)
{
  const double square = size[0] * size[0] - x * x;
  return square > 0 ? sqrt(square) : 0;
}

static double cylinder_profile(double x, const double *size)
{
  return fabs(x) <= size[0] / 2 ? size[1] : 0;
}

static double capsule_profile(double x, const double *size)
{
  const double beyond = fmax(fabs(x) - size[0] / 2, 0);
  return sphere_profile(beyond, size + 1);
}

/* Sums thin discs between -end and end; returns (I_x, I_y) over the mass. */
static pn_vec3 disc_moments(double (*profile)(double, const double *),
                            const double *size, double end)
{
  enum { DISCS = 200000 };
  double mass = 0, along = 0, across = 0;
  for (int k = 0; k < DISCS; k++) {
    const double x = end * (2 * (k + 0.5) / DISCS - 1);
    const double rr = pow(profile(x, size), 2);
    mass += rr;
    along += rr * rr / 2;
    across += rr * rr / 4 + rr * x * x;
  }
  return pn_vec3_make(along / mass, across / mass, across / mass);
}

static void compare(const pn_shape *shape, const double *size, pn_vec3 want,
                    double tolerance)
{
  const double mass = 2.385;
  const pn_body body = pn_body_make(shape, size, mass);
  const double got[] = {body.inertia.m[0][0], body.inertia.m[1][1],
                        body.inertia.m[2][2]};
  test_close(got[0], mass * want.x, tolerance, "%s, I_x", shape->name);
  test_close(got[1], mass * want.y, tolerance, "%s, I_y", shape->name);
  test_close(got[2], mass * want.z, tolerance, "%s, I_z", shape->name);
  pn_error error = {0};
  ck_assert_msg(pn_body_check(&body, NULL, 0, &error) == GSL_SUCCESS, "%s",
                error.text);
}

START_TEST(the_moments_are_sums_over_discs)
{
  const double ball[] = {0.37}, tube[] = {0.83, 0.21}, pill[] = {0.61, 0.17};
  compare(pn_shape_sphere, ball, disc_moments(sphere_profile, ball, 0.37),
          quadrature);
  compare(pn_shape_cylinder, tube, disc_moments(cylinder_profile, tube, 0.415),
          quadrature);
  compare(pn_shape_capsule, pill, disc_moments(capsule_profile, pill, 0.475),
          quadrature);
}
END_TEST

START_TEST(thin_and_flat_bodies)
{
  /* A rod is m l^2 / 12 across, and m (l / 1000)^2 / 2 along. */
  const double rod[] = {1.2}, box[] = {0.36, 0.44, 0.22};
  compare(pn_shape_rod, rod, pn_vec3_make(7.2e-7, 0.12, 0.12), 1e-15);
  /* The chest of the reference puppet: 20 kg. */
  const pn_body chest = pn_body_make(pn_shape_box, box, 20);
  test_close(chest.inertia.m[0][0], 0.4033333333333333, 1e-15, "I_x");
  test_close(chest.inertia.m[1][1], 0.2966666666666667, 1e-15, "I_y");
  test_close(chest.inertia.m[2][2], 0.5386666666666666, 1e-15, "I_z");
  ck_assert_ptr_eq(pn_shape_find("capsule"), pn_shape_capsule);
  ck_assert_ptr_null(pn_shape_find("teapot"));
}
END_TEST

static void expect_refused(const pn_body *body, const char *words)
{
  pn_error error = {0};
  ck_assert_int_eq(pn_body_check(body, "x.cfg", 7, &error), GSL_EINVAL);
  ck_assert_msg(strstr(error.text, words) && error.line == 7, "%s", error.text);
}

START_TEST(impossible_bodies_are_refused)
{
  const double size[] = {0.3, 0.2, 0.1};
  const pn_body good = pn_body_make(pn_shape_box, size, 2.385);
  pn_error error = {0};
  ck_assert_int_eq(pn_body_check(&good, NULL, 0, &error), GSL_SUCCESS);
  pn_body bad = good;
  bad.mass = 0;
  expect_refused(&bad, "mass must be positive");
  bad.mass = NAN;
  expect_refused(&bad, "mass must be positive");
  bad = good;
  bad.inertia = pn_mat3_diagonal(pn_vec3_make(1, 2, 3.1));
  expect_refused(&bad, "sum of the others");
  bad.inertia = pn_mat3_diagonal(pn_vec3_make(1, -2, 2));
  expect_refused(&bad, "positive principal moments");
  bad.inertia = pn_mat3_diagonal(pn_vec3_make(1, 2, 2));
  bad.inertia.m[0][1] = 0.1; /* without its mirror image */
  expect_refused(&bad, "symmetric");
  bad.inertia = pn_mat3_diagonal(pn_vec3_make(0, 2, 2));
  expect_refused(&bad, "singular");
  bad = good;
  bad.omega.y = INFINITY;
  expect_refused(&bad, "finite");
  bad = good;
  bad.pose.q.w = 1.1;
  expect_refused(&bad, "quaternion");
}
END_TEST

/* Lines of mass in random directions d: I = m r^2 (1 - d d^T), and as much
   about the line as a needle has. */
START_TEST(lines_are_singular_and_needles_are_not)
{
  static const double needle = 1e-10;
  pn_body body = pn_body_make(pn_shape_point, NULL, 1);
  for (int k = 0; k < 1000; k++) {
    const pn_vec3 d = pn_vec3_normalize(pn_vec3_make(
        rand() - RAND_MAX / 2, rand() - RAND_MAX / 2, rand() - RAND_MAX / 2));
    const double e[] = {d.x, d.y, d.z}, size = pow(10, k % 13 - 6);
    for (int thick = 0; thick < 2; thick++) {
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
          body.inertia.m[i][j] =
              size * ((i == j) - (1 - thick * needle) * e[i] * e[j]);
      if (thick)
        ck_assert_int_eq(pn_body_check(&body, NULL, 0, NULL), GSL_SUCCESS);
      else
        expect_refused(&body, "singular");
    }
  }
}
END_TEST

/* One number of a body at a time. */
START_TEST(numbers_that_are_not_finite_are_refused)
{
  const double size[] = {0.3, 0.2, 0.1};
  pn_body body = pn_body_make(pn_shape_box, size, 2.385);
  double *const numbers[] = {&body.mass,
                             &body.pose.x.x,
                             &body.pose.x.y,
                             &body.pose.x.z,
                             &body.v.x,
                             &body.v.z,
                             &body.omega.x,
                             &body.omega.z,
                             &body.force.x,
                             &body.force.y,
                             &body.torque.y,
                             &body.torque.z,
                             &body.inertia.m[0][0],
                             &body.pose.q.x};
  double *const number = numbers[_i / 2], before = *number;
  ck_assert_int_eq(pn_body_check(&body, NULL, 0, NULL), GSL_SUCCESS);
  *number = _i % 2 ? NAN : INFINITY;
  pn_error error = {0};
  ck_assert_int_eq(pn_body_check(&body, "x.cfg", 7, &error), GSL_EINVAL);
  ck_assert_ptr_nonnull(strstr(error.text, _i / 2 == 0    ? "mass must be"
                                           : _i / 2 == 13 ? "the quaternion"
                                                          : "must be finite"));
  *number = before;
  ck_assert_int_eq(pn_body_check(&body, NULL, 0, NULL), GSL_SUCCESS);
}
END_TEST

START_TEST(the_inverse_of_an_inertia)
{
  pn_body body = {.inertia = {{{2, 0.3, -0.1}, {0.3, 3, 0.2}, {-0.1, 0.2, 4}}}};
  const pn_mat3 one =
      pn_mat3_multiply(body.inertia, pn_body_inverse_inertia(&body));
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      test_close(one.m[i][j], i == j, 1e-15, "I I^-1 (%d, %d)", i, j);
  body.inertia = pn_mat3_diagonal(pn_vec3_make(0, 0, 0));
  test_close(pn_body_inverse_inertia(&body).m[1][1], 0, 0, "a point's");
}
END_TEST

START_TEST(points_and_displacements)
{
  const pn_pose pose = {{1, 2, 3},
                        pn_quat_axis_angle(pn_vec3_make(0, 0, 1), 0.3)};
  const pn_vec3 p = {0.4, -0.5, 0.6};
  const pn_vec3 back = pn_pose_local(pose, pn_pose_point(pose, p));
  test_close(back.x, p.x, 1e-15, "x");
  test_close(back.y, p.y, 1e-15, "y");
  test_close(back.z, p.z, 1e-15, "z");
  const pn_pose moved =
      pn_pose_displace(pose, pn_vec3_make(0, 0, 1), pn_vec3_make(0, 0, 0.5));
  const pn_vec3 x = pn_pose_point(moved, pn_vec3_make(1, 0, 0));
  test_close(x.x, 1 + cos(0.8), 1e-15, "moved x");
  test_close(x.y, 2 + sin(0.8), 1e-15, "moved y");
  test_close(x.z, 4, 1e-15, "moved z");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("body");
  TCase *body = tcase_create("body");
  tcase_add_test(body, the_moments_are_sums_over_discs);
  tcase_add_test(body, thin_and_flat_bodies);
  tcase_add_test(body, impossible_bodies_are_refused);
  tcase_add_test(body, lines_are_singular_and_needles_are_not);
  tcase_add_loop_test(body, numbers_that_are_not_finite_are_refused, 0, 28);
  tcase_add_test(body, the_inverse_of_an_inertia);
  tcase_add_test(body, points_and_displacements);
  suite_add_tcase(suite, body);
  return test_run(suite);
}
