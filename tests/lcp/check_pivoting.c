/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests that pivoting methods and the interior point agree with the enumeration
   of all active sets, and that every solver says why it ended. */
#include "pantin/lcp/lcp_file.h"
#include "pantin/lcp/operator_csr.h"
#include "pantin/lcp/solver.h"

#include "problems.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static gsl_rng *random_numbers;

static void prepare(void)
{
  random_numbers = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random_numbers, 132385);
}

static void finish(void)
{
  gsl_rng_free(random_numbers);
}

enum { ROWS_MOST = 7 };

/* Computes w and the objective 1/2 lambda^T A lambda + b^T lambda anew. */
static double judge(const pn_lcp *lcp, const double *lambda, double *w)
{
  double *A = problem_matrix(lcp), energy = 0;
  for (size_t i = 0; i < lcp->size; i++) {
    w[i] = lcp->b[i];
    for (size_t j = 0; j < lcp->size; j++)
      w[i] += A[i * lcp->size + j] * lambda[j];
    energy += lambda[i] * (w[i] + lcp->b[i]) / 2;
  }
  free(A);
  return energy;
}

static pn_lcp_info solve(const pn_lcp *lcp, const pn_lcp_method *method,
                         double tolerance, size_t iterations, double *lambda)
{
  pn_lcp_settings settings = pn_lcp_settings_default();
  pn_error error = {0};
  pn_lcp_info info;
  settings.tolerance = tolerance;
  settings.iterations = iterations;
  pn_lcp_solve(lcp, method, &settings, lambda, &info, &error);
  ck_assert_msg(!error.code, "%s: %s", method->name, error.text);
  return info;
}

/* A thousand boxed problems: one in three of full rank, one in three of fewer,
   one in three of contacts between two bodies, which are redundant; with a
   solution that is degenerate in every second one. */
START_TEST(pivoting_agrees_with_enumeration)
{
  enum { PROBLEMS = TEST_MANY(1000), CANDIDATES = 2187 };
  static const double agreement = 1e-8;
  const pn_lcp_method *const method = _i == 0   ? pn_lcp_lemke
                                      : _i == 1 ? pn_lcp_bpp
                                                : pn_lcp_ipm;
  for (int k = 0; k < PROBLEMS; k++) {
    const size_t n = 1 + gsl_rng_uniform_int(random_numbers, ROWS_MOST);
    const size_t rank =
        k % 3 == 0 ? 2 * n : 1 + gsl_rng_uniform_int(random_numbers, n);
    pn_lcp *lcp = k % 3 == 2 ? problem_contacts(random_numbers, n, 2)
                             : problem_dense(random_numbers, n, rank, 0);
    double lambda[ROWS_MOST], w[ROWS_MOST], v[ROWS_MOST];
    problem_draw_bounds(random_numbers, lcp);
    problem_backwards(random_numbers, lcp, k % 2, lambda);
    const double known = judge(lcp, lambda, v);
    pn_lcp_info info = solve(lcp, pn_lcp_enumerate, 1e-9, CANDIDATES, lambda);
    double energy = judge(lcp, lambda, w);
    ck_assert_msg(info.reason == PN_LCP_SOLVED, "enumeration %d: %s", k,
                  pn_lcp_reason_name(info.reason));
    for (size_t i = 0; i < n; i++)
      ck_assert_msg(fabs(w[i] - v[i]) < agreement, "enumeration %d: w", k);
    info = solve(lcp, method, 1e-11, 1000, lambda);
    energy = judge(lcp, lambda, w);
    ck_assert_msg(info.reason == PN_LCP_SOLVED, "%s, problem %d: %s, %g",
                  method->name, k, pn_lcp_reason_name(info.reason),
                  info.residual.scaled.inf);
    ck_assert_msg(fabs(energy - known) < agreement * (1 + fabs(known)),
                  "%s, problem %d: objective %g, not %g", method->name, k,
                  energy, known);
    for (size_t i = 0; i < n; i++)
      ck_assert_msg(fabs(w[i] - v[i]) < agreement, "%s, problem %d: w %g, %g",
                    method->name, k, w[i], v[i]);
    pn_lcp_free(lcp);
  }
}
END_TEST

