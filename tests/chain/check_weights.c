/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Bars of any weight and loads at nodes: against a cable with a load in its
   middle, and from method to method. */
#include "pantin/chain/classify.h"
#include "pantin/chain/solver.h"
#include "pantin/chain/start.h"
#include "pantin/chain/stationary.h"

#include "pantin/base/alloc.h"

#include "course.h"
#include "judge.h"
#include "seek.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <string.h>

/* A cable of 1 N/m between two level ends, with a lamp in its middle. */
static const double cable_length = 1.5, span = 1, lamp = 0.75;

/* Finds how deep the lamp hangs. Each half is a part of a catenary, y = c cosh
   u, x = c u, whose lower end carries half the lamp: sinh u0 = lamp / 2c, for c
   is its horizontal pull. The length gives u1, and c is where the width is half
   the span. Returns how deep the lamp hangs; *pull becomes c. */
static double lamp_depth(double *pull)
{
  double low = 1e-3, high = 10, u0 = 0, u1 = 0;
  for (int k = 0; k < 200; k++) {
    const double c = (low + high) / 2;
    u0 = asinh(lamp / (2 * c));
    u1 = asinh((cable_length / 2 + lamp / 2) / c);
    if (c * (u1 - u0) < span / 2)
      low = c; /* the harder the pull, the wider */
    else
      high = c;
  }
  *pull = low;
  return low * (cosh(u1) - cosh(u0));
}

/* Makes a chain of equal bars that hangs like the cable. */
static void make_lantern(size_t bars)
{
  finish();
  chain = pn_chain_alloc(bars, 0);
  ck_assert_ptr_nonnull(chain);
  for (size_t i = 0; i < bars; i++)
    chain->length[i] = cable_length / (double)bars;
  chain->end[0] = span;
  ck_assert_int_eq(pn_chain_add_weights(chain), GSL_SUCCESS);
  chain->load[bars / 2] = lamp;
  ck_assert_int_eq(pn_chain_check(chain, NULL, NULL), GSL_SUCCESS);
  start = pn_chain_point_alloc(chain);
  for (size_t i = 1; i < bars; i++) {
    const double t = (double)i / (double)bars;
    start->x[i] = span * t;
    start->y[i] = -2 * t * (1 - t);
  }
}

/* Runs a method from the start to its end. */
static void run(const pn_chain_method *method)
{
  pn_chain_solver_free(solver);
  solver = pn_chain_solver_alloc(method, chain);
  const pn_chain_settings settings = pn_chain_settings_default();
  pn_error error = {0};
  ck_assert_msg(!pn_chain_solver_set(solver, &settings, start, &error), "%s",
                error.text);
  while (pn_chain_solver_test(solver) == GSL_CONTINUE)
    ck_assert_int_eq(pn_chain_solver_iterate(solver), GSL_SUCCESS);
  ck_assert_int_eq(pn_chain_solver_finish(solver), PN_CHAIN_CONVERGED);
}

START_TEST(a_lamp_hangs_as_on_a_cable)
{
  double pull;
  const double depth = lamp_depth(&pull);
  double last = 0;
  for (size_t bars = 10; bars <= 10000; bars *= 10) {
    make_lantern(bars);
    run(_i ? pn_chain_minimum : pn_chain_dual);
    const double error = solver->point->y[bars / 2] + depth;
    const pn_chain_point *p = solver->point;
    const double across = 2 * p->lambda[0] * (p->x[1] - p->x[0]);
    ck_assert_double_lt(fabs(across - pull), 1 / (double)bars / (double)bars);
    /* A polygon for a smooth curve: a tenth leaves a hundredth. */
    if (last != 0)
      test_close(error / last, 0.01, 1e-4, "order with %zu bars", bars);
    last = error;
  }
  test_close(last, 0, 1e-8, "depth");
}
END_TEST

/* Weights of many orders of magnitude: the light end's forces are lost beside
   the heavy end's unless each bar's error has a price of its own. Then the
   usual hundred steps suffice. */
