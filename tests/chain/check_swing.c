/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Chains whose lengths nearly close, above all a long stick that a few short
   bars hold by its tip: they swing to rest without a wrong length. Judged from
   the raw data, and by energies of all their stationary points, which intervals
   have found (pantin-chain --all). */
#include "pantin/chain/classify.h"
#include "pantin/chain/simulator.h"
#include "pantin/chain/solver.h"
#include "pantin/chain/start.h"
#include "pantin/chain/swing.h"

#include "judge.h"
#include "seek.h"
#include "test.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <string.h>

enum { BARS_MAX = 6 };

/* Hangs these bars, with the default start. */
static void hang(size_t bars, const double *length, double x, double y)
{
  chain = pn_chain_alloc(bars, 0);
  memcpy(chain->length, length, bars * sizeof *length);
  chain->end[0] = x;
  chain->end[1] = y;
  ck_assert_int_eq(pn_chain_check(chain, NULL, NULL), GSL_SUCCESS);
  start = pn_chain_point_alloc(chain);
  ck_assert(!pn_chain_start_set(pn_chain_start_get(0), chain, 1, start, NULL));
}

/* Swings the start's nodes to rest. */
static void swing(void)
{
  double *work = pn_alloc(pn_chain_vector_size(chain->bars), sizeof *work);
  ck_assert(
      pni_chain_swing(chain, pn_chain_vector_view(work, chain->bars), start));
  pn_free(work);
}

static const struct {
  size_t bars;
  double length[BARS_MAX], end[2], energy;
} booms[] = {
    {3, {0.5, 0.5, 1}, {0, -0.1}, -0.103118127511},
    {4, {0.1, 0.5, 0.5, 1.08}, {0, -0.1}, -0.349653047661},
    {5, {0.25, 0.25, 0.25, 0.25, 1}, {0, -0.1}, -0.103897459101},
    {3, {0.716, 0.409, 0.325}, {0, 0.02}, -0.458557457848},
};

START_TEST(a_boom_is_held_by_its_tip)
{
  hang(booms[_i].bars, booms[_i].length, booms[_i].end[0], booms[_i].end[1]);
  ck_assert_int_eq(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES), GSL_SUCCESS);
  test_close(solver->info.energy, booms[_i].energy, 1e-10, "energy");
  test_close(judge_residual(chain, solver->point), 0, 1e-9, "residual");
}
END_TEST

START_TEST(swinging_alone_nearly_ends_in_the_minimum)
{
  hang(booms[_i].bars, booms[_i].length, booms[_i].end[0], booms[_i].end[1]);
  swing();
  test_close(judge_residual(chain, start), 0, 1e-6, "residual");
  ck_assert(judge_curvature(chain, start) > 0);
}
END_TEST

static double uniform(gsl_rng *random, double low, double high)
{
  return low + (high - low) * gsl_rng_uniform(random);
}

/* Makes one bar so long that the others, and the gap between the ends, have 1
   to 10 % to spare. */
static void hang_nearly_closed(gsl_rng *random)
{
  const size_t bars = 3 + gsl_rng_uniform_int(random, BARS_MAX - 2);
  const size_t k = gsl_rng_uniform_int(random, bars);
  const double x = gsl_rng_uniform(random) < 0.4 ? 0 : uniform(random, 0, 0.2);
  const double y = uniform(random, -0.3, 0.5);
  double length[BARS_MAX], rest = hypot(x, y);
  for (size_t i = 0; i < bars; i++) {
    length[i] = uniform(random, 0.1, 0.6);
    rest += i == k ? 0 : length[i];
  }
  length[k] = rest * uniform(random, 0.9, 0.99);
  hang(bars, length, x, y);
}

/* Hangs polygons of which every eighth found no minimum before. */
START_TEST(chains_that_nearly_close_end_in_a_minimum)
{
  enum { CHAINS = 1000, MISSED_MAX = 2 };
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random, 22);
  int missed = 0;
  for (int k = 0; k < CHAINS; k++) {
    hang_nearly_closed(random);
    if (solve(PN_CHAIN_LAMBDA_LEAST_SQUARES) == GSL_SUCCESS) {
      test_close(judge_residual(chain, solver->point), 0, 1e-6,
                 "residual of chain %d", k);
      ck_assert(judge_curvature(chain, solver->point) > 0);
    } else
      missed++;
    finish();
  }
  gsl_rng_free(random);
  ck_assert_int_le(missed, MISSED_MAX);
}
END_TEST

/* Floors --------------------------------------------------------------- */

/* Gives the chain a level floor, and the start room for its forces. */
static void put_floor(double height)
{
  pn_chain *above = pn_chain_alloc(chain->bars, 1);
  memcpy(above->length, chain->length, chain->bars * sizeof *above->length);
  memcpy(above->end, chain->end, sizeof above->end);
  above->height[0] = height;
  finish();
  chain = above;
  start = pn_chain_point_alloc(chain);
  ck_assert(!pn_chain_start_set(pn_chain_start_get(0), chain, 1, start, NULL));
}

/* Chains folded but for the small distance of their ends; the lengths of `bars`
   all but close. */
