/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests the rules for alpha against sweeps written independently, and on a
   matrix whose radius is known. */
#include "pantin/base/alloc.h"
#include "pantin/tuning/condition.h"
#include "pantin/tuning/rule_study.h"

#include "piles.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SWEEPS = 50, ROOM = 200 };

static gsl_rng *random_numbers;

static void prepare(void)
{
  random_numbers = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random_numbers, 2385);
}

static void finish(void)
{
  gsl_rng_free(random_numbers);
}

/* The rounding errors of 50 sweeps whose sums are taken in another order. */
static const double rounding = 1e-9;

static double clip(double x, double low, double high)
{
  return fmin(fmax(x, low), high);
}

static double row(const pn_lcp *lcp, const double *A, const double *x, size_t i)
{
  double w = lcp->b[i];
  for (size_t j = 0; j < lcp->size; j++)
    w += A[i * lcp->size + j] * x[j];
  return w;
}

/* Returns the natural residual after so many sweeps with alpha and frozen
   bounds. */
static double by_hand(const pn_lcp *lcp, double alpha, size_t sweeps)
{
  const size_t n = lcp->size;
  double *A = pile_matrix(lcp), *x = calloc(n, sizeof *x), sum = 0;
  for (size_t k = 0; k < sweeps; k++)
    for (size_t i = 0; i < n; i++)
      x[i] = clip(x[i] - alpha * row(lcp, A, x, i) / A[i * n + i], lcp->lo[i],
                  lcp->hi[i]);
  for (size_t i = 0; i < n; i++)
    sum += fabs(x[i] - clip(x[i] - row(lcp, A, x, i), lcp->lo[i], lcp->hi[i]));
  free(A);
  free(x);
  return sum;
}

/* Computes the alpha of a model from the features of a frame, by hand. */
static double model_by_hand(const pn_lcp *lcp, const double *model)
{
  const size_t n = lcp->size;
  double *A = pile_matrix(lcp), *x = calloc(n, sizeof *x);
  double active = 0, free_rows = 0, least = INFINITY, most = 0;
  for (size_t k = 0; k < 10; k++)
    for (size_t i = 0; i < n; i++)
      x[i] =
          clip(x[i] - row(lcp, A, x, i) / A[i * n + i], lcp->lo[i], lcp->hi[i]);
  for (size_t i = 0; i < n; i++) {
    active += lcp->lo[i] < x[i] && x[i] < lcp->hi[i];
    free_rows += lcp->lo[i] == -INFINITY && lcp->hi[i] == INFINITY;
    least = fmin(least, A[i * n + i]);
    most = fmax(most, A[i * n + i]);
  }
  free(A);
  free(x);
  const double ratio = by_hand(lcp, 1, 10) / by_hand(lcp, 1, 5);
  return model[0] + model[1] * pow(ratio, 0.2) + model[2] * active / (double)n +
         model[3] * free_rows / (double)n + model[4] * log10(most / least) +
         model[5] * log10((double)n);
}

START_TEST(every_rule_sweeps_as_defined)
{
  enum { PROBLEMS = 6 };
  const pn_pgs_settings settings = pn_pgs_settings_default();
  pn_rule_known known = pn_rule_nothing_known(SWEEPS);
  known.learnt = 1.3;
  known.previous = 0.7;
  known.slope = 0.5;
  known.condition[0] = 0.1;
  known.condition[1] = 0.9;
  static const double model[PN_RULE_FEATURES] = {0.4,  0.2,  0.3,
                                                 -0.5, 0.25, 0.15};
  memcpy(known.model, model, sizeof model);
  const pn_rule *rule;
  for (int problem = 0; problem < PROBLEMS; problem++) {
    pn_lcp *lcp = pile(random_numbers, 8, 5, problem % 2 ? 5e-4 : 0.05);
    pn_pgs *pgs = pn_pgs_alloc(lcp, ROOM, NULL);
    for (size_t k = 0; (rule = pn_rule_get(k)); k++) {
      pn_rule_outcome is;
      ck_assert_int_eq(pn_rule_run(rule, pgs, &settings, &known, &is), 0);
      ck_assert(is.alpha >= 0.1 && is.alpha <= 2 && is.lost < SWEEPS);
      test_close(is.error, by_hand(lcp, is.alpha, SWEEPS - is.lost), rounding,
                 rule->name);
      if (rule == pn_rule_learnt)
        ck_assert(is.alpha == 1.3 && is.extra == 0);
      if (rule == pn_rule_previous)
        ck_assert(is.alpha == 0.7 && rule->previous);
      if (rule == pn_rule_cond) {
        pn_condition of;
        ck_assert(!pn_lcp_condition(lcp, &of));
        test_close(is.alpha, 0.1 * log10(of.number) + 0.9, rounding, "cond");
      }
      if (rule == pn_rule_model)
        test_close(is.alpha, model_by_hand(lcp, model), rounding, "model");
      if (rule == pn_rule_golden) {
        ck_assert_uint_eq(is.extra, 8 * SWEEPS);
        /* The first two trials were no better. */
        const double part = 0.95 * (sqrt(5) - 1) / 2;
        ck_assert(is.error <= by_hand(lcp, 1.95 - part, SWEEPS) + rounding);
        ck_assert(is.error <= by_hand(lcp, 1 + part, SWEEPS) + rounding);
      }
    }
    pn_pgs_free(pgs);
    pn_lcp_free(lcp);
  }
}
END_TEST