static void make_uneven(int which)
{
  static const double length[] = {0.8115966600779162, 0.03224015283705395,
                                  0.3330494578534828, 0.14688325663562138,
                                  0.05157680337672234};
  static const double weight[] = {464.3967405172518, 747.5221606609325,
                                  9.325019848868171, 0.9233733253649532,
                                  0.14706372845509455};
  const size_t bars = which == 0 ? 5 : 60;
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random, (unsigned long)which);
  chain = pn_chain_alloc(bars, 0);
  for (size_t i = 0; i < bars; i++)
    chain->length[i] =
        which == 0 ? length[i] : 0.05 * gsl_rng_uniform_pos(random);
  ck_assert_int_eq(pn_chain_add_weights(chain), GSL_SUCCESS);
  for (size_t i = 0; i < bars; i++)
    chain->weight[i] =
        which == 0 ? weight[i] : pow(10, -3 + 6 * gsl_rng_uniform(random));
  chain->end[0] = which == 0 ? 0.28648251249469925 : 0.4;
  chain->end[1] = which == 0 ? -1.1809104305251958 : -0.3;
  gsl_rng_free(random);
  ck_assert_int_eq(pn_chain_check(chain, NULL, NULL), GSL_SUCCESS);
  start = pn_chain_point_alloc(chain);
  ck_assert(!pn_chain_start_set(pn_chain_start_find("parabola"), chain, 1,
                                start, NULL));
}

START_TEST(uneven_weights_take_no_more_than_the_usual_steps)
{
  make_uneven(_i);
  run(pn_chain_dual);
  const double energy = solver->info.energy;
  const double tension = pn_chain_tension(chain, solver->point, 0);
  run(pn_chain_minimum);
  ck_assert_uint_le(solver->info.iteration, 100);
  test_close(solver->info.energy / energy, 1, 1e-12, "the energy");
  test_close(pn_chain_tension(chain, solver->point, 0) / tension, 1, 1e-9,
             "the tension");
}
END_TEST

/* Makes a random chain of the course's size, heavier here and there. */
static void make_random(unsigned long seed)
{
  finish();
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random, seed);
  chain = course_random_chain(random, 5, 0);
  ck_assert_int_eq(pn_chain_add_weights(chain), GSL_SUCCESS);
  for (size_t i = 0; i < 5; i++)
    chain->weight[i] *= 0.2 + 3 * gsl_rng_uniform(random);
  for (size_t i = 1; i < 5; i++)
    chain->load[i] = i % 2 ? 2.385 * gsl_rng_uniform(random) : 0;
  start = course_random_point(random, chain);
  gsl_rng_free(random);
}

/* judge.c computes the forces anew, from the weights themselves. */
static const double balanced = 1e-10;

START_TEST(every_way_finds_the_same_points)
{
  make_random((unsigned long)_i + 1);
  pn_error error = {0};
  pn_chain_stationary *all = pn_chain_stationary_find(chain, &error);
  ck_assert_msg(all != NULL, "%s", error.text);
  ck_assert_uint_eq(all->doubted, 0);
  ck_assert_uint_ge(all->count, 2);
  for (size_t k = 0; k < all->count; k++)
    ck_assert_double_lt(judge_residual(chain, all->found[k].point), balanced);

  ck_assert_int_eq(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES), GSL_SUCCESS);
  ck_assert_double_lt(judge_residual(chain, solver->point), balanced);
  double nearest = INFINITY;
  for (size_t k = 0; k < all->count; k++)
    if (all->found[k].verdict.kind == PN_CHAIN_MINIMUM)
      nearest = fmin(nearest, fabs(all->found[k].energy - solver->info.energy));
  test_close(nearest, 0, balanced, "energy of a minimum");

  /* A hair of weight less, and the same point is out of balance. */
  chain->weight[2] *= 1 - 1e-6;
  ck_assert_double_gt(judge_residual(chain, solver->point), balanced);
  chain->weight[2] /= 1 - 1e-6;
  chain->load[2] += 1e-6;
  ck_assert_double_gt(judge_residual(chain, solver->point), balanced);
  pn_chain_stationary_free(all);
}
END_TEST

/* The Newton methods use the weights, too: started beside the minimum. */
START_TEST(newton_stays_at_the_minimum)
{
  make_random(7);
  ck_assert_int_eq(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES), GSL_SUCCESS);
  pn_chain_point_copy(start, solver->point);
  start->x[1] += 1e-3;
  run(_i ? pn_chain_unit : pn_chain_armijo);
  ck_assert_double_lt(judge_residual(chain, solver->point), balanced);
  test_close(solver->point->x[1], start->x[1] - 1e-3, balanced, "node");
}
END_TEST