/* Rows without bounds that all say the same: any lambda with the right sum. */
START_TEST(rows_that_depend_on_each_other_are_enumerated)
{
  enum { N = 3, CANDIDATES = 1 };
  static const double length[N] = {1, -2.385, 0.5};
  pn_lcp *lcp = problem_dense(random_numbers, N, 1, 0);
  double *A = problem_matrix(lcp), lambda[N], w[N];
  for (size_t i = 0; i < N; i++) {
    lcp->b[i] = 0;
    for (size_t j = 0; j < N; j++)
      lcp->b[i] -= A[i * N + j] * length[j];
    lcp->lo[i] = -INFINITY;
    lcp->hi[i] = INFINITY;
  }
  const pn_lcp_info info =
      solve(lcp, pn_lcp_enumerate, 1e-12, CANDIDATES, lambda);
  ck_assert_msg(info.reason == PN_LCP_SOLVED, "%s",
                pn_lcp_reason_name(info.reason));
  judge(lcp, lambda, w);
  for (size_t i = 0; i < N; i++)
    test_close(w[i], 0, 1e-12, "w of row %zu", i);
  free(A);
  pn_lcp_free(lcp);
}
END_TEST

/* Starts the interior point on a problem, and takes so many steps; returns
   those taken until it gets no further. */
static size_t step_interior_point(pn_lcp_solver *solver, size_t steps)
{
  pn_lcp_settings settings = pn_lcp_settings_default();
  pn_error error = {0};
  ck_assert_int_eq(pn_lcp_solver_set(solver, &settings, NULL, &error), 0);
  for (size_t k = 0; k < steps; k++)
    if (pn_lcp_solver_iterate(solver))
      return k;
  return steps;
}

/* The pivots that finish the interior point's work may go on without coming any
   nearer. Here redundant contacts keep them busy, and the residual is said to
   have been least long ago. */
START_TEST(the_interior_point_gives_up_pivots_that_gain_nothing)
{
  enum { ROWS = 40, BODIES = 2, MOST = 10000, LONG_AGO = 1000 };
  pn_lcp *lcp = problem_contacts(random_numbers, ROWS, BODIES);
  pn_lcp_solver *solver = pn_lcp_solver_alloc(pn_lcp_ipm, lcp);
  const size_t all = step_interior_point(solver, MOST);
  ck_assert_uint_lt(all, MOST);
  for (int late = 0; late < 2; late++) {
    ck_assert_uint_eq(step_interior_point(solver, all - 1), all - 1);
    solver->least = 1e-9;
    solver->least_at = solver->iteration;
    solver->iteration += LONG_AGO + (size_t)late;
    ck_assert_int_eq(pn_lcp_solver_iterate(solver),
                     late ? GSL_ENOPROG : GSL_SUCCESS);
  }
  ck_assert_int_eq(solver->reason, PN_LCP_STAGNATED);
  pn_lcp_solver_free(solver);
  pn_lcp_free(lcp);
}
END_TEST

/* Makes the second difference: the power iteration sees its largest eigenvalue
   slowly. */
static pn_lcp *second_difference(size_t n)
{
  double *mass = calloc(n, sizeof *mass);
  for (size_t i = 0; i < n; i++)
    mass[i] = 2.385;
  pn_lcp *lcp = problem_stack(n, mass);
  free(mass);
  return lcp;
}

/* The damping that jacobi finds lets the residual fall, at any size. */
START_TEST(jacobi_does_not_diverge)
{
  static const size_t sizes[] = {30, 100, 200, 400, 1000};
  const size_t n = sizes[_i];
  pn_lcp *lcp = second_difference(n);
  double *lambda = calloc(n, sizeof *lambda);
  const pn_lcp_info early = solve(lcp, pn_lcp_jacobi, 1e-12, 100, lambda);
  const pn_lcp_info late = solve(lcp, pn_lcp_jacobi, 1e-12, 5000, lambda);
  ck_assert_double_lt(late.residual.scaled.inf,
                      0.2 * early.residual.scaled.inf);
  ck_assert_int_ne(late.reason, PN_LCP_DIVERGED);
  free(lambda);
  pn_lcp_free(lcp);
}
END_TEST

/* One that is given its damping may diverge, and says so. */
START_TEST(divergence_is_told)
{
  pn_lcp *lcp = second_difference(20);
  double lambda[20];
  for (size_t i = 0; i < 20; i++)
    lcp->lo[i] = -INFINITY;
  pn_lcp_settings settings = pn_lcp_settings_default();
  pn_lcp_info info;
  settings.damping = 1.9;
  for (settings.iterations = 100; settings.iterations < 10000;
       settings.iterations *= 10) {
    pn_lcp_solve(lcp, pn_lcp_jacobi, &settings, lambda, &info, NULL);
    ck_assert_int_eq(info.reason, PN_LCP_DIVERGED);
  }
  pn_lcp_free(lcp);
}
END_TEST

