/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The source's algorithm on the source's cases: iteration counts, the point
   that is reached, and one run row by row, all against an independent
   computation (GNU Octave; the 2d row with 80 digits). */
#include "pantin/chain/solver.h"

#include "pantin/base/alloc.h"

#include "course.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>

static const double minimum = -1.9611159877817619;
static const double low_saddle = -1.611131933265095;
static const double high_saddle = -0.854611514541274;
static const double maximum = -0.2625579191352696;
static const double isolated = 0.19899748742132392;

/* At the tolerance of 1e-7 the energy is this sure. (One run in the table
   stops with a gradient of 8e-8, on an energy surface of curvature 1.) */
static const double energy_error = 1e-8;

static pn_chain *chain;
static pn_chain_point *start;
static pn_chain_solver *solver;

/* Runs to the end; the source's tolerances are absolute. */
static int run(const char *name, const pn_chain_method *method,
               pn_chain_lambda lambda)
{
  const course_case *course = course_find(name);
  chain = course_chain(course);
  start = course_start(course, chain);
  solver = pn_chain_solver_alloc(method, chain);
  ck_assert_ptr_nonnull(solver);
  pn_chain_settings settings = pn_chain_settings_default();
  settings.lambda = lambda;
  settings.absolute = 1;
  pn_error error = {0};
  ck_assert_int_eq(pn_chain_solver_set(solver, &settings, start, &error), 0);
  while (pn_chain_solver_test(solver) == GSL_CONTINUE)
    if (pn_chain_solver_iterate(solver))
      break;
  return pn_chain_solver_test(solver);
}

static void finish(void)
{
  pn_chain_solver_free(solver);
  pn_chain_point_free(start);
  pn_chain_free(chain);
  solver = NULL;
  start = NULL;
  chain = NULL;
}

/* Steps fewest .. most are a solution (rounding decides); none: -1. */
static const struct {
  const char *name, *method;
  pn_chain_lambda lambda;
  int fewest, most;
  double energy;
} runs[] = {
    /* The source counts iterates: its 7, 10, 12 are 6, 9, 11 steps. */
    {"2a", "unit", PN_CHAIN_LAMBDA_ZEROS, 6, 6, minimum},
    {"2b", "unit", PN_CHAIN_LAMBDA_ZEROS, 9, 9, maximum},
    {"2c", "unit", PN_CHAIN_LAMBDA_ZEROS, 11, 11, low_saddle},
    {"2d", "unit", PN_CHAIN_LAMBDA_ZEROS, -1, -1, 0},
    {"2a", "unit", PN_CHAIN_LAMBDA_ONES, 6, 6, minimum},
    {"2b", "unit", PN_CHAIN_LAMBDA_ONES, 12, 12, maximum},
    {"2c", "unit", PN_CHAIN_LAMBDA_ONES, 31, 31, low_saddle},
    /* With 80 digits: 44 steps, and a gradient of 7.95e-8 that rounding may
       lift above 1e-7. */
    {"2d", "unit", PN_CHAIN_LAMBDA_ONES, 44, 45, maximum},
    {"2a", "armijo", PN_CHAIN_LAMBDA_LEAST_SQUARES, 6, 6, minimum},
    {"2b", "armijo", PN_CHAIN_LAMBDA_LEAST_SQUARES, 8, 8, maximum},
    {"2c", "armijo", PN_CHAIN_LAMBDA_LEAST_SQUARES, 11, 11, low_saddle},
    {"2d", "armijo", PN_CHAIN_LAMBDA_LEAST_SQUARES, 17, 17, high_saddle},
    {"2a", "armijo", PN_CHAIN_LAMBDA_ZEROS, 6, 6, minimum},
    {"2b", "armijo", PN_CHAIN_LAMBDA_ZEROS, 10, 10, maximum},
    {"2c", "armijo", PN_CHAIN_LAMBDA_ZEROS, 11, 11, low_saddle},
    {"2d", "armijo", PN_CHAIN_LAMBDA_ZEROS, -1, -1, 0},
    {"2a", "armijo", PN_CHAIN_LAMBDA_ONES, 6, 6, minimum},
    {"2b", "armijo", PN_CHAIN_LAMBDA_ONES, 11, 11, maximum},
    {"2c", "armijo", PN_CHAIN_LAMBDA_ONES, -1, -1, 0},
    {"2d", "armijo", PN_CHAIN_LAMBDA_ONES, 13, 13, high_saddle},
    {"3a", "unit", PN_CHAIN_LAMBDA_LEAST_SQUARES, 3, 3, isolated},
    {"3a", "unit", PN_CHAIN_LAMBDA_ZEROS, 4, 4, isolated},
    {"3a", "armijo", PN_CHAIN_LAMBDA_ONES, 4, 4, isolated},
    /* One feasible point, where the Jacobian has lost a rank. */
    {"3c", "unit", PN_CHAIN_LAMBDA_ONES, 16, 16, -1.5},
    {"3c", "armijo", PN_CHAIN_LAMBDA_LEAST_SQUARES, 6, 6, -1.5},
};

