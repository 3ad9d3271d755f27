/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests the problem itself: what is refused, and that no lambda but a solution
   passes the residual. */
#include "pantin/lcp/lcp.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/cone_private.h"
#include "pantin/lcp/operator_balls.h"
#include "pantin/lcp/operator_csr.h"

#include "problems.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>

/* The rounding of sums of some ten products of numbers near 1. */
static const double rounding = 1e-13;

enum { CONTACTS = 23, BODIES = 7 };

static gsl_rng *random_numbers;
static pn_lcp *lcp;
static double *scratch;

static void prepare(void)
{
  random_numbers = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random_numbers, 20190507);
  lcp = problem_contacts(random_numbers, CONTACTS, BODIES);
  scratch = calloc(lcp->A->type->scratch(lcp->A), sizeof *scratch);
}

static void finish(void)
{
  free(scratch);
  pn_lcp_free(lcp);
  gsl_rng_free(random_numbers);
}

static pn_lcp_residual measure(const double *lambda)
{
  double w[CONTACTS];
  pn_lcp_residual residual;
  pn_lcp_measure(lcp, lambda, w, scratch, &residual);
  return residual;
}

START_TEST(a_solution_has_no_residual_and_a_perturbed_one_has)
{
  double lambda[CONTACTS];
  problem_draw_bounds(random_numbers, lcp);
  problem_backwards(random_numbers, lcp, 0, lambda);
  const pn_lcp_residual good = measure(lambda);
  test_close(good.natural.one, 0, CONTACTS * rounding, "natural residual");
  test_close(good.scaled.inf, 0, rounding, "scaled residual");
  test_close(good.complementarity, 0, CONTACTS * rounding, "complementarity");
  ck_assert(good.infeasible == 0);
  test_close(good.unsupported, 0, rounding, "unsupported w");
  for (size_t i = 0; i < CONTACTS; i++) {
    const double step = 1e-4;
    for (int side = -1; side <= 1; side += 2) {
      lambda[i] += side * step;
      const pn_lcp_residual bad = measure(lambda);
      ck_assert_msg(bad.scaled.inf > 0.1 * step, "row %zu passes unnoticed", i);
      ck_assert_msg(bad.natural.inf > 0.1 * step, "row %zu passes", i);
      lambda[i] -= side * step;
    }
  }
  lambda[3] = NAN;
  ck_assert(isinf(measure(lambda).scaled.inf));
  ck_assert(isinf(measure(lambda).natural.two));
}
END_TEST

/* Two balls of 0.5 kg and 0.25 kg on top of each other, calculated by hand. */
START_TEST(residuals_match_a_calculation_by_hand)
{
  pn_lcp *two = pn_lcp_alloc(2);
  pn_delassus *J = pn_delassus_alloc(2, 2);
  J->rows = 2;
  J->inverse_mass[0] = 2;
  J->inverse_mass[1] = 4;
  J->pair[0] = (pn_pair){2, 0};
  J->pair[1] = (pn_pair){0, 1};
  J->normal[0] = J->normal[1] = pn_vec3_make(0, 1, 0);
  two->b[0] = -0.3;
  two->b[1] = 0.5;
  two->hi[1] = 0.25;
  pn_lcp_set_operator(two, &J->base);
  /* A = (2 -2; -2 6), lambda = (0.1, 0.05): w = (-0.2, 0.6). */
  const double lambda[2] = {0.1, 0.05};
  double w[2], *room = calloc(J->base.type->scratch(&J->base), sizeof *room);
  pn_lcp_residual residual;
  pn_lcp_measure(two, lambda, w, room, &residual);
  free(room);
  test_close(w[0], -0.2, rounding, "w(1)");
  test_close(w[1], 0.6, rounding, "w(2)");
  test_close(residual.natural.one, 0.2 + 0.05, rounding, "1-norm");
  test_close(residual.natural.two, sqrt(0.0425), rounding, "2-norm");
  test_close(residual.natural.inf, 0.2, rounding, "infinity norm");
  test_close(residual.scaled.one, 0.2 + 0.3, rounding, "scaled 1-norm");
  test_close(residual.scaled.inf, 0.3, rounding, "scaled infinity norm");
  test_close(residual.complementarity, 0.03, rounding, "complementarity");
  test_close(residual.unsupported, 0.2, rounding, "unsupported");
  ck_assert(residual.infeasible == 0 && residual.active == 2);
  pn_lcp_free(two);
}
END_TEST

