/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The conjugate gradient and the dense solver, on matrices of known
   eigenvalues: a path's Laplacian, whose eigenvalues are 2 - 2 cos(pi k / n),
   k < n, the first with eigenvector (1, .., 1). */
#include "pantin/linear/cg.h"
#include "pantin/linear/dense.h"

#include "pantin/base/alloc.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>

enum { N = 30 };

/* |b - A x| / |b|, and the solution's error: the condition number is 4e2. */
static const double tolerance = 1e-13, solved = 1e-11;

typedef struct {
  double shift; /* added to the diagonal: 0 makes A singular */
  size_t products;
} path;

static void apply(const double *x, double *y, void *params)
{
  path *p = params;
  p->products++;
  for (size_t i = 0; i < N; i++) {
    y[i] = p->shift * x[i];
    if (i > 0)
      y[i] += x[i] - x[i - 1];
    if (i + 1 < N)
      y[i] += x[i] - x[i + 1];
  }
}

static void halve(const double *x, double *y, void *params)
{
  (void)params;
  for (size_t i = 0; i < N; i++)
    y[i] = x[i] / 2;
}

static void fill_dense(pn_dense *dense, double shift)
{
  path p = {.shift = shift};
  for (size_t j = 0; j < N; j++) {
    double x[N] = {0}, y[N];
    x[j] = 1;
    apply(x, y, &p);
    for (size_t i = 0; i < N; i++)
      gsl_matrix_set(dense->matrix, i, j, y[i]);
  }
}

/* Sets some vector without symmetry; `centred` makes its sum 0. */
static void set_wanted(double *x, int centred)
{
  double mean = 0;
  for (size_t i = 0; i < N; i++) {
    x[i] = sin(2.385 * (double)i) + 0.1 * (double)i;
    mean += x[i] / N;
  }
  for (size_t i = 0; i < N && centred; i++)
    x[i] -= mean;
}

START_TEST(both_solve_a_regular_system)
{
  path p = {.shift = 0.37};
  double want[N], b[N], x[N] = {0};
  set_wanted(want, 0);
  apply(want, b, &p);
  pn_cg *cg = pn_cg_alloc(N);
  pn_cg_product *const preconditioner[] = {NULL, halve};
  ck_assert_int_eq(
      pn_cg_solve(cg, apply, preconditioner[_i], &p, b, tolerance, 0, 5 * N, x),
      GSL_SUCCESS);
  ck_assert_uint_le(cg->iterations, N + 2);
  for (size_t i = 0; i < N; i++)
    test_close(x[i], want[i], solved, "cg, x[%zu]", i);
  pn_cg_free(cg);

  pn_dense *dense = pn_dense_alloc(N);
  fill_dense(dense, p.shift);
  ck_assert_int_eq(pn_dense_set(dense), GSL_SUCCESS);
  ck_assert_uint_eq(dense->dropped, 0);
  pn_dense_solve(dense, b, x);
  for (size_t i = 0; i < N; i++)
    test_close(x[i], want[i], solved, "dense, x[%zu]", i);
  pn_dense_free(dense);
}
END_TEST

START_TEST(both_find_the_least_norm_of_a_singular_system)
{
  path p = {.shift = 0};
  double want[N], b[N], x[N] = {0};
  set_wanted(want, 1); /* orthogonal to the null vector: of least norm */
  apply(want, b, &p);
  pn_cg *cg = pn_cg_alloc(N);
  ck_assert_int_eq(pn_cg_solve(cg, apply, NULL, &p, b, tolerance, 0, 5 * N, x),
                   GSL_SUCCESS);
  for (size_t i = 0; i < N; i++)
    test_close(x[i], want[i], solved, "cg, x[%zu]", i);
  pn_cg_free(cg);

  pn_dense *dense = pn_dense_alloc(N);
  fill_dense(dense, 0);
  ck_assert_int_eq(pn_dense_set(dense), GSL_SUCCESS);
  ck_assert_uint_eq(dense->dropped, 1);
  pn_dense_solve(dense, b, b); /* in place */
  for (size_t i = 0; i < N; i++)
    test_close(b[i], want[i], solved, "dense, x[%zu]", i);
  pn_dense_free(dense);
}
END_TEST