/* Everything of four times the weight hangs the same, at four times the
   tension; weights that are the lengths change nothing, not a bit. */
START_TEST(weights_scale)
{
  make_random(3);
  pn_chain_point *once = pn_chain_point_alloc(chain);
  ck_assert_int_eq(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES), GSL_SUCCESS);
  pn_chain_point_copy(once, solver->point);
  for (size_t i = 0; i < 5; i++) {
    chain->weight[i] *= 4;
    chain->load[i] *= 4;
  }
  ck_assert_int_eq(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES), GSL_SUCCESS);
  for (size_t i = 0; i < 5; i++) {
    test_close(solver->point->x[i], once->x[i], balanced, "x%zu", i);
    test_close(solver->point->lambda[i] / (4 * once->lambda[i]), 1, balanced,
               "lambda%zu", i);
  }
  ck_assert_int_eq(pn_chain_add_weights(chain), GSL_SUCCESS);
  ck_assert_int_eq(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES), GSL_SUCCESS);
  pn_chain_point_copy(once, solver->point);
  pn_free(chain->weight);
  pn_free(chain->load);
  chain->weight = chain->load = NULL;
  ck_assert_int_eq(solve(PN_CHAIN_LAMBDA_LEAST_SQUARES), GSL_SUCCESS);
  ck_assert_mem_eq(solver->point->x, once->x,
                   pn_chain_point_size(once) * sizeof(double));
  pn_chain_point_free(once);
}
END_TEST

/* A lamp of 10 N in the middle of a light string: 6 and 8 to 10 make tensions
   of 6.25 N. More nodes without weight leave the string straight between. */
START_TEST(a_light_string_is_straight_between_its_loads)
{
  static const double parts[] = {0.3, 0.7, 0.25, 0.25, 0.5};
  const size_t bars = _i == 0 ? 2 : 5, lamp_at = _i == 0 ? 1 : 2;
  const pn_chain_method *method;
  chain = pn_chain_alloc(bars, 0);
  for (size_t i = 0; i < bars; i++)
    chain->length[i] = _i == 0 ? 1 : parts[i];
  chain->end[0] = 1.2;
  ck_assert(!pn_chain_add_weights(chain));
  memset(chain->weight, 0, bars * sizeof *chain->weight);
  chain->load[lamp_at] = 10;
  ck_assert(!pn_chain_check(chain, NULL, NULL));
  start = pn_chain_point_alloc(chain);
  ck_assert(!pn_chain_start_set(pn_chain_start_find("parabola"), chain, 1,
                                start, NULL));
  for (size_t k = 0; (method = pn_chain_method_get(k)); k++) {
    run(method);
    const pn_chain_point *p = solver->point;
    test_close(p->x[lamp_at], 0.6, balanced, "x by %s", method->name);
    test_close(p->y[lamp_at], -0.8, balanced, "y by %s", method->name);
    for (size_t i = 0; i < bars; i++)
      test_close(pn_chain_tension(chain, p, i), 6.25, 10 * balanced,
                 "tension %zu by %s", i, method->name);
    pn_chain_class verdict;
    ck_assert(!pn_chain_classify(chain, p, &verdict));
    ck_assert(verdict.kind == (_i == 0 ? PN_CHAIN_ISOLATED : PN_CHAIN_MINIMUM));
  }
}
END_TEST

/* Where the string lies slack, nothing determines its nodes: that is said, and
   the dual method refuses it. */
START_TEST(a_slack_string_is_degenerate)
{
  chain = pn_chain_alloc(4, 0);
  for (size_t i = 0; i < 4; i++)
    chain->length[i] = 1;
  chain->end[0] = 0.5;
  ck_assert(!pn_chain_add_weights(chain));
  memset(chain->weight, 0, 4 * sizeof *chain->weight);
  chain->load[1] = 10;
  start = pn_chain_point_alloc(chain);
  ck_assert(!pn_chain_start_set(pn_chain_start_find("parabola"), chain, 1,
                                start, NULL));
  run(pn_chain_minimum);
  test_close(solver->info.energy, -10, balanced, "the energy");
  pn_chain_class verdict;
  ck_assert(!pn_chain_classify(chain, solver->point, &verdict));
  ck_assert_int_ne(verdict.kind, PN_CHAIN_SADDLE);
  pn_chain_solver_free(solver);
  solver = pn_chain_solver_alloc(pn_chain_dual, chain);
  const pn_chain_settings settings = pn_chain_settings_default();
  pn_error error = {0};
  ck_assert_int_eq(pn_chain_solver_set(solver, &settings, start, &error),
                   GSL_EINVAL);
  ck_assert_ptr_nonnull(strstr(error.text, "bars 2 to 4, with no weight"));
}
END_TEST

