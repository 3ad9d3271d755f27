/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests the orders of sweeps: against rows relaxed one after the other with the
   full matrix, for operators of all kinds, and by where they end. */
#include "pantin/lcp/solver.h"

#include "pantin/lcp/operator_balls.h"
#include "pantin/lcp/operator_dense.h"

#include "problems.h"
#include "test.h"
#include "tuning/piles.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 12, SWEEPS = 4 };

static const double rounding = 1e-12;

static gsl_rng *random_numbers;

static void prepare(void)
{
  random_numbers = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random_numbers, 2385);
}

static void finish(void)
{
  gsl_rng_free(random_numbers);
}

static pn_lcp_solver *begin(const pn_lcp *lcp, pn_lcp_order order,
                            uint64_t seed)
{
  pn_lcp_settings settings = pn_lcp_settings_default();
  settings.order = order;
  settings.seed = seed;
  pn_lcp_solver *solver = pn_lcp_solver_alloc(pn_lcp_pgs, lcp);
  ck_assert_ptr_nonnull(solver);
  ck_assert(!pn_lcp_solver_set(solver, &settings, NULL, NULL));
  return solver;
}

/* Returns the row that a sweep visits in its k-th turn. */
static size_t row_at(const pn_lcp_solver *solver, size_t sweep, size_t k)
{
  switch (solver->settings.order) {
  case PN_LCP_FORWARD:
    return k;
  case PN_LCP_BACKWARD:
    return ROWS - 1 - k;
  case PN_LCP_SYMMETRIC:
    return sweep % 2 == 0 ? k : ROWS - 1 - k;
  default:
    return solver->order[k];
  }
}

/* Takes some sweeps in this order, each beside one with the full matrix A. */
static void compare(const pn_lcp *lcp, const double *A, pn_lcp_order order)
{
  double x[ROWS] = {0};
  pn_lcp_solver *solver = begin(lcp, order, 3);
  for (size_t s = 0; s < SWEEPS; s++) {
    int visits[ROWS] = {0};
    ck_assert(!pn_lcp_solver_iterate(solver));
    for (size_t k = 0; k < ROWS; k++) {
      const size_t i = row_at(solver, s, k);
      double w = lcp->b[i];
      for (size_t j = 0; j < ROWS; j++)
        w += A[i * ROWS + j] * x[j];
      x[i] = fmin(fmax(x[i] - w / A[i * ROWS + i], lcp->lo[i]), lcp->hi[i]);
      visits[i]++;
    }
    for (size_t i = 0; i < ROWS; i++) {
      ck_assert_int_eq(visits[i], 1);
      test_close(solver->lambda[i], x[i], rounding,
                 "%s, %s, sweep %zu, lambda(%zu)", lcp->A->type->name,
                 pn_lcp_order_name(order), s, i + 1);
    }
  }
  pn_lcp_solver_free(solver);
}

START_TEST(sweeps_visit_the_rows_in_their_order)
{
  pn_lcp *const problems[] = {
      problem_contacts(random_numbers, ROWS, 5),
      pile(random_numbers, ROWS / 3, 3, 1e-2),
      problem_dense(random_numbers, ROWS, ROWS, 0.1),
      problem_dense(random_numbers, ROWS, ROWS, 0.1),
  };
  pn_lcp_set_operator(problems[2],
                      &pn_lcp_dense_assemble(problems[2]->A)->base);
  for (size_t p = 0; p < sizeof problems / sizeof problems[0]; p++) {
    double *A = problem_matrix(problems[p]);
    for (pn_lcp_order order = 0; pn_lcp_order_name(order); order++)
      if (order < PN_LCP_HEIGHT || p < 2)
        compare(problems[p], A, order);
    free(A);
    pn_lcp_free(problems[p]);
  }
}
END_TEST

