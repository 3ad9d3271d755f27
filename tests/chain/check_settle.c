/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Chains that bars and floor hold more than once, so that forces are not
   unique, or all but so: against statics by hand. */
#include "pantin/base/alloc.h"
#include "pantin/chain/classify.h"
#include "pantin/chain/solver.h"
#include "pantin/chain/start.h"

#include "judge.h"
#include "seek.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { BARS = 7 };

/* Answers may be wrong by this share where nodes were laid down. */
static const double laid = 1e-10;

/* Makes a chain to (end, 0) above so many facets, which are level so far. */
static void make(size_t bars, const double *length, double end, size_t facets)
{
  chain = pn_chain_alloc(bars, facets);
  ck_assert_ptr_nonnull(chain);
  memcpy(chain->length, length, bars * sizeof *length);
  chain->end[0] = end;
}

/* Makes the default start. */
static void place(void)
{
  start = pn_chain_point_alloc(chain);
  ck_assert_int_eq(pn_chain_start_set(pn_chain_start_find("parabola"), chain, 1,
                                      start, NULL),
                   GSL_SUCCESS);
}

/* Solves, and checks the answer's balance and what it is. */
static pn_chain_class answer(const char *what)
{
  pn_chain_class verdict;
  place();
  ck_assert_msg(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES) == GSL_SUCCESS,
                "%s is not solved", what);
  test_close(judge_residual(chain, solver->point), 0, laid, "residual of %s",
             what);
  ck_assert_int_eq(pn_chain_classify(chain, solver->point, &verdict), 0);
  return verdict;
}

/* Nodes that carry 4.5 N each, 4 m below ends that their bars reach over 3 m:
   1e-6 m above the floor, or on it, it pushes nothing. */
START_TEST(a_floor_that_is_just_touched_pushes_nothing)
{
  const double length[] = {5, 4, 5}, gap[] = {1e-3, 1e-6, 1e-8, 0};
  make(3, length, 10, 1);
  chain->height[0] = -4 - gap[_i];
  const pn_chain_class verdict = answer("the trapezium");
  ck_assert(verdict.global);
  ck_assert_int_eq(verdict.unique, gap[_i] > 0);
  for (size_t i = 0; i < 3; i++)
    test_close(pn_chain_tension(chain, solver->point, i),
               i == 1 ? 3.375 : 5.625, 1e-11, "tension %zu", i);
  for (size_t i = 1; i < 3; i++)
    test_close(solver->point->mu[i], 0, 0, "mu %zu", i);
}
END_TEST

/* The bars may pull and the floor push as much as they like. */
START_TEST(a_node_that_just_touches_is_held_twice)
{
  const double length[] = {5, 5};
  make(2, length, 6, 1);
  chain->height[0] = -4;
  const pn_chain_class verdict = answer("the triangle");
  ck_assert_int_eq(verdict.kind, PN_CHAIN_ISOLATED);
  ck_assert_int_eq(verdict.unique, 0);
}
END_TEST

/* Chains that can lie folded on a table at the level of both ends. */
static const struct {
  size_t bars;
  double length[BARS], end;
} folded[] = {
    {3, {1.3, 1, 1}, 0.7},        {5, {1, 1, 1, 1, 1}, 3},
    {4, {1.3, 1.5, 1.3, 0.5}, 1}, {7, {1.5, 0.5, 0.5, 1.3, 0.7, 1.5, 0.5}, 3.5},
    {4, {1, 1, 1, 1}, 2},         {7, {1, 0.7, 0.5, 0.7, 0.7, 0.7, 0.5}, 3.4},
};

START_TEST(a_chain_folded_on_a_table_is_slack)
{
  make(folded[_i].bars, folded[_i].length, folded[_i].end, 1);
  const pn_chain_class verdict = answer("a folded chain");
  ck_assert_int_eq(verdict.kind, PN_CHAIN_MINIMUM);
  ck_assert_uint_eq(verdict.nullity, 0);
  ck_assert(verdict.global);
  ck_assert(!verdict.unique);
  for (size_t i = 0; i < chain->bars; i++)
    test_close(pn_chain_tension(chain, solver->point, i), 0, 0, "tension %zu",
               i);
  for (size_t i = 1; i < chain->bars; i++) {
    test_close(solver->point->y[i], 0, 0, "y %zu", i);
    test_close(solver->point->mu[i],
               (chain->length[i - 1] + chain->length[i]) / 2, 1e-12, "mu %zu",
               i);
  }
}
END_TEST

/* A node in the corner that a facet makes with a fixed end was jammed there by
   12 kN. */
START_TEST(a_wedged_node_is_not_jammed)
{
  const double length[] = {1.3, 1, 1};
  make(3, length, 1.3, 2);
  chain->height[0] = -0.5;
  chain->height[1] = -0.65;
  chain->slope[1] = 0.5;
  (void)answer("the wedge");
  for (size_t i = 0; i < 3; i++)
    ck_assert_double_lt(fabs(pn_chain_tension(chain, solver->point, i)), 10);
}
END_TEST