/* The noise of slack bars' tensions has signs that mean nothing: a load on a
   string hangs as low as it can, 1 m below. */
START_TEST(a_slack_string_is_no_saddle)
{
  const double height[] = {-0.3, -0.1, 0, 0.2};
  chain = pn_chain_alloc(4, 0);
  for (size_t i = 0; i < 4; i++)
    chain->length[i] = 1;
  chain->end[0] = 1;
  chain->end[1] = height[_i];
  ck_assert(!pn_chain_add_weights(chain));
  memset(chain->weight, 0, 4 * sizeof *chain->weight);
  chain->load[1] = 1;
  start = pn_chain_point_alloc(chain);
  ck_assert(!pn_chain_start_set(pn_chain_start_find("parabola"), chain, 1,
                                start, NULL));
  run(pn_chain_minimum);
  test_close(solver->info.energy, -1, 1e-8, "the energy");
  pn_chain_class verdict;
  ck_assert(!pn_chain_classify(chain, solver->point, &verdict));
  ck_assert_int_eq(verdict.kind, PN_CHAIN_MINIMUM);
  ck_assert(verdict.global);
}
END_TEST

/* With no weight at all, nothing is determined. */
START_TEST(no_weight_at_all_is_refused)
{
  make_random(1);
  memset(chain->weight, 0, 5 * sizeof *chain->weight);
  memset(chain->load, 0, 6 * sizeof *chain->load);
  pn_error error = {0};
  pn_chain_part part = PN_CHAIN_END;
  ck_assert_int_eq(pn_chain_check(chain, &part, &error), GSL_EINVAL);
  ck_assert_int_eq(part, PN_CHAIN_LOADS);
  ck_assert_ptr_nonnull(strstr(error.text, "weigh anything"));
  chain->load[3] = 1e-3;
  ck_assert_int_eq(pn_chain_check(chain, NULL, NULL), GSL_SUCCESS);
}
END_TEST

START_TEST(bad_weights_are_refused)
{
  static const struct {
    double weight, load;
    const char *message;
  } bad[] = {
      {-1, 0, "the weight of bar 3 must not be negative, and finite, got -1 N"},
      {INFINITY, 0,
       "the weight of bar 3 must not be negative, and finite, got inf N"},
      {1, -2, "the load of node 2 must not be negative, and finite, got -2 N"},
      {1, INFINITY,
       "the load of node 2 must not be negative, and finite, got inf N"},
  };
  make_random(1);
  for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
    pn_error error = {0};
    pn_chain_part part = PN_CHAIN_END;
    chain->weight[2] = bad[k].weight;
    chain->load[2] = bad[k].load;
    ck_assert_int_eq(pn_chain_check(chain, &part, &error), GSL_EINVAL);
    ck_assert_str_eq(error.text, bad[k].message);
    ck_assert_int_eq(part,
                     bad[k].weight == 1 ? PN_CHAIN_LOADS : PN_CHAIN_WEIGHTS);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("weights");
  TCase *weights = tcase_create("weights");
  tcase_add_checked_fixture(weights, NULL, finish);
  tcase_set_timeout(weights, 30);
  tcase_add_loop_test(weights, a_lamp_hangs_as_on_a_cable, 0, 2);
  tcase_add_loop_test(weights, every_way_finds_the_same_points, 0, 8);
  tcase_add_loop_test(weights, newton_stays_at_the_minimum, 0, 2);
  tcase_add_loop_test(weights, uneven_weights_take_no_more_than_the_usual_steps,
                      0, 12);
  tcase_add_test(weights, weights_scale);
  tcase_add_loop_test(weights, a_light_string_is_straight_between_its_loads, 0,
                      2);
  tcase_add_test(weights, a_slack_string_is_degenerate);
  tcase_add_loop_test(weights, a_slack_string_is_no_saddle, 0, 4);
  tcase_add_test(weights, no_weight_at_all_is_refused);
  tcase_add_test(weights, bad_weights_are_refused);
  suite_add_tcase(suite, weights);
  return test_run(suite);
}
