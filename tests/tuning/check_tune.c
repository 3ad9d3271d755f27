/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests the fitness against a calculation by hand, and every method against all
   points of a fine scan. */
#include "pantin/tuning/tune_private.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/solver.h"

#include "piles.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CONTACTS = 40, BODIES = 12 };

static gsl_rng *random_numbers;

static void prepare(void)
{
  random_numbers = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random_numbers, 74385);
}

static void finish(void)
{
  gsl_rng_free(random_numbers);
}

static const double exact = 1e-12;

START_TEST(the_fitness_matches_its_formula)
{
  pn_lcp *lcp = pile(random_numbers, CONTACTS, BODIES, 5e-4);
  pn_fitness_settings settings = pn_fitness_settings_default();
  pn_pgs *p = pn_pgs_alloc(lcp, settings.pgs.sweeps, NULL);
  pn_fitness point[] = {{.alpha = 1, .order = -16},
                        {.alpha = 1.385, .order = -8.5},
                        {.alpha = 1.1, .order = -1}};
  ck_assert_int_eq(pn_fitness_evaluate(p, &settings, INFINITY, 3, point), 0);
  for (int k = 0; k < 3; k++) {
    const pn_pgs_run *run = &point[k].run;
    test_close(point[k].f1, (double)(run->sweeps - 1) / 199, exact, "f1");
    test_close(point[k].f2, (point[k].order + 16) / 15, exact, "f2");
    test_close(point[k].f3, run->least > 1e-4 ? log10(run->least) + 4 : 0,
               exact, "f3");
    test_close(point[k].f, point[k].f1 + 0.5 * point[k].f2 + 1.2 * point[k].f3,
               exact, "f");
  }
  ck_assert(point[0].kappa == 0);
  test_close(point[1].kappa / 3.1622776601683795e-9, 1, exact, "kappa");
  pn_pgs_free(p);
  pn_lcp_free(lcp);
}
END_TEST

/* A run is abandoned only if it would have been worse anyway. */
START_TEST(only_worse_points_are_abandoned)
{
  enum { PROBLEMS = 10, ALPHAS = 20 };
  for (int problem = 0; problem < PROBLEMS; problem++) {
    pn_lcp *lcp = pile(random_numbers, 8, 6, 0.05);
    pn_fitness_settings settings = pn_fitness_settings_default();
    pn_pgs *p = pn_pgs_alloc(lcp, settings.pgs.sweeps, NULL);
    pn_fitness full[ALPHAS], cut[ALPHAS];
    double limit = INFINITY;
    for (int k = 0; k < ALPHAS; k++) {
      full[k] = (pn_fitness){.alpha = 0.1 * (k + 1), .order = -16};
      cut[k] = full[k];
      pn_fitness_evaluate(p, &settings, INFINITY, 1, &full[k]);
      pn_fitness_evaluate(p, &settings, limit, 1, &cut[k]);
      if (cut[k].run.reason == PN_PGS_ABANDONED)
        ck_assert_msg(full[k].f >= limit, "%g of %g", full[k].f, limit);
      else
        ck_assert(cut[k].f == full[k].f);
      limit = fmin(limit, full[k].f);
    }
    pn_pgs_free(p);
    pn_lcp_free(lcp);
  }
}
END_TEST

/* Returns the best of 381 alphas. */
static double fine_scan(const pn_lcp *lcp, const pn_fitness_settings *settings)
{
  enum { FINE = 381 };
  pn_pgs *p = pn_pgs_alloc(lcp, settings->pgs.sweeps, NULL);
  double least = INFINITY;
  for (int k = 0; k < FINE; k++) {
    pn_fitness point = {.alpha = 0.1 + 1.9 * k / (FINE - 1), .order = -16};
    ck_assert_int_eq(pn_fitness_evaluate(p, settings, INFINITY, 1, &point), 0);
    least = fmin(least, point.f);
  }
  pn_pgs_free(p);
  return least;
}

