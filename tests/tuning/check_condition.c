/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests condition numbers against the full decomposition, and fits against
   known lines. */
#include "pantin/tuning/condition.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/lcp_file.h"
#include "pantin/lcp/operator_dense.h"
#include "pantin/lcp/operator_rigid.h"
#include "pantin/tuning/regression.h"

#include "piles.h"
#include "test.h"

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>

static gsl_rng *random_numbers;

static void prepare(void)
{
  random_numbers = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random_numbers, 9385);
}

static void finish(void)
{
  gsl_rng_free(random_numbers);
}

/* Computes the extreme eigenvalues by GSL, from the matrix multiplied out. */
static void decompose(const pn_lcp *lcp, double *least, double *largest)
{
  const size_t n = lcp->size;
  double *A = pile_matrix(lcp);
  gsl_matrix_view view = gsl_matrix_view_array(A, n, n);
  gsl_vector *values = gsl_vector_alloc(n);
  gsl_eigen_symm_workspace *work = gsl_eigen_symm_alloc(n);
  gsl_eigen_symm(&view.matrix, values, work);
  *least = gsl_vector_min(values);
  *largest = gsl_vector_max(values);
  gsl_eigen_symm_free(work);
  gsl_vector_free(values);
  free(A);
}

/* The least eigenvalue is C = 5e-4, the largest some 50: the least is accurate
   to 1e-16 50 / 5e-4 at best. */
static const double eigenvalue_error = 1e-7;

START_TEST(condition_agrees_with_the_decomposition)
{
  static const size_t contacts[] = {5, 60, 140};
  pn_lcp *lcp = pile(random_numbers, contacts[_i], 20, 5e-4);
  double least, largest;
  pn_condition got;
  decompose(lcp, &least, &largest);
  ck_assert_int_eq(pn_lcp_condition(lcp, &got), GSL_SUCCESS);
  test_close(got.largest / largest, 1, 1e-9, "largest");
  test_close(got.least / least, 1, eigenvalue_error, "least");
  test_close(got.number * least / largest, 1, eigenvalue_error, "number");
  ck_assert_uint_eq(got.rank, lcp->size <= PN_CONDITION_DENSE ? lcp->size : 0);
  pn_lcp_free(lcp);
}
END_TEST

/* Compares with the decomposition, which finds the least eigenvalue to some
   roundings of the largest one. */
static void compare(const pn_lcp *lcp, const char *name)
{
  static const double accurate = 1e-8, roundings = 1e-14;
  double least, largest;
  pn_condition got;
  decompose(lcp, &least, &largest);
  ck_assert_int_eq(pn_lcp_condition(lcp, &got), GSL_SUCCESS);
  test_close(got.largest / largest, 1, accurate, name);
  ck_assert_msg(fabs(got.least - least) <=
                    accurate * least + roundings * largest,
                "%s: least %.17g, decomposed %.17g", name, got.least, least);
}

START_TEST(shipped_problems_agree_with_the_decomposition)
{
  static const char *const name[] = {"art-50",    "exact-50", "mid-50",
                                     "stack-5",   "stack-7",  "heavy-on-light",
                                     "exact-350", "mid-350"};
  for (size_t k = 0; k < sizeof name / sizeof *name; k++) {
    char path[4096];
    pn_error error = {0};
    snprintf(path, sizeof path, "%s/lcp/%s.lcp", getenv("PANTIN_DATA"),
             name[k]);
    pn_lcp *lcp = pn_lcp_read(path, &error);
    ck_assert_msg(lcp != NULL, "%s", error.text);
    compare(lcp, name[k]);
    pn_lcp_free(lcp);
  }
}
END_TEST

/* Tangents are stiff, normals softer, as in a world; first with more rows than
   the bodies have freedoms, the least eigenvalue is the stiffest compliance,
   then with fewer. */
START_TEST(uneven_compliance_agrees_with_the_decomposition)
{
  static const size_t bodies[] = {40, 150};
  pn_lcp *lcp = pile(random_numbers, 150, bodies[_i], 5e-4);
  pn_rigid_delassus *R = (pn_rigid_delassus *)lcp->A;
  for (size_t r = 0; r < R->rows; r++)
    if (r % 3 > 0)
      R->C[r] = 1e-7;
  compare(lcp, _i == 0 ? "redundant" : "regular");
  pn_lcp_free(lcp);
}
END_TEST

/* A compliance far below all else is not singular, however small the pivots of
   redundant rows become; nor is a contact that nearly repeats another. */