/* Makes a problem without a solution: w = -1 whatever lambda is in the
   direction of (1, -1). */
static pn_lcp *without_solution(void)
{
  static const int p[] = {0, 2, 4}, i[] = {0, 1, 0, 1};
  static const double x[] = {1, -1, -1, 1}, b[] = {-1, -0.5};
  pn_lcp *lcp = pn_lcp_from_csr(2, p, i, x, b, NULL);
  ck_assert_ptr_nonnull(lcp);
  return lcp;
}

START_TEST(a_problem_without_solution_is_told)
{
  pn_lcp *lcp = without_solution();
  double lambda[2] = {0};
  ck_assert_int_eq(solve(lcp, pn_lcp_lemke, 1e-8, 100, lambda).reason,
                   PN_LCP_RAY);
  ck_assert_int_eq(solve(lcp, pn_lcp_bpp, 1e-8, 5000, lambda).reason,
                   PN_LCP_SINGULAR);
  ck_assert_int_ne(solve(lcp, pn_lcp_pgs, 1e-8, 5000, lambda).reason,
                   PN_LCP_SOLVED);
  pn_lcp_free(lcp);
}
END_TEST

/* Twelve boxed rows have 3^12 candidates. */
START_TEST(a_search_that_is_cut_is_told)
{
  double lambda[12], solution[12];
  pn_lcp *lcp = problem_dense(random_numbers, 12, 40, 0);
  for (size_t i = 0; i < 12; i++)
    lcp->hi[i] = 0.385 + (double)i / 10;
  problem_backwards(random_numbers, lcp, 0, solution);
  for (size_t i = 0; i < 12; i++) /* the last candidates are the right ones */
    lcp->b[i] = -1000;
  ck_assert_int_eq(solve(lcp, pn_lcp_enumerate, 1e-9, 5000, lambda).reason,
                   PN_LCP_CUT);
  ck_assert_int_eq(solve(lcp, pn_lcp_lemke, 1e-9, 3, lambda).reason,
                   PN_LCP_CUT);
  ck_assert_int_eq(solve(lcp, pn_lcp_lemke, 1e-9, 100, lambda).reason,
                   PN_LCP_SOLVED);
  pn_lcp_free(lcp);
}
END_TEST

/* A problem and the same in other units have the same answer by default. */
START_TEST(tolerance_fits_the_scale)
{
  static const pn_lcp_method *const *const methods[] = {
      &pn_lcp_pgs, &pn_lcp_face, &pn_lcp_pcg, &pn_lcp_lemke, &pn_lcp_bpp};
  const pn_lcp_method *method = *methods[_i];
  pn_lcp *lcp = problem_dense(random_numbers, 20, 60, 0.1);
  double lambda[20];
  gsl_spmatrix *A = ((pn_lcp_csr *)lcp->A)->A;
  gsl_spmatrix_scale(A, 1e9);
  for (size_t i = 0; i < 20; i++)
    lcp->b[i] *= 2.385e9;
  pn_lcp_set_operator(lcp, lcp->A);
  const pn_lcp_info info = solve(lcp, method, 1e-12, 5000, lambda);
  ck_assert_msg(info.reason == PN_LCP_SOLVED, "%s: %s, %g", method->name,
                pn_lcp_reason_name(info.reason), info.residual.scaled.inf);
  pn_lcp_free(lcp);
}
END_TEST

/* Degenerate problems with a solution: of rank 10 in 40 rows, Hilbert's matrix,
   and every row twice. A method solves it, or tells what it was. */
