/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The end of a run: polishing, the taut chain, the best iterate, and that no
   step asks for memory. What the library gives is compared with answers found
   independently and with iterates that the test keeps by itself. */
#include "pantin/chain/catenary.h"
#include "pantin/chain/solver.h"
#include "pantin/chain/start.h"

#include "pantin/base/alloc.h"

#include "course.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static pn_chain *chain;
static pn_chain_point *start, *kept;
static pn_chain_solver *solver;
static double kept_residual;

static void finish(void)
{
  pn_chain_solver_free(solver);
  pn_chain_point_free(start);
  pn_chain_point_free(kept);
  pn_chain_free(chain);
  solver = NULL;
  start = kept = NULL;
  chain = NULL;
}

static void set(const char *name, const pn_chain_method *method,
                pn_chain_lambda lambda)
{
  const course_case *course = course_find(name);
  chain = course_chain(course);
  start = course_start(course, chain);
  kept = pn_chain_point_alloc(chain);
  solver = pn_chain_solver_alloc(method, chain);
  ck_assert_ptr_nonnull(solver);
  pn_chain_settings settings = pn_chain_settings_default();
  settings.lambda = lambda;
  pn_error error = {0};
  ck_assert_int_eq(pn_chain_solver_set(solver, &settings, start, &error), 0);
}

/* Copies the solver's point if its residual is the least so far. */
static void keep(void)
{
  const pn_chain_info *info = &solver->info;
  const double residual =
      fmax(info->gradient_relative, info->constraint_relative);
  if (info->iteration > 0 && !(residual < kept_residual))
    return;
  kept_residual = residual;
  pn_chain_point_copy(kept, solver->point);
}

/* Steps at most `most` times. */
static void run(size_t most)
{
  keep();
  while (pn_chain_solver_test(solver) == GSL_CONTINUE &&
         solver->info.iteration < most && !pn_chain_solver_iterate(solver))
    keep();
}

static void assert_same_point(const pn_chain_point *a, const pn_chain_point *b)
{
  ck_assert_mem_eq(a->x, b->x, (a->bars + 1) * sizeof *a->x);
  ck_assert_mem_eq(a->y, b->y, (a->bars + 1) * sizeof *a->y);
  ck_assert_mem_eq(a->lambda, b->lambda, a->bars * sizeof *a->lambda);
}

/* After the stop at 1e-7 a polished answer is right to rounding, and says
   that it took as many steps as before. */
START_TEST(an_answer_is_polished_to_its_last_digits)
{
  static const double maximum = -0.2625579191352696;
  set("2d", pn_chain_unit, PN_CHAIN_LAMBDA_ONES);
  run(100);
  const pn_chain_info before = solver->info;
  ck_assert(fabs(before.energy - maximum) > 1e-15);
  ck_assert_int_eq(pn_chain_solver_finish(solver), PN_CHAIN_CONVERGED);
  test_close(solver->info.energy, maximum, 1e-15, "energy");
  ck_assert_uint_eq(solver->info.iteration, before.iteration);
  test_close(solver->info.step, before.step, 0, "step of the stop");
}
END_TEST

/* A node of a long chain carries so little that its parabola passes the test;
   its tensions are wrong by some parts in 1000. The polygon's differ from the
   cable's by the square of a bar. */
START_TEST(tensions_of_long_chains_are_right)
{
  static const size_t bars[] = {60000, 100000, 200000, 400000};
  static const double right = 1e-8;
  const size_t n = bars[_i];
  for (double slack = 0.002; slack < 0.03; slack *= 2) {
    pn_chain_catenary cable;
    ck_assert_int_eq(pn_chain_catenary_set(&cable, 1 + slack, 1, 0, NULL), 0);
    chain = pn_chain_alloc(n, 0);
    for (size_t i = 0; i < n; i++)
      chain->length[i] = (1 + slack) / (double)n;
    chain->end[0] = 1;
    start = pn_chain_point_alloc(chain);
    ck_assert_int_eq(pn_chain_start_set(pn_chain_start_find("parabola"), chain,
                                        1, start, NULL),
                     0);
    solver = pn_chain_solver_alloc(pn_chain_minimum, chain);
    const pn_chain_settings settings = pn_chain_settings_default();
    ck_assert_int_eq(pn_chain_solver_set(solver, &settings, start, NULL), 0);
    while (pn_chain_solver_test(solver) == GSL_CONTINUE)
      ck_assert_int_eq(pn_chain_solver_iterate(solver), GSL_SUCCESS);
    ck_assert_int_eq(pn_chain_solver_finish(solver), PN_CHAIN_CONVERGED);
    const pn_chain_point *p = solver->point;
    const size_t i = n / 2;
    test_close(2 * p->lambda[i] * (p->x[i + 1] - p->x[i]), cable.c,
               right * cable.c, "H of %zu bars, slack %g", n, slack);
    finish();
  }
}
END_TEST

