/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests CMA-ES by its constants, its invariances, and how its runs end. */
#include "config.h"

#include "pantin/base/alloc.h"

#include "cmaes_run.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 21 };

/* Checks the constants for the settings of the thesis, calculated by hand from
   table 1. */
START_TEST(has_the_constants_of_the_tutorial)
{
  static const double digits = 6e-4; /* three are given, one rounded to two */
  pn_cmaes_settings settings = pn_cmaes_settings_default();
  settings.population = 24;
  settings.parents = 12;
  pn_cmaes *es = cmaes_start(2, 0, 1, &settings);
  test_close(es->mueff, 7.03, 6e-3, "mueff");
  test_close(es->cs, 0.644, digits, "cs");
  test_close(es->ds, 2.48, 6e-3, "ds");
  test_close(es->cc, 0.577, digits, "cc");
  test_close(es->c1, 0.112, digits, "c1");
  test_close(es->cmu, 0.449, digits, "cmu");
  pn_cmaes_free(es);
}
END_TEST

/* Equal rankings give equal runs, to the last bit. */
static double squeezed(const double *x, size_t n)
{
  return atan(1e-3 * objective_rosenbrock(x, n)) - 7.385;
}

START_TEST(only_the_order_of_values_matters)
{
  pn_cmaes_settings settings = cmaes_patient(385);
  settings.target = -INFINITY;
  pn_cmaes *a = cmaes_start(5, 0.25, 0.5, &settings);
  pn_cmaes *b = cmaes_start(5, 0.25, 0.5, &settings);
  for (int g = 0; g < 50; g++) {
    cmaes_step(a, objective_rosenbrock);
    cmaes_step(b, squeezed);
  }
  ck_assert_mem_eq(a->mean, b->mean, 5 * sizeof(double));
  ck_assert_mem_eq(a->C, b->C, 25 * sizeof(double));
  ck_assert(a->sigma == b->sigma);
  ck_assert(a->best_value != b->best_value);
  pn_cmaes_free(a);
  pn_cmaes_free(b);
}
END_TEST

/* A shift by a power of 2 far below the values loses no bit that matters. */
static const double shift = 2.385;

static double shifted(const double *x, size_t n)
{
  double y[CMAES_MOST];
  for (size_t i = 0; i < n; i++)
    y[i] = x[i] - shift;
  return objective_ellipsoid(y, n);
}

/* How many generations agree before rounding errors, of 2e-16 each and enlarged
   by selection, show. */
static const double shift_error = 1e-9;

START_TEST(a_shift_changes_nothing)
{
  pn_cmaes_settings settings = cmaes_patient(2385);
  pn_cmaes *a = cmaes_start(5, 1, 0.7, &settings);
  pn_cmaes *b = cmaes_start(5, 1 + shift, 0.7, &settings);
  for (int g = 0; g < 40; g++) {
    cmaes_step(a, objective_ellipsoid);
    cmaes_step(b, shifted);
  }
  for (size_t i = 0; i < 5; i++)
    test_close(b->mean[i] - shift, a->mean[i], shift_error, "mean(%zu)", i);
  test_close(b->sigma / a->sigma, 1, shift_error, "sigma");
  pn_cmaes_free(a);
  pn_cmaes_free(b);
}
END_TEST

START_TEST(equal_seeds_give_equal_runs)
{
  pn_cmaes_settings settings = cmaes_patient(7);
  settings.active = 1;
  pn_cmaes *a = cmaes_start(4, 1, 1, &settings),
           *b = cmaes_start(4, 1, 1, &settings);
  settings.seed = 8;
  pn_cmaes *c = cmaes_start(4, 1, 1, &settings);
  for (int g = 0; g < 20; g++) {
    cmaes_step(a, objective_rosenbrock);
    cmaes_step(b, objective_rosenbrock);
    cmaes_step(c, objective_rosenbrock);
  }
  ck_assert_mem_eq(a->memory, b->memory, a->reals * sizeof(double));
  ck_assert_mem_ne(a->memory, c->memory, a->reals * sizeof(double));
  pn_cmaes_free(a);
  pn_cmaes_free(b);
  pn_cmaes_free(c);
}
END_TEST

/* Returns a function whose minimum, (-1, 3), is outside the box; in the box it
   is (0, 2). */