/* Another seed, and each sweep, has another order; the same seed the same. */
START_TEST(random_orders_depend_on_their_seed_alone)
{
  pn_lcp *lcp = problem_contacts(random_numbers, ROWS, 5);
  pn_lcp_solver *solvers[] = {begin(lcp, PN_LCP_RANDOM, 1),
                              begin(lcp, PN_LCP_RANDOM, 1),
                              begin(lcp, PN_LCP_RANDOM, 2)};
  size_t first[ROWS];
  for (int s = 0; s < 2; s++) {
    for (int k = 0; k < 3; k++)
      ck_assert(!pn_lcp_solver_iterate(solvers[k]));
    ck_assert_mem_eq(solvers[0]->order, solvers[1]->order, sizeof first);
    ck_assert_mem_ne(solvers[0]->order, solvers[2]->order, sizeof first);
    if (s > 0)
      ck_assert_mem_ne(solvers[0]->order, first, sizeof first);
    memcpy(first, solvers[0]->order, sizeof first);
  }
  for (int k = 0; k < 3; k++)
    pn_lcp_solver_free(solvers[k]);
  pn_lcp_free(lcp);
}
END_TEST

/* Seven balls on each other, whose contacts are listed from the top; and an
   eighth in the air, with one contact to a ninth. */
START_TEST(heights_count_from_the_ground)
{
  enum { BALLS = 9, CONTACTS = 8, STACKED = 7 };
  pn_lcp *lcp = pn_lcp_alloc(CONTACTS);
  pn_delassus *J = pn_delassus_alloc(CONTACTS, BALLS);
  J->rows = CONTACTS;
  for (uint32_t k = 0; k < BALLS; k++)
    J->inverse_mass[k] = 1;
  J->pair[0] = (pn_pair){7, 8};
  for (uint32_t c = 1; c < CONTACTS; c++)
    J->pair[c] = (pn_pair){STACKED - c, c < STACKED ? STACKED - c - 1 : BALLS};
  for (size_t c = 0; c < CONTACTS; c++)
    J->normal[c] = pn_vec3_make(0, 0, 1);
  pn_lcp_set_operator(lcp, &J->base);
  pn_lcp_solver *solver = begin(lcp, PN_LCP_HEIGHT, 0);
  for (size_t k = 0; k < STACKED; k++)
    ck_assert_uint_eq(solver->order[k], STACKED - k);
  ck_assert_uint_eq(solver->order[STACKED], 0);
  pn_lcp_solver_free(solver);
  pn_lcp_free(lcp);
}
END_TEST

START_TEST(heights_and_colours_need_bodies)
{
  pn_lcp *lcp = problem_dense(random_numbers, ROWS, ROWS, 0.1);
  pn_lcp_settings settings = pn_lcp_settings_default();
  pn_error error = {0};
  settings.order = PN_LCP_HEIGHT;
  pn_lcp_solver *solver = pn_lcp_solver_alloc(pn_lcp_pgs, lcp);
  ck_assert_int_eq(pn_lcp_solver_set(solver, &settings, NULL, &error),
                   GSL_EINVAL);
  ck_assert_str_eq(error.text, "the order by height needs the bodies of each "
                               "row, and this problem has only A");
  settings.order = PN_LCP_COLOURS;
  ck_assert_int_eq(pn_lcp_solver_set(solver, &settings, NULL, &error),
                   GSL_EINVAL);
  ck_assert_str_eq(error.text, "the order by colours needs the bodies of each "
                               "row, and this problem has only A");
  settings.order = PN_LCP_COLOURS + 1;
  ck_assert_int_eq(pn_lcp_solver_set(solver, &settings, NULL, &error),
                   GSL_EINVAL);
  pn_lcp_solver_free(solver);
  pn_lcp_free(lcp);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("order");
  TCase *tests = tcase_create("all");
  tcase_add_checked_fixture(tests, prepare, finish);
  tcase_add_test(tests, sweeps_visit_the_rows_in_their_order);
  tcase_add_test(tests, random_orders_depend_on_their_seed_alone);
  tcase_add_test(tests, heights_count_from_the_ground);
  tcase_add_test(tests, heights_and_colours_need_bodies);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
