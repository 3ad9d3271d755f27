/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests how methods are asked for, set and refused, and that memory that fails
   does no harm. */
#include "pantin/lcp/solver.h"

#include "pantin/base/alloc.h"

#include "problems.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>

enum { ROWS = 12 };

static gsl_rng *random_numbers;

static void prepare(void)
{
  random_numbers = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random_numbers, 20070385);
}

static void finish(void)
{
  gsl_rng_free(random_numbers);
}

START_TEST(unsupported_problems_are_refused_with_a_reason)
{
  pn_lcp *lcp = problem_dense(random_numbers, 13, 13, 0.5);
  pn_lcp_settings settings = pn_lcp_settings_default();
  pn_error error = {0};
  pn_lcp_solver *solver = pn_lcp_solver_alloc(pn_lcp_enumerate, lcp);
  ck_assert_int_eq(pn_lcp_solver_set(solver, &settings, NULL, &error),
                   GSL_EINVAL);
  ck_assert_str_eq(error.text,
                   "method enumerate takes at most 12 rows, not 13");
  pn_lcp_solver_free(solver);

  lcp->hi[3] = 0.5;
  error = (pn_error){0};
  solver = pn_lcp_solver_alloc(pn_lcp_naive, lcp);
  ck_assert_int_eq(pn_lcp_solver_set(solver, &settings, NULL, &error),
                   GSL_EINVAL);
  ck_assert_str_eq(error.text, "method naive knows no bounds but 0 <= lambda");

  settings.omega = 2;
  error = (pn_error){0};
  ck_assert_int_eq(pn_lcp_solver_set(solver, &settings, NULL, &error),
                   GSL_EINVAL);
  ck_assert_str_eq(error.text, "omega must lie between 0 and 2; 1.75 is usual");
  pn_lcp_solver_free(solver);

  settings = pn_lcp_settings_default();
  double start[13] = {[5] = NAN};
  solver = pn_lcp_solver_alloc(pn_lcp_pgs, lcp);
  ck_assert_int_eq(pn_lcp_solver_set(solver, &settings, start, NULL),
                   GSL_EINVAL);
  ck_assert_int_eq(pn_lcp_resize(lcp, 14), GSL_SUCCESS);
  ck_assert_int_eq(pn_lcp_solver_set(solver, &settings, NULL, &error),
                   GSL_EINVAL);
  ck_assert_str_eq(error.text, "the problem has 14 rows, and its matrix 13");
  pn_lcp_solver_free(solver);
  pn_lcp_free(lcp);
}
END_TEST

START_TEST(methods_have_different_names)
{
  const pn_lcp_method *method;
  for (size_t m = 0; (method = pn_lcp_method_get(m)); m++)
    ck_assert_ptr_eq(pn_lcp_method_find(method->name), method);
  ck_assert_ptr_null(pn_lcp_method_find("newton"));
}
END_TEST

START_TEST(failed_allocations_leak_nothing)
{
  pn_lcp *lcp = problem_contacts(random_numbers, ROWS, 8);
  const pn_lcp_method *method;
  for (size_t m = 0; (method = pn_lcp_method_get(m)); m++) {
    pn_lcp_solver *solver = NULL;
    for (size_t k = 1; !solver; k++) {
      ck_assert_uint_lt(k, 40);
      pn_alloc_fail_at(k);
      solver = pn_lcp_solver_alloc(method, lcp);
      pn_alloc_fail_at(0);
    }
    pn_lcp_solver_free(solver);
  }
  pn_lcp_free(lcp);
}
END_TEST

/* Methods whose allocations fail during a step give up without harm. */
START_TEST(failed_allocations_in_a_step_do_no_harm)
{
  const pn_lcp_method *const methods[] = {pn_lcp_face, pn_lcp_bpp};
  pn_lcp *lcp = problem_contacts(random_numbers, ROWS, 8);
  for (size_t m = 0; m < 2; m++) {
    pn_lcp_solver *solver = pn_lcp_solver_alloc(methods[m], lcp);
    for (size_t k = 1; k < 120; k++) {
      pn_alloc_fail_at(k);
      if (!pn_lcp_solver_set(solver, &solver->settings, NULL, NULL))
        for (int i = 0; i < 60; i++)
          if (pn_lcp_solver_iterate(solver))
            break;
      pn_alloc_fail_at(0);
      ck_assert(isfinite(pn_lcp_solver_measure(solver)->scaled.inf));
    }
    pn_lcp_solver_free(solver);
  }
  pn_lcp_free(lcp);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("solver_interface");
  TCase *interface = tcase_create("interface");
  tcase_add_checked_fixture(interface, prepare, finish);
  tcase_add_test(interface, unsupported_problems_are_refused_with_a_reason);
  tcase_add_test(interface, methods_have_different_names);
  tcase_add_test(interface, failed_allocations_leak_nothing);
  tcase_add_test(interface, failed_allocations_in_a_step_do_no_harm);
  suite_add_tcase(suite, interface);
  return test_run(suite);
}
