/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Verdicts on chains that rest on a floor, where the energy is known in closed
   form: bars that slide on it, and bars that can just reach it. */
#include "pantin/chain/classify.h"
#include "pantin/chain/solver.h"
#include "pantin/chain/start.h"

#include "classified.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <string.h>

/* Equal bars of length l between level ends. All but two at each side lie on a
   level floor and can slide together, which moves node 1 on its circle, outside
   of them, and node n - 1 on the other side. */
static const struct {
  size_t bars;
  double length, end, height;
  pn_chain_kind kind;
} sliding[] = {
    /* Bars end to end as far as the ends are apart: what node 1 rises, n - 1
       falls. */
    {10, 0.1, 0.6, -0.01, PN_CHAIN_DEGENERATE},
    {20, 0.5, 8, -0.2, PN_CHAIN_DEGENERATE},
    {80, 1, 76, -0.02, PN_CHAIN_DEGENERATE},
    /* A little more, and both fall; a little less, and both rise. */
    {5, 2, 1.9444276613572749, -0.1, PN_CHAIN_SADDLE},
    {10, 0.1, 0.599, -0.01, PN_CHAIN_SADDLE},
    {10, 0.1, 0.601, -0.01, PN_CHAIN_MINIMUM},
};

/* Finds node 1 by the place of node 2, (a, height): the point at the distance l
   from it and from the end (0, 0), outside. */
static void find_outer(double l, double a, double height, double p[2])
{
  const double d = hypot(a, height), s = sqrt(l * l - d * d / 4);
  p[0] = a / 2 + s * height / d;
  p[1] = height / 2 - s * a / d;
}

/* Returns what the energy of both outer nodes is, over the weight of one, where
   the bars have slid by t. */
static double slid(int k, double t)
{
  const double l = sliding[k].length, h = sliding[k].height;
  const double a = (sliding[k].end - (double)(sliding[k].bars - 4) * l) / 2;
  double left[2], right[2];
  find_outer(l, a + t, h, left);
  find_outer(l, a - t, h, right);
  return left[1] + right[1];
}

/* Makes the chain and its symmetric point, and balances it: nodes 1 and 2, and
   the bars on the floor, which have one tension. */
static void make_sliding(int k)
{
  const size_t n = sliding[k].bars;
  const double l = sliding[k].length, h = sliding[k].height;
  const double a = (sliding[k].end - (double)(n - 4) * l) / 2;
  double p[2];
  chain = pn_chain_alloc(n, 1);
  for (size_t i = 0; i < n; i++)
    chain->length[i] = l;
  chain->end[0] = sliding[k].end;
  chain->height[0] = h;
  point = pn_chain_point_alloc(chain);
  find_outer(l, a, h, p);
  point->x[n] = sliding[k].end;
  point->x[1] = p[0];
  point->x[n - 1] = sliding[k].end - p[0];
  point->y[1] = point->y[n - 1] = p[1];
  for (size_t i = 2; i + 1 < n; i++) {
    point->x[i] = a + (double)(i - 2) * l;
    point->y[i] = h;
  }
  /* 2 lambda_0 p_1 - 2 lambda_1 (p_2 - p_1) = (0, -weight). */
  const double qx = a - p[0], qy = h - p[1], det = p[0] * qy - p[1] * qx;
  point->lambda[0] = point->lambda[n - 1] = l * qx / det / 2;
  point->lambda[1] = point->lambda[n - 2] = l * p[0] / det / 2;
  for (size_t i = 2; i + 2 < n; i++) {
    point->lambda[i] = point->lambda[1] * qx / l;
    point->mu[i] = point->mu[i + 1] = l;
  }
  point->mu[2] = point->mu[n - 2] = l + 2 * point->lambda[1] * qy;
}

START_TEST(sliding_bars_are_judged_by_their_energy)
{
  const double t = 1e-3 * sliding[_i].length;
  const double second = (slid(_i, t) + slid(_i, -t) - 2 * slid(_i, 0)) / t / t;
  const double flat = 1e-7 / sliding[_i].length; /* rounding over t^2 */
  make_sliding(_i);
  /* The balance. */
  pn_chain_info info;
  pn_chain_measure(chain, point, &info);
  test_close(info.gradient_inf, 0, 1e-12, "forces");
  /* The energy's second difference, and what is made of it. */
  const pn_chain_kind kind = fabs(second) < flat ? PN_CHAIN_DEGENERATE
                             : second < 0        ? PN_CHAIN_SADDLE
                                                 : PN_CHAIN_MINIMUM;
  ck_assert_int_eq(kind, sliding[_i].kind);
  const pn_chain_class verdict = classified();
  ck_assert_int_eq(verdict.kind, kind);
  ck_assert_uint_eq(verdict.dof, 1);
  ck_assert_uint_eq(verdict.active, sliding[_i].bars - 3);
  ck_assert_uint_eq(verdict.index, kind == PN_CHAIN_SADDLE);
  ck_assert_uint_eq(verdict.nullity, kind == PN_CHAIN_DEGENERATE);
}
END_TEST

