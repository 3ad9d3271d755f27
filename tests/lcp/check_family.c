/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests what single methods promise beside converging, as all of them do in
   check_solver: the rate of Chebyshev's acceleration, what a pass of shock
   propagation leaves, and what methods need of a problem. */
#include "pantin/lcp/solver.h"

#include "pantin/lcp/operator_balls.h"

#include "problems.h"
#include "test.h"
#include "tuning/piles.h"

#include <gsl/gsl_errno.h>
#include <math.h>

enum { BALLS = 7 };

static const double mass[BALLS] = {1, 2.385, 0.7, 1.3, 3, 0.4, 1.9};

static const double rounding = 1e-13;

static gsl_rng *random_numbers;

static void prepare(void)
{
  random_numbers = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random_numbers, 70238501);
}

static void finish(void)
{
  gsl_rng_free(random_numbers);
}

static pn_lcp_solver *begin(const pn_lcp_method *method, const pn_lcp *lcp,
                            const double *start)
{
  pn_lcp_settings settings = pn_lcp_settings_default();
  pn_lcp_solver *solver = pn_lcp_solver_alloc(method, lcp);
  ck_assert_ptr_nonnull(solver);
  settings.iterations = 100000;
  ck_assert(!pn_lcp_solver_set(solver, &settings, start, NULL));
  return solver;
}

/* Returns the iterations to the default tolerance. */
static double iterations(const pn_lcp_method *method, const pn_lcp *lcp)
{
  pn_lcp_solver *solver = begin(method, lcp, NULL);
  while (pn_lcp_solver_test(solver) == GSL_CONTINUE)
    ck_assert(!pn_lcp_solver_iterate(solver));
  ck_assert_int_eq(solver->reason, PN_LCP_SOLVED);
  const double taken = (double)solver->iteration;
  pn_lcp_solver_free(solver);
  return taken;
}

/* Where only rounding is left, a method may not take its direction for one
   without curvature, along which it would go to the next bound. (nncg may drift
   by its momentum.) */
START_TEST(what_is_solved_stays_solved)
{
  enum { STEPS = 700, CONTACTS = 5 };
  static const double start[CONTACTS] = {28.9, 1, 2, 3, 0.5};
  const pn_lcp_method *method;
  gsl_rng_set(random_numbers, 81 + (unsigned long)_i);
  pn_lcp *lcp = problem_contacts(random_numbers, CONTACTS, BALLS);
  for (size_t k = 0; (method = pn_lcp_method_get(k)); k++) {
    pn_lcp_settings settings = pn_lcp_settings_default();
    settings.iterations = STEPS;
    pn_lcp_solver *solver = pn_lcp_solver_alloc(method, lcp);
    const int needs_more = pn_lcp_solver_set(solver, &settings, start, NULL);
    const double drift = method == pn_lcp_nncg ? 1e-3 : 1e-8;
    double least = INFINITY;
    for (int step = 0;
         step < STEPS && !needs_more && !pn_lcp_solver_iterate(solver);
         step++) {
      const double largest = pn_lcp_solver_measure(solver)->natural.inf;
      least = fmin(least, largest);
      ck_assert_msg(least > 1e-10 || largest < drift,
                    "%s is %g off after %d steps, and was %g", method->name,
                    largest, step + 1, least);
    }
    pn_lcp_solver_free(solver);
  }
  pn_lcp_free(lcp);
}
END_TEST

/* An error that takes k plain steps takes some sqrt(k) accelerated ones, so
   that twice as many balls, which take four times the plain steps, should take
   twice the accelerated ones; less than three is asked for. */
START_TEST(chebyshev_takes_the_root_of_the_steps)
{
  enum { FEW = 10, MANY = 2 * FEW };
  double equal[MANY];
  for (int k = 0; k < MANY; k++)
    equal[k] = 1;
  pn_lcp *few = problem_stack(FEW, equal), *many = problem_stack(MANY, equal);
  const pn_lcp_method *const plain[] = {pn_lcp_jacobi, pn_lcp_pgs};
  const pn_lcp_method *const accelerated[] = {pn_lcp_cheb_jacobi,
                                              pn_lcp_cheb_gs};
  for (int m = 0; m < 2; m++) {
    ck_assert(iterations(plain[m], many) > 3.5 * iterations(plain[m], few));
    const double long_run = iterations(accelerated[m], many);
    const double short_run = iterations(accelerated[m], few);
    ck_assert_msg(long_run < 3 * short_run, "%s: %g and %g",
                  accelerated[m]->name, short_run, long_run);
    ck_assert(long_run < iterations(plain[m], many) / 4);
  }
  pn_lcp_free(few);
  pn_lcp_free(many);
}
END_TEST

