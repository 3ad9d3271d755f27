/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests the sweeps of all kinds of operators against the textbook's formula,
   and the solutions that they converge to. */
#include "pantin/tuning/pgs.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/operator_csr.h"
#include "pantin/lcp/operator_dense.h"
#include "pantin/lcp/solver.h"

#include "piles.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CONTACTS = 14, ROWS = 3 * CONTACTS, BODIES = 6, SWEEPS = 40 };

/* The rounding of 40 sweeps whose sums are taken in another order. */
static const double rounding = 1e-11;

static gsl_rng *random_numbers;
static pn_lcp *lcp;
static double *A;

static void prepare(void)
{
  random_numbers = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random_numbers, 2385);
  lcp = pile(random_numbers, CONTACTS, BODIES, 1e-2);
  A = pile_matrix(lcp);
}

static void finish(void)
{
  pn_lcp_free(lcp);
  free(A);
  gsl_rng_free(random_numbers);
}

static double clip(double x, double lo, double hi)
{
  return fmax(lo, fmin(hi, x));
}

static void bounds(const double *x, size_t i, int coupled, double *lo,
                   double *hi)
{
  *lo = lcp->lo[i];
  *hi = lcp->hi[i];
  if (coupled && lcp->normal[i] != i) {
    *hi = lcp->mu[i] * fmax(0, x[lcp->normal[i]]);
    *lo = -*hi;
  }
}

/* Makes a sweep of algorithm 2.1 with x - D^-1 ... written out: D_i = (-b_i -
   sum_(j != i) A_ij x_j) / (A_ii + kappa), x_i <- clip((1 - alpha) x_i + alpha
   D_i). */
static void textbook_sweep(double *x, double alpha, double kappa, int coupled)
{
  for (size_t i = 0; i < ROWS; i++) {
    double sum = -lcp->b[i], lo, hi;
    for (size_t j = 0; j < ROWS; j++)
      if (j != i)
        sum -= A[i * ROWS + j] * x[j];
    bounds(x, i, coupled, &lo, &hi);
    const double D = sum / (A[i * ROWS + i] + kappa);
    x[i] = clip((1 - alpha) * x[i] + alpha * D, lo, hi);
  }
}

/* Computes the error in the three norms. */
static void textbook_error(const double *x, int coupled, double *e)
{
  e[PN_PGS_NORM_1] = e[PN_PGS_NORM_2] = e[PN_PGS_NORM_INF] = 0;
  for (size_t i = 0; i < ROWS; i++) {
    double w = lcp->b[i], lo, hi;
    for (size_t j = 0; j < ROWS; j++)
      w += A[i * ROWS + j] * x[j];
    bounds(x, i, coupled, &lo, &hi);
    /* 0 <= w+ perp x - lo >= 0, 0 <= w- perp hi - x >= 0: the larger of the two
       parts of (1.43), of which one is 0; their sum is (1.42) */
    const double plus = fmin(fmax(w, 0), x[i] - lo);
    const double minus = fmin(fmax(-w, 0), hi - x[i]);
    const double psi = fmax(plus, minus);
    e[PN_PGS_NORM_1] += psi;
    e[PN_PGS_NORM_2] += psi * psi;
    e[PN_PGS_NORM_INF] = fmax(e[PN_PGS_NORM_INF], psi);
  }
  e[PN_PGS_NORM_2] = sqrt(e[PN_PGS_NORM_2]);
}

static const pn_pgs_choice choice[PN_PGS_LANES] = {
    {.alpha = 1},
    {.alpha = 1.385},
    {.alpha = 0.6, .kappa = 0.05},
    {.alpha = 1.7, .kappa = 1e-3}};

static pn_pgs_settings all_sweeps(int coupled)
{
  pn_pgs_settings settings = pn_pgs_settings_default();
  settings.sweeps = SWEEPS;
  settings.error = settings.change = 0;
  settings.coupled = coupled;
  return settings;
}

