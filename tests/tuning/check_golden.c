/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests that golden sections whose points are guessed and tried side by side
   are those that try one point at a time, to the bit. */
#include "pantin/tuning/tune_private.h"

#include "pantin/base/alloc.h"

#include "piles.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>

enum { MOST = 400, VALLEYS = 5, POINTS = 8 };

static gsl_rng *random_numbers;

static void prepare(void)
{
  random_numbers = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random_numbers, 1618);
}

static void finish(void)
{
  gsl_rng_free(random_numbers);
}

/* The points that were noted, in order. */
typedef struct {
  size_t count;
  pn_fitness point[MOST];
} record;

static void note(void *watcher, const pn_fitness *point)
{
  record *notes = watcher;
  ck_assert_uint_lt(notes->count, MOST);
  notes->point[notes->count++] = *point;
}

static double f_of(pn_tune *tune, double alpha)
{
  const pn_fitness_settings *settings = &tune->settings.fitness;
  pn_fitness point = {.alpha = alpha, .order = settings->order_low};
  ck_assert(!pn_fitness_evaluate(tune->pgs[0], settings, INFINITY, 1, &point));
  return point.f;
}

/* Narrows [a, d] about a valley point by point, in the plain form. */
static void section(pn_tune *tune, double middle, size_t points, double *alpha,
                    double *f)
{
  static const double golden = 0.61803398874989484820;
  const double step = tune->settings.scan_step;
  double a = fmax(middle - step, tune->settings.fitness.alpha_low);
  double d = fmin(middle + step, tune->settings.fitness.alpha_high);
  double b = d - golden * (d - a), c = a + golden * (d - a), fb = 0, fc = 0;
  for (size_t k = 0; k < points; k++) {
    int left = k == 0;
    if (k >= 2) {
      left = fb <= fc;
      if (left) {
        d = c, c = b, fc = fb;
        b = d - golden * (d - a);
      } else {
        a = b, b = c, fb = fc;
        c = a + golden * (d - a);
      }
    }
    alpha[k] = left ? b : c;
    f[k] = f_of(tune, alpha[k]);
    *(left ? &fb : &fc) = f[k];
  }
}

/* Tries other numbers of valleys and points, and both kinds of lanes. */
START_TEST(guessed_points_are_those_of_one_at_a_time)
{
  static record notes;
  const double C[] = {0.05, 5e-3, 5e-4, 0};
  pn_lcp *lcp = pile(random_numbers, 10, 4 + (size_t)_i % 7, C[_i % 4]);
  pn_tune_settings settings = pn_tune_settings_default();
  settings.scan_valleys = 1 + (size_t)_i % VALLEYS;
  settings.scan_golden = (size_t)_i % (POINTS + 1);
  settings.threads = 1 + (size_t)_i % 2;
  pn_tune *tune = pn_tune_alloc(lcp, &settings, NULL);
  size_t count = 0, valley[PN_TUNE_VALLEYS];
  pn_fitness *point = pni_tune_steps(tune, &count);
  const size_t valleys =
      pni_tune_valleys(point, count, settings.scan_valleys, valley);
  notes.count = 0;
  tune->watch = note;
  tune->watcher = &notes;
  ck_assert_int_eq(pn_tune_run(tune, pn_tune_scan), GSL_SUCCESS);
  ck_assert_uint_eq(notes.count, count + valleys * settings.scan_golden);
  ck_assert_uint_eq(notes.count, tune->solves);
  for (size_t v = 0; v < valleys; v++) {
    double alpha[POINTS], f[POINTS];
    section(tune, point[valley[v]].alpha, settings.scan_golden, alpha, f);
    for (size_t k = 0; k < settings.scan_golden; k++) {
      const pn_fitness *at = &notes.point[count + k * valleys + v];
      ck_assert_msg(at->alpha == alpha[k] && at->f == f[k],
                    "valley %zu, point %zu: %.17g, not %.17g", v, k, at->alpha,
                    alpha[k]);
    }
  }
  pn_free(point);
  pn_tune_free(tune);
  pn_lcp_free(lcp);
}
END_TEST

int main(void)
{
  enum { PROBLEMS = 45 };
  Suite *suite = suite_create("golden");
  TCase *tests = tcase_create("golden");
  tcase_add_checked_fixture(tests, prepare, finish);
  tcase_add_loop_test(tests, guessed_points_are_those_of_one_at_a_time, 0,
                      PROBLEMS);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
