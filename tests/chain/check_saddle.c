/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The method `minimum` leaves saddles that its steps down lead to, and points
   whose second derivatives tell nothing. */
#include "pantin/chain/classify.h"
#include "pantin/chain/solver.h"
#include "pantin/chain/start.h"

#include "judge.h"
#include "seek.h"
#include "test.h"

#include <gsl/gsl_errno.h>

/* Makes a chain of equal bars to (end, 0) on a level floor, if there is one,
   and its start. */
static void make(size_t bars, double length, double end, double height,
                 const char *shape)
{
  chain = pn_chain_alloc(bars, height < 0);
  ck_assert_ptr_nonnull(chain);
  for (size_t i = 0; i < bars; i++)
    chain->length[i] = length / (double)bars;
  chain->end[0] = end;
  if (height < 0)
    chain->height[0] = height;
  start = pn_chain_point_alloc(chain);
  ck_assert_int_eq(
      pn_chain_start_set(pn_chain_start_find(shape), chain, 1, start, NULL),
      GSL_SUCCESS);
}

/* Solves, and returns what the answer is. */
static pn_chain_kind answer(void)
{
  pn_chain_class verdict;
  ck_assert_int_eq(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES), GSL_SUCCESS);
  ck_assert_int_eq(pn_chain_classify(chain, solver->point, &verdict), 0);
  return verdict.kind;
}

/* Symmetric chains with symmetric starts, whose symmetric answer is a saddle:
   its energy, which is to be undercut. */
static const struct {
  size_t bars;
  double length, end, height, saddle;
} symmetric[] = {
    {8, 6, 2, -1, -4.1646}, {5, 21, 3, -2, -15.3806}, {8, 12, 2, -1, -6.3168}};

START_TEST(symmetry_on_a_floor_is_broken)
{
  make(symmetric[_i].bars, symmetric[_i].length, symmetric[_i].end,
       symmetric[_i].height, "parabola");
  ck_assert_int_eq(answer(), PN_CHAIN_MINIMUM);
  ck_assert_double_lt(solver->info.energy, symmetric[_i].saddle);
  test_close(judge_residual(chain, solver->point), 0, SEEK_ROUNDING,
             "residual");
}
END_TEST

/* Bars of 1 m between ends that coincide, folded up and down: only a finite
   swing lowers them. Folded once, they hang n^2 / 4 below. */
START_TEST(a_folded_chain_unfolds)
{
  const size_t bars = 4 + 2 * (size_t)_i;
  const double n = (double)bars;
  make(bars, n, 0, 0, "zigzag");
  ck_assert_int_eq(answer(), PN_CHAIN_MINIMUM);
  test_close(solver->info.energy, -n * n / 4, 1e-6, "the energy");
}
END_TEST

/* A chain that stands, at the highest point of all, falls, too. */
START_TEST(a_chain_that_stands_falls)
{
  make(4, 4, 0, 0, "zigzag");
  for (size_t i = 1; i < 4; i++) {
    start->x[i] = 0;
    start->y[i] = i == 2 ? 2 : 1;
  }
  ck_assert_int_eq(answer(), PN_CHAIN_MINIMUM);
  test_close(solver->info.energy, -4, 1e-6, "the energy");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("saddle");
  TCase *cases = tcase_create("saddle");
  tcase_add_checked_fixture(cases, NULL, finish);
  tcase_add_loop_test(cases, symmetry_on_a_floor_is_broken, 0,
                      sizeof symmetric / sizeof symmetric[0]);
  tcase_add_loop_test(cases, a_folded_chain_unfolds, 0, 4);
  tcase_add_test(cases, a_chain_that_stands_falls);
  suite_add_tcase(suite, cases);
  return test_run(suite);
}
