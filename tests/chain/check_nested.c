/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Chains of many bars on floors of several facets, and where coarser ones place
   them. */
#include "pantin/chain/nested.h"

#include "pantin/base/alloc.h"
#include "pantin/chain/classify.h"
#include "pantin/chain/start.h"

#include "judge.h"
#include "seek.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Answers are right to the tolerance of a run, in lengths and weights of the
   chain, or each bar in its own length. */
static const double right = 1e-7;

/* A gap of less, in lengths of the chain, is rounding. */
static const double rounding = 1e-9;

enum { FACETS_MAX = 3 };

/* A chain of 1 m above a floor. Uneven bars differ by a factor of 3, and their
   weights for each metre by one of 4. */
typedef struct {
  size_t bars;
  int is_uneven;
  double a, b;
  double height[FACETS_MAX], slope[FACETS_MAX];
  size_t facets;
} hanging;

static const hanging hangings[] = {
    {2000, 0, 0.5, 0, {-0.15, -0.25}, {0, 0.4}, 2},
    {1933, 0, 0.44546, -0.41993, {-0.47658, -0.34672}, {0, -0.34053}, 2},
    {442, 0, 0.88387, -0.21722, {-0.22079, -0.00784}, {0, -0.66758}, 2},
    {595, 0, 0.72606, 0.31974, {-0.04783, -0.02843}, {0, 0.37926}, 2},
    {2115, 0, 0.59415, 0.10414, {-0.07636, -0.0697}, {0, -0.3026}, 2},
    {943, 0, 0.40592, 0.40474, {-0.02122, -0.0246}, {0, 0.95699}, 2},
    {1884, 1, 0.23343, -0.16607, {-0.09884, -0.34188}, {-0.6868, 0.5975}, 2},
    {2084,
     1,
     0.2318,
     -0.17086,
     {-0.35222, -0.08376, -0.49781},
     {0.01883, -0.75140, 0.80295},
     3},
    {3699,
     1,
     0.25399,
     0.20236,
     {-0.11286, -0.05902, -0.10653},
     {-0.62639, -0.39561, 0.62006},
     3},
};
enum { HANGINGS = sizeof hangings / sizeof hangings[0] };

/* Hangs a chain, with a straight start. */
static void hang(const hanging *of)
{
  double total = 0;
  chain = pn_chain_alloc(of->bars, of->facets);
  for (size_t i = 0; i < of->bars; i++) {
    const double k = (double)i;
    chain->length[i] = of->is_uneven ? 2 + cos(2.4 * k) : 1;
    total += chain->length[i];
  }
  for (size_t i = 0; i < of->bars; i++)
    chain->length[i] /= total;
  if (of->is_uneven) {
    ck_assert(!pn_chain_add_weights(chain));
    for (size_t i = 0; i < of->bars; i++)
      chain->weight[i] *= pow(2, sin(1.7 * (double)i));
  }
  chain->end[0] = of->a;
  chain->end[1] = of->b;
  for (size_t j = 0; j < of->facets; j++) {
    chain->height[j] = of->height[j];
    chain->slope[j] = of->slope[j];
  }
  ck_assert_int_eq(pn_chain_check(chain, NULL, NULL), GSL_SUCCESS);
  start = pn_chain_point_alloc(chain);
  ck_assert(!pn_chain_start_set(pn_chain_start_find("parabola"), chain, 1,
                                start, NULL));
}

START_TEST(a_chain_comes_to_rest_on_several_facets)
{
  pn_chain_class verdict;
  hang(&hangings[_i]);
  ck_assert_int_eq(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES), GSL_SUCCESS);
  ck_assert_double_lt(judge_residual(chain, solver->point), right);
  ck_assert_int_eq(pn_chain_classify(chain, solver->point, &verdict),
                   GSL_SUCCESS);
  ck_assert_msg(verdict.kind == PN_CHAIN_MINIMUM, "%d: a %s", _i,
                pn_chain_kind_name(verdict.kind));
  finish();
}
END_TEST

/* Asserts that the start has all bars at their lengths, above the floor. */
static void assert_placed(void)
{
  for (size_t i = 0; i < chain->bars; i++) {
    const double l =
        hypot(start->x[i + 1] - start->x[i], start->y[i + 1] - start->y[i]);
    ck_assert_double_eq_tol(l, chain->length[i], right * chain->length[i]);
    for (size_t j = 0; j < chain->facets; j++)
      ck_assert_double_ge(start->y[i] - chain->height[j] -
                              chain->slope[j] * start->x[i],
                          -rounding);
  }
}

/* Returns the force with which the floor pushes all nodes of the start up, none
   of which it pulls. */
static double push_of_floor(void)
{
  double sum = 0;
  for (size_t k = 0; k < chain->facets * (chain->bars + 1); k++) {
    ck_assert_double_ge(start->mu[k], 0);
    sum += start->mu[k];
  }
  return sum;
}

/* Each attempt merges other bars, but there is an end of them. */
START_TEST(a_coarser_chain_places_it)
{
  int has_any = 0;
  hang(&hangings[_i]);
  pn_chain_nested *nested =
      pni_chain_nested_alloc(pn_chain_minimum, chain, &has_any);
  ck_assert(has_any && nested);
  size_t attempts = 0, placed = 0;
  while (pni_chain_nested_place(nested, chain, &attempts, start)) {
    assert_placed();
    ck_assert_double_gt(push_of_floor(), 0.1 * pn_chain_weight(chain));
    placed++;
  }
  ck_assert_uint_gt(placed, 0);
  ck_assert_uint_ge(attempts, placed);
  pni_chain_nested_free(nested);
  finish();
}
END_TEST

START_TEST(few_bars_have_no_coarser_chain)
{
  int has_any = 1;
  chain = pn_chain_alloc(20, 1);
  ck_assert_ptr_null(pni_chain_nested_alloc(pn_chain_minimum, chain, &has_any));
  ck_assert_int_eq(has_any, 0);
  pn_chain_free(chain);
}
END_TEST

/* Whatever request for memory fails, the solver is not allocated. */
START_TEST(memory_may_be_short)
{
  chain = pn_chain_alloc(200, 2);
  pn_chain_solver *of = NULL;
  size_t k = 0;
  while (!of) {
    pn_alloc_fail_at(++k);
    of = pn_chain_solver_alloc(pn_chain_minimum, chain);
    ck_assert_uint_lt(k, 1000);
  }
  pn_alloc_fail_at(0);
  ck_assert_uint_gt(k, 50);
  pn_chain_solver_free(of);
  pn_chain_free(chain);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("nested");
  TCase *many = tcase_create("many bars");
  tcase_set_timeout(many, 100);
  test_add_family(many, a_chain_comes_to_rest_on_several_facets, HANGINGS);
  test_add_family(many, a_coarser_chain_places_it, HANGINGS);
  tcase_add_test(many, few_bars_have_no_coarser_chain);
  tcase_add_test(many, memory_may_be_short);
  suite_add_tcase(suite, many);
  return test_run(suite);
}
