/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The chain as data: which chains can be hung up, and which are taut. */
#include "pantin/chain/chain.h"

#include "pantin/base/alloc.h"
#include "pantin/chain/simulator.h"

#include "course.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static pn_chain *chain;

static void finish(void)
{
  pn_chain_free(chain);
}

static void hang(size_t bars, const double *length, double a, double b)
{
  chain = pn_chain_alloc(bars, 0);
  memcpy(chain->length, length, bars * sizeof *length);
  chain->end[0] = a;
  chain->end[1] = b;
}

static const double three[] = {0.5, 2, 0.5};

START_TEST(slack_is_what_can_be_taken_away)
{
  hang(3, three, 1, 0.5);
  const double span = hypot(1, 0.5);
  test_close(pn_chain_slack(chain), 3 - 4 + span, 1e-15, "slack");
  ck_assert(!pn_chain_is_taut(chain));
  ck_assert_int_eq(pn_chain_check(chain, NULL, NULL), GSL_SUCCESS);
  /* Without it the chain is taut, with less it cannot close. */
  chain->length[1] += pn_chain_slack(chain);
  ck_assert(pn_chain_is_taut(chain));
  ck_assert_int_eq(pn_chain_check(chain, NULL, NULL), GSL_SUCCESS);
  chain->length[1] += 1e-9;
  pn_chain_part part;
  ck_assert_int_eq(pn_chain_check(chain, &part, NULL), GSL_EINVAL);
  ck_assert_int_eq(part, PN_CHAIN_LENGTHS);
}
END_TEST

/* A folded chain without slack turns about its ends when they are together,
   and nearly so when rounding keeps them apart. */
START_TEST(ends_that_are_together_leave_a_turn)
{
  static const double folded[] = {2, 1, 1};
  const double span[] = {0, 1e-15, 1e-6};
  for (size_t k = 0; k < sizeof span / sizeof *span; k++) {
    if (k > 0)
      finish();
    hang(3, folded, span[k], 0);
    ck_assert(!pn_chain_is_taut(chain));
  }
}
END_TEST

/* Checks that the nodes of a taut chain meet the constraints exactly. */
static void straight_is_feasible(void)
{
  ck_assert(pn_chain_is_taut(chain));
  pn_chain_point *point = pn_chain_point_alloc(chain);
  pn_chain_straighten(chain, point);
  double c[8];
  pn_chain_constraints(chain, point->x, point->y, c);
  for (size_t i = 0; i < chain->bars; i++)
    test_close(c[i], 0, 1e-14, "constraint %zu", i);
  pn_chain_point_free(point);
}

START_TEST(taut_chains_are_straight)
{
  hang(3, three, 1, 0); /* case 3b: the long bar overshoots */
  straight_is_feasible();
  finish();
  hang(3, three, 0, -1); /* case 3c */
  straight_is_feasible();
  finish();
  hang(3, three, 1.8, 2.4); /* from end to end */
  straight_is_feasible();
  finish();
  const double first[] = {1.9, 0.3, 0.6}; /* the long bar first */
  hang(3, first, -0.6, -0.8);
  straight_is_feasible();
  finish();
  const double last[] = {0.3, 0.6, 1.9}; /* and last */
  hang(3, last, -0.6, 0.8);
  straight_is_feasible();
}
END_TEST

START_TEST(what_is_not_a_number_is_refused)
{
  hang(3, three, 1, 0.5);
  pn_chain_part part;
  chain->length[0] = NAN;
  ck_assert_int_eq(pn_chain_check(chain, &part, NULL), GSL_EINVAL);
  ck_assert_int_eq(part, PN_CHAIN_LENGTHS);
  chain->length[0] = 0.5;
  chain->end[1] = INFINITY;
  ck_assert_int_eq(pn_chain_check(chain, &part, NULL), GSL_EINVAL);
  ck_assert_int_eq(part, PN_CHAIN_END);
}
END_TEST

enum number { LENGTH, END_X, END_Y, HEIGHT, SLOPE, WEIGHT, LOAD };