START_TEST(counts_and_points_are_the_references)
{
  const int status = run(runs[_i].name, pn_chain_method_find(runs[_i].method),
                         runs[_i].lambda);
  const int steps = (int)solver->info.iteration;
  if (runs[_i].fewest < 0) {
    ck_assert_msg(status != GSL_SUCCESS, "%s %s converged", runs[_i].name,
                  runs[_i].method);
    return;
  }
  ck_assert_int_eq(status, GSL_SUCCESS);
  ck_assert_msg(steps >= runs[_i].fewest && steps <= runs[_i].most,
                "%s %s took %d steps, not %d", runs[_i].name, runs[_i].method,
                steps, runs[_i].fewest);
  test_close(solver->info.energy, runs[_i].energy, energy_error,
             "energy of %s %s", runs[_i].name, runs[_i].method);
}
END_TEST

/* Case 2d with line search from least-squares multipliers, which is a table
   of the course's later handout: gradient, constraint, alpha, phi. */
static const double handout_2d[][4] = {
    {0.2682803952098702, 7.839999999999999, 1.0, 67.87734652468055},
    {0.2495635369159285, 7.702615356759739, 0.03125, 65.76028781668036},
    {0.29237829074985944, 2.064993491827722, 1.0, 5.602246229664194},
    {0.44940119126525907, 1.5836865600794698, 0.5, 3.011339884622981},
    {0.5558824709409629, 1.6549775753374596, 0.5, 2.663208107485609},
    {0.32657947777534346, 1.6276167797842933, 0.25, 2.1779442274376852},
    {0.3495433359275697, 1.577590665554371, 0.03125, 2.123896038762468},
    {0.7637352029241239, 1.4986999352177226, 0.25, 2.086495151075573},
    {0.6712668312015412, 0.8835145456650546, 1.0, 0.9242065250924626},
    {0.6306177264565119, 0.3842419447737243, 1.0, 0.4419960366906394},
    {0.21262637263177536, 0.1454943093213028, 1.0, 0.052545442222464774},
    {0.08137172524371841, 0.08147398801330528, 0.5, 0.015190717729500923},
    {0.08755603603613149, 0.044406047832227, 0.5, 0.009046039534344527},
    {0.07564882792362948, 0.023725258402358618, 0.5, 0.005763321915536811},
    {0.06904031713447101, 0.003403421555020991, 1.0, 0.00455810279431969},
    {0.0031843654504505325, 8.401677225733373e-05, 1.0, 1.13268120430167e-05},
    {2.0759426625494015e-06, 2.877547911062095e-08, 1.0, 4.868577548344002e-12},
};

START_TEST(the_handouts_table_row_by_row)
{
  const course_case *course = course_find("2d");
  chain = course_chain(course);
  start = course_start(course, chain);
  solver = pn_chain_solver_alloc(pn_chain_armijo, chain);
  const pn_chain_settings settings = pn_chain_settings_default();
  ck_assert_int_eq(pn_chain_solver_set(solver, &settings, start, NULL), 0);
  /* Rounding grows along the run, by about this much, relative to what the
     numbers were at the start. */
  const double drift = 1e-10;
  for (size_t k = 0; k < sizeof handout_2d / sizeof handout_2d[0]; k++) {
    const double *row = handout_2d[k];
    test_close(solver->info.gradient_inf, row[0], drift, "gradient, %zu", k);
    test_close(solver->info.constraint_inf, row[1], drift, "constraint, %zu",
               k);
    test_close(solver->info.alpha, row[2], 0, "alpha, step %zu", k);
    test_close(solver->info.phi, row[3], drift * row[3] + 1e-13, "phi, %zu", k);
    ck_assert_int_eq(pn_chain_solver_iterate(solver), GSL_SUCCESS);
  }
}
END_TEST