static double slope(const double *x, size_t n)
{
  (void)n;
  ck_assert(x[0] >= 0 && x[0] <= 2 && x[1] >= -2 && x[1] <= 2);
  return (x[0] + 1) * (x[0] + 1) + 3 * (x[1] - 3) * (x[1] - 3) +
         0.385 * x[0] * x[1];
}

START_TEST(finds_the_corner_of_a_box)
{
  static const double low[] = {0, -2}, high[] = {2, 2};
  static const double near = 1e-6;
  for (size_t seed = 1; seed <= SEEDS; seed++) {
    pn_cmaes_settings settings = pn_cmaes_settings_default();
    settings.seed = seed;
    pn_cmaes *es = cmaes_start(2, 1, 0.5, &settings);
    ck_assert_int_eq(pn_cmaes_set_bounds(es, high, low), GSL_EINVAL);
    ck_assert_int_eq(pn_cmaes_set_bounds(es, low, high), GSL_SUCCESS);
    while (pn_cmaes_test(es) == PN_CMAES_RUNNING)
      cmaes_step(es, slope);
    test_close(es->best[0], 0, near, "x, seed %zu", seed);
    test_close(es->best[1], 2, near, "y, seed %zu", seed);
    ck_assert_uint_le(es->evaluations, 5000);
    pn_cmaes_free(es);
  }
}
END_TEST

/* What a way out of bounds costs is measured by the range of f between its
   quartiles, here half of the values 1 to 24 in steps of 0.385, over n times
   the mean variance of the points (cmaes.m). */
START_TEST(weighs_a_way_out_by_the_range_of_f)
{
  enum { N = 3, POINTS = 24 };
  static const double low[N] = {-3, -3, -3}, high[N] = {3, 3, 3};
  static const double step = 0.385, deviation = 0.25;
  pn_cmaes_settings settings = pn_cmaes_settings_default();
  settings.population = POINTS;
  pn_cmaes *es = cmaes_start(N, 1, deviation, &settings);
  ck_assert_int_eq(pn_cmaes_set_bounds(es, low, high), GSL_SUCCESS);
  double value[POINTS];
  for (size_t k = 0; k < POINTS; k++)
    value[k] = step * (double)(k + 1);
  pn_cmaes_ask(es);
  ck_assert_int_eq(pn_cmaes_tell(es, value), GSL_SUCCESS);
  test_close(es->differences[0],
             step * POINTS / 2 / (N * deviation * deviation), 1e-12,
             "range per squared length");
  pn_cmaes_free(es);
}
END_TEST

/* The injected point is the first of the first generation; the best is kept,
   though later points are worse. */
static double needle(const double *x, size_t n)
{
  (void)n;
  return x[0] == 1 && x[1] == 0.25 ? -1 : objective_sphere(x, n);
}

START_TEST(evaluates_a_given_point_and_keeps_the_best)
{
  static const double point[] = {1, 0.25};
  pn_cmaes_settings settings = pn_cmaes_settings_default();
  settings.population = 24;
  pn_cmaes *es = cmaes_start(2, 1, 0.5, &settings);
  pn_cmaes_inject(es, point);
  while (pn_cmaes_test(es) == PN_CMAES_RUNNING)
    cmaes_step(es, needle);
  ck_assert(es->best_value == -1);
  ck_assert_uint_eq(es->best_evaluation, 1);
  ck_assert_mem_eq(es->best, point, sizeof point);
  pn_cmaes_free(es);
}
END_TEST

START_TEST(nothing_is_told_before_it_is_asked)
{
  static const double point[] = {1, NAN}, value[24] = {0};
  pn_cmaes_settings settings = pn_cmaes_settings_default();
  settings.population = 24;
  pn_cmaes *es = cmaes_start(2, 1, 0.5, &settings);
  for (int told = 0; told < 2; told++) {
    const double sigma = es->sigma;
    ck_assert_int_eq(pn_cmaes_tell(es, value), GSL_EINVAL);
    ck_assert(es->sigma == sigma);
    ck_assert_uint_eq(es->evaluations, 24 * (size_t)told);
    ck_assert_int_eq(pn_cmaes_inject(es, point), GSL_EINVAL);
    pn_cmaes_ask(es);
    for (size_t i = 0; i < 2 * es->population; i++)
      ck_assert(isfinite(es->points[i]));
    ck_assert_int_eq(pn_cmaes_tell(es, value), GSL_SUCCESS);
  }
  pn_cmaes_free(es);
}
END_TEST