/* Checks the message of pn_lcp_check after one number was spoilt. */
static void refused(double *number, double bad, const char *message, size_t row)
{
  const double good = *number;
  pn_error error = {0};
  size_t blamed = 0;
  ck_assert_int_eq(pn_lcp_check(lcp, NULL, NULL), GSL_SUCCESS);
  *number = bad;
  ck_assert_int_eq(pn_lcp_check(lcp, &blamed, &error), GSL_EINVAL);
  ck_assert_str_eq(error.text, message);
  ck_assert_uint_eq(blamed, row);
  *number = good;
}

/* Rows that are added later have no friction, whatever the earlier ones
   have. */
START_TEST(friction_grows_with_the_problem)
{
  ck_assert_int_eq(pn_lcp_add_friction(lcp), GSL_SUCCESS);
  for (size_t i = 0; i < CONTACTS; i++)
    ck_assert(lcp->normal[i] == i && lcp->mu[i] == 0);
  lcp->normal[5] = 3;
  lcp->mu[5] = 0.75;
  ck_assert_int_eq(pn_lcp_add_friction(lcp), GSL_SUCCESS);
  ck_assert(lcp->normal[5] == 3 && lcp->mu[5] == 0.75);
  ck_assert_int_eq(pn_lcp_check(lcp, NULL, NULL), GSL_SUCCESS);
  ck_assert_int_eq(pn_lcp_resize(lcp, 10 * CONTACTS), GSL_SUCCESS);
  ck_assert(lcp->normal[5] == 3 && lcp->mu[5] == 0.75);
  ck_assert(lcp->normal[9 * CONTACTS] == 9 * CONTACTS);
  ck_assert(lcp->mu[9 * CONTACTS] == 0);

  ck_assert_int_eq(pn_lcp_resize(lcp, CONTACTS), GSL_SUCCESS);
  size_t row = 0;
  lcp->normal[5] = CONTACTS;
  ck_assert_int_eq(pn_lcp_check(lcp, &row, NULL), GSL_EINVAL);
  ck_assert_uint_eq(row, 5);
  lcp->normal[5] = 3;
  lcp->mu[5] = -0.75;
  ck_assert_int_eq(pn_lcp_check(lcp, &row, NULL), GSL_EINVAL);
}
END_TEST

START_TEST(invalid_problems_are_refused)
{
  pn_lcp_free(lcp);
  lcp = problem_dense(random_numbers, 3, 3, 0.5);
  double *a = pn_lcp_entries(lcp->A)->data;
  const double values[9] = {2, 0.5, 0, 0.5, 3, -0.25, 0, -0.25, 1};
  for (size_t k = 0; k < 9; k++)
    a[k] = values[k];
  pn_lcp_set_operator(lcp, lcp->A);
  refused(&a[1], 0.75, "A is not symmetric: A(1, 2) = 0.75, but A(2, 1) = 0.5",
          0);
  refused(&a[5], NAN, "A(2, 3) is nan", 1);
  refused(&lcp->b[2], INFINITY, "b(3) is inf", 2);
  refused(&lcp->lo[1], INFINITY,
          "the bounds of row 2 must be lo <= hi, got inf and inf", 1);
  refused(&lcp->hi[1], -1, "the bounds of row 2 must be lo <= hi, got 0 and -1",
          1);
  refused(&lcp->hi[0], NAN,
          "the bounds of row 1 must be lo <= hi, got 0 and nan", 0);
  refused(&lcp->D[2], -1, "A is not positive definite: A(3, 3) = -1", 2);
  a[1] = a[3] = 2.5;
  pn_error error = {0};
  ck_assert_int_eq(pn_lcp_check(lcp, NULL, &error), GSL_EINVAL);
  ck_assert_str_eq(error.text,
                   "A is not positive definite: A(1, 2) = 2.5 is larger than "
                   "2.44949, the geometric mean of the diagonal "
                   "entries");
}
END_TEST