START_TEST(sweeps_match_the_textbook)
{
  pn_lcp_csr *csr = pn_lcp_csr_assemble(lcp->A);
  pn_lcp_dense *dense = pn_lcp_dense_assemble(lcp->A);
  const pn_lcp_operator *const kinds[] = {&dense->base, &csr->base, lcp->A};
  const char *const name = kinds[_i / 6]->type->name;
  const int coupled = _i % 2;
  pn_pgs_settings settings = all_sweeps(coupled);
  settings.norm = (pn_pgs_norm)(_i / 2 % 3);
  pn_pgs *p = pn_pgs_alloc(lcp, SWEEPS, kinds[_i / 6]);
  pn_pgs_run run[PN_PGS_LANES];
  ck_assert_int_eq(pn_pgs_solve(p, &settings, PN_PGS_LANES, choice, run),
                   GSL_SUCCESS);
  for (size_t l = 0; l < PN_PGS_LANES; l++) {
    double x[ROWS] = {0}, least = INFINITY;
    for (size_t k = 0; k <= SWEEPS; k++) {
      double errors[PN_PGS_NORM_INF + 1];
      textbook_error(x, coupled, errors);
      const double e = errors[settings.norm];
      test_close(p->errors[k * PN_PGS_LANES + l], e, rounding * (1 + e),
                 "%s, lane %zu, sweep %zu", name, l, k);
      least = k > 0 ? fmin(least, e) : least;
      if (k < SWEEPS)
        textbook_sweep(x, choice[l].alpha, choice[l].kappa, coupled);
    }
    for (size_t i = 0; i < ROWS; i++)
      test_close(p->x[i * PN_PGS_LANES + l], x[i], rounding, "%s, x(%zu)", name,
                 i);
    test_close(run[l].least, least, rounding * (1 + least), "least");
    ck_assert_uint_eq(run[l].sweeps, SWEEPS);
    ck_assert_int_eq(run[l].reason, PN_PGS_SWEEPS);
    ck_assert(p->errors[run[l].least_at * PN_PGS_LANES + l] == run[l].least);
  }
  pn_lcp_csr_free(csr);
  pn_lcp_dense_free(dense);
  pn_pgs_free(p);
}
END_TEST

/* A run alone gives the same bits as beside others. */
START_TEST(runs_side_by_side_are_independent)
{
  const pn_pgs_settings settings = all_sweeps(0);
  pn_pgs *p = pn_pgs_alloc(lcp, SWEEPS, NULL);
  ck_assert_ptr_eq(p->A, lcp->A);
  pn_pgs_run together[PN_PGS_LANES], alone;
  pn_pgs_solve(p, &settings, PN_PGS_LANES, choice, together);
  for (size_t l = 0; l < PN_PGS_LANES; l++) {
    pn_pgs_solve(p, &settings, 1, &choice[l], &alone);
    ck_assert(alone.error == together[l].error);
    ck_assert(alone.least == together[l].least);
    ck_assert_uint_eq(alone.least_at, together[l].least_at);
  }
  pn_pgs_free(p);
}
END_TEST

/* Chooses so many runs that differ in all that may differ. */
static void choose(size_t count, pn_pgs_choice *many)
{
  for (size_t l = 0; l < count; l++)
    many[l] = (pn_pgs_choice){.alpha = 0.3 + 0.1 * (double)l,
                              .kappa = l % 3 == 0 ? 0 : 1e-3 * (double)l,
                              .sweeps = l % 5 == 4 ? 17 + l : 0,
                              .abandon = l % 7 == 6 ? 9 : 0,
                              .warm = l % 4 == 3 ? 0.5 : 0};
}

static void compare_runs(const pn_pgs_run *a, const pn_pgs_run *b)
{
  ck_assert(a->error == b->error && a->least == b->least);
  ck_assert_uint_eq(a->sweeps, b->sweeps);
  ck_assert_uint_eq(a->least_at, b->least_at);
  ck_assert_int_eq(a->reason, b->reason);
}

/* Compares runs side by side, as many as go or more, to the bit with each run
   alone. */