START_TEST(a_saved_run_goes_on_to_the_same_bits)
{
  static const double low[] = {-3, -3, -3}, high[] = {3, 0.5, INFINITY};
  static const double point[] = {1, 0.25, 2};
  pn_cmaes_settings settings = pn_cmaes_settings_default();
  settings.active = 1;
  settings.seed = 4503599627370497;
  for (int told = 0; told < 60; told += 13) {
    pn_cmaes *a = cmaes_start(3, 0.2, 1.5, &settings);
    ck_assert_int_eq(pn_cmaes_set_bounds(a, low, high), GSL_SUCCESS);
    pn_cmaes_inject(a, point);
    for (int g = 0; g < told; g++)
      cmaes_step(a, objective_rosenbrock);
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    pn_cmaes_save(a, out);
    fclose(out);
    FILE *in = fmemopen(text, length, "r");
    pn_error error = {0};
    pn_cmaes *b = pn_cmaes_load(in, "state", &error);
    fclose(in);
    ck_assert_msg(b != NULL, "%s", error.text);
    for (int g = 0; g < 40; g++) {
      ck_assert_int_eq(pn_cmaes_test(a), pn_cmaes_test(b));
      cmaes_step(a, objective_rosenbrock);
      cmaes_step(b, objective_rosenbrock);
    }
    ck_assert_mem_eq(a->memory, b->memory, a->reals * sizeof(double));
    ck_assert(a->best_value == b->best_value && a->sigma == b->sigma);
    pn_cmaes_free(a);
    pn_cmaes_free(b);
    /* A file that is cut short anywhere is refused. */
    for (size_t cut = 1; cut < length - 4; cut += 97) {
      in = fmemopen(text, cut, "r");
      memset(&error, 0, sizeof error);
      ck_assert_ptr_null(pn_cmaes_load(in, "state", &error));
      ck_assert_int_eq(error.code, GSL_EINVAL);
      fclose(in);
    }
    free(text);
  }
}
END_TEST

static double flat(const double *x, size_t n)
{
  (void)x;
  (void)n;
  return 2.385;
}

static double downhill(const double *x, size_t n)
{
  (void)n;
  return x[0];
}

static double noise(const double *x, size_t n)
{
  (void)n;
  const double r = 1e4 * sin(1e4 * x[0] + 7e4 * x[1]);
  return r - floor(r);
}

static pn_cmaes_reason end_of(objective *f, pn_cmaes_settings settings)
{
  pn_cmaes *es = cmaes_start(2, 1, 0.5, &settings);
  while (pn_cmaes_test(es) == PN_CMAES_RUNNING)
    cmaes_step(es, f);
  const pn_cmaes_reason reason = pn_cmaes_test(es);
  pn_cmaes_free(es);
  return reason;
}

/* Each criterion alone ends a run on a function that meets it. */
START_TEST(every_criterion_ends_a_run)
{
  pn_cmaes_settings settings;
  ck_assert_int_eq(end_of(objective_sphere, cmaes_patient(1)), PN_CMAES_TARGET);
  settings = cmaes_patient(1);
  settings.evaluations = 100;
  ck_assert_int_eq(end_of(objective_sphere, settings), PN_CMAES_EVALUATIONS);
  settings = cmaes_patient(1);
  settings.generations = 10;
  ck_assert_int_eq(end_of(objective_sphere, settings), PN_CMAES_GENERATIONS);
  settings = cmaes_patient(1);
  settings.target = -INFINITY;
  settings.step = 1e-11;
  ck_assert_int_eq(end_of(objective_sphere, settings), PN_CMAES_STEP);
  settings.step_up = 1e3;
  ck_assert_int_eq(end_of(downhill, settings), PN_CMAES_STEP_UP);
  settings.step = 0;
  settings.spread = 1e-12;
  ck_assert_int_eq(end_of(objective_sphere, settings), PN_CMAES_SPREAD);
  settings.spread = 0;
  settings.history = 1e-13;
  ck_assert_int_eq(end_of(objective_sphere, settings), PN_CMAES_HISTORY);
  settings.history = 0;
  settings.condition = 1e14;
  settings.step_up = 0;
  ck_assert_int_eq(end_of(downhill, settings), PN_CMAES_CONDITION);
  settings.condition = 0;
  settings.stagnation = 1;
  ck_assert_int_eq(end_of(noise, settings), PN_CMAES_STAGNATION);
  settings.stagnation = 0;
  settings.equal_values = 1;
  ck_assert_int_eq(end_of(flat, settings), PN_CMAES_EQUAL_VALUES);
  for (int k = 0; k < PN_CMAES_REASONS; k++)
    ck_assert_str_ne(pn_cmaes_reason_name((pn_cmaes_reason)k), "");
  ck_assert_ptr_null(pn_cmaes_reason_name(PN_CMAES_REASONS));
}
END_TEST