START_TEST(the_first_matrix_is_singular_at_lambda_zero)
{
  const course_case *course = course_find("2a");
  chain = course_chain(course);
  start = course_start(course, chain);
  solver = pn_chain_solver_alloc(pn_chain_unit, chain);
  pn_chain_settings settings = pn_chain_settings_default();
  settings.lambda = PN_CHAIN_LAMBDA_ZEROS;
  pn_chain_solver_set(solver, &settings, start, NULL);
  pn_chain_solver_iterate(solver);
  ck_assert_int_eq(solver->info.singular, 1);
  pn_chain_solver_iterate(solver);
  ck_assert_int_eq(solver->info.singular, 0);
}
END_TEST

/* A tolerance that means the same at every size: scaling the chain leaves
   the relative residuals as they are. */
START_TEST(relative_residuals_do_not_depend_on_the_unit)
{
  const course_case *course = course_find("2c");
  pn_chain_info info[2];
  for (int turn = 0; turn < 2; turn++) {
    const double unit = turn ? 1000 : 1; /* the same chain in millimetres */
    pn_chain *scaled = course_chain(course);
    pn_chain_point *at = course_start(course, scaled);
    for (size_t i = 0; i <= scaled->bars; i++) {
      at->x[i] *= unit;
      at->y[i] *= unit;
    }
    for (size_t i = 0; i < scaled->bars; i++) {
      scaled->length[i] *= unit;
      at->lambda[i] = 0.1 * (double)i; /* [N/m]: a unit's weight scales too */
    }
    pn_chain_measure(scaled, at, &info[turn]);
    pn_chain_point_free(at);
    pn_chain_free(scaled);
  }
  test_close(info[1].gradient_relative, info[0].gradient_relative, 1e-12,
             "gradient");
  test_close(info[1].constraint_relative, info[0].constraint_relative, 1e-12,
             "constraint");
}
END_TEST

/* Solves a case whose lengths are scaled, its loads with them; returns the
   steps taken, 0 if it did not converge. */
static size_t run_scaled(const char *name, const char *method, double unit)
{
  finish();
  const course_case *course = course_find(name);
  chain = course_chain(course);
  start = course_start(course, chain);
  for (size_t i = 0; i < chain->bars; i++)
    chain->length[i] *= unit;
  for (int k = 0; k < 2; k++)
    chain->end[k] *= unit;
  for (size_t i = 0; i <= chain->bars; i++) {
    start->x[i] *= unit;
    start->y[i] *= unit;
  }
  solver = pn_chain_solver_alloc(pn_chain_method_find(method), chain);
  const pn_chain_settings settings = pn_chain_settings_default();
  ck_assert_int_eq(pn_chain_solver_set(solver, &settings, start, NULL), 0);
  while (pn_chain_solver_test(solver) == GSL_CONTINUE)
    if (pn_chain_solver_iterate(solver))
      break;
  return pn_chain_solver_test(solver) ? 0 : solver->info.iteration;
}

/* The steps of `unit` are the same in any unit. Those of armijo are those of a
   phi whose two parts weigh otherwise. In 3c A loses a rank. */
START_TEST(chains_of_any_size_are_solved)
{
  static const char *const names[] = {"2a", "2b", "2c", "3a", "3c"};
  static const int powers[] = {-40, -20, -10, 10, 20, 40};
  const char *name = names[_i];
  const size_t steps = run_scaled(name, "unit", 1);
  const double energy = solver->info.energy;
  for (size_t k = 0; k < sizeof powers / sizeof powers[0]; k++) {
    const double unit = ldexp(1, powers[k]);
    ck_assert_uint_eq(run_scaled(name, "unit", unit), steps);
    test_close(solver->info.energy, unit * unit * energy,
               energy_error * unit * unit, "energy of %s, unit, %d", name,
               powers[k]);
    ck_assert_msg(run_scaled(name, "armijo", unit) > 0, "armijo, %s, %d", name,
                  powers[k]);
  }
}
END_TEST

START_TEST(each_setting_has_a_rule)
{
  static const char *const rules[] = {
      "tolerances must be positive; 1e-7 is usual",
      "Armijo's omega must lie between 0 and 1/2; 1e-4 is usual",
      "the clamp must be positive; 0.1 is usual",
      "unknown start of the multipliers"};
  enum { KINDS = 8 };
  static const int rule[KINDS] = {0, 0, 1, 1, 2, 2, 3, 0};
  pn_chain_settings bad[KINDS];
  for (int k = 0; k < KINDS; k++)
    bad[k] = pn_chain_settings_default();
  ck_assert_int_eq(pn_chain_settings_check(&bad[0], NULL), GSL_SUCCESS);
  bad[0].tolerance_gradient = 0;
  bad[1].tolerance_constraint = -1e-7;
  bad[2].omega = 0;
  bad[3].omega = NAN;
  bad[4].clamp = 0;
  bad[5].clamp = INFINITY;
  bad[6].lambda = PN_CHAIN_LAMBDA_GIVEN + 1;
  bad[7].tolerance_constraint = NAN;
  for (int k = 0; k < KINDS; k++) {
    pn_error error = {0};
    ck_assert_int_eq(pn_chain_settings_check(&bad[k], &error), GSL_EINVAL);
    ck_assert_str_eq(error.text, rules[rule[k]]);
  }
  ck_assert_ptr_null(pn_chain_method_find("simplex"));
}
END_TEST

