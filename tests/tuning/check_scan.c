/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests which steps of alpha a scan leaves out, against all of them. */
#include "pantin/tuning/tune_private.h"

#include "pantin/base/alloc.h"

#include "piles.h"
#include "test.h"

#include <math.h>

/* At 0.02 from 0.1 to 2; every third from 1 on; and how far above the best both
   of these must be. */
enum { STEPS = 96, FIRST = 32, PROBLEMS = TEST_MANY(60) };
static const double far = 0.4;

static gsl_rng *random_numbers;

static void prepare(void)
{
  random_numbers = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random_numbers, 3236);
}

static void finish(void)
{
  gsl_rng_free(random_numbers);
}

/* Evaluates all steps, by the plain form. */
static void evaluate_all(const pn_tune *tune, double *f)
{
  for (size_t k = 0; k < STEPS; k++) {
    const pn_fitness_settings *settings = &tune->settings.fitness;
    pn_fitness point = {.alpha = fmax(0.1, 2 - 0.02 * (double)k),
                        .order = settings->order_low};
    ck_assert(
        !pn_fitness_evaluate(tune->pgs[0], settings, INFINITY, 1, &point));
    f[k] = point.f;
  }
}

/* Counts the valleys of f at every third step; a level part makes one more. */
static int count_valleys(const double *f)
{
  int valleys = 1, rises = 0;
  for (size_t k = 5; k < STEPS; k += 3) {
    valleys += f[k] == f[k - 3] || (rises && f[k] < f[k - 3]);
    rises = f[k] > f[k - 3];
  }
  return valleys;
}

/* Returns whether the scan must take step k where there is one valley. */
static int is_near(const double *f, size_t k, double best)
{
  const size_t after = k % 3 == 2 ? k : k + (2 - k % 3), before = after - 3;
  return k % 3 == 2 || f[after] <= best + far ||
         (k > 2 && f[before] <= best + far);
}

/* What the scans of some problems left out. */
typedef struct {
  int some, none; /* scans that left out steps, and that did not */
  int lost;       /* scans with a better step than their best, by `near` */
} counts;

static const double near = 0.01;

/* Compares the scan's steps with all of them. */
static void compare(const pn_tune *tune, size_t count, const pn_fitness *point,
                    counts *of)
{
  double f[STEPS], first = INFINITY, least = INFINITY;
  evaluate_all(tune, f);
  for (size_t k = 2; k < STEPS; k += 3)
    first = fmin(first, f[k]);
  for (size_t k = 0; k < STEPS; k++)
    least = fmin(least, f[k]);
  const int all = count_valleys(f) > 1;
  size_t at = 0;
  for (size_t k = 0; k < STEPS; k++) {
    if (!all && !is_near(f, k, first))
      continue;
    ck_assert_uint_lt(at, count);
    test_close(point[at].alpha, 2 - 0.02 * (double)k, 1e-9, "alpha");
    ck_assert(point[at].f == f[k] ||
              (isinf(point[at].f) && f[k] > first && k % 3 != 2));
    at++;
  }
  ck_assert_uint_eq(at, count);
  of->some += count < STEPS;
  of->none += count == STEPS;
  of->lost += tune->best.f > least + near;
}

/* A single valley is seen on problems of many contacts, where no run
   converges. */
START_TEST(steps_far_above_a_single_valley_are_left_out)
{
  counts of = {0};
  for (int problem = 0; problem < PROBLEMS; problem++) {
    const double C[] = {0.05, 5e-3, 5e-4, 0};
    pn_lcp *lcp = pile(random_numbers, problem % 2 ? 60 : 10,
                       4 + (size_t)problem % 7, C[problem / 2 % 4]);
    const pn_tune_settings settings = pn_tune_settings_default();
    pn_tune *tune = pn_tune_alloc(lcp, &settings, NULL);
    size_t count = 0;
    pn_fitness *point = pni_tune_steps(tune, &count);
    ck_assert_ptr_nonnull(point);
    compare(tune, count, point, &of);
    ck_assert_uint_ge(count, FIRST);
    ck_assert_uint_eq(tune->solves, count);
    ck_assert(tune->plain.alpha == 1 && isfinite(tune->plain.f));
    pn_free(point);
    pn_tune_free(tune);
    pn_lcp_free(lcp);
  }
  ck_assert_int_ge(of.some, PROBLEMS / 10);
  ck_assert_int_ge(of.none, PROBLEMS / 10);
  ck_assert_int_eq(of.lost, 0);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("scan");
  TCase *tests = tcase_create("scan");
  tcase_add_checked_fixture(tests, prepare, finish);
  tcase_set_timeout(tests, 60);
  tcase_add_test(tests, steps_far_above_a_single_valley_are_left_out);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