/* Rounding ends a run far from the origin. */
static double far(const double *x, size_t n)
{
  (void)n;
  return fabs(x[0] - 1e9) + 1e3 * fabs(x[1] - 1e9);
}

START_TEST(rounding_ends_a_run)
{
  pn_cmaes_settings settings = cmaes_patient(1);
  pn_cmaes *es = cmaes_start(2, 1e9, 1, &settings);
  settings.target = -INFINITY;
  es->settings.target = -INFINITY;
  while (pn_cmaes_test(es) == PN_CMAES_RUNNING)
    cmaes_step(es, far);
  ck_assert(pn_cmaes_test(es) == PN_CMAES_NO_EFFECT_AXIS ||
            pn_cmaes_test(es) == PN_CMAES_NO_EFFECT_COORDINATE);
  pn_cmaes_free(es);
}
END_TEST

START_TEST(nan_is_the_worst_value)
{
  pn_cmaes_settings settings = pn_cmaes_settings_default();
  pn_cmaes *es = cmaes_start(2, 1, 0.5, &settings);
  double value[] = {NAN, 4, 3, NAN, 2.385, NAN};
  ck_assert_uint_eq(es->population, 6);
  pn_cmaes_ask(es);
  ck_assert_int_eq(pn_cmaes_tell(es, value), GSL_SUCCESS);
  ck_assert(es->best_value == 2.385);
  ck_assert(isfinite(es->mean[0]) && isfinite(es->sigma));
  pn_cmaes_free(es);
}
END_TEST

START_TEST(bad_settings_are_refused)
{
  const double mean[] = {1, 1}, zero[] = {1, 0};
  pn_cmaes_settings settings = pn_cmaes_settings_default();
  pn_error error = {0};
  ck_assert_ptr_null(pn_cmaes_alloc(0, &settings, mean, mean, &error));
  ck_assert_int_eq(error.code, GSL_EINVAL);
  ck_assert_ptr_null(pn_cmaes_alloc(2, &settings, mean, zero, &error));
  settings.population = 2;
  ck_assert_ptr_null(pn_cmaes_alloc(2, &settings, mean, mean, &error));
  settings.population = 24;
  settings.parents = 24;
  ck_assert_ptr_null(pn_cmaes_alloc(2, &settings, mean, mean, &error));
  settings.parents = 12;
  for (size_t k = 1;; k++) {
    pn_alloc_fail_at(k);
    memset(&error, 0, sizeof error);
    pn_cmaes *es = pn_cmaes_alloc(2, &settings, mean, mean, &error);
    pn_alloc_fail_at(0);
    if (es) {
      ck_assert_uint_gt(k, 4);
      pn_cmaes_free(es);
      break;
    }
    ck_assert_int_eq(error.code, GSL_ENOMEM);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("cmaes");
  TCase *tests = tcase_create("cmaes");
  tcase_add_test(tests, has_the_constants_of_the_tutorial);
  tcase_add_test(tests, only_the_order_of_values_matters);
  tcase_add_test(tests, a_shift_changes_nothing);
  tcase_add_test(tests, equal_seeds_give_equal_runs);
  tcase_add_test(tests, finds_the_corner_of_a_box);
  tcase_add_test(tests, weighs_a_way_out_by_the_range_of_f);
  tcase_add_test(tests, evaluates_a_given_point_and_keeps_the_best);
  tcase_add_test(tests, nothing_is_told_before_it_is_asked);
  tcase_add_test(tests, a_saved_run_goes_on_to_the_same_bits);
  tcase_add_test(tests, every_criterion_ends_a_run);
  tcase_add_test(tests, rounding_ends_a_run);
  tcase_add_test(tests, nan_is_the_worst_value);
  tcase_add_test(tests, bad_settings_are_refused);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
