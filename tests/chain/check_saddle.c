/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The method `minimum` leaves saddles that its steps down lead to, and points
   whose second derivatives tell nothing, however coarse the tolerance is. */
#include "pantin/chain/classify.h"
#include "pantin/chain/solver.h"
#include "pantin/chain/start.h"

#include "judge.h"
#include "seek.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <string.h>

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

/* Solves to a tolerance, relative or absolute. */
static int solve_within(double tolerance, int absolute)
{
  pn_chain_settings settings = pn_chain_settings_default();
  settings.tolerance_gradient = settings.tolerance_constraint = tolerance;
  settings.absolute = absolute;
  return solve_as(&settings);
}

/* Energies are this sure: `dual` stops at 1e-7. */
static const double certain = 1e-6;

/* Chains of 10 m to (7, 0) m that start on an arch, and tolerances that this
   is within. */
static const struct {
  size_t bars;
  double tolerance;
  int absolute;
} coarse[] = {{10, 0.1, 0}, {10, 0.2, 1},   {40, 0.01, 0},
              {40, 0.1, 1}, {300, 1e-3, 0}, {300, 0.01, 1}};

/* Above the line of the ends lies the maximum: the minimum's mirror image, of
   the opposite energy. `dual` finds the minimum by another way. */
START_TEST(no_maximum_meets_a_coarse_tolerance)
{
  make(coarse[_i].bars, 10, 7, 0, "arch");
  pn_chain_solver *dual = pn_chain_solver_alloc(pn_chain_dual, chain);
  ck_assert_ptr_nonnull(dual);
  const pn_chain_settings settings = pn_chain_settings_default();
  ck_assert_int_eq(pn_chain_solver_set(dual, &settings, start, NULL), 0);
  while (pn_chain_solver_test(dual) == GSL_CONTINUE)
    ck_assert_int_eq(pn_chain_solver_iterate(dual), GSL_SUCCESS);
  const double least = dual->info.energy;
  pn_chain_solver_free(dual);
  ck_assert_double_lt(least, 0);
  ck_assert_int_eq(solve_within(coarse[_i].tolerance, coarse[_i].absolute),
                   GSL_SUCCESS);
  test_close(solver->info.energy, least, -certain * least, "the energy");
}
END_TEST

/* Bars of 1, 1.5 and 0.6 m to (2.58, -1.5) m, where the first step meets the
   tolerance of 0.01, but leaves forces that the next one balances. */
START_TEST(a_coarse_tolerance_solves_what_a_fine_one_does)
{
  static const double lengths[] = {1, 1.5, 0.6}, tolerances[] = {1e-7, 1e-2};
  make(3, 3.1, 2.58, 0, "parabola");
  memcpy(chain->length, lengths, sizeof lengths);
  chain->end[1] = -1.5;
  ck_assert_int_eq(pn_chain_start_set(pn_chain_start_find("parabola"), chain, 1,
                                      start, NULL),
                   GSL_SUCCESS);
  for (int k = 0; k < 2; k++) {
    ck_assert_int_eq(solve_within(tolerances[k], 0), GSL_SUCCESS);
    ck_assert_double_gt(judge_curvature(chain, solver->point), 0);
    test_close(judge_residual(chain, solver->point), 0, SEEK_ROUNDING,
               "residual");
  }
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
  tcase_add_loop_test(cases, no_maximum_meets_a_coarse_tolerance, 0,
                      sizeof coarse / sizeof coarse[0]);
  tcase_add_test(cases, a_coarse_tolerance_solves_what_a_fine_one_does);
  suite_add_tcase(suite, cases);
  return test_run(suite);
}