static void hang_folded(gsl_rng *random, size_t bars)
{
  const double e =
      pow(10, bars == 2 ? uniform(random, -6, -4) : uniform(random, -3, -1));
  const double direction = uniform(random, 0, 2 * M_PI);
  double length[3] = {1, 0, 0};
  for (size_t i = 1; i + 1 < bars; i++)
    length[i] = uniform(random, 0.3, 1);
  for (size_t i = 0; i + 1 < bars; i++)
    length[bars - 1] += length[i];
  length[bars - 1] += e * uniform(random, -0.9, 0.9);
  hang(bars, length, e * cos(direction), e * sin(direction));
}

/* A floor that no node can reach changes nothing. */
START_TEST(a_floor_out_of_reach_is_none)
{
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random, 24 + (unsigned long)_i);
  hang_folded(random, 2 + (size_t)_i % 2);
  gsl_rng_free(random);
  put_floor(-2 * pn_chain_length(chain));
  ck_assert_int_eq(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES), GSL_SUCCESS);
  test_close(judge_residual(chain, solver->point), 0, 1e-6, "residual");
}
END_TEST

/* The node of two equal bars whose ends are all but together can be at two
   points only, a bar away from them across the line of the ends; above a floor
   that is between, at the upper one. An error of lengths is one of the node
   that is larger by as much as a bar is than the distance of the ends. */
START_TEST(two_bars_lean_the_way_that_is_free)
{
  enum { CHAINS = 100 };
  const double least = pow(10, -4 - _i);
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random, 25 + (unsigned long)_i);
  int missed = 0;
  for (int k = 0; k < CHAINS; k++) {
    const double e = least * uniform(random, 1, 10);
    const double across = uniform(random, 0.4, M_PI - 0.4);
    hang(2, (const double[]){1, 1}, e * sin(across), -e * cos(across));
    put_floor(-0.3);
    if (solve(PN_CHAIN_LAMBDA_LEAST_SQUARES) == GSL_SUCCESS) {
      test_close(solver->point->x[1], cos(across), 1e-3, "x of chain %d", k);
      test_close(solver->point->y[1], sin(across), 1e-3, "y of chain %d", k);
    } else
      missed++;
    finish();
  }
  gsl_rng_free(random);
  /* With ends nearer to each other rounding of the bars may pass for theirs. */
  if (_i < 4)
    ck_assert_int_le(missed, CHAINS / 50);
}
END_TEST

/* A chain of little slack that begins anew around a circle is all but at its
   maximum there, and leaves it. */
START_TEST(the_top_of_a_circle_is_no_end)
{
  static const double length[] = {0.05699245976663347, 6.439589393069532,
                                  0.14159082717684188, 0.4939176508531123,
                                  0.009888272471454426};
  static const double weight[] = {0.0050594837090285625, 0.5716720731212086,
                                  0.012569671257960277, 0.04384734960248221,
                                  0.0008778275878004714};
  static const double height[] = {-227.8567997604799, -51.003258612994216, 0};
  static const double slope[] = {-29.923639872102637, 208.9488949021137, 0};
  pn_chain_class verdict;
  chain = pn_chain_alloc(5, 3);
  memcpy(chain->length, length, sizeof length);
  memcpy(chain->height, height, sizeof height);
  memcpy(chain->slope, slope, sizeof slope);
  ck_assert(!pn_chain_add_weights(chain));
  memcpy(chain->weight, weight, sizeof weight);
  chain->end[0] = -7.14197859789175;
  start = pn_chain_point_alloc(chain);
  ck_assert(!pn_chain_start_set(pn_chain_start_get(0), chain, 1, start, NULL));
  ck_assert_int_eq(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES), GSL_SUCCESS);
  ck_assert(!pn_chain_classify(chain, solver->point, &verdict));
  ck_assert_int_eq(verdict.kind, PN_CHAIN_MINIMUM);
}
END_TEST

/* Wherever the ends are, lengths stay right, and so does the far end. */
START_TEST(no_length_is_wrong)
{
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random, 23);
  for (int k = 0; k < 200; k++) {
    hang_nearly_closed(random);
    swing();
    const size_t n = chain->bars;
    for (size_t i = 0; i < n; i++)
      test_close(
          hypot(start->x[i + 1] - start->x[i], start->y[i + 1] - start->y[i]),
          chain->length[i], 1e-11, "bar %zu of chain %d", i, k);
    finish();
  }
  gsl_rng_free(random);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("swing");
  TCase *one = tcase_create("booms");
  const int count = sizeof booms / sizeof booms[0];
  tcase_add_checked_fixture(one, NULL, finish);
  tcase_add_loop_test(one, a_boom_is_held_by_its_tip, 0, count);
  tcase_add_loop_test(one, swinging_alone_nearly_ends_in_the_minimum, 0, count);
  suite_add_tcase(suite, one);
  TCase *many = tcase_create("many");
  tcase_add_test(many, chains_that_nearly_close_end_in_a_minimum);
  tcase_add_test(many, no_length_is_wrong);
  suite_add_tcase(suite, many);
  TCase *floors = tcase_create("floors");
  tcase_add_checked_fixture(floors, NULL, finish);
  tcase_add_loop_test(floors, a_floor_out_of_reach_is_none, 0, 40);
  tcase_add_loop_test(floors, two_bars_lean_the_way_that_is_free, 0, 6);
  tcase_add_test(floors, the_top_of_a_circle_is_no_end);
  suite_add_tcase(suite, floors);
  return test_run(suite);
}
