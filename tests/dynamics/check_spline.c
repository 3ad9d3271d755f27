/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Splines against polynomials, which they must be, and against a sine, which
   they approach at their order. */
#include "pantin/dynamics/spline.h"
#include "test.h"

#include <math.h>

enum { POINTS_MAX = 200 };

/* Evaluates a polynomial of the spline's degree, with its derivatives. */
static double polynomial(int degree, double x, int derivative)
{
  static const double c[] = {0.385, -1.2, 2.385, 0.7, -0.9, 0.55};
  double sum = 0;
  for (int k = derivative; k <= degree; k++) {
    double term = c[k] * pow(x, k - derivative);
    for (int d = 0; d < derivative; d++)
      term *= k - d;
    sum += term;
  }
  return sum;
}

static const int degrees[] = {3, 5};

START_TEST(a_polynomial_is_found)
{
  const int degree = degrees[_i];
  const size_t n = (size_t)degree + 3;
  double x[POINTS_MAX], y[2 * POINTS_MAX];
  for (size_t i = 0; i < n; i++) {
    x[i] = 0.3 * (double)i + 0.1 * sin((double)(3 * i));
    y[2 * i] = polynomial(degree, x[i], 0);
    y[2 * i + 1] = -2 * y[2 * i];
  }
  pn_spline *s = pn_spline_alloc(degree, PN_SPLINE_NOT_A_KNOT, n, x, 2, y);
  ck_assert_ptr_nonnull(s);
  for (double at = x[0]; at <= x[n - 1]; at += 0.0385) {
    double value[2], rate[2], second[2];
    pn_spline_set(s, at, value, rate, second);
    test_close(value[0], polynomial(degree, at, 0), 1e-11, "value");
    test_close(rate[0], polynomial(degree, at, 1), 1e-10, "rate");
    test_close(second[0], polynomial(degree, at, 2), 1e-9, "second");
    test_close(second[1], -2 * second[0], 1e-9, "the other curve");
  }
  pn_spline_free(s);
}
END_TEST

/* Finds the largest errors of value and second derivative of a sine. */
static void sine_errors(int degree, size_t n, double *value, double *second)
{
  double x[POINTS_MAX], y[POINTS_MAX];
  *value = *second = 0;
  for (size_t i = 0; i < n; i++) {
    x[i] = 2.385 * (double)i / (double)(n - 1);
    y[i] = sin(x[i]);
  }
  pn_spline *s = pn_spline_alloc(degree, PN_SPLINE_NOT_A_KNOT, n, x, 1, y);
  ck_assert_ptr_nonnull(s);
  for (double at = 0; at < 2.385; at += 0.01) {
    double got[3];
    pn_spline_set(s, at, &got[0], &got[1], &got[2]);
    *value = fmax(*value, fabs(got[0] - sin(at)));
    *second = fmax(*second, fabs(got[2] + sin(at)));
  }
  pn_spline_free(s);
}

/* Twice as many points: the errors fall by 2^(d + 1) and 2^(d - 1). */
START_TEST(a_sine_is_approached)
{
  const int degree = degrees[_i];
  double coarse[2], fine[2];
  sine_errors(degree, 21, &coarse[0], &coarse[1]);
  sine_errors(degree, 41, &fine[0], &fine[1]);
  test_close(log2(coarse[0] / fine[0]), degree + 1, 0.4, "order of the value");
  test_close(log2(coarse[1] / fine[1]), degree - 1, 0.4,
             "order of the second derivative");
}
END_TEST

/* From rest to rest between two points: 3 s^2 - 2 s^3, and the smoothest motion
   10 s^3 - 15 s^4 + 6 s^5. */
START_TEST(two_points_at_rest)
{
  const double x[] = {1, 3}, y[] = {-1, 1.385}, s = 0.385, at = 1 + 2 * s;
  pn_spline *curve =
      pn_spline_alloc(degrees[_i], PN_SPLINE_AT_REST, 2, x, 1, y);
  double value, rate, second;
  pn_spline_set(curve, at, &value, &rate, &second);
  const double want =
      _i == 0 ? s * s * (3 - 2 * s) : s * s * s * (10 - 15 * s + 6 * s * s);
  test_close(value, -1 + 2.385 * want, 1e-14, "value");
  pn_spline_set(curve, 3, &value, &rate, &second);
  test_close(value, 1.385, 1e-14, "the end");
  test_close(rate, 0, 1e-13, "at rest");
  if (_i == 1)
    test_close(second, 0, 1e-12, "without a force");
  pn_spline_set(curve, 7, &value, &rate, &second);
  test_close(value, 1.385, 1e-14, "after the end");
  ck_assert(rate == 0 && second == 0);
  pn_spline_free(curve);
}
END_TEST

/* A number of steps that rounding puts beyond an end is the end. */
START_TEST(rounding_does_not_leave_the_curve)
{
  const double x[] = {0.03, 0.57}, y[] = {0, 1}, step = 0.01;
  const double reached[] = {nextafter(x[0], 0), 57 * step};
  pn_spline *curve = pn_spline_alloc(3, PN_SPLINE_AT_REST, 2, x, 1, y);
  double value, rate, second;
  ck_assert(reached[0] < x[0] && reached[1] > x[1]);
  for (int end = 0; end < 2; end++) {
    pn_spline_set(curve, reached[end], &value, &rate, &second);
    test_close(value, end, 1e-14, "value");
    test_close(second, (end ? -6 : 6) / (0.54 * 0.54), 1e-11, "second");
    pn_spline_set(curve, end ? 0.570001 : 0.029999, &value, &rate, &second);
    ck_assert(value == y[end] && rate == 0 && second == 0);
  }
  pn_spline_free(curve);
}
END_TEST

START_TEST(bad_points_are_refused)
{
  const double x[] = {0, 1, 1, 2, 3, 4}, y[6] = {0};
  ck_assert_ptr_null(pn_spline_alloc(3, PN_SPLINE_AT_REST, 6, x, 1, y));
  ck_assert_ptr_null(pn_spline_alloc(3, PN_SPLINE_AT_REST, 1, x, 1, y));
  ck_assert_ptr_null(pn_spline_alloc(5, PN_SPLINE_NOT_A_KNOT, 5, x, 1, y));
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("spline");
  TCase *all = tcase_create("all");
  tcase_add_loop_test(all, a_polynomial_is_found, 0, 2);
  tcase_add_loop_test(all, a_sine_is_approached, 0, 2);
  tcase_add_loop_test(all, two_points_at_rest, 0, 2);
  tcase_add_test(all, rounding_does_not_leave_the_curve);
  tcase_add_test(all, bad_points_are_refused);
  suite_add_tcase(suite, all);
  return test_run(suite);
}