START_TEST(degenerate_problems_end_with_a_reason)
{
  enum { N = 40 };
  double lambda[N];
  pn_lcp *lcp = problem_dense(random_numbers, N, 10, 0);
  gsl_spmatrix *A = ((pn_lcp_csr *)lcp->A)->A;
  for (int i = 0; i < N && _i > 0; i++)
    for (int k = A->p[i]; k < A->p[i + 1]; k++) {
      const int j = A->i[k];
      A->data[k] = _i == 1 ? 1.0 / (1 + i + j) : (i / 2 == j / 2) + 0.01;
    }
  pn_lcp_set_operator(lcp, lcp->A);
  problem_backwards(random_numbers, lcp, 1, lambda);
  const pn_lcp_method *method;
  for (size_t k = 0; (method = pn_lcp_method_get(k)); k++) {
    if ((method->rows_max > 0 && method->rows_max < N) || method->needs)
      continue;
    const pn_lcp_info info = solve(lcp, method, 1e-8, 5000, lambda);
    const int solved = info.residual.scaled.inf <= 1e-8;
    ck_assert_int_eq(solved, info.reason == PN_LCP_SOLVED);
    /* What gets ever nearer may need more iterations; pivoting must not. */
    ck_assert_msg(solved || !method->pivots, "%s: %s, %g", method->name,
                  pn_lcp_reason_name(info.reason), info.residual.scaled.inf);
    ck_assert_msg(info.reason != PN_LCP_DIVERGED, "%s diverged", method->name);
  }
  pn_lcp_free(lcp);
}
END_TEST

/* Boxed problems of less than full rank in units that differ by up to 10^6 from
   row to row, so that most numbers in A are rounding beside the
   largest: the interior point begins its pivots with most rows free, and comes
   to blocks that it cannot solve in one of six. Most of these it solves from
   elsewhere. */
START_TEST(the_interior_point_solves_what_is_badly_scaled)
{
  enum { PROBLEMS = TEST_MANY(500), N = 20, RANK = 14 };
  double lambda[N], scale[N];
  int singular = 0;
  for (int k = 0; k < PROBLEMS; k++) {
    pn_lcp *lcp = problem_dense(random_numbers, N, RANK, 0);
    gsl_spmatrix *A = ((pn_lcp_csr *)lcp->A)->A;
    for (size_t i = 0; i < N; i++)
      scale[i] = pow(10, 6 * gsl_rng_uniform(random_numbers));
    for (size_t i = 0; i < N; i++)
      for (int q = A->p[i]; q < A->p[i + 1]; q++)
        A->data[q] *= scale[i] * scale[A->i[q]];
    pn_lcp_set_operator(lcp, lcp->A);
    problem_draw_bounds(random_numbers, lcp);
    problem_backwards(random_numbers, lcp, 1, lambda);
    const pn_lcp_info info = solve(lcp, pn_lcp_ipm, 1e-12, 3000, lambda);
    singular += info.reason == PN_LCP_SINGULAR;
    pn_lcp_free(lcp);
  }
  ck_assert_int_lt(singular, PROBLEMS / 10);
}
END_TEST

/* A problem of redundant rows that has a solution: rounding leaves a ray before
   the last digits, which proves nothing. */
static const char redundant[] =
    "8\n"
    "99.4260041754094 99.4260041754094 99.3746641729489 "
    "-0.05134000246051017 -99.41141386254931 -99.29359572986785 "
    "198.79309928447807 -198.73419021813734\n"
    "99.4260041754094 99.4260041754094 99.3746641729489 "
    "-0.05134000246051017 -99.41141386254931 -99.29359572986785 "
    "198.79309928447807 -198.73419021813734\n"
    "99.3746641729489 99.3746641729489 99.39276511029892 "
    "0.018100937350029475 -99.38925448580899 -99.37411635804854 "
    "198.74175928201757 -198.73419021813734\n"
    "-0.05134000246051017 -0.05134000246051017 0.018100937350029475 "
    "0.06944093981053964 0.02215937674032046 -0.08052062818069987 "
    "-0.05134000246051017 0.0\n"
    "-99.41141386254931 -99.41141386254931 -99.38925448580899 "
    "0.02215937674032046 99.41141386254931 99.32277635558803 "
    "-198.77850897161798 198.73419021813734\n"
    "-99.29359572986785 -99.29359572986785 -99.37411635804854 "
    "-0.08052062818069987 99.32277635558803 99.4697751139897 "
    "-198.66069083893652 198.73419021813734\n"
    "198.79309928447807 198.79309928447807 198.74175928201757 "
    "-0.05134000246051017 -198.77850897161798 -198.66069083893652 "
    "397.5272895026154 -397.4683804362747\n"
    "-198.73419021813734 -198.73419021813734 -198.73419021813734 0.0 "
    "198.73419021813734 198.73419021813734 -397.4683804362747 "
    "397.4683804362747\n"
    "-1.2359166861543 -1.2359166861543 0.4341453161050932 "
    "1.6700620022593933 0.4438965504192862 -1.4842306442082038 "
    "-1.507769774994855 0.5437061776811101\n"
    "-1.0 0.0 0.0 -1.0 0.0 0.0 0.0 -1.0\n"
    "1.0 inf inf 1.0 inf inf inf 1.0\n";