/* Balls on each other fall by 0.2 m/s. The pass stops each of them on the one
   below, which it takes for a wall: so a contact bears the momentum of its
   upper ball, and what the sweep before had given to the contact above. */
START_TEST(a_shock_stops_a_stack_in_one_pass)
{
  pn_lcp *lcp = problem_stack(BALLS, mass);
  pn_lcp_solver *pgs = begin(pn_lcp_pgs, lcp, NULL);
  pn_lcp_solver *shock = begin(pn_lcp_shock, lcp, NULL);
  for (int s = 0; s < 5; s++) {
    ck_assert(!pn_lcp_solver_iterate(pgs) && !pn_lcp_solver_iterate(shock));
    for (int k = 0; k < BALLS; k++) {
      const double above = k + 1 < BALLS ? pgs->lambda[k + 1] : 0;
      test_close(shock->lambda[k], 0.2 * mass[k] + above, rounding,
                 "sweep %d, lambda(%d)", s, k + 1);
    }
  }
  pn_lcp_solver_free(shock);
  pn_lcp_solver_free(pgs);
  pn_lcp_free(lcp);
}
END_TEST

/* The pass leaves a solution as it is, of balls and of rigid bodies. */
START_TEST(a_shock_leaves_a_solution)
{
  enum { ROWS = 60 };
  double lambda[ROWS];
  for (int k = 0; k < 20; k++) {
    pn_lcp *lcp = k % 2 ? pile(random_numbers, ROWS / 3, 12, 1e-2)
                        : problem_contacts(random_numbers, ROWS, 40);
    problem_backwards(random_numbers, lcp, 0, lambda);
    pn_lcp_solver *shock = begin(pn_lcp_shock, lcp, lambda);
    ck_assert(!pn_lcp_solver_iterate(shock));
    for (int i = 0; i < ROWS; i++)
      test_close(shock->lambda[i], lambda[i], 1e-11, "problem %d, lambda(%d)",
                 k, i + 1);
    pn_lcp_solver_free(shock);
    pn_lcp_free(lcp);
  }
}
END_TEST

static void check_refusal(const pn_lcp_method *method, const pn_lcp *lcp,
                          const char *reason)
{
  const pn_lcp_settings settings = pn_lcp_settings_default();
  pn_error error = {0};
  pn_lcp_solver *solver = pn_lcp_solver_alloc(method, lcp);
  ck_assert_int_eq(pn_lcp_solver_set(solver, &settings, NULL, &error),
                   GSL_EINVAL);
  ck_assert_str_eq(error.text, reason);
  pn_lcp_solver_free(solver);
}

START_TEST(methods_say_what_they_need)
{
  pn_lcp *entries = problem_dense(random_numbers, 4, 4, 0.1);
  pn_lcp *balls = problem_contacts(random_numbers, 4, 3);
  check_refusal(pn_lcp_shock, entries,
                "method shock needs the bodies of each row, and this problem "
                "has only A");
  check_refusal(pn_lcp_staggered, balls,
                "method staggered needs rows of friction, and this problem has "
                "none");
  pn_lcp_free(balls);
  pn_lcp_free(entries);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("family");
  TCase *tests = tcase_create("all");
  tcase_add_checked_fixture(tests, prepare, finish);
  tcase_add_loop_test(tests, what_is_solved_stays_solved, 0, 20);
  tcase_add_test(tests, chebyshev_takes_the_root_of_the_steps);
  tcase_add_test(tests, a_shock_stops_a_stack_in_one_pass);
  tcase_add_test(tests, a_shock_leaves_a_solution);
  tcase_add_test(tests, methods_say_what_they_need);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