START_TEST(nearly_singular_is_not_singular)
{
  static const double small = 2.5e-10;
  pn_lcp *lcp = pile(random_numbers, 140, 20, small);
  pn_condition got;
  ck_assert_int_eq(pn_lcp_condition(lcp, &got), GSL_SUCCESS);
  test_close(got.least / small, 1, 1e-8, "least");
  pn_lcp_free(lcp);

  lcp = pile(random_numbers, 140, 120, 1e-5);
  pn_rigid_delassus *R = (pn_rigid_delassus *)lcp->A;
  R->pair[3] = R->pair[6];
  for (size_t k = 0; k < PN_RIGID_ROW; k++)
    R->G[3 * PN_RIGID_ROW + k] =
        R->G[6 * PN_RIGID_ROW + k] * (1 + 1e-4 * (double)k);
  compare(lcp, "a repeated row");
  pn_lcp_free(lcp);
}
END_TEST

/* Numbers on the diagonal alone are known to the last digit: only those that
   rounding hides are left out. */
START_TEST(small_eigenvalues_of_a_small_matrix_count)
{
  static const double small[] = {1e-9, 1e-10, 1e-11, 1e-13, 2e-15, 0};
  const double b[] = {1, 1};
  const int counts = small[_i] > 0;
  static const int row[] = {0, 1, 2}, column[] = {0, 1};
  /* A zero on the diagonal would be refused: it is set afterwards. */
  const double entries[] = {1, 1};
  pn_lcp *lcp = pn_lcp_from_csr(2, row, column, entries, b, NULL);
  pn_lcp_dense *matrix = pn_lcp_dense_assemble(lcp->A);
  matrix->A[3] = small[_i];
  pn_lcp_set_operator(lcp, &matrix->base);
  pn_condition got;
  ck_assert_int_eq(pn_lcp_condition(lcp, &got), GSL_SUCCESS);
  ck_assert_uint_eq(got.rank, counts ? 2 : 1);
  if (counts) {
    test_close(got.number * small[_i], 1, 1e-12, "number");
    test_close(got.range * small[_i], 1, 1e-12, "range");
  } else {
    ck_assert(isinf(got.number));
    test_close(got.range, 1, 0, "range");
  }
  pn_lcp_free(lcp);
}
END_TEST

/* Without compliance the rank is at most the number of the bodies' freedoms. */
START_TEST(singular_matrices_are_recognised)
{
  static const size_t contacts[] = {40, 140};
  enum { BODIES = 5 };
  pn_lcp *lcp = pile(random_numbers, contacts[_i], BODIES, 0);
  pn_condition got;
  ck_assert_int_eq(pn_lcp_condition(lcp, &got), GSL_SUCCESS);
  ck_assert_uint_eq(got.rank, _i == 0 ? 6 * BODIES : 0);
  ck_assert(got.least == 0 && isinf(got.number));
  ck_assert(got.range > 1 && got.range < 1e6);
  pn_lcp_free(lcp);
}
END_TEST

/* Returns the largest eigenvalue of A over its least one above a share of
   that. */
static double range_by_hand(const pn_lcp *lcp, double share)
{
  const size_t n = lcp->size;
  double *A = pile_matrix(lcp), least = INFINITY;
  gsl_matrix_view view = gsl_matrix_view_array(A, n, n);
  gsl_vector *values = gsl_vector_alloc(n);
  gsl_eigen_symm_workspace *work = gsl_eigen_symm_alloc(n);
  gsl_eigen_symm(&view.matrix, values, work);
  const double most = gsl_vector_max(values);
  for (size_t k = 0; k < n; k++)
    if (gsl_vector_get(values, k) > share * most)
      least = fmin(least, gsl_vector_get(values, k));
  gsl_eigen_symm_free(work);
  gsl_vector_free(values);
  free(A);
  return most / least;
}

/* The compliance makes A regular, but not its range: what the eigenvalues of J
   W J^T alone say does not change with it. Problems without factors have no
   such part. */