/* Solves from a parabola, and moves the point to the answer; returns its
   energy. */
static double solve(void)
{
  point = pn_chain_point_alloc(chain);
  ck_assert_int_eq(pn_chain_start_set(pn_chain_start_find("parabola"), chain, 1,
                                      point, NULL),
                   GSL_SUCCESS);
  pn_chain_solver *solver = pn_chain_solver_alloc(pn_chain_minimum, chain);
  const pn_chain_settings settings = pn_chain_settings_default();
  ck_assert_int_eq(pn_chain_solver_set(solver, &settings, point, NULL),
                   GSL_SUCCESS);
  while (pn_chain_solver_test(solver) == GSL_CONTINUE)
    ck_assert_int_eq(pn_chain_solver_iterate(solver), GSL_SUCCESS);
  ck_assert_int_eq(pn_chain_solver_finish(solver), PN_CHAIN_CONVERGED);
  pn_chain_point_copy(point, solver->point);
  const double energy = solver->info.energy;
  pn_chain_solver_free(solver);
  return energy;
}

/* Bars of 1 / n that hang down from both ends and can just reach the floor,
   where the others lie end to end: no node can be lower, for each that hangs is
   straight below its end. */
static const struct {
  size_t bars, hanging;
} reaching[] = {{30, 6}, {20, 4}, {50, 10}, {80, 16}};

START_TEST(bars_that_just_reach_the_floor_are_a_minimum)
{
  const size_t n = reaching[_i].bars, m = reaching[_i].hanging;
  const double l = 1 / (double)n, depth = (double)m * l;
  chain = pn_chain_alloc(n, 1);
  for (size_t i = 0; i < n; i++)
    chain->length[i] = l;
  chain->end[0] = (double)(n - 2 * m) * l;
  chain->height[0] = -depth;
  const double energy = solve();
  const pn_chain_class verdict = classified();
  ck_assert_int_eq(verdict.kind, PN_CHAIN_MINIMUM);
  /* On each side nodes 1 to m - 1 hang, and nodes m to n - m lie. */
  const double hang = (double)(m - 1) * depth; /* 2 (l + .. + (m - 1) l) */
  const double lie = (double)(n - 2 * m + 1) * depth;
  test_close(energy, -l * (hang + lie), 1e-8, "the energy");
}
END_TEST

/* Bar 1 stands on end (0, 0), and bar 2 hangs from it and can just reach the
   floor, on which the others lie straight: node 2 pushes with nothing, and the
   second derivatives, with such multipliers, say that node 1 falls. But bars 3
   to 5 would have to rise. */
START_TEST(a_bar_that_stands_is_no_saddle)
{
  static const double lengths[] = {2, 5, 1, 1, 5};
  chain = pn_chain_alloc(5, 1);
  for (size_t i = 0; i < 5; i++)
    chain->length[i] = lengths[i];
  chain->end[0] = 7;
  chain->end[1] = chain->height[0] = -3;
  point = pn_chain_point_alloc(chain);
  static const double x[] = {0, 0, 0, 1, 2, 7}, y[] = {0, 2, -3, -3, -3, -3};
  for (size_t i = 0; i < 6; i++) {
    point->x[i] = x[i];
    point->y[i] = y[i];
  }
  point->lambda[0] = -6.5 / 4;
  point->lambda[1] = 0.3;
  point->mu[3] = 1;
  point->mu[4] = 3;
  pn_chain_info info;
  pn_chain_measure(chain, point, &info);
  test_close(info.gradient_inf, 0, 1e-15, "forces");
  const pn_chain_class verdict = classified();
  ck_assert_int_ne(verdict.kind, PN_CHAIN_SADDLE);
  ck_assert_int_ne(verdict.kind, PN_CHAIN_MAXIMUM);
  ck_assert_int_eq(verdict.unique, 0);
}
END_TEST

/* The same where the solver ends, whose error in node 2 is the square of that
   in node 1. */
