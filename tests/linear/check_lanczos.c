/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests Lanczos' method on matrices of known eigenvalues: a path's Laplacian,
   whose eigenvalues are 2 - 2 cos(pi k / n), k < n; and diagonal ones. */
#include "pantin/linear/lanczos.h"

#include "pantin/base/alloc.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>

enum { N = 400 };

/* What is asked for, as a share of the eigenvalue. */
static const double asked = 1e-9;

static void apply_path(const double *x, double *y, void *products)
{
  ++*(size_t *)products;
  for (size_t i = 0; i < N; i++)
    y[i] = (i > 0 ? x[i] - x[i - 1] : 0) + (i + 1 < N ? x[i] - x[i + 1] : 0);
}

/* Its largest eigenvalues are nearer to each other than 1e-4 of them: the
   residual, 1e-4 after a hundred steps, must become small all the same. */
START_TEST(a_path_has_its_largest_eigenvalue)
{
  size_t products = 0;
  double got;
  ck_assert_int_eq(pn_lanczos_largest(N, apply_path, &products, asked, &got),
                   GSL_SUCCESS);
  test_close(got / (2 - 2 * cos(M_PI * (N - 1) / N)), 1, asked, "path");
  ck_assert_uint_le(products, 3 * N);
}
END_TEST

static void apply_diagonal(const double *x, double *y, void *diagonal)
{
  for (size_t i = 0; i < N; i++)
    y[i] = ((const double *)diagonal)[i] * x[i];
}

START_TEST(diagonals_of_any_kind_are_found)
{
  double diagonal[N], got;
  /* Equal ones, zeros, a single large one, and negative ones. */
  for (int kind = 0; kind < 4; kind++) {
    for (size_t i = 0; i < N; i++)
      diagonal[i] = kind == 0 ? 2.385 : kind == 3 ? -1.5 - (double)i : 0;
    if (kind == 2)
      diagonal[17] = 1e9;
    ck_assert_int_eq(
        pn_lanczos_largest(N, apply_diagonal, diagonal, asked, &got),
        GSL_SUCCESS);
    const double wanted[] = {2.385, 0, 1e9, -1.5};
    ck_assert_msg(fabs(got - wanted[kind]) <= asked * fabs(wanted[kind]),
                  "kind %d: %.17g", kind, got);
  }
}
END_TEST

START_TEST(failures_are_told)
{
  double diagonal[N] = {NAN}, got;
  ck_assert_int_eq(pn_lanczos_largest(N, apply_diagonal, diagonal, asked, &got),
                   GSL_EDOM);
  diagonal[0] = 1;
  diagonal[1] = 0.999;
  /* No residual is negative. */
  ck_assert_int_eq(pn_lanczos_largest(N, apply_diagonal, diagonal, -1, &got),
                   GSL_EMAXITER);
  pn_alloc_fail_at(1);
  ck_assert_int_eq(pn_lanczos_largest(N, apply_diagonal, diagonal, asked, &got),
                   GSL_ENOMEM);
  pn_alloc_fail_at(0);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("lanczos");
  TCase *tests = tcase_create("lanczos");
  tcase_add_test(tests, a_path_has_its_largest_eigenvalue);
  tcase_add_test(tests, diagonals_of_any_kind_are_found);
  tcase_add_test(tests, failures_are_told);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