/* Makes a row of springs. For the matrix -1 2 -1 without bounds, the sweep
   with alpha = 1 has the radius cos^2(pi / (n + 1)), and Young's alpha is
   the best. */
static pn_lcp *springs(size_t n)
{
  pn_lcp *lcp = pn_lcp_alloc(n);
  ck_assert_ptr_nonnull(lcp);
  gsl_spmatrix *A = gsl_spmatrix_alloc(n, n);
  for (size_t i = 0; i < n; i++) {
    gsl_spmatrix_set(A, i, i, 2);
    if (i > 0)
      gsl_spmatrix_set(A, i, i - 1, -1);
    if (i + 1 < n)
      gsl_spmatrix_set(A, i, i + 1, -1);
    lcp->lo[i] = -INFINITY;
    lcp->hi[i] = INFINITY;
    lcp->b[i] = sin(M_PI * ((double)i + 1) / ((double)n + 1));
  }
  ck_assert(
      !pn_lcp_set_entries(lcp, gsl_spmatrix_compress(A, GSL_SPMATRIX_CSR)));
  gsl_spmatrix_free(A);
  return lcp;
}

START_TEST(the_radius_is_that_of_the_matrix)
{
  enum { N = 7 };
  /* After ten sweeps the start still matters. */
  const double near = 0.02;
  const double radius = gsl_pow_2(cos(M_PI / (N + 1)));
  const pn_pgs_settings settings = pn_pgs_settings_default();
  const pn_rule_known known = pn_rule_nothing_known(SWEEPS);
  pn_lcp *lcp = springs(N);
  pn_pgs *pgs = pn_pgs_alloc(lcp, ROOM, NULL);
  double estimate = 0;
  pn_rule_outcome is;
  ck_assert_int_eq(pn_rule_radius_of(pgs, &settings, &estimate), 0);
  test_close(estimate, radius, near, "radius");
  ck_assert_int_eq(pn_rule_run(pn_rule_radius, pgs, &settings, &known, &is), 0);
  test_close(is.alpha, 2 / (1 + sqrt(1 - radius)), near, "alpha");
  pn_pgs_free(pgs);
  pn_lcp_free(lcp);
}
END_TEST

START_TEST(training_errors_match_a_calculation_by_hand)
{
  const size_t sweeps[] = {20, 5};
  const pn_pgs_settings settings = pn_pgs_settings_default();
  double error[PN_RULE_ALPHAS * 2];
  pn_lcp *lcp = pile(random_numbers, 8, 5, 5e-4);
  pn_pgs *pgs = pn_pgs_alloc(lcp, ROOM, NULL);
  ck_assert_int_eq(pn_rule_errors(pgs, &settings, 2, sweeps, error), 0);
  for (size_t k = 0; k < PN_RULE_ALPHAS; k++)
    for (size_t c = 0; c < 2; c++)
      test_close(error[2 * k + c], by_hand(lcp, pn_rule_alpha(k), sweeps[c]),
                 rounding, "error");
  ck_assert(pn_rule_alpha(0) == 0.1 && pn_rule_alpha(18) == 1);
  ck_assert(pn_rule_alpha(PN_RULE_ALPHAS - 1) == 2);
  const size_t many = ROOM + 1;
  ck_assert_int_eq(pn_rule_errors(pgs, &settings, 1, &many, error), GSL_EINVAL);
  pn_pgs_free(pgs);
  pn_lcp_free(lcp);
}
END_TEST

/* The guard keeps 1.4 if it converges; otherwise it returns to 1, and the
   trial's sweeps are lost. */
START_TEST(the_guard_returns_to_alpha_one)
{
  const pn_pgs_settings settings = pn_pgs_settings_default();
  pn_rule_outcome is;
  int kept = 0, lost = 0;
  for (int problem = 0; problem < 40; problem++) {
    /* A long row of springs converges slowly. */
    pn_lcp *lcp = problem % 2 ? springs(60) : pile(random_numbers, 4, 4, 5e-4);
    pn_pgs *pgs = pn_pgs_alloc(lcp, ROOM, NULL);
    const pn_rule_known known = pn_rule_nothing_known(SWEEPS);
    ck_assert_int_eq(pn_rule_run(pn_rule_guarded, pgs, &settings, &known, &is),
                     0);
    const int good = by_hand(lcp, 1.4, 10) <= 0.5 * by_hand(lcp, 1.4, 0);
    ck_assert(is.alpha == (good ? 1.4 : 1) && is.lost == (good ? 0 : 10));
    kept += good;
    lost += !good;
    pn_pgs_free(pgs);
    pn_lcp_free(lcp);
  }
  ck_assert_msg(kept > 0 && lost > 0, "%d and %d", kept, lost);
}
END_TEST

