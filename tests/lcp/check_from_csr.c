/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests the library as an outside program uses it: a problem from arrays,
   solved in one call; what is refused; and calls that are left out. */
#include "pantin/lcp/solver.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/operator_csr.h"

#include "problems.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* The tolerance of the methods, and the error in lambda that it leaves. */
static const double tolerance = 1e-12, accurate = 1e-10;

/* The matrix (2 -1 0; -1 3 0.5; 0 0.5 1.5), with columns out of order. */
enum { N = 3, ENTRIES = 7 };
static const int p[N + 1] = {0, 2, 5, 7};
static const int column[ENTRIES] = {1, 0, 2, 0, 1, 2, 1};
static const double value[ENTRIES] = {-1, 2, 0.5, -1, 3, 1.5, 0.5};
static const double b[N] = {-1, 0.25, -2.385};

static pn_lcp *make(void)
{
  pn_error error = {GSL_EFAILED, 0, "", "of an earlier call"};
  pn_lcp *lcp = pn_lcp_from_csr(N, p, column, value, b, &error);
  ck_assert_msg(lcp != NULL, "%s", error.text);
  ck_assert(error.code == 0 && error.text[0] == '\0');
  return lcp;
}

START_TEST(columns_are_sorted)
{
  static const int sorted[ENTRIES] = {0, 1, 0, 1, 2, 1, 2};
  static const double values[ENTRIES] = {2, -1, -1, 3, 0.5, 0.5, 1.5};
  pn_lcp *lcp = make();
  const gsl_spmatrix *A = pn_lcp_entries(lcp->A);
  ck_assert_uint_eq(A->nz, ENTRIES);
  ck_assert_mem_eq(A->p, p, sizeof p);
  ck_assert_mem_eq(A->i, sorted, sizeof sorted);
  ck_assert_mem_eq(A->data, values, sizeof values);
  ck_assert(lcp->D[0] == 2 && lcp->D[1] == 3 && lcp->D[2] == 1.5);
  pn_lcp_free(lcp);
}
END_TEST

/* A calculation by hand gives lambda_2 = 0, held by w_2 = 0.25 - 0.5 + 0.795 >
   0. With lo_2 = hi_2 = 0.1 the others follow. */
START_TEST(one_call_solves)
{
  static const double lo[N] = {0, 0.1, 0}, hi[N] = {INFINITY, 0.1, INFINITY};
  double lambda[N];
  pn_lcp_settings settings = pn_lcp_settings_default();
  settings.tolerance = tolerance;
  const pn_lcp_method *method = pn_lcp_method_get((size_t)_i);
  pn_lcp_info info;
  pn_error error = {0};
  pn_lcp *lcp = make();
  if (!method->converges || method->needs) {
    pn_lcp_free(lcp);
    return;
  }
  ck_assert_int_eq(pn_lcp_solve(lcp, method, &settings, lambda, &info, &error),
                   GSL_SUCCESS);
  ck_assert_int_eq(info.reason, PN_LCP_SOLVED);
  ck_assert(info.residual.scaled.inf <= tolerance);
  test_close(lambda[0], 0.5, accurate, "%s: lambda(1)", method->name);
  test_close(lambda[1], 0, accurate, "%s: lambda(2)", method->name);
  test_close(lambda[2], 2.385 / 1.5, accurate, "%s: lambda(3)", method->name);

  ck_assert_int_eq(pn_lcp_set_bounds(lcp, lo, hi, &error), GSL_SUCCESS);
  const int code = pn_lcp_solve(lcp, method, &settings, lambda, &info, &error);
  ck_assert_int_eq(code, method->handles_boxes ? GSL_SUCCESS : GSL_EINVAL);
  ck_assert_int_eq(info.reason,
                   method->handles_boxes ? PN_LCP_SOLVED : PN_LCP_REFUSED);
  if (method->handles_boxes) {
    test_close(lambda[0], 0.55, accurate, "%s: lambda(1)", method->name);
    test_close(lambda[1], 0.1, 0, "%s: lambda(2)", method->name);
    test_close(lambda[2], 2.335 / 1.5, accurate, "%s: lambda(3)", method->name);
  }
  pn_lcp_free(lcp);
}
END_TEST

START_TEST(failures_report_their_reason)
{
  double lambda[N];
  pn_lcp_settings settings = pn_lcp_settings_default();
  pn_lcp_info info;
  pn_error error = {0};
  pn_lcp *lcp = make();
  settings.iterations = 2;
  ck_assert_int_eq(
      pn_lcp_solve(lcp, pn_lcp_pgs, &settings, lambda, &info, NULL),
      GSL_EMAXITER);
  ck_assert_int_eq(info.reason, PN_LCP_ITERATIONS);
  ck_assert_uint_eq(info.iterations, 2);
  ck_assert(info.residual.scaled.inf > settings.tolerance);
  ck_assert_str_eq(pn_lcp_reason_name(info.reason), "iterations used up");
  settings.omega = 2;
  ck_assert_int_eq(
      pn_lcp_solve(lcp, pn_lcp_psor, &settings, lambda, NULL, &error),
      GSL_EINVAL);
  ck_assert_str_eq(error.text, "omega must lie between 0 and 2; 1.75 is usual");
  for (size_t k = 1; k <= 3; k++) {
    pn_alloc_fail_at(k);
    ck_assert_int_eq(pn_lcp_solve(lcp, pn_lcp_pgs, NULL, lambda, NULL, &error),
                     GSL_ENOMEM);
    pn_alloc_fail_at(0);
    ck_assert_str_eq(error.text, "out of memory");
  }
  pn_lcp_free(lcp);
}
END_TEST