/* A fitness this near to the best of a fine scan is good: one sweep makes steps
   of 0.005. One problem in ten may be missed. */
static const double near = 0.01;

START_TEST(all_methods_find_the_optimum)
{
  /* The grid is expensive. */
  enum { PROBLEMS = 10, OF_GRID = 2, MISSES_MOST = 1 };
  const pn_tune_method *method;
  int missed[8] = {0};
  for (int problem = 0; problem < PROBLEMS; problem++) {
    const double C = problem % 2 ? 5e-4 : 0.05;
    pn_lcp *lcp = pile(random_numbers, 12, 8, C);
    pn_tune_settings settings = pn_tune_settings_default();
    const double least = fine_scan(lcp, &settings.fitness);
    for (int m = 0; (method = pn_tune_method_get((size_t)m)); m++) {
      pn_error error = {0};
      if (method == pn_tune_grid && problem >= OF_GRID)
        continue;
      pn_tune *tune = pn_tune_alloc(lcp, &settings, &error);
      ck_assert_msg(tune != NULL, "%s", error.text);
      ck_assert_int_eq(pn_tune_run(tune, method), GSL_SUCCESS);
      missed[m] += tune->best.f > least + near;
      ck_assert_msg(tune->best.f <= tune->plain.f, "%s: %g, plain %g",
                    method->name, tune->best.f, tune->plain.f);
      ck_assert(tune->plain.alpha == 1 && isfinite(tune->plain.f));
      ck_assert_str_ne(tune->reason, "");
      ck_assert(method != pn_tune_scan || tune->solves <= 96 + 3 * 8);
      pn_tune_free(tune);
    }
    pn_lcp_free(lcp);
  }
  for (int m = 0; (method = pn_tune_method_get((size_t)m)); m++)
    ck_assert_msg(method == pn_tune_grid || missed[m] <= MISSES_MOST,
                  "%s missed %d", method->name, missed[m]);
}
END_TEST

/* On rough problems, where no run converges, nineteen frames in twenty are
   within `near` of the fine scan, with the early stop too. */
START_TEST(scan_and_early_stop_are_as_good_as_381_alphas)
{
  enum { PROBLEMS = 20, MISSES_MOST = 1, SOLVES_MOST = 200 };
  const pn_tune_method *const of[] = {pn_tune_scan, pn_tune_quick};
  int missed[2] = {0};
  for (int problem = 0; problem < PROBLEMS; problem++) {
    const double C[] = {0.05, 5e-3, 5e-4, 0};
    pn_lcp *lcp =
        pile(random_numbers, 10, 4 + (size_t)problem % 7, C[problem % 4]);
    const pn_tune_settings settings = pn_tune_settings_default();
    const double least = fine_scan(lcp, &settings.fitness);
    for (int m = 0; m < 2; m++) {
      pn_tune *tune = pn_tune_alloc(lcp, &settings, NULL);
      ck_assert_int_eq(pn_tune_run(tune, of[m]), GSL_SUCCESS);
      missed[m] += tune->best.f > least + near;
      ck_assert_uint_lt(tune->solves, SOLVES_MOST);
      pn_tune_free(tune);
    }
    pn_lcp_free(lcp);
  }
  for (int m = 0; m < 2; m++)
    ck_assert_msg(missed[m] <= MISSES_MOST, "%s missed %d of %d", of[m]->name,
                  missed[m], PROBLEMS);
}
END_TEST

/* The points that were evaluated, in order. */
typedef struct {
  size_t count;
  double f[4000];
} record;

static void note(void *watcher, const pn_fitness *point)
{
  record *notes = watcher;
  ck_assert_uint_lt(notes->count, 4000);
  notes->f[notes->count++] = point->f;
}