/* Returns ln(error after so many sweeps / that of alpha = 1), by hand. */
static double gain_by_hand(const pn_lcp *lcp, double alpha, size_t sweeps,
                           double least)
{
  return log(fmax(by_hand(lcp, alpha, sweeps), least) /
             fmax(by_hand(lcp, 1, sweeps), least));
}

START_TEST(a_study_learns_and_judges)
{
  enum { FRAMES = 4, C = 1 }; /* after 50 sweeps */
  /* Sums of logarithms of errors that have lost some digits. */
  const double logarithms = 1e-6;
  pn_pgs_settings settings = pn_pgs_settings_default();
  settings.error = 1e-8;
  pn_rule_study study;
  static pn_rule_findings found;
  pn_lcp *lcp[FRAMES];
  double cost[PN_RULE_ALPHAS] = {0}, gain = 0, optimum = 0;
  size_t best = 18;
  pn_rule_study_begin(&study, &settings);
  for (size_t k = 0; k < FRAMES; k++) {
    lcp[k] = pile(random_numbers, 8, 5, 5e-4);
    ck_assert_int_eq(pn_rule_study_examine(&study, lcp[k], &found), 0);
    ck_assert_int_eq(pn_rule_study_learn(&study, &found), 0);
  }
  ck_assert_int_eq(pn_rule_study_conclude(&study), 0);
  ck_assert_uint_eq(study.learnt_frames, FRAMES);
  for (size_t a = 0; a < PN_RULE_ALPHAS; a++)
    for (size_t k = 0; k < FRAMES; k++)
      cost[a] += gain_by_hand(lcp[k], pn_rule_alpha(a), 50, settings.error);
  for (size_t a = 0; a < PN_RULE_ALPHAS; a++)
    best = cost[a] < cost[best] ? a : best;
  ck_assert(best != 18 && study.known[C].learnt == pn_rule_alpha(best));
  for (size_t k = 0; k < FRAMES; k++) {
    double least = INFINITY;
    ck_assert_int_eq(pn_rule_study_examine(&study, lcp[k], &found), 0);
    pn_rule_study_judge(&study, &found);
    gain += gain_by_hand(lcp[k], 1.4, 50, settings.error);
    for (size_t a = 0; a < PN_RULE_ALPHAS; a++)
      least = fmin(least,
                   gain_by_hand(lcp[k], pn_rule_alpha(a), 50, settings.error));
    optimum += least;
    pn_lcp_free(lcp[k]);
  }
  ck_assert(pn_rule_get(0) == pn_rule_plain && study.score[0][C].gain == 0);
  ck_assert(pn_rule_get(2) == pn_rule_fourteen);
  test_close(study.score[2][C].gain, gain, logarithms, "gain of 1.4");
  test_close(study.score[3][C].gain, cost[best], logarithms, "gain of learnt");
  test_close(study.score[study.rules][C].gain, optimum, logarithms, "optimum");
  pn_rule_study_free(&study);
}
END_TEST

/* A study that cannot fit its rules says so, and can conclude later. */
START_TEST(a_study_without_memory_says_so)
{
  enum { FRAMES = 4, FEWEST = 2 }; /* requests of one fit */
  const pn_pgs_settings settings = pn_pgs_settings_default();
  static pn_rule_findings found;
  pn_rule_study study;
  size_t k = 1;
  pn_rule_study_begin(&study, &settings);
  for (size_t f = 0; f < FRAMES; f++) {
    pn_lcp *lcp = pile(random_numbers, 8, 5, 5e-4);
    ck_assert_int_eq(pn_rule_study_examine(&study, lcp, &found), 0);
    ck_assert_int_eq(pn_rule_study_learn(&study, &found), 0);
    pn_lcp_free(lcp);
  }
  for (;; k++) {
    pn_alloc_fail_at(k);
    const int code = pn_rule_study_conclude(&study);
    pn_alloc_fail_at(0);
    ck_assert(study.concluded == (code == 0));
    if (!code)
      break;
    ck_assert_int_eq(code, GSL_ENOMEM);
  }
  ck_assert_uint_gt(k, FEWEST);
  pn_rule_study_free(&study);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("rule");
  TCase *tests = tcase_create("rule");
  tcase_add_checked_fixture(tests, prepare, finish);
  tcase_set_timeout(tests, 60);
  tcase_add_test(tests, every_rule_sweeps_as_defined);
  tcase_add_test(tests, the_radius_is_that_of_the_matrix);
  tcase_add_test(tests, training_errors_match_a_calculation_by_hand);
  tcase_add_test(tests, the_guard_returns_to_alpha_one);
  tcase_add_test(tests, a_study_learns_and_judges);
  tcase_add_test(tests, a_study_without_memory_says_so);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