/* Equal bars, 10 m in all, between level ends above a floor that is one bar or
   less below them: some of its nodes lie folded on it, or hang straight down to
   it, where multipliers are not unique. */
static const struct {
  size_t bars;
  double end, depth;
} slack_on[] = {
    {100, 9, 0.1}, {100, 8, 0.1}, {100, 7, 0.1},
    {100, 6, 0.1}, {100, 5, 0.1}, {100, 9.4, 0.1},
    {60, 9, 0},    {100, 9, 0},   {5, 6.18, 0.5},
};

/* Such an answer is right to the tolerance of the run alone, in lengths and
   weights of the chain. */
static const double folded_right = 1e-8;

START_TEST(equal_bars_slack_on_a_level_floor_are_solved)
{
  const size_t bars = slack_on[_i].bars;
  const double depth = slack_on[_i].depth, each = 10.0 / (double)bars;
  double length[100];
  for (size_t i = 0; i < bars; i++)
    length[i] = each;
  make(bars, length, slack_on[_i].end, 1);
  chain->height[0] = -depth;
  place();
  ck_assert_int_eq(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES), GSL_SUCCESS);
  test_close(judge_residual(chain, solver->point), 0, folded_right, "residual");
  /* No node is below the floor, and most of the long chains' lie on it. */
  const double lowest = -depth * each * (double)(bars - 1);
  ck_assert_double_ge(solver->info.energy, lowest - folded_right);
  if (bars > 5)
    ck_assert_double_le(solver->info.energy, lowest + 2 * depth * each + 1e-9);
}
END_TEST

/* Five bars with a load on one node, which jammed with lengths wrong by 2e-3,
   in steps of 1e-14 m. */
START_TEST(a_loaded_chain_does_not_jam)
{
  const double length[] = {0.2, 0.2, 0.2, 0.2, 0.2};
  make(5, length, 0.97, 1);
  chain->height[0] = -0.07548981159302873;
  chain->load = pn_alloc(6, sizeof *chain->load);
  chain->load[2] = 1;
  ck_assert_int_eq(answer("the loaded chain").kind, PN_CHAIN_MINIMUM);
}
END_TEST

/* A heavy load that lies on the floor pulls no bar: forces must be in balance
   beside the tensions, whatever it weighs. */
static const struct {
  size_t bars, node;
  double end, level, load;
} heavy[] = {
    {5, 2, 0.11, -0.12, 100},
    {10, 2, 0.61, -0.11, 500},
    {5, 3, 0.1, -0.12, 100},
};

START_TEST(a_load_that_lies_is_no_measure_of_forces)
{
  const double length[10] = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
  make(heavy[_i].bars, length, heavy[_i].end, 1);
  chain->height[0] = heavy[_i].level;
  chain->load = pn_alloc(heavy[_i].bars + 1, sizeof *chain->load);
  chain->load[heavy[_i].node] = heavy[_i].load;
  ck_assert_int_eq(answer("the heavy chain").kind, PN_CHAIN_MINIMUM);
  const pn_chain_point *p = solver->point;
  double tension = 0, left = 0;
  for (size_t i = 1; i < chain->bars; i++) {
    const double before = 2 * p->lambda[i - 1], after = 2 * p->lambda[i];
    const double weight = 0.1 + chain->load[i] - p->mu[i];
    left = fmax(left, fabs(before * (p->x[i] - p->x[i - 1]) -
                           after * (p->x[i + 1] - p->x[i])));
    left = fmax(left, fabs(before * (p->y[i] - p->y[i - 1]) -
                           after * (p->y[i + 1] - p->y[i]) + weight));
    tension = fmax(tension, fabs(after * 0.1));
  }
  ck_assert_double_gt(tension, 0.05);
  test_close(left / tension, 0, laid, "forces left over");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("settle");
  TCase *cases = tcase_create("settle");
  tcase_add_checked_fixture(cases, NULL, finish);
  tcase_add_loop_test(cases, a_floor_that_is_just_touched_pushes_nothing, 0, 4);
  tcase_add_test(cases, a_node_that_just_touches_is_held_twice);
  tcase_add_loop_test(cases, a_chain_folded_on_a_table_is_slack, 0,
                      sizeof folded / sizeof folded[0]);
  tcase_add_test(cases, a_wedged_node_is_not_jammed);
  tcase_add_loop_test(cases, equal_bars_slack_on_a_level_floor_are_solved, 0,
                      sizeof slack_on / sizeof slack_on[0]);
  tcase_add_test(cases, a_loaded_chain_does_not_jam);
  tcase_add_loop_test(cases, a_load_that_lies_is_no_measure_of_forces, 0,
                      sizeof heavy / sizeof heavy[0]);
  suite_add_tcase(suite, cases);
  return test_run(suite);
}