START_TEST(failed_allocations_leak_nothing)
{
  pn_lcp *made = NULL;
  for (size_t k = 1; !made; k++) {
    ck_assert_uint_lt(k, 20);
    pn_alloc_fail_at(k);
    made = pn_lcp_alloc(4);
    pn_alloc_fail_at(0);
  }
  pn_delassus *J = NULL;
  for (size_t k = 1; !J; k++) {
    ck_assert_uint_lt(k, 20);
    pn_alloc_fail_at(k);
    J = pn_delassus_alloc(4, 3);
    pn_alloc_fail_at(0);
  }
  pn_lcp_set_operator(made, &J->base);
  pn_lcp_free(made);
  for (size_t k = 1; !pn_lcp_entries(lcp->A); k++) {
    ck_assert_uint_lt(k, 20);
    pn_alloc_fail_at(k);
    pn_lcp_assemble(lcp);
    pn_alloc_fail_at(0);
  }
  int code = GSL_ENOMEM;
  for (size_t k = 1; code; k++) {
    ck_assert_uint_lt(k, 20);
    pn_alloc_fail_at(k);
    code = pn_lcp_resize(lcp, 3 * CONTACTS);
    pn_alloc_fail_at(0);
  }
  ck_assert(lcp->hi[2 * CONTACTS] == INFINITY);
}
END_TEST

/* Rows that are looked at one by one, as they are among cones, give the bits of
   rows that are added up side by side. */
START_TEST(rows_side_by_side_have_the_residual_of_single_rows)
{
  static const double factors[] = {1, -1, 1e200, INFINITY};
  double lambda[CONTACTS], w[CONTACTS];
  problem_draw_bounds(random_numbers, lcp);
  for (size_t k = 0; k < sizeof factors / sizeof factors[0]; k++) {
    pn_lcp_residual single;
    for (size_t i = 0; i < CONTACTS; i++)
      lambda[i] = factors[k] * gsl_ran_gaussian(random_numbers, 2.385);
    const pn_lcp_residual together = measure(lambda);
    pni_lcp_measure(lcp, 1, lambda, w, scratch, &single);
    ck_assert_mem_eq(&together.natural, &single.natural, sizeof(pn_norms));
    ck_assert_mem_eq(&together.scaled, &single.scaled, sizeof(pn_norms));
    ck_assert_msg(
        together.complementarity == single.complementarity ||
            (isnan(single.complementarity) && isnan(together.complementarity)),
        "%g, %g", together.complementarity, single.complementarity);
    ck_assert(together.infeasible == single.infeasible);
    ck_assert(together.unsupported == single.unsupported);
    ck_assert(together.scale == single.scale);
    ck_assert_uint_eq(together.active, single.active);
  }
}
END_TEST

/* Two equal residuals whose squares are larger than any number. */
START_TEST(norms_do_not_overflow)
{
  static const int p[] = {0, 1, 2}, columns[] = {0, 1};
  static const double x[] = {1, 1}, b[] = {-1e200, -1e200}, lambda[] = {0, 0};
  double w[2], *work;
  pn_lcp_residual of;
  pn_lcp *huge = pn_lcp_from_csr(2, p, columns, x, b, NULL);
  ck_assert_ptr_nonnull(huge);
  work = calloc(huge->A->type->scratch(huge->A) + 1, sizeof *work);
  pn_lcp_measure(huge, lambda, w, work, &of);
  ck_assert_double_eq_tol(of.natural.two / 1e200, sqrt(2), 1e-15);
  ck_assert_double_eq_tol(of.scaled.one / 1e200, 2, 1e-15);
  free(work);
  pn_lcp_free(huge);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("lcp");
  TCase *memory = tcase_create("memory");
  tcase_add_checked_fixture(memory, prepare, finish);
  tcase_add_test(memory, failed_allocations_leak_nothing);
  suite_add_tcase(suite, memory);
  TCase *certificate = tcase_create("certificate");
  tcase_add_checked_fixture(certificate, prepare, finish);
  tcase_add_test(certificate,
                 a_solution_has_no_residual_and_a_perturbed_one_has);
  tcase_add_test(certificate, residuals_match_a_calculation_by_hand);
  tcase_add_test(certificate,
                 rows_side_by_side_have_the_residual_of_single_rows);
  tcase_add_test(certificate, norms_do_not_overflow);
  tcase_add_test(certificate, friction_grows_with_the_problem);
  tcase_add_test(certificate, invalid_problems_are_refused);
  suite_add_tcase(suite, certificate);
  return test_run(suite);
}