START_TEST(the_range_does_not_see_the_compliance)
{
  static const double accurate = 1e-7;
  const unsigned long seed = gsl_rng_get(random_numbers);
  double range[2];
  for (int k = 0; k < 2; k++) {
    pn_condition got;
    gsl_rng_set(random_numbers, seed);
    /* Some bodies touch no others, so that there are several groups. */
    pn_lcp *lcp = pile(random_numbers, 30, 12, k ? 1e-8 : 0);
    ck_assert_int_eq(pn_lcp_condition(lcp, &got), GSL_SUCCESS);
    range[k] = got.range;
    if (k == 0)
      test_close(got.range / range_by_hand(lcp, 1e-10), 1, accurate, "range");
    else
      ck_assert_msg(got.number > 1e3 * got.range, "%g, range %g", got.number,
                    got.range);
    pn_lcp_free(lcp);
  }
  test_close(range[1] / range[0], 1, accurate, "with compliance");
}
END_TEST

START_TEST(failed_allocations_do_no_harm)
{
  pn_lcp *lcp = pile(random_numbers, 135, 100, 5e-4);
  pn_condition got;
  for (size_t k = 1;; k++) {
    pn_alloc_fail_at(k);
    const int code = pn_lcp_condition(lcp, &got);
    pn_alloc_fail_at(0);
    if (!code)
      break;
    ck_assert_int_eq(code, GSL_ENOMEM);
  }
  pn_lcp_free(lcp);
}
END_TEST

/* With noise of 0.1 about a line, the slope of 400 fits is within two standard
   errors in 95 %, and the errors are as large as stated. */
START_TEST(standard_errors_of_fits_are_right)
{
  enum { FITS = 400, POINTS = 30 };
  int within = 0;
  double squares = 0, claimed = 0;
  for (int k = 0; k < FITS; k++) {
    double x[POINTS], y[POINTS];
    pn_regression fit;
    for (int i = 0; i < POINTS; i++) {
      x[i] = 3 + 0.1 * i;
      y[i] = -0.147 * x[i] + 2.469 + gsl_ran_gaussian(random_numbers, 0.1);
    }
    ck_assert_int_eq(pn_regression_fit(POINTS, x, y, &fit), GSL_SUCCESS);
    within += fabs(fit.a + 0.147) <= 2 * fit.a_error;
    squares += (fit.a + 0.147) * (fit.a + 0.147);
    claimed += fit.a_error * fit.a_error;
    ck_assert(fit.explained > 0 && fit.explained < 1);
  }
  ck_assert_int_ge(within, FITS * 91 / 100);
  ck_assert_int_le(within, FITS * 98 / 100);
  test_close(squares / claimed, 1, 0.2, "variance of the slope");
  const double same[] = {2, 2, 2}, y[] = {1, 2, 3};
  const double noisy[] = {8.1577, 8.1579, 8.1576};
  pn_regression fit;
  ck_assert_int_eq(pn_regression_fit(3, same, y, &fit), GSL_EINVAL);
  ck_assert(isnan(fit.a));
  ck_assert_int_eq(pn_regression_fit(3, noisy, y, &fit), GSL_EINVAL);
  ck_assert_int_eq(pn_regression_fit(2, y, y, &fit), GSL_EINVAL);
  ck_assert_int_eq(pn_regression_fit(3, y, same, &fit), GSL_SUCCESS);
  test_close(fit.b, 2, 1e-12, "a level line");
}
END_TEST

START_TEST(summaries_skip_nan)
{
  const double values[] = {1, NAN, 4, INFINITY, 7};
  const pn_summary sum = pn_summarise(5, values);
  ck_assert_uint_eq(sum.count, 3);
  test_close(sum.mean, 4, 1e-15, "mean");
  test_close(sum.deviation, 3, 1e-15, "deviation");
  ck_assert(sum.least == 1 && sum.most == 7);
  ck_assert(isnan(pn_summarise(0, values).mean));
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("condition");
  TCase *tests = tcase_create("condition");
  tcase_add_checked_fixture(tests, prepare, finish);
  tcase_add_loop_test(tests, condition_agrees_with_the_decomposition, 0, 3);
  tcase_add_test(tests, shipped_problems_agree_with_the_decomposition);
  tcase_add_loop_test(tests, uneven_compliance_agrees_with_the_decomposition, 0,
                      2);
  tcase_add_test(tests, nearly_singular_is_not_singular);
  tcase_add_loop_test(tests, small_eigenvalues_of_a_small_matrix_count, 0, 6);
  tcase_add_loop_test(tests, singular_matrices_are_recognised, 0, 2);
  tcase_add_test(tests, the_range_does_not_see_the_compliance);
  tcase_add_test(tests, failed_allocations_do_no_harm);
  tcase_add_test(tests, standard_errors_of_fits_are_right);
  tcase_add_test(tests, summaries_skip_nan);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