START_TEST(the_bits_do_not_depend_on_the_threads)
{
  const pn_tune_method *method;
  pn_lcp *lcp = pile(random_numbers, CONTACTS, BODIES, 5e-4);
  for (size_t m = 0; (method = pn_tune_method_get(m)); m++) {
    static record notes[2];
    memset(notes, 0, sizeof notes);
    for (size_t k = 0; k < 2; k++) {
      pn_tune_settings settings = pn_tune_settings_default();
      settings.threads = 1 + 2 * k;
      settings.cmaes.evaluations = 240;
      settings.grid_alphas = 10;
      settings.grid_orders = 4;
      pn_tune *tune = pn_tune_alloc(lcp, &settings, NULL);
      tune->watch = note;
      tune->watcher = &notes[k];
      ck_assert_int_eq(pn_tune_run(tune, method), GSL_SUCCESS);
      ck_assert_uint_eq(notes[k].count, tune->solves);
      pn_tune_free(tune);
    }
    ck_assert_mem_eq(&notes[0], &notes[1], sizeof notes[0]);
  }
  pn_lcp_free(lcp);
}
END_TEST

START_TEST(restarts_go_on_with_more_points)
{
  pn_lcp *lcp = pile(random_numbers, CONTACTS, BODIES, 5e-4);
  pn_tune_settings settings = pn_tune_settings_default();
  settings.cmaes.evaluations = 240;
  settings.restarts = 1;
  pn_tune *tune = pn_tune_alloc(lcp, &settings, NULL);
  ck_assert_int_eq(pn_tune_run(tune, pn_tune_cmaes), GSL_SUCCESS);
  ck_assert_uint_eq(tune->solves, 240 + 240);
  pn_tune_free(tune);
  pn_lcp_free(lcp);
}
END_TEST

/* Where every alpha is as good, the default is the answer of every method; on a
   problem with something to gain it is not. */
START_TEST(ties_go_to_the_default)
{
  const pn_tune_method *method;
  pn_lcp *lcp = pile(random_numbers, 10, 6, 5e-4);
  for (int flat = 1; flat >= 0; flat--) {
    pn_lcp *of = flat ? pn_lcp_copy(lcp) : lcp;
    for (size_t i = 0; i < of->size && flat; i++)
      of->b[i] = of->normal[i] == i ? 0.5 : 0; /* all contacts open */
    for (size_t m = 0; (method = pn_tune_method_get(m)); m++) {
      pn_tune_settings settings = pn_tune_settings_default();
      settings.grid_alphas = 8;
      settings.grid_orders = 3;
      settings.cmaes.evaluations = 480;
      pn_tune *tune = pn_tune_alloc(of, &settings, NULL);
      ck_assert_int_eq(pn_tune_run(tune, method), GSL_SUCCESS);
      ck_assert_msg(tune->flat == flat, "%s", method->name);
      ck_assert_msg((tune->best.alpha == 1 && tune->best.kappa == 0) == flat,
                    "%s: alpha %g, kappa %g", method->name, tune->best.alpha,
                    tune->best.kappa);
      pn_tune_free(tune);
    }
    if (flat)
      pn_lcp_free(of);
  }
  pn_lcp_free(lcp);
}
END_TEST