static const struct {
  const char *name;
  size_t steps;
  pn_chain_outcome outcome;
} lost[] = {
    {"2d", 100, PN_CHAIN_ITERATIONS},
    {"2d", 57, PN_CHAIN_INTERRUPTED},
    {"2d", 12, PN_CHAIN_INTERRUPTED},
};

/* Full steps from zeros never end (tutorial, section 4): the best iterate lies
   somewhere on the way, and the last one is another. */
START_TEST(without_an_answer_the_best_iterate_is_given)
{
  set(lost[_i].name, pn_chain_unit, PN_CHAIN_LAMBDA_ZEROS);
  run(lost[_i].steps);
  const double last = pn_chain_residual(&solver->info);
  ck_assert(last > kept_residual);
  ck_assert_int_eq(pn_chain_solver_finish(solver), lost[_i].outcome);
  assert_same_point(solver->point, kept);
  test_close(pn_chain_residual(&solver->info), kept_residual, 0, "residual");
  pn_chain_solver_finish(solver);
  assert_same_point(solver->point, kept);
}
END_TEST

/* Armijo's rule from ones finds no acceptable step in case 2c. */
START_TEST(a_run_that_is_stuck_says_so)
{
  set("2c", pn_chain_armijo, PN_CHAIN_LAMBDA_ONES);
  run(100);
  const int status = pn_chain_solver_test(solver);
  const pn_chain_outcome outcome = pn_chain_solver_finish(solver);
  ck_assert_int_eq(outcome, status == GSL_EMAXITER ? PN_CHAIN_ITERATIONS
                                                   : PN_CHAIN_NO_PROGRESS);
  assert_same_point(solver->point, kept);
}
END_TEST

/* Bars 0.5, 2, 0.5 to (1, 0): the ends of the long bar are at -0.5 and 1.5. */
START_TEST(a_taut_chain_is_laid_straight)
{
  set("3b", pn_chain_minimum, PN_CHAIN_LAMBDA_LEAST_SQUARES);
  run(3);
  solver->stuck = 1;
  ck_assert_int_eq(pn_chain_solver_finish(solver), PN_CHAIN_TAUT);
  const double x[] = {0, -0.5, 1.5, 1};
  for (size_t i = 0; i < 4; i++) {
    test_close(solver->point->x[i], x[i], 0, "x_%zu", i);
    test_close(solver->point->y[i], 0, 0, "y_%zu", i);
  }
  test_close(solver->info.energy, 0, 0, "energy");
}
END_TEST

START_TEST(an_interrupted_taut_chain_stays_where_it_was_best)
{
  set("3b", pn_chain_minimum, PN_CHAIN_LAMBDA_LEAST_SQUARES);
  run(3);
  ck_assert_int_eq(pn_chain_solver_finish(solver), PN_CHAIN_INTERRUPTED);
  assert_same_point(solver->point, kept);
}
END_TEST

/* A run that has taken no step has not failed to find one either: it counts as
   interrupted, not as stuck. */
START_TEST(a_run_that_did_not_begin_is_interrupted)
{
  set("2a", pn_chain_minimum, PN_CHAIN_LAMBDA_ZEROS);
  ck_assert_int_eq(pn_chain_solver_finish(solver), PN_CHAIN_INTERRUPTED);
}
END_TEST

/* Makes a chain of n bars of 1 m to (2, 0) and a parabola, and a solver. */
static void make(size_t n, const pn_chain_method *method)
{
  chain = pn_chain_alloc(n, 0);
  for (size_t i = 0; i < n; i++)
    chain->length[i] = 1;
  chain->end[0] = 2;
  start = pn_chain_point_alloc(chain);
  for (size_t i = 1; i < n; i++) {
    start->x[i] = 2 * (double)i / (double)n;
    start->y[i] = -start->x[i] * (2 - start->x[i]);
  }
  solver = pn_chain_solver_alloc(method, chain);
  ck_assert_ptr_nonnull(solver);
}

