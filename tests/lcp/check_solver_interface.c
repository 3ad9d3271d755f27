/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests how methods are asked for, set and refused, and that memory that fails
   does no harm. */
#include "pantin/lcp/solver.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/operator_rigid.h"

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

/* So do those of _set: each is told, and the next attempt succeeds. */
START_TEST(failed_allocations_of_a_start_are_told)
{
  const pn_lcp_method *method = pn_lcp_method_get((size_t)_i / 2);
  const pn_lcp_settings settings = pn_lcp_settings_default();
  pn_lcp *lcp = problem_contacts(random_numbers, ROWS, 8);
  if (_i % 2)
    ck_assert_int_eq(pn_lcp_assemble(lcp), GSL_SUCCESS);
  if (method->needs & PN_LCP_NEEDS_FRICTION)
    ck_assert_int_eq(pn_lcp_add_friction(lcp), GSL_SUCCESS);
  for (size_t i = 1; lcp->mu && i < lcp->size; i += 2) {
    lcp->normal[i] = i - 1;
    lcp->mu[i] = 0.5;
  }
  int code = GSL_ENOMEM;
  for (size_t k = 1; code; k++) {
    pn_error error = {0};
    pn_lcp_solver *solver = pn_lcp_solver_alloc(method, lcp);
    ck_assert_ptr_nonnull(solver);
    pn_alloc_fail_at(k);
    code = pn_lcp_solver_set(solver, &settings, NULL, &error);
    pn_alloc_fail_at(0);
    ck_assert_uint_lt(k, 200);
    ck_assert_msg(!code || code == GSL_ENOMEM, "%s, request %zu: %d, '%s'",
                  method->name, k, code, error.text);
    ck_assert_str_eq(error.text, code ? "out of memory" : "");
    pn_lcp_solver_free(solver);
  }
  pn_lcp_free(lcp);
}
END_TEST

/* A problem without rows is solved before it begins. */
START_TEST(nothing_is_solved_at_once)
{
  const pn_lcp_method *method = pn_lcp_method_get((size_t)_i);
  const pn_lcp_settings settings = pn_lcp_settings_default();
  pn_error error = {0};
  pn_lcp *lcp = pn_lcp_alloc(0);
  pn_rigid_delassus *R = pn_rigid_delassus_alloc(0, 1);
  ck_assert(lcp && R);
  pn_lcp_set_operator(lcp, &R->base);
  if (method->needs & PN_LCP_NEEDS_FRICTION)
    ck_assert_int_eq(pn_lcp_add_friction(lcp), GSL_SUCCESS);
  pn_lcp_solver *solver = pn_lcp_solver_alloc(method, lcp);
  ck_assert_ptr_nonnull(solver);
  ck_assert_msg(!pn_lcp_solver_set(solver, &settings, NULL, &error), "%s: %s",
                method->name, error.text);
  pn_lcp_solver_iterate(solver);
  ck_assert(pn_lcp_solver_measure(solver)->scaled.inf == 0);
  pn_lcp_solver_free(solver);
  pn_lcp_free(lcp);
}
END_TEST

START_TEST(each_setting_has_a_rule)
{
  enum { KINDS = 12 };
  static const char tolerance[] = "the tolerance must be positive; 1e-8 is "
                                  "usual",
                    omega[] = "omega must lie between 0 and 2; 1.75 is usual",
                    kappa[] = "kappa must not be negative; 0 is usual",
                    damping[] = "the damping must lie between 0 and 2; 0 "
                                "chooses it",
                    order[] = "there is no such order of sweeps; 0, forward, "
                              "is usual";
  static const char *const rules[KINDS] = {
      tolerance, tolerance, tolerance, omega,   omega,   omega,
      kappa,     kappa,     damping,   damping, damping, order};
  pn_lcp_settings bad[KINDS];
  for (int k = 0; k < KINDS; k++)
    bad[k] = pn_lcp_settings_default();
  ck_assert_int_eq(pn_lcp_settings_check(&bad[0], NULL), GSL_SUCCESS);
  bad[0].tolerance = -1;
  bad[1].relative = NAN;
  bad[2].tolerance = bad[2].relative = 0;
  bad[3].omega = 0;
  bad[4].omega = 2;
  bad[5].omega = NAN;
  bad[6].kappa = -1;
  bad[7].kappa = INFINITY;
  bad[8].damping = -0.1;
  bad[9].damping = 2.1;
  bad[10].damping = NAN;
  bad[11].order = 1000;
  for (int k = 0; k < KINDS; k++) {
    pn_error error = {0};
    ck_assert_int_eq(pn_lcp_settings_check(&bad[k], &error), GSL_EINVAL);
    ck_assert_str_eq(error.text, rules[k]);
  }
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
  int methods = 0;
  while (pn_lcp_method_get((size_t)methods))
    methods++;
  Suite *suite = suite_create("solver_interface");
  TCase *interface = tcase_create("interface");
  tcase_add_checked_fixture(interface, prepare, finish);
  tcase_add_test(interface, unsupported_problems_are_refused_with_a_reason);
  tcase_add_test(interface, methods_have_different_names);
  tcase_add_test(interface, failed_allocations_leak_nothing);
  tcase_add_loop_test(interface, failed_allocations_of_a_start_are_told, 0,
                      2 * methods);
  tcase_add_loop_test(interface, nothing_is_solved_at_once, 0, methods);
  tcase_add_test(interface, each_setting_has_a_rule);
  tcase_add_test(interface, failed_allocations_in_a_step_do_no_harm);
  suite_add_tcase(suite, interface);
  return test_run(suite);
}