START_TEST(cg_reports_why_it_stops)
{
  path p = {.shift = 0.37};
  double want[N], b[N], x[N] = {0};
  set_wanted(want, 0);
  apply(want, b, &p);
  p.products = 0;
  pn_cg *cg = pn_cg_alloc(N);
  ck_assert_int_eq(pn_cg_solve(cg, apply, NULL, &p, b, tolerance, 0, 4, x),
                   GSL_EMAXITER);
  ck_assert_uint_eq(cg->iterations, 4);
  ck_assert_uint_eq(p.products, 5);
  double norm = 0;
  for (size_t i = 0; i < N; i++)
    norm += b[i] * b[i];
  ck_assert_int_eq(
      pn_cg_solve(cg, apply, NULL, &p, b, 0, 2 * sqrt(norm), 4, want),
      GSL_SUCCESS); /* content with what it was given */
  ck_assert_uint_eq(cg->iterations, 0);
  p.shift = -9;
  ck_assert_int_eq(pn_cg_solve(cg, apply, NULL, &p, b, tolerance, 0, 4, x),
                   GSL_EDOM);
  pn_cg_free(cg);
}
END_TEST

/* Nearly singular, and b not quite consistent: without a word about flat
   directions x runs away along the null vector. */
START_TEST(flat_directions_end_the_search)
{
  const double nearly = 1e-12, off = 1e-6;
  const double pi = 3.14159265358979323846, least = 2 - 2 * cos(pi / N);
  path p = {.shift = nearly};
  double want[N], b[N], x[N] = {0};
  set_wanted(want, 1);
  apply(want, b, &p);
  for (size_t i = 0; i < N; i++)
    b[i] += off;
  pn_cg *cg = pn_cg_alloc(N);
  pn_cg_solve(cg, apply, NULL, &p, b, tolerance, 0, 10 * N, x);
  ck_assert(fabs(x[0] - want[0]) > 0.9 * off / nearly);

  double diagonal[N] = {0};
  for (size_t i = 0; i < N; i++) {
    diagonal[i] = 2;
    x[i] = 0;
  }
  cg->flat = 1e-9;
  cg->diagonal = diagonal;
  ck_assert_int_eq(pn_cg_solve(cg, apply, NULL, &p, b, tolerance, 0, 10 * N, x),
                   GSL_SUCCESS);
  for (size_t i = 0; i < N; i++)
    test_close(x[i], want[i], sqrt(N) * off / least, "x[%zu]", i);
  pn_cg_free(cg);
}
END_TEST

START_TEST(an_indefinite_matrix_is_refused)
{
  pn_dense *dense = pn_dense_alloc(N);
  fill_dense(dense, -0.37);
  ck_assert_int_eq(pn_dense_set(dense), GSL_EDOM);
  gsl_matrix_set(dense->matrix, 3, 4, NAN);
  ck_assert_int_eq(pn_dense_set(dense), GSL_EDOM);
  pn_dense_free(dense);
}
END_TEST

START_TEST(short_memory_is_survived)
{
  for (size_t k = 1; k <= 6; k++) {
    pn_alloc_fail_at(k);
    ck_assert_ptr_null(pn_cg_alloc(N));
  }
  pn_alloc_fail_at(1);
  ck_assert_ptr_null(pn_dense_alloc(N));
  pn_cg_free(NULL);
  pn_dense_free(NULL);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("cg");
  TCase *solve = tcase_create("solve");
  tcase_add_loop_test(solve, both_solve_a_regular_system, 0, 2);
  tcase_add_test(solve, both_find_the_least_norm_of_a_singular_system);
  tcase_add_test(solve, cg_reports_why_it_stops);
  tcase_add_test(solve, flat_directions_end_the_search);
  tcase_add_test(solve, an_indefinite_matrix_is_refused);
  tcase_add_test(solve, short_memory_is_survived);
  suite_add_tcase(suite, solve);
  return test_run(suite);
}