/* Checks that these arrays, of which one number is wrong, are refused with the
   message. */
static void refused(const int *pointers, const int *columns,
                    const double *values, const char *message)
{
  pn_error error = {0};
  ck_assert_ptr_null(pn_lcp_from_csr(N, pointers, columns, values, b, &error));
  ck_assert_int_eq(error.code, GSL_EINVAL);
  ck_assert_str_eq(error.text, message);
}

START_TEST(invalid_matrices_are_refused)
{
  static const int late[N + 1] = {1, 2, 5, 7}, falling[N + 1] = {0, 5, 2, 7};
  int columns[ENTRIES];
  double values[ENTRIES];
  refused(NULL, column, value,
          "n must be positive, and p, i, x and b be given");
  pn_error error = {0};
  ck_assert_ptr_null(pn_lcp_from_csr(SIZE_MAX, p, column, value, b, &error));
  ck_assert_ptr_nonnull(strstr(error.text, "n must be below 2147483647"));
  refused(late, column, value, "the first row pointer must be 0, got 1");
  refused(falling, column, value,
          "the row pointers must not fall, got 5 and 2 of row 2");
  memcpy(columns, column, sizeof columns);
  memcpy(values, value, sizeof values);
  columns[5] = 3;
  refused(p, columns, value,
          "row 3 has column index 3; it must lie between 0 and 2");
  columns[5] = -1;
  refused(p, columns, value,
          "row 3 has column index -1; it must lie between 0 and 2");
  columns[5] = 1;
  refused(p, columns, value, "A(3, 2) is given for the second time");
  values[0] = -0.5;
  refused(p, column, values,
          "A is not symmetric: A(1, 2) = -0.5, but A(2, 1) = -1");
  values[0] = NAN;
  refused(p, column, values, "A(1, 2) is nan");
  memcpy(values, value, sizeof values);
  values[5] = 0;
  refused(p, column, values,
          "A(3, 3) = 0: the diagonal must be positive; a "
          "row of zeros has w = b, and can be left out");
}
END_TEST

START_TEST(failed_allocations_leak_nothing)
{
  pn_lcp *lcp = NULL, *copy = NULL;
  pn_error error;
  for (size_t k = 1; !lcp; k++) {
    ck_assert_uint_lt(k, 20);
    pn_alloc_fail_at(k);
    lcp = pn_lcp_from_csr(N, p, column, value, b, &error);
    pn_alloc_fail_at(0);
    ck_assert(lcp || error.code == GSL_ENOMEM);
  }
  for (size_t k = 1; !copy; k++) {
    ck_assert_uint_lt(k, 20);
    pn_alloc_fail_at(k);
    copy = pn_lcp_copy(lcp);
    pn_alloc_fail_at(0);
  }
  pn_lcp_free(copy);
  pn_lcp_free(lcp);
}
END_TEST

START_TEST(crossed_bounds_change_nothing)
{
  static const double hi[N] = {1, -1, 1};
  pn_error error = {0};
  pn_lcp *lcp = make();
  ck_assert_int_eq(pn_lcp_set_bounds(lcp, NULL, hi, &error), GSL_EINVAL);
  ck_assert_str_eq(error.text,
                   "the bounds of row 2 must be lo <= hi, got 0 and -1");
  ck_assert(lcp->hi[0] == INFINITY && lcp->lo[0] == 0);
  pn_lcp_free(lcp);
}
END_TEST

START_TEST(a_copy_shares_nothing)
{
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  enum { CONTACTS = 12, BODIES = 8 };
  double lambda[CONTACTS], same[CONTACTS];
  pn_lcp *lcp = problem_contacts(random, CONTACTS, BODIES);
  problem_draw_bounds(random, lcp);
  ck_assert_int_eq(pn_lcp_add_friction(lcp), GSL_SUCCESS);
  if (_i)
    ck_assert_int_eq(pn_lcp_assemble(lcp), GSL_SUCCESS);
  pn_lcp *copy = pn_lcp_copy(lcp);
  ck_assert_ptr_nonnull(copy);
  ck_assert_mem_eq(copy->mu, lcp->mu, sizeof lambda);
  ck_assert_mem_eq(copy->D, lcp->D, sizeof lambda);
  pn_lcp_solve(lcp, pn_lcp_psor, NULL, lambda, NULL, NULL);
  pn_lcp_free(lcp);
  pn_lcp_solve(copy, pn_lcp_psor, NULL, same, NULL, NULL);
  ck_assert_mem_eq(lambda, same, sizeof lambda);
  pn_lcp_free(copy);
  gsl_rng_free(random);
}
END_TEST