START_TEST(bad_settings_are_refused)
{
  pn_lcp *lcp = pile(random_numbers, 3, 2, 0.1);
  enum { BAD = 13 };
  pn_tune_settings bad[BAD];
  for (int k = 0; k < BAD; k++)
    bad[k] = pn_tune_settings_default();
  bad[0].threads = 0;
  bad[1].fitness.alpha_high = 2.1;
  bad[2].fitness.order_low = 0;
  bad[3].fitness.pgs.sweeps = 1;
  bad[4].scan_step = 0;
  bad[5].grid_orders = 1;
  bad[6].mean[0] = 3;
  bad[7].fitness.error = -1;
  bad[8].scan_valleys = 0;
  bad[9].quick_valleys = PN_TUNE_VALLEYS + 1;
  bad[10].quick_population = 3;
  bad[11].cmaes.parents = bad[11].cmaes.population;
  bad[12].cmaes.parents = bad[12].cmaes.population + 1;
  for (int k = 0; k < BAD; k++) {
    pn_error error = {0};
    ck_assert_ptr_null(pn_tune_alloc(lcp, &bad[k], &error));
    ck_assert_int_eq(error.code, GSL_EINVAL);
    ck_assert_str_ne(error.text, "");
  }

  pn_tune_settings good = pn_tune_settings_default();
  good.grid_alphas = good.grid_orders = 2;
  good.cmaes.evaluations = 24;
  const pn_tune_method *method;
  for (size_t m = 0; (method = pn_tune_method_get(m)); m++)
    for (size_t k = 1;; k++) {
      pn_alloc_fail_at(k);
      pn_tune *tune = pn_tune_alloc(lcp, &good, NULL);
      const int code = tune ? pn_tune_run(tune, method) : GSL_ENOMEM;
      pn_alloc_fail_at(0);
      pn_tune_free(tune);
      if (!code)
        break;
      ck_assert_int_eq(code, GSL_ENOMEM);
    }
  pn_lcp_free(lcp);
}
END_TEST

/* Finds where a row of the problem went, by its b, of which no two are equal.
 */
static size_t place_of(const pn_lcp *moved, double b)
{
  size_t at = 0;
  while (at < moved->size && moved->b[at] != b)
    at++;
  ck_assert_uint_lt(at, moved->size);
  return at;
}

/* In each order the rows are the same: A, b, bounds and friction. */
START_TEST(orders_of_rows_are_of_one_problem)
{
  pn_lcp *lcp = pile(random_numbers, CONTACTS, BODIES, 5e-4);
  const size_t n = lcp->size;
  for (size_t i = 0; i < n; i++)
    lcp->b[i] += 1e-9 * (double)i;
  double *A = pile_matrix(lcp);
  ck_assert(!pn_lcp_set_guess(lcp, lcp->b));
  for (size_t order = 1; order < PN_TUNE_ORDERS; order++) {
    pn_lcp *moved = pni_tune_reorder(lcp, order);
    double *B = pile_matrix(moved);
    ck_assert_ptr_nonnull(pn_tune_order_name(order));
    for (size_t i = 0; i < n; i++) {
      const size_t at = place_of(moved, lcp->b[i]);
      ck_assert(moved->hi[at] == lcp->hi[i] && moved->mu[at] == lcp->mu[i]);
      ck_assert(moved->guess[at] == lcp->b[i]);
      ck_assert_uint_eq(moved->normal[at],
                        place_of(moved, lcp->b[lcp->normal[i]]));
      for (size_t j = 0; j < n; j++)
        test_close(B[at * n + place_of(moved, lcp->b[j])], A[i * n + j], exact,
                   "A(%zu, %zu)", i, j);
      if (order == PN_TUNE_BACKWARD)
        ck_assert_uint_eq(at, n - 1 - i);
      if (order == PN_TUNE_NORMALS)
        ck_assert_int_eq(at < n / 3, lcp->normal[i] == i);
    }
    free(B);
    pn_lcp_free(moved);
  }
  ck_assert_ptr_null(pn_tune_order_name(PN_TUNE_ORDERS));
  free(A);
  pn_lcp_free(lcp);
}
END_TEST

/* From the solution a run takes one sweep, and from a part of it more; a run
   may be allowed fewer sweeps than others. */