START_TEST(a_ray_of_rounding_proves_nothing)
{
  pn_error error = {0};
  pn_lcp_settings settings = pn_lcp_settings_default();
  settings.tolerance = 0;
  pn_lcp *lcp = pn_lcp_read_string("x", redundant, strlen(redundant), &error);
  ck_assert_msg(lcp != NULL, "%s", error.text);
  pn_lcp_solver *solver = pn_lcp_solver_alloc(pn_lcp_lemke, lcp);
  ck_assert(!pn_lcp_solver_set(solver, &settings, NULL, NULL));
  while (pn_lcp_solver_test(solver) == GSL_CONTINUE &&
         !pn_lcp_solver_iterate(solver))
    ;
  ck_assert_int_ne(solver->reason, PN_LCP_RAY);
  test_close(solver->residual.scaled.inf, 0, 1e-11, "residual");
  pn_lcp_solver_free(solver);
  pn_lcp_free(lcp);
}
END_TEST

/* S J J^T S with S from 1e-4 to 1e4 is definite: there is a solution, though
   pivots of one tableau are no longer told from rounding. */
START_TEST(bad_scales_have_a_solution)
{
  enum { ROWS = 20, MOTIONS = 24 };
  double J[ROWS][MOTIONS], A[ROWS * ROWS], b[ROWS];
  int p[ROWS + 1], index[ROWS * ROWS];
  gsl_rng_set(random_numbers, 7 + (unsigned long)_i);
  for (int i = 0; i < ROWS; i++) {
    const double S = pow(10, 8 * gsl_rng_uniform(random_numbers) - 4);
    for (int k = 0; k < MOTIONS; k++)
      J[i][k] = S * gsl_ran_ugaussian(random_numbers);
    b[i] = S * gsl_ran_ugaussian(random_numbers);
  }
  for (int i = 0; i < ROWS * ROWS; i++) {
    A[i] = 0;
    for (int k = 0; k < MOTIONS; k++)
      A[i] += J[i / ROWS][k] * J[i % ROWS][k];
    index[i] = i % ROWS;
    p[i / ROWS] = i / ROWS * ROWS;
  }
  p[ROWS] = ROWS * ROWS;
  pn_lcp *lcp = pn_lcp_from_csr(ROWS, p, index, A, b, NULL);
  pn_lcp_solver *solver = pn_lcp_solver_alloc(pn_lcp_lemke, lcp);
  ck_assert(!pn_lcp_solver_set(solver, &solver->settings, NULL, NULL));
  while (pn_lcp_solver_test(solver) == GSL_CONTINUE &&
         !pn_lcp_solver_iterate(solver))
    ;
  ck_assert_int_ne(solver->reason, PN_LCP_RAY);
  pn_lcp_solver_free(solver);
  pn_lcp_free(lcp);
}
END_TEST

int main(void)
{
  enum { TIMEOUT = 240 };
  Suite *suite = suite_create("pivoting");
  TCase *tests = tcase_create("pivoting");
  tcase_set_timeout(tests, TIMEOUT);
  tcase_add_checked_fixture(tests, prepare, finish);
  tcase_add_loop_test(tests, pivoting_agrees_with_enumeration, 0, 3);
  tcase_add_test(tests, rows_that_depend_on_each_other_are_enumerated);
  tcase_add_loop_test(tests, jacobi_does_not_diverge, 0, 5);
  tcase_add_test(tests, the_interior_point_gives_up_pivots_that_gain_nothing);
  tcase_add_test(tests, the_interior_point_solves_what_is_badly_scaled);
  tcase_add_test(tests, divergence_is_told);
  tcase_add_test(tests, a_problem_without_solution_is_told);
  tcase_add_test(tests, a_search_that_is_cut_is_told);
  tcase_add_loop_test(tests, tolerance_fits_the_scale, 0, 5);
  tcase_add_test(tests, a_ray_of_rounding_proves_nothing);
  tcase_add_loop_test(tests, bad_scales_have_a_solution, 0, 20);
  tcase_add_loop_test(tests, degenerate_problems_end_with_a_reason, 0, 3);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