static const struct {
  enum number which;
  double value;
  pn_chain_part part;
  const char *text;
} refusals[] = {
    {LENGTH, 0, PN_CHAIN_LENGTHS,
     "the length of bar 2 must be positive and finite, got 0 m"},
    {LENGTH, INFINITY, PN_CHAIN_LENGTHS,
     "the length of bar 2 must be positive and finite, got inf m"},
    {LENGTH, 0.1, PN_CHAIN_LENGTHS,
     "the bars are 1.1 m long in all, too short to reach the end (1, 0.5), "
     "which is 1.11803399 m away"},
    {LENGTH, 2.5, PN_CHAIN_LENGTHS,
     "the chain cannot close: its longest bar has 2.5 m, all others together "
     "with the distance of the ends only 2.11803399 m"},
    {END_X, NAN, PN_CHAIN_END,
     "the end of the chain must be finite, got (nan, 0.5)"},
    {END_Y, INFINITY, PN_CHAIN_END,
     "the end of the chain must be finite, got (1, inf)"},
    {HEIGHT, NAN, PN_CHAIN_FLOOR,
     "height and slope of floor facet 1 must be finite"},
    {SLOPE, INFINITY, PN_CHAIN_FLOOR,
     "height and slope of floor facet 1 must be finite"},
    {HEIGHT, 0.25, PN_CHAIN_FLOOR,
     "floor facet 1, y >= 0.25 + 0 x, lies above a fixed end of the chain"},
    {SLOPE, 2.5, PN_CHAIN_FLOOR,
     "floor facet 1, y >= -1 + 2.5 x, lies above a fixed end of the chain"},
    {WEIGHT, -2, PN_CHAIN_WEIGHTS,
     "the weight of bar 2 must not be negative, and finite, got -2 N"},
    {WEIGHT, INFINITY, PN_CHAIN_WEIGHTS,
     "the weight of bar 2 must not be negative, and finite, got inf N"},
    {LOAD, -0.3, PN_CHAIN_LOADS,
     "the load of node 1 must not be negative, and finite, got -0.3 N"},
    {LOAD, INFINITY, PN_CHAIN_LOADS,
     "the load of node 1 must not be negative, and finite, got inf N"}};

START_TEST(what_is_wrong_with_a_chain_is_told)
{
  pn_error error = {0};
  pn_chain_part part;
  chain = pn_chain_alloc(3, 1);
  memcpy(chain->length, three, sizeof three);
  chain->end[0] = 1;
  chain->end[1] = 0.5;
  chain->height[0] = -1;
  ck_assert_int_eq(pn_chain_add_weights(chain), GSL_SUCCESS);
  ck_assert_int_eq(pn_chain_check(chain, &part, &error), GSL_SUCCESS);
  double *const numbers[] = {
      &chain->length[1], &chain->end[0],    &chain->end[1], &chain->height[0],
      &chain->slope[0],  &chain->weight[1], &chain->load[1]};
  *numbers[refusals[_i].which] = refusals[_i].value;
  ck_assert_int_eq(pn_chain_check(chain, &part, &error), GSL_EINVAL);
  ck_assert_int_eq(part, refusals[_i].part);
  ck_assert_str_eq(error.text, refusals[_i].text);
}
END_TEST

START_TEST(a_chain_has_neither_one_bar_nor_too_many)
{
  pn_error error = {0};
  hang(3, three, 1, 0.5);
  for (int k = 0; k < 2; k++) {
    chain->bars = k == 0 ? 1 : (size_t)PN_CHAIN_BARS_MAX + 1;
    ck_assert_int_eq(pn_chain_check(chain, NULL, &error), GSL_EINVAL);
    ck_assert_str_eq(error.text,
                     k == 0 ? "a chain has between 2 and 10000000 bars, got 1"
                            : "a chain has between 2 and 10000000 bars, got "
                              "10000001");
  }
}
END_TEST

/* Weights that cannot be had leave a chain of weights like its lengths. */
START_TEST(weights_without_memory_leave_a_chain)
{
  hang(3, three, 1, 0.5);
  for (size_t k = 1; k <= 2; k++) {
    pn_alloc_fail_at(k);
    ck_assert_int_eq(pn_chain_add_weights(chain), GSL_ENOMEM);
    ck_assert_int_eq(pn_chain_check(chain, NULL, NULL), GSL_SUCCESS);
  }
  pn_alloc_fail_at(0);
  ck_assert_int_eq(pn_chain_add_weights(chain), GSL_SUCCESS);
  ck_assert_mem_eq(chain->weight, three, sizeof three);
}
END_TEST

START_TEST(memory_that_fails_leaves_nothing_behind)
{
  for (size_t k = 1; !chain; k++) {
    pn_alloc_fail_at(k);
    chain = pn_chain_alloc(4, 2);
    ck_assert_uint_lt(k, 10);
  }
  pn_chain_point *point = NULL;
  for (size_t k = 1; !point; k++) {
    pn_alloc_fail_at(k);
    point = pn_chain_point_alloc(chain);
    ck_assert_uint_lt(k, 10);
  }
  pn_chain_point_free(point);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("chain");
  TCase *data = tcase_create("chain");
  tcase_add_checked_fixture(data, NULL, finish);
  tcase_add_test(data, slack_is_what_can_be_taken_away);
  tcase_add_test(data, ends_that_are_together_leave_a_turn);
  tcase_add_test(data, taut_chains_are_straight);
  tcase_add_test(data, what_is_not_a_number_is_refused);
  tcase_add_loop_test(data, what_is_wrong_with_a_chain_is_told, 0,
                      sizeof refusals / sizeof *refusals);
  tcase_add_test(data, a_chain_has_neither_one_bar_nor_too_many);
  tcase_add_test(data, weights_without_memory_leave_a_chain);
  tcase_add_test(data, memory_that_fails_leaves_nothing_behind);
  suite_add_tcase(suite, data);
  return test_run(suite);
}
