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

/* The nodes of a taut chain meet the constraints exactly. */
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
  tcase_add_test(data, memory_that_fails_leaves_nothing_behind);
  suite_add_tcase(suite, data);
  return test_run(suite);
}