START_TEST(a_bar_that_stands_is_no_saddle_to_the_solver)
{
  static const double lengths[] = {2, 5, 1, 1, 5};
  chain = pn_chain_alloc(5, 1);
  for (size_t i = 0; i < 5; i++)
    chain->length[i] = lengths[i];
  chain->end[0] = 7;
  chain->end[1] = chain->height[0] = -3;
  /* Weights, which are the lengths, times the heights of the bars' middles. */
  const double energy = 2 * 1 - 5 * 0.5 - 1 * 3 - 1 * 3 - 5 * 3;
  test_close(solve(), energy, 1e-6, "the energy");
  const pn_chain_class verdict = classified();
  ck_assert_int_ne(verdict.kind, PN_CHAIN_SADDLE);
  ck_assert_int_eq(verdict.unique, 0);
}
END_TEST

/* Light strings ----------------------------------------------------------- */

/* Compares the verdict's counts with the rank of the gradients of bars and of
   contacts that push; every contact counts for what it holds. */
static void compare_with_rank(void)
{
  const size_t n = chain->bars;
  const pn_chain_class verdict = classified();
  gsl_vector *e = reduced_eigenvalues(chain, point, verdict.active);
  const size_t dof = e ? e->size : 0;
  gsl_vector_free(e);
  ck_assert_uint_eq(verdict.dof, dof);
  ck_assert_uint_le(verdict.index + verdict.nullity, dof);
  ck_assert_int_eq(verdict.unique, n + verdict.active + dof == 2 * (n - 1));
}

/* A slack string of bars without weight, with loads at its nodes, lets these
   down to the floor: its tensions are rounding, and yet they are determined. */
START_TEST(a_slack_string_is_held_once)
{
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random, 100 + (unsigned long)_i);
  const size_t n = 3 + (size_t)_i % 7;
  chain = pn_chain_alloc(n, 1);
  for (size_t i = 0; i < n; i++)
    chain->length[i] = 1;
  chain->end[0] = (0.3 + 0.6 * gsl_rng_uniform(random)) * (double)n;
  chain->height[0] = -(0.02 + 0.1 * gsl_rng_uniform(random)) * (double)n;
  ck_assert_int_eq(pn_chain_add_weights(chain), GSL_SUCCESS);
  memset(chain->weight, 0, n * sizeof *chain->weight);
  for (size_t i = 1; i < n; i++)
    chain->load[i] = i % 2 || gsl_rng_uniform(random) < 0.5
                         ? 0.05 + 2 * gsl_rng_uniform(random)
                         : 0;
  gsl_rng_free(random);
  (void)solve();
  compare_with_rank();
}
END_TEST

/* Facets through one point, at which they push the middle node together, hold
   no more than its two coordinates; bars 1 and 2, which fold there, no more
   than the next node's circle. */
START_TEST(a_node_is_held_by_two_facets_of_many)
{
  enum { FACETS = 5 };
  chain = pn_chain_alloc(5, FACETS);
  for (size_t i = 0; i < 5; i++)
    chain->length[i] = 1;
  chain->end[0] = 1.5;
  point = pn_chain_point_alloc(chain);
  static const double x[] = {0.6, 0, 0.8, 1.4}, y[] = {0.8, 0, 0.6, 1.4};
  memcpy(point->x + 1, x, sizeof x);
  memcpy(point->y + 1, y, sizeof y);
  for (size_t j = 0; j < FACETS; j++) {
    chain->slope[j] = (double)j - 2;
    point->mu[j * 6 + 2] = 1;
  }
  for (size_t i = 0; i < 5; i++)
    point->lambda[i] = i % 2 ? 1 : -1;
  const pn_chain_class verdict = classified();
  ck_assert_uint_eq(verdict.active, FACETS);
  ck_assert_uint_eq(verdict.dof, 2); /* node 1, and nodes 3 and 4 */
  compare_with_rank();
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("classify_floor");
  TCase *cases = tcase_create("floor");
  tcase_add_checked_fixture(cases, NULL, classified_free);
  tcase_add_loop_test(cases, sliding_bars_are_judged_by_their_energy, 0,
                      sizeof sliding / sizeof sliding[0]);
  tcase_add_loop_test(cases, bars_that_just_reach_the_floor_are_a_minimum, 0,
                      sizeof reaching / sizeof reaching[0]);
  tcase_add_test(cases, a_bar_that_stands_is_no_saddle);
  tcase_add_test(cases, a_bar_that_stands_is_no_saddle_to_the_solver);
  tcase_add_loop_test(cases, a_slack_string_is_held_once, 0, 40);
  tcase_add_test(cases, a_node_is_held_by_two_facets_of_many);
  suite_add_tcase(suite, cases);
  return test_run(suite);
}