START_TEST(bad_settings_and_starts_are_refused)
{
  const course_case *course = course_find("2a");
  chain = course_chain(course);
  start = course_start(course, chain);
  solver = pn_chain_solver_alloc(pn_chain_unit, chain);
  pn_chain_settings settings = pn_chain_settings_default();
  settings.omega = 0.5;
  pn_error error = {0};
  ck_assert_int_eq(pn_chain_solver_set(solver, &settings, start, &error),
                   GSL_EINVAL);
  ck_assert_str_eq(error.text,
                   "Armijo's omega must lie between 0 and 1/2; 1e-4 is usual");
  settings = pn_chain_settings_default();
  ck_assert_int_eq(pn_chain_solver_set(solver, &settings, start, &error), 0);
  ck_assert_int_eq(error.code, 0); /* the old error is forgotten */
  settings.tolerance_gradient = NAN;
  ck_assert_int_eq(pn_chain_solver_set(solver, &settings, start, NULL),
                   GSL_EINVAL);
  settings = pn_chain_settings_default();
  start->y[2] = NAN;
  ck_assert_int_eq(pn_chain_solver_set(solver, &settings, start, NULL),
                   GSL_EINVAL);
}
END_TEST

/* All nodes in one place: no bar has a direction, A is zero there. */
START_TEST(a_collapsed_start_ends_without_a_crash)
{
  const course_case *course = course_find("2a");
  for (size_t k = 0; pn_chain_method_get(k); k++)
    for (int lambda = 0; lambda <= PN_CHAIN_LAMBDA_LEAST_SQUARES; lambda++) {
      chain = course_chain(course);
      start = pn_chain_point_alloc(chain);
      solver = pn_chain_solver_alloc(pn_chain_method_get(k), chain);
      pn_chain_settings settings = pn_chain_settings_default();
      settings.lambda = (pn_chain_lambda)lambda;
      if (pn_chain_solver_set(solver, &settings, start, NULL) == GSL_SUCCESS)
        while (pn_chain_solver_test(solver) == GSL_CONTINUE)
          if (pn_chain_solver_iterate(solver))
            break;
      for (size_t i = 0; i <= chain->bars; i++)
        ck_assert(isfinite(solver->point->x[i]) &&
                  isfinite(solver->point->y[i]));
      finish();
    }
}
END_TEST

START_TEST(memory_that_fails_leaves_nothing_behind)
{
  chain = course_chain(course_find("2a"));
  for (size_t method = 0; pn_chain_method_get(method); method++) {
    pn_chain_solver_free(solver);
    solver = NULL;
    for (size_t k = 1; !solver; k++) {
      ck_assert_uint_lt(k, 200);
      pn_alloc_fail_at(k);
      solver = pn_chain_solver_alloc(pn_chain_method_get(method), chain);
      pn_alloc_fail_at(0);
    }
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("sqp");
  TCase *course = tcase_create("course");
  tcase_add_checked_fixture(course, NULL, finish);
  tcase_add_loop_test(course, counts_and_points_are_the_references, 0,
                      sizeof runs / sizeof runs[0]);
  tcase_add_test(course, the_handouts_table_row_by_row);
  tcase_add_test(course, the_first_matrix_is_singular_at_lambda_zero);
  suite_add_tcase(suite, course);
  TCase *solving = tcase_create("solver");
  tcase_add_checked_fixture(solving, NULL, finish);
  tcase_add_test(solving, each_setting_has_a_rule);
  tcase_add_test(solving, bad_settings_and_starts_are_refused);
  tcase_add_test(solving, a_collapsed_start_ends_without_a_crash);
  tcase_add_test(solving, memory_that_fails_leaves_nothing_behind);
  suite_add_tcase(suite, solving);
  TCase *measure = tcase_create("measure");
  tcase_add_checked_fixture(measure, NULL, finish);
  tcase_add_test(measure, relative_residuals_do_not_depend_on_the_unit);
  tcase_add_loop_test(measure, chains_of_any_size_are_solved, 0, 5);
  suite_add_tcase(suite, measure);
  return test_run(suite);
}