START_TEST(runs_start_and_end_as_they_are_told)
{
  pn_lcp *lcp = pile(random_numbers, CONTACTS, BODIES, 5e-4);
  pn_fitness_settings settings = pn_fitness_settings_default();
  double *lambda = malloc(lcp->size * sizeof *lambda);
  ck_assert(!pn_lcp_solve(lcp, pn_lcp_face, NULL, lambda, NULL, NULL));
  pn_pgs *p = pn_pgs_alloc(lcp, settings.pgs.sweeps, NULL);
  pn_fitness point[] = {{.alpha = 1, .order = -16},
                        {.alpha = 1, .order = -16, .sweeps = 7},
                        {.alpha = 1, .order = -16, .warm = 1}};
  ck_assert_int_eq(pn_fitness_evaluate(p, &settings, INFINITY, 3, point),
                   GSL_EINVAL); /* there is no guess yet */
  ck_assert(!pn_lcp_set_guess(lcp, lambda));
  ck_assert(!pn_fitness_evaluate(p, &settings, INFINITY, 3, point));
  ck_assert_uint_gt(point[0].run.sweeps, 7);
  ck_assert_uint_eq(point[1].run.sweeps, 7);
  ck_assert_int_eq(point[1].run.reason, PN_PGS_SWEEPS);
  ck_assert_uint_eq(point[2].run.sweeps, 1);
  ck_assert_int_eq(point[2].run.reason, PN_PGS_ERROR);
  pn_pgs_free(p);
  free(lambda);
  pn_lcp_free(lcp);
}
END_TEST

/* With a guess near the solution CMA-ES starts from most of it, and the more is
   tuned, the better; in threads it finds the same. */
START_TEST(start_order_and_sweeps_are_tuned)
{
  static const unsigned of[] = {PN_TUNE_ALPHA, PN_TUNE_ALPHA | PN_TUNE_WARM,
                                31};
  pn_lcp *lcp = pile(random_numbers, CONTACTS, BODIES, 5e-4);
  double *lambda = malloc(lcp->size * sizeof *lambda);
  ck_assert(!pn_lcp_solve(lcp, pn_lcp_face, NULL, lambda, NULL, NULL));
  for (size_t i = 0; i < lcp->size; i++)
    lambda[i] *= 1.01;
  ck_assert(!pn_lcp_set_guess(lcp, lambda));
  double f[3][2];
  for (size_t k = 0; k < 6; k++) {
    pn_tune_settings settings = pn_tune_settings_default();
    settings.tuned = of[k / 2];
    settings.threads = 1 + k % 2;
    pn_tune *tune = pn_tune_alloc(lcp, &settings, NULL);
    ck_assert(tune && !pn_tune_run(tune, pn_tune_cmaes));
    f[k / 2][k % 2] = tune->best.f;
    ck_assert(tune->best.f <= tune->plain.f);
    if (of[k / 2] & PN_TUNE_WARM)
      ck_assert_msg(tune->best.warm > 0.9, "starts from %g", tune->best.warm);
    pn_tune_free(tune);
  }
  for (size_t k = 0; k < 3; k++)
    ck_assert(f[k][0] == f[k][1]);
  ck_assert(f[1][0] < 0.8 * f[0][0] && f[2][0] < 0.8 * f[0][0]);
  pn_tune_settings settings = pn_tune_settings_default();
  settings.tuned = PN_TUNE_WARM;
  ck_assert_ptr_null(pn_tune_alloc(lcp, &settings, NULL));
  free(lambda);
  pn_lcp_free(lcp);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("tune");
  TCase *tests = tcase_create("tune");
  tcase_add_checked_fixture(tests, prepare, finish);
  tcase_set_timeout(tests, 60);
  tcase_add_test(tests, the_fitness_matches_its_formula);
  tcase_add_test(tests, only_worse_points_are_abandoned);
  tcase_add_test(tests, all_methods_find_the_optimum);
  tcase_add_test(tests, scan_and_early_stop_are_as_good_as_381_alphas);
  tcase_add_test(tests, the_bits_do_not_depend_on_the_threads);
  tcase_add_test(tests, restarts_go_on_with_more_points);
  tcase_add_test(tests, ties_go_to_the_default);
  tcase_add_test(tests, orders_of_rows_are_of_one_problem);
  tcase_add_test(tests, runs_start_and_end_as_they_are_told);
  tcase_add_test(tests, start_order_and_sweeps_are_tuned);
  tcase_add_test(tests, bad_settings_are_refused);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