/* Expects _set to refuse with a reason that begins so, and a run of nothing. */
static void refuse(const pn_chain_point *from, const char *reason)
{
  const pn_chain_settings settings = pn_chain_settings_default();
  pn_error error = {0};
  ck_assert_int_eq(pn_chain_solver_set(solver, &settings, from, &error),
                   GSL_EINVAL);
  ck_assert_msg(strstr(error.text, reason) == error.text, "'%s'", error.text);
  ck_assert_int_eq(pn_chain_solver_test(solver), GSL_EINVAL);
}

START_TEST(without_a_set_nothing_is_found)
{
  make(3, pn_chain_method_get((size_t)_i));
  for (int again = 0; again < 2; again++) {
    ck_assert_int_eq(pn_chain_solver_test(solver), GSL_EINVAL);
    ck_assert_int_eq(pn_chain_solver_iterate(solver), GSL_EINVAL);
    ck_assert_int_eq(pn_chain_solver_finish(solver), PN_CHAIN_INTERRUPTED);
    test_close(solver->point->x[1], again ? start->x[1] : 0, 0, "x_1");
    const pn_chain_settings settings = pn_chain_settings_default();
    ck_assert(!pn_chain_solver_set(solver, &settings, start, NULL));
    ck_assert_int_eq(pn_chain_solver_test(solver), GSL_CONTINUE);
    test_close(solver->point->x[1], start->x[1],
               solver->method->ignores_start ? 1 : 0, "x_1");
    pn_chain_point_copy(solver->point, start);
    refuse(NULL, "there is no start");
  }
}
END_TEST

START_TEST(chains_that_cannot_be_are_refused)
{
  const pn_chain_method *method = pn_chain_method_get((size_t)_i);
  make(1, method);
  refuse(start, "a chain has between 2 and ");
  ck_assert_int_eq(pn_chain_solver_iterate(solver), GSL_EINVAL);
  finish();
  make(3, method);
  chain->length[1] = NAN;
  refuse(start, "the length of bar 2 must be positive and finite");
  chain->length[1] = 1;
  pn_chain *other = pn_chain_alloc(2, 0);
  pn_chain_point *wrong = pn_chain_point_alloc(other);
  refuse(wrong, "the start is of 2 bars");
  pn_chain_point_free(wrong);
  pn_chain_free(other);
}
END_TEST

START_TEST(every_outcome_has_a_name)
{
  for (int k = PN_CHAIN_CONVERGED; k <= PN_CHAIN_INTERRUPTED; k++)
    ck_assert_uint_gt(strlen(pn_chain_outcome_name((pn_chain_outcome)k)), 3);
}
END_TEST

/* The request that would fail is still to come when the run is over. */
START_TEST(no_step_asks_for_memory)
{
  static const char *const names[] = {"2a", "2b", "2c", "2d", "3a"};
  set(names[_i % 5], pn_chain_method_get((size_t)_i / 5),
      PN_CHAIN_LAMBDA_ZEROS);
  pn_alloc_fail_at(1);
  while (pn_chain_solver_test(solver) == GSL_CONTINUE)
    if (pn_chain_solver_iterate(solver))
      break;
  pn_chain_solver_finish(solver);
  void *request = pn_alloc(1, 1);
  pn_alloc_fail_at(0);
  ck_assert_msg(request == NULL, "a step of %s asked for memory",
                solver->method->name);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("finish");
  TCase *end = tcase_create("finish");
  tcase_add_checked_fixture(end, NULL, finish);
  tcase_set_timeout(end, 30);
  tcase_add_test(end, an_answer_is_polished_to_its_last_digits);
  tcase_add_loop_test(end, tensions_of_long_chains_are_right, 0, 4);
  tcase_add_loop_test(end, without_an_answer_the_best_iterate_is_given, 0,
                      sizeof lost / sizeof lost[0]);
  tcase_add_test(end, a_run_that_is_stuck_says_so);
  tcase_add_test(end, a_taut_chain_is_laid_straight);
  tcase_add_test(end, an_interrupted_taut_chain_stays_where_it_was_best);
  tcase_add_test(end, a_run_that_did_not_begin_is_interrupted);
  tcase_add_loop_test(end, without_a_set_nothing_is_found, 0, 4);
  tcase_add_loop_test(end, chains_that_cannot_be_are_refused, 0, 4);
  tcase_add_test(end, every_outcome_has_a_name);
  tcase_add_loop_test(end, no_step_asks_for_memory, 0, 20);
  suite_add_tcase(suite, end);
  return test_run(suite);
}