START_TEST(many_runs_have_the_bits_of_one)
{
  const size_t count = 1 + (size_t)_i / 12;
  pn_lcp_csr *csr = pn_lcp_csr_assemble(lcp->A);
  double guess[ROWS];
  pn_lcp guessed = *lcp;
  guessed.guess = guess;
  for (size_t i = 0; i < ROWS; i++)
    guess[i] = 0.1 * gsl_rng_uniform(random_numbers);
  pn_pgs_settings settings = all_sweeps(_i % 2);
  settings.norm = (pn_pgs_norm)(_i / 2 % 3);
  pn_pgs *p =
      pn_pgs_alloc(&guessed, SWEEPS, _i / 6 % 2 == 0 ? NULL : &csr->base);
  pn_pgs_choice many[PN_PGS_MOST];
  pn_pgs_run together[PN_PGS_MOST], alone;
  double x[ROWS];
  choose(count, many);
  ck_assert(!pn_pgs_solve(p, &settings, count, many, together));
  test_upper_halves_are_clear();
  const size_t lanes = p->lanes, last = (count - 1) % p->most;
  ck_assert_uint_le(lanes, p->most);
  for (size_t i = 0; i < ROWS; i++)
    x[i] = p->x[i * lanes + last];
  for (size_t l = 0; l < count; l++) {
    ck_assert(!pn_pgs_solve(p, &settings, 1, &many[l], &alone));
    compare_runs(&alone, &together[l]);
  }
  /* The last one's numbers, if all ran to the end. */
  for (size_t i = 0; i < ROWS && alone.sweeps == SWEEPS; i++)
    ck_assert(x[i] == p->x[i * PN_PGS_LANES]);
  pn_pgs_free(p);
  pn_lcp_csr_free(csr);
}
END_TEST

/* The defaults are those of the thesis: (1.42) is a sum, and sections 2.4 and
   3.1 give the tolerances. */
START_TEST(the_defaults_are_the_source_s)
{
  const pn_pgs_settings settings = pn_pgs_settings_default();
  ck_assert_int_eq(settings.norm, PN_PGS_NORM_1);
  ck_assert_uint_eq(settings.sweeps, 200);
  ck_assert(settings.error == 1e-4 && settings.change == 1e-9);
}
END_TEST

/* Without kappa the sweeps converge to the solution of a direct method; with
   it, to one for A + kappa I, and e stops at what that leaves. */
START_TEST(sweeps_converge_to_the_solution)
{
  enum { MANY = 200000 };
  static const double accurate = 1e-9, near = 1e-6;
  pn_error error = {0};
  pn_lcp_settings how = pn_lcp_settings_default();
  how.tolerance = 1e-12;
  pn_lcp_solver *oracle = pn_lcp_solver_alloc(pn_lcp_face, lcp);
  ck_assert_int_eq(pn_lcp_solver_set(oracle, &how, NULL, &error), 0);
  while (pn_lcp_solver_test(oracle) == GSL_CONTINUE)
    if (pn_lcp_solver_iterate(oracle))
      break;
  ck_assert(oracle->residual.scaled.inf <= accurate);
  pn_pgs_settings settings = all_sweeps(0);
  settings.sweeps = MANY;
  settings.error = 1e-10;
  const pn_pgs_choice two[] = {{.alpha = 1.4},
                               {.alpha = 1.4, .kappa = 0.02, .abandon = 2000}};
  pn_pgs_run run[2];
  pn_pgs *p = pn_pgs_alloc(lcp, MANY, NULL);
  ck_assert_int_eq(pn_pgs_solve(p, &settings, 1, two, run), GSL_SUCCESS);
  ck_assert_int_eq(run[0].reason, PN_PGS_ERROR);
  for (size_t i = 0; i < ROWS; i++)
    test_close(p->x[i * PN_PGS_LANES], oracle->lambda[i], near, "x(%zu)", i);
  ck_assert_int_eq(pn_pgs_solve(p, &settings, 1, two + 1, run + 1), 0);
  ck_assert_int_eq(run[1].reason, PN_PGS_ABANDONED);
  ck_assert_uint_eq(run[1].sweeps, 2000);
  /* At the limit w = -kappa x between the bounds: e is of that size. */
  double sum = 0;
  for (size_t i = 0; i < ROWS; i++) {
    const double x = p->x[i * PN_PGS_LANES];
    if (x > lcp->lo[i] && x < lcp->hi[i])
      sum += fabs(0.02 * x);
  }
  ck_assert(run[1].error > 1e-3);
  ck_assert_msg(run[1].error <= 1.001 * sum && run[1].error >= 0.5 * sum,
                "%g, %g", run[1].error, sum);
  pn_pgs_free(p);
  pn_lcp_solver_free(oracle);
}
END_TEST

