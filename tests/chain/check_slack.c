/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Equal bars on a level floor, more of them than the way along it needs. No
   node can be lower than straight down from an end, or on the floor, which is a
   bound of the energy, and most chains reach it. */
#include "pantin/chain/classify.h"
#include "pantin/chain/solver.h"
#include "pantin/chain/start.h"

#include "judge.h"
#include "seek.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_rng.h>
#include <math.h>

/* Answers are right to the tolerance of a run, in lengths and weights of the
   chain. */
static const double right = 1e-7;

/* Hangs equal bars above a level floor, with a start. */
static void hang(size_t bars, double total, double x, double y, double level,
                 const char *from)
{
  chain = pn_chain_alloc(bars, 1);
  for (size_t i = 0; i < bars; i++)
    chain->length[i] = total / (double)bars;
  chain->end[0] = x;
  chain->end[1] = y;
  chain->height[0] = level;
  ck_assert_int_eq(pn_chain_check(chain, NULL, NULL), GSL_SUCCESS);
  start = pn_chain_point_alloc(chain);
  ck_assert(
      !pn_chain_start_set(pn_chain_start_find(from), chain, 1, start, NULL));
}

/* Returns the energy of a chain whose nodes are all as low as they can be. */
static double least_energy(void)
{
  const double total = pn_chain_length(chain);
  double s = 0, before = 0, energy = 0;
  for (size_t i = 0; i < chain->bars; i++) {
    s += chain->length[i];
    const double left = -s, far_end = chain->end[1] - (total - s);
    const double y = i + 1 == chain->bars
                         ? chain->end[1]
                         : fmax(chain->height[0], fmax(left, far_end));
    energy += chain->length[i] * (before + y) / 2;
    before = y;
  }
  return energy;
}

/* Solves, and checks the balance, and the verdict on a level floor. */
static void assert_minimum(const char *what)
{
  pn_chain_class verdict;
  ck_assert_msg(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES) == GSL_SUCCESS,
                "%s is not solved", what);
  test_close(judge_residual(chain, solver->point), 0, right, "residual of %s",
             what);
  if (chain->slope[0] != 0)
    return;
  ck_assert_int_eq(pn_chain_classify(chain, solver->point, &verdict), 0);
  const double total = pn_chain_length(chain);
  const double above = solver->info.energy - least_energy();
  ck_assert_msg(above > -right * total * total, "%s is too low by %g", what,
                -above);
  ck_assert_msg(verdict.kind == PN_CHAIN_MINIMUM ||
                    verdict.kind == PN_CHAIN_DEGENERATE,
                "%s ends in a %s", what, pn_chain_kind_name(verdict.kind));
  if (above < 1e-5 * right * total * total)
    ck_assert_msg(verdict.global, "%s is the minimum", what);
}

/* Long chains, whose ends are many bars above the floor: it hangs straight down
   from them, but for what the bars on the floor add up to. */
static const struct {
  size_t bars;
  double total, end[2], depth;
} long_ones[] = {
    {2000, 3, {1, 0}, 0.6},       {2000, 3, {-1, 0}, 0.6007},
    {2000, 5.629, {2, 0}, 0.169}, {1000, 2.786, {1, -0.4135}, 0.959},
    {5000, 3, {1, 0.25}, 0.45},   {2000, 2.684, {1, 0.4622}, 0.558},
};

START_TEST(long_chains_are_laid_down)
{
  const size_t bars = long_ones[_i].bars;
  const double total = long_ones[_i].total, each = total / (double)bars;
  hang(bars, total, long_ones[_i].end[0], long_ones[_i].end[1],
       -long_ones[_i].depth, "parabola");
  assert_minimum("a long chain");
  ck_assert_double_le(solver->info.energy, least_energy() + 2 * each * each);
}
END_TEST

/* Chains of whole bars down, along the floor and up, where multipliers are not
   unique. */
static const struct {
  size_t bars;
  double total, end[2], level;
  const char *start;
} whole[] = {
    {10, 1, {0.2, -0.2}, -0.2, "parabola"},
    {20, 4, {1.2, -0.4}, -0.4, "line"},
    {200, 2, {1.98, 0}, 0, "parabola"},
    {20, 2, {0.8, 0.2}, -0.5, "parabola"},
    {100, 20, {0, 2}, 0, "parabola"},
    {6, 6, {4.8, 0}, -0.6, "zigzag"},
    {6, 6, {2, 0}, -1, "parabola"},
    {6, 6, {2, 0}, -0.25, "line"},
};

START_TEST(whole_bars_are_laid_down)
{
  hang(whole[_i].bars, whole[_i].total, whole[_i].end[0], whole[_i].end[1],
       whole[_i].level, whole[_i].start);
  assert_minimum("a chain of whole bars");
}
END_TEST

