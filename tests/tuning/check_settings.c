/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the settings of tuning may not be: one number is wrong at a time, and
   the message begins with its rule. */
#include "pantin/tuning/cmaes.h"
#include "pantin/tuning/tune.h"

#include "piles.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The rules, by the beginnings of their messages. */
static const char weights[] = "the weights of the fitness must not be negative",
                  alphas[] = "alpha must have 1 in its range",
                  orders[] = "the order of kappa must have a range",
                  runs[] =
                      "a run must have 2 sweeps or more and an error above",
                  scan[] = "the step of the scan must lie in ]0, 1]",
                  quick[] = "quick needs a population of 4 or more and a "
                            "deviation above 0",
                  begins[] = "CMA-ES must begin within the bounds",
                  tolerances[] = "the tolerances must not be negative";

#define REAL(MEMBER) offsetof(pn_tune_settings, MEMBER)

static const struct {
  size_t at; /* in the settings */
  double value;
  const char *rule;
} reals[] = {{REAL(fitness.sweeps), -1, weights},
             {REAL(fitness.regularisation), NAN, weights},
             {REAL(fitness.error), -1, weights},
             {REAL(fitness.alpha_low), 0, alphas},
             {REAL(fitness.alpha_low), 1.1, alphas},
             {REAL(fitness.alpha_high), 0.9, alphas},
             {REAL(fitness.alpha_high), 2.1, alphas},
             {REAL(fitness.order_low), 0, orders},
             {REAL(fitness.order_low), -301, orders},
             {REAL(fitness.order_high), 301, orders},
             {REAL(fitness.pgs.error), 0, runs},
             {REAL(fitness.pgs.change), NAN, runs},
             {REAL(scan_step), 0, scan},
             {REAL(scan_step), 1.1, scan},
             {REAL(quick_deviation), 0, quick},
             {REAL(mean[0]), 0.01, begins},
             {REAL(mean[0]), 2.1, begins},
             {REAL(mean[1]), -17, begins},
             {REAL(mean[1]), 0, begins}};

static void check_tune(const pn_tune_settings *settings, const char *rule)
{
  pn_error error = {0};
  ck_assert_int_eq(pn_tune_settings_check(settings, &error), GSL_EINVAL);
  ck_assert_msg(strncmp(error.text, rule, strlen(rule)) == 0, "'%s', not '%s'",
                error.text, rule);
}

START_TEST(each_number_of_a_search_has_a_rule)
{
  pn_tune_settings settings = pn_tune_settings_default();
  ck_assert_int_eq(pn_tune_settings_check(&settings, NULL), GSL_SUCCESS);
  *(double *)(void *)((char *)&settings + reals[_i].at) = reals[_i].value;
  check_tune(&settings, reals[_i].rule);
}
END_TEST

#define COUNT(MEMBER) offsetof(pn_tune_settings, MEMBER)

static const struct {
  size_t at, value;
  const char *rule;
} counts[] = {{COUNT(fitness.pgs.sweeps), 1, runs},
              {COUNT(threads), 0, "threads must be 1 to 256, got 0"},
              {COUNT(threads), 257, "threads must be 1 to 256, got 257"},
              {COUNT(threads), SIZE_MAX, "threads must be 1 to 256, got "},
              {COUNT(scan_valleys), 0, "1 to "},
              {COUNT(scan_valleys), PN_TUNE_VALLEYS + 1, "1 to "},
              {COUNT(quick_valleys), 0, "1 to "},
              {COUNT(quick_valleys), PN_TUNE_VALLEYS + 1, "1 to "},
              {COUNT(quick_population), 3, quick},
              {COUNT(grid_alphas), 1, "the grid must have 2 points or more"},
              {COUNT(grid_orders), 1, "the grid must have 2 points or more"}};

START_TEST(so_has_each_count)
{
  pn_tune_settings settings = pn_tune_settings_default();
  *(size_t *)(void *)((char *)&settings + counts[_i].at) = counts[_i].value;
  check_tune(&settings, counts[_i].rule);
}
END_TEST

/* Checks the message of CMA-ES about one variable from a start. */
static void check_cmaes(size_t n, const pn_cmaes_settings *settings,
                        double mean, double deviation, const char *rule)
{
  pn_error error = {0};
  ck_assert_ptr_null(pn_cmaes_alloc(n, settings, &mean, &deviation, &error));
  ck_assert_int_eq(error.code, GSL_EINVAL);
  ck_assert_msg(strncmp(error.text, rule, strlen(rule)) == 0, "'%s', not '%s'",
                error.text, rule);
}