/* A run stops when x does not move any more; bad settings are refused. */
START_TEST(runs_report_why_they_stop)
{
  pn_pgs_settings settings = all_sweeps(0);
  pn_pgs_run run;
  pn_pgs_choice one = {.alpha = 1, .kappa = 10};
  pn_pgs *p = pn_pgs_alloc(lcp, SWEEPS, NULL);
  settings.change = 1e-3;
  ck_assert_int_eq(pn_pgs_solve(p, &settings, 1, &one, &run), GSL_SUCCESS);
  ck_assert_int_eq(run.reason, PN_PGS_CHANGE);
  ck_assert_uint_lt(run.sweeps, SWEEPS);
  const pn_pgs_choice bad[] = {{.alpha = 0},
                               {.alpha = 2.1},
                               {.alpha = 1, .kappa = -1},
                               {.alpha = NAN},
                               {.alpha = 1, .warm = 0.5}};
  for (int k = 0; k < 5; k++)
    ck_assert_int_eq(pn_pgs_solve(p, &settings, 1, &bad[k], &run), GSL_EINVAL);
  settings.sweeps = SWEEPS + 1;
  ck_assert_int_eq(pn_pgs_solve(p, &settings, 1, &one, &run), GSL_EINVAL);
  pn_pgs_free(p);
}
END_TEST

/* psor with the same omega and kappa makes the sweeps that tuning tries. */
START_TEST(psor_makes_the_same_sweeps)
{
  const pn_pgs_choice only = {.alpha = 1.385, .kappa = 1e-3};
  pn_pgs_settings tried = pn_pgs_settings_default();
  pn_lcp_settings settings = pn_lcp_settings_default();
  pn_pgs_run run;
  tried.sweeps = SWEEPS;
  tried.error = tried.change = 0;
  settings.omega = only.alpha;
  settings.kappa = only.kappa;
  pn_pgs *p = pn_pgs_alloc(lcp, SWEEPS, NULL);
  pn_lcp_solver *solver = pn_lcp_solver_alloc(pn_lcp_psor, lcp);
  ck_assert(p && !pn_pgs_solve(p, &tried, 1, &only, &run));
  ck_assert(solver && !pn_lcp_solver_set(solver, &settings, NULL, NULL));
  for (int sweep = 0; sweep < SWEEPS; sweep++)
    ck_assert(!pn_lcp_solver_iterate(solver));
  test_close(pn_lcp_solver_measure(solver)->natural.one, run.error, rounding,
             "error");
  ck_assert(run.error > 1e-4);
  pn_lcp_solver_free(solver);
  pn_pgs_free(p);
}
END_TEST

START_TEST(failed_allocations_do_no_harm)
{
  for (size_t k = 1;; k++) {
    pn_alloc_fail_at(k);
    pn_pgs *p = pn_pgs_alloc(lcp, SWEEPS, NULL);
    pn_alloc_fail_at(0);
    pn_pgs_free(p);
    if (p) {
      ck_assert_uint_gt(k, 4);
      break;
    }
  }
}
END_TEST

int main(void)
{
  enum { KINDS = 3 };
  Suite *suite = suite_create("pgs");
  TCase *tests = tcase_create("pgs");
  tcase_add_checked_fixture(tests, prepare, finish);
  tcase_add_loop_test(tests, sweeps_match_the_textbook, 0, 6 * KINDS);
  tcase_add_test(tests, the_defaults_are_the_source_s);
  tcase_add_test(tests, runs_side_by_side_are_independent);
  tcase_add_loop_test(tests, many_runs_have_the_bits_of_one, 0,
                      12 * PN_PGS_MOST);
  tcase_add_test(tests, sweeps_converge_to_the_solution);
  tcase_add_test(tests, runs_report_why_they_stop);
  tcase_add_test(tests, psor_makes_the_same_sweeps);
  tcase_add_test(tests, failed_allocations_do_no_harm);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