/* Light bars with loads that all lie on the floor: no tension means anything.
 */
static const struct {
  size_t bars;
  double length[5], end, load[5], level;
} light[] = {
    {5, {2, 2, 1, 1, 1}, 4, {0, 0, 0, 0, 1}, -1},
    {5, {1, 1, 2, 2, 1}, 4, {0, 0, 0, 1, 1}, -1},
    {3, {1, 1, 1}, 2, {0, 1, 0}, -0.5},
};

START_TEST(loads_on_the_floor_are_as_low_as_can_be)
{
  const size_t bars = light[_i].bars;
  double energy = 0;
  hang(bars, 10, light[_i].end, 0, light[_i].level, "parabola");
  ck_assert_int_eq(pn_chain_add_weights(chain), GSL_SUCCESS);
  for (size_t i = 0; i < bars; i++) {
    chain->length[i] = light[_i].length[i];
    chain->weight[i] = 0;
    chain->load[i] = light[_i].load[i];
    energy += chain->load[i] * light[_i].level;
  }
  ck_assert(!pn_chain_start_set(pn_chain_start_find("parabola"), chain, 1,
                                start, NULL));
  ck_assert_int_eq(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES), GSL_SUCCESS);
  test_close(solver->info.energy, energy, right, "energy");
  pn_chain_class verdict;
  ck_assert_int_eq(pn_chain_classify(chain, solver->point, &verdict), 0);
  ck_assert_int_eq(verdict.kind, PN_CHAIN_MINIMUM);
  ck_assert(verdict.global);
}
END_TEST

/* Chains as they are made up: of round numbers. */
START_TEST(chains_of_round_numbers_are_solved)
{
  static const double spans[] = {0, 0.1, 0.2, 0.25, 0.4, 0.5, 0.75, 0.8},
                      heights[] = {0, 0, 0, 0.1, -0.1, 0.2, -0.2, -0.25},
                      depths[] = {0, 0, 0.1, 0.05, 0.2, 0.25, 0.01};
  static const size_t bars[] = {4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50};
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random, (unsigned long)_i);
  const double total = 1 + (double)gsl_rng_uniform_int(random, 10);
  const double x = total * spans[gsl_rng_uniform_int(random, 8)];
  const double y = total * heights[gsl_rng_uniform_int(random, 8)];
  const double level =
      fmin(0, y) - total * depths[gsl_rng_uniform_int(random, 7)];
  hang(bars[gsl_rng_uniform_int(random, 12)], total, x, y, level, "parabola");
  gsl_rng_free(random);
  if (hypot(x, y) < total)
    assert_minimum("a chain of round numbers");
}
END_TEST

/* Chains that lie on their floor from anchor to anchor, nearly taut, with the
   little that they are too long in their way. */
START_TEST(chains_on_the_floor_from_end_to_end)
{
  static const size_t bars[] = {3, 4, 5, 10, 20, 50};
  static const double slack[] = {1e-3, 3e-3};
  hang(bars[_i % 6], 1, 1 - slack[_i / 6], 0, 0, "parabola");
  assert_minimum("a chain on its floor");
}
END_TEST

/* The run ends where it begins, if that is a solution: the forces are found. */
START_TEST(a_solution_is_a_good_start)
{
  static const double length[] = {930, 300, 412, 400, 640};
  hang(5, 2682, 80, -130, -747.9536658103461, "parabola");
  for (size_t i = 0; i < 5; i++)
    chain->length[i] = length[i];
  chain->slope[0] = 2.5;
  assert_minimum("the chain");
  pn_chain_point_copy(start, solver->point);
  for (size_t i = 0; i < 5; i++)
    start->lambda[i] = 0;
  for (size_t i = 0; i <= 5; i++)
    start->mu[i] = 0;
  const double energy = solver->info.energy;
  assert_minimum("the chain from there");
  ck_assert_uint_le(solver->info.iteration, 2);
  test_close(solver->info.energy, energy, fabs(energy) * right, "energy");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("slack");
  TCase *slack = tcase_create("slack");
  tcase_add_checked_fixture(slack, NULL, finish);
  tcase_set_timeout(slack, 30);
  test_add_family(slack, long_chains_are_laid_down,
                  sizeof long_ones / sizeof long_ones[0]);
  test_add_family(slack, whole_bars_are_laid_down,
                  sizeof whole / sizeof whole[0]);
  test_add_family(slack, loads_on_the_floor_are_as_low_as_can_be,
                  sizeof light / sizeof light[0]);
  test_add_family(slack, chains_of_round_numbers_are_solved, 300);
  tcase_add_loop_test(slack, chains_on_the_floor_from_end_to_end, 0, 12);
  tcase_add_test(slack, a_solution_is_a_good_start);
  suite_add_tcase(suite, slack);
  return test_run(suite);
}