START_TEST(cmaes_has_rules)
{
  static const char start[] = "the mean must be finite, and the deviations "
                              "positive";
  const pn_cmaes_settings good = pn_cmaes_settings_default();
  check_cmaes(0, &good, 0, 1, "there must be 1 to 10000 variables, got 0");
  check_cmaes(10001, &good, 0, 1,
              "there must be 1 to 10000 variables, got 10001");
  static const size_t populations[] = {1, 2, 1000001};
  for (int k = 0; k < 3; k++) {
    pn_cmaes_settings bad = good;
    bad.population = populations[k];
    check_cmaes(1, &bad, 0, 1, "the population must be 0 or 3 to 1000000");
  }
  pn_cmaes_settings bad = good;
  bad.population = bad.parents = 4;
  check_cmaes(1, &bad, 0, 1, "the parents must be fewer than the population");
  bad = good;
  bad.seed = (unsigned long)1 << 54;
  check_cmaes(1, &bad, 0, 1, "the seed must be below 2^53");
  pn_cmaes_settings wrong[6];
  for (int k = 0; k < 6; k++)
    wrong[k] = good;
  wrong[0].step = wrong[1].step_up = wrong[2].spread = wrong[3].history = -1;
  wrong[4].condition = wrong[5].target = NAN;
  for (int k = 0; k < 6; k++)
    check_cmaes(1, &wrong[k], 0, 1, tolerances);
  check_cmaes(1, &good, INFINITY, 1, start);
  check_cmaes(1, &good, 0, 0, start);
  check_cmaes(1, &good, 0, INFINITY, start);
}
END_TEST

/* Bounds hold the mean, or nothing changes. */
START_TEST(bounds_of_cmaes_hold_the_mean)
{
  static const double mean[] = {1}, deviation[] = {1};
  static const double bad[][2] = {{2, 0}, {1, 1}, {1.5, 2}, {0, 0.5}, {NAN, 2}};
  const pn_cmaes_settings settings = pn_cmaes_settings_default();
  pn_cmaes *es = pn_cmaes_alloc(1, &settings, mean, deviation, NULL);
  ck_assert_ptr_nonnull(es);
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    ck_assert_int_eq(pn_cmaes_set_bounds(es, &bad[k][0], &bad[k][1]),
                     GSL_EINVAL);
    ck_assert(!es->bounded && isinf(es->low[0]) && isinf(es->high[0]));
  }
  const double low = 1, high = 2;
  ck_assert_int_eq(pn_cmaes_set_bounds(es, &low, &high), GSL_SUCCESS);
  ck_assert(es->bounded && es->low[0] == low && es->high[0] == high);
  pn_cmaes_free(es);
}
END_TEST

START_TEST(runs_of_pgs_have_ranges)
{
  enum { SWEEPS = 10, KINDS = 6 };
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  pn_lcp *lcp = pile(random, 3, 2, 5e-4);
  pn_pgs *pgs = pn_pgs_alloc(lcp, SWEEPS, NULL);
  ck_assert_ptr_nonnull(pgs);
  pn_pgs_settings settings = pn_pgs_settings_default();
  settings.sweeps = SWEEPS;
  const pn_pgs_choice good = {.alpha = 1};
  const pn_pgs_choice bad[KINDS] = {{.alpha = 0},
                                    {.alpha = 2.1},
                                    {.alpha = 1, .kappa = -1},
                                    {.alpha = 1, .kappa = INFINITY},
                                    {.alpha = 1, .warm = -0.5},
                                    {.alpha = 1, .warm = 0.5}}; /* no guess */
  pn_pgs_run run[PN_PGS_MOST + 1];
  pn_fitness point[PN_PGS_MOST + 1] = {{.alpha = 1}};
  ck_assert_int_eq(pn_pgs_solve(pgs, &settings, 1, &good, run), GSL_SUCCESS);
  for (int k = 0; k < KINDS; k++)
    ck_assert_int_eq(pn_pgs_solve(pgs, &settings, 1, &bad[k], run), GSL_EINVAL);
  ck_assert_int_eq(pn_pgs_solve(pgs, &settings, 0, &good, run), GSL_EINVAL);
  const pn_fitness_settings fitness = pn_fitness_settings_default();
  ck_assert_int_eq(
      pn_fitness_evaluate(pgs, &fitness, INFINITY, PN_PGS_MOST + 1, point),
      GSL_EINVAL);
  settings.sweeps = SWEEPS + 1;
  ck_assert_int_eq(pn_pgs_solve(pgs, &settings, 1, &good, run), GSL_EINVAL);
  settings.sweeps = 0;
  ck_assert_int_eq(pn_pgs_solve(pgs, &settings, 1, &good, run), GSL_EINVAL);
  pn_pgs_free(pgs);
  pn_lcp_free(lcp);
  gsl_rng_free(random);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("settings");
  TCase *tests = tcase_create("rules");
  tcase_add_loop_test(tests, each_number_of_a_search_has_a_rule, 0,
                      sizeof reals / sizeof *reals);
  tcase_add_loop_test(tests, so_has_each_count, 0,
                      sizeof counts / sizeof *counts);
  tcase_add_test(tests, cmaes_has_rules);
  tcase_add_test(tests, bounds_of_cmaes_hold_the_mean);
  tcase_add_test(tests, runs_of_pgs_have_ranges);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