/* Without a matrix or a start there is an error with a sentence, and no
   crash. */
START_TEST(missing_calls_are_errors)
{
  double lambda[N];
  pn_error error = {0};
  pn_lcp_info info;
  const pn_lcp_settings settings = pn_lcp_settings_default();
  pn_lcp *lcp = pn_lcp_alloc(N);
  const char *sentence = "the problem has no matrix yet: pn_lcp_set_operator "
                         "or pn_lcp_from_csr gives it one";
  ck_assert_int_eq(pn_lcp_solve(lcp, pn_lcp_face, NULL, lambda, &info, &error),
                   GSL_EINVAL);
  ck_assert_str_eq(error.text, sentence);
  ck_assert_int_eq(info.reason, PN_LCP_REFUSED);
  ck_assert_int_eq(pn_lcp_check(lcp, NULL, &error), GSL_EINVAL);
  ck_assert_str_eq(error.text, "the problem has 3 rows, and its matrix 0");
  ck_assert_int_eq(pn_lcp_assemble(lcp), GSL_EINVAL);
  ck_assert_int_eq(pn_lcp_check_definite(lcp, &error), GSL_SUCCESS);

  pn_lcp_solver *solver = pn_lcp_solver_alloc(pn_lcp_pgs, lcp);
  ck_assert_int_eq(pn_lcp_solver_iterate(solver), GSL_EINVAL);
  ck_assert_int_eq(pn_lcp_solver_set(solver, &settings, NULL, &error),
                   GSL_EINVAL);
  ck_assert_str_eq(error.text, sentence);
  ck_assert(isinf(pn_lcp_solver_measure(solver)->scaled.inf));
  pn_lcp_solver_free(solver);
  pn_lcp_free(lcp);

  lcp = make();
  solver = pn_lcp_solver_alloc(pn_lcp_pgs, lcp);
  ck_assert_int_eq(pn_lcp_solver_iterate(solver), GSL_EINVAL);
  ck_assert_str_eq(solver->error.text,
                   "the solver has no start yet: pn_lcp_solver_set, which must "
                   "succeed, comes before pn_lcp_solver_iterate");
  ck_assert_int_eq(pn_lcp_solver_set(solver, &settings, NULL, &error), 0);
  ck_assert_int_eq(pn_lcp_solver_iterate(solver), GSL_SUCCESS);
  pn_lcp_solver_free(solver);
  pn_lcp_free(lcp);
}
END_TEST

/* J W J^T is semidefinite, also with most of its eigenvalues at 0; and it is
   not with a thousandth less on the diagonal. */
START_TEST(rounding_is_not_indefinite)
{
  enum { CONTACTS = 1500, BODIES = 350 };
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random, (unsigned long)_i);
  pn_lcp *pile = problem_contacts(random, CONTACTS, BODIES);
  ck_assert_int_eq(pn_lcp_assemble(pile), GSL_SUCCESS);
  gsl_spmatrix *A = ((pn_lcp_csr *)pile->A)->A;
  for (int less = 0; less < 2; less++) {
    for (size_t i = 0; i < CONTACTS; i++)
      for (int q = A->p[i]; q < A->p[i + 1]; q++)
        A->data[q] *= less && (size_t)A->i[q] == i ? 0.999 : 1;
    pn_error error = {0};
    pn_lcp *lcp =
        pn_lcp_from_csr(CONTACTS, A->p, A->i, A->data, pile->b, &error);
    ck_assert_msg(less || lcp != NULL, "%s", error.text);
    if (lcp) /* entries alone may tell */
      ck_assert_int_eq(pn_lcp_check_definite(lcp, &error),
                       less ? GSL_EINVAL : GSL_SUCCESS);
    pn_lcp_free(lcp);
  }
  pn_lcp_free(pile);
  gsl_rng_free(random);
}
END_TEST

int main(void)
{
  int methods = 0;
  while (pn_lcp_method_get((size_t)methods))
    methods++;
  Suite *suite = suite_create("from_csr");
  TCase *tests = tcase_create("from_csr");
  tcase_add_test(tests, columns_are_sorted);
  tcase_add_loop_test(tests, one_call_solves, 0, methods);
  tcase_add_test(tests, failures_report_their_reason);
  tcase_add_test(tests, invalid_matrices_are_refused);
  tcase_add_test(tests, failed_allocations_leak_nothing);
  tcase_add_test(tests, crossed_bounds_change_nothing);
  tcase_add_loop_test(tests, a_copy_shares_nothing, 0, 2);
  tcase_add_test(tests, missing_calls_are_errors);
  tcase_add_loop_test(tests, rounding_is_not_indefinite, 0, 4);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
