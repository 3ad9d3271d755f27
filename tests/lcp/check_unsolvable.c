/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests problems without a solution: no method claims one, and what each gives
   back is not twice as wrong as lambda = 0. */
#include "pantin/lcp/solver_private.h"

#include "draw.h"
#include "problems.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { ROWS = 9, METHODS = 22, PROBLEMS = 40 };

static void prepare(void)
{
  draw_open();
  gsl_rng_set(draw_source, 4096385);
}

/* Draws an integer from a to b. */
static int draw_integer(int a, int b)
{
  return a + (int)gsl_rng_uniform_int(draw_source, (unsigned long)(b - a + 1));
}

/* Fills the n rows of G, (rank) each, with small integers, none of them all 0
   if that can be; the last one is such that z^T G = 0. */
static void draw_factor(int n, int rank, const int *z, double G[ROWS][ROWS])
{
  for (int k = 0; k < rank; k++)
    G[n - 1][k] = 0;
  for (int i = 0; i + 1 < n; i++) {
    for (int k = 0; k < rank; k++)
      G[i][k] = draw_integer(-2, 2);
    G[i][0] += G[i][0] == 0;
    for (int k = 0; k < rank; k++)
      G[n - 1][k] -= z[i] * G[i][k];
  }
}

/* Makes a problem of integers A = G G^T with A z = 0 for a positive z, and b of
   this size with b.z < 0: along z the energy falls without end (Farkas). NULL
   if A has a row of zeros. */
static pn_lcp *draw_unsolvable(double size)
{
  const int n = draw_integer(2, ROWS), rank = draw_integer(1, n);
  int z[ROWS], p[ROWS + 1] = {0}, index[ROWS * ROWS], at = 0;
  double G[ROWS][ROWS], A[ROWS * ROWS], b[ROWS], bz = 0, zz = 0;
  for (int i = 0; i < n; i++)
    z[i] = i + 1 < n ? draw_integer(1, 3) : 1;
  draw_factor(n, rank, z, G);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++, at++) {
      A[at] = 0;
      index[at] = j;
      for (int k = 0; k < rank; k++)
        A[at] += G[i][k] * G[j][k];
    }
    p[i + 1] = at;
    b[i] = draw_uniform();
    bz += b[i] * z[i];
    zz += z[i] * z[i];
  }
  for (int i = 0; i < n; i++)
    b[i] = size * (b[i] - z[i] * (bz + 0.2) / zz);
  return A[n * n - 1] > 0 ? pn_lcp_from_csr((size_t)n, p, index, A, b, NULL)
                          : NULL;
}

/* Checks that a method does not solve the problem, and returns nothing twice as
   wrong as lambda = 0, whose residual is the largest -b. */
static void look(const pn_lcp_method *method, const pn_lcp *lcp)
{
  pn_lcp_settings settings = pn_lcp_settings_default();
  double lambda[ROWS], w[ROWS], zero = 0;
  pn_lcp_info info;
  settings.tolerance = 1e-12;
  settings.iterations = 1000;
  const int code = pn_lcp_solve(lcp, method, &settings, lambda, &info, NULL);
  if (code == GSL_EINVAL)
    return;
  for (size_t i = 0; i < lcp->size; i++)
    zero = fmax(zero, -lcp->b[i]);
  ck_assert_msg(code && info.reason != PN_LCP_SOLVED,
                "%s claims a solution of %zu rows, residual %g of %g",
                method->name, lcp->size, info.residual.scaled.inf, zero);
  ck_assert_msg(info.residual.scaled.inf <= pni_diverged * zero,
                "%s leaves %g of %g (%s)", method->name,
                info.residual.scaled.inf, zero,
                pn_lcp_reason_name(info.reason));
  pn_lcp_residual measured;
  pn_lcp_measure(lcp, lambda, w, NULL, &measured);
  ck_assert(measured.scaled.inf == info.residual.scaled.inf);
  ck_assert(measured.infeasible == 0);
}

START_TEST(no_method_solves_what_has_no_solution)
{
  const pn_lcp_method *method = pn_lcp_method_get((size_t)_i);
  ck_assert_ptr_nonnull(method);
  for (int k = 0; k < PROBLEMS; k++) {
    pn_lcp *lcp = draw_unsolvable(pow(10, -(k % 9)));
    if (lcp)
      look(method, lcp);
    pn_lcp_free(lcp);
  }
}
END_TEST

/* Jacobi with too little damping runs away: what comes back is the best of the
   iterates that were tested, and why and when it ended stays known. */
START_TEST(the_best_iterate_comes_back)
{
  enum { CONTACTS = 60, STEPS = 200 };
  pn_lcp *lcp = problem_contacts(draw_source, CONTACTS, 15);
  pn_lcp_settings settings = pn_lcp_settings_default();
  double best[CONTACTS], least = INFINITY;
  settings.damping = 1.5;
  settings.iterations = STEPS;
  pn_lcp_solver *solver = pn_lcp_solver_alloc(pn_lcp_jacobi, lcp);
  ck_assert(!pn_lcp_solver_set(solver, &settings, NULL, NULL));
  while (pn_lcp_solver_test(solver) == GSL_CONTINUE) {
    if (solver->residual.scaled.inf < least) {
      least = solver->residual.scaled.inf;
      memcpy(best, solver->lambda, sizeof best);
    }
    ck_assert(!pn_lcp_solver_iterate(solver));
  }
  const pn_lcp_reason reason = solver->reason;
  ck_assert(solver->residual.scaled.inf > least);
  ck_assert(pni_take_best(solver, 1)->scaled.inf == least);
  ck_assert_mem_eq(solver->lambda, best, sizeof best);
  ck_assert_uint_eq(solver->iteration, STEPS);
  ck_assert_int_eq(solver->reason, reason);
  pn_lcp_solver_free(solver);
  pn_lcp_free(lcp);
}
END_TEST

/* Two rows that want to grow together without end, from a start far away: the
   best is lambda = 0, which is no iterate; but not if it is out of bounds. */
START_TEST(nothing_is_better_than_a_far_start)
{
  const int p[] = {0, 2, 4}, index[] = {0, 1, 0, 1};
  const double x[] = {1, -1, -1, 1}, b[] = {-1, -2}, far[] = {1e15, 2e15};
  for (int bounded = 0; bounded < 2; bounded++) {
    const double lo[] = {3. * bounded, 3. * bounded};
    pn_lcp *lcp = pn_lcp_from_csr(2, p, index, x, b, NULL);
    ck_assert(!pn_lcp_set_bounds(lcp, lo, NULL, NULL));
    pn_lcp_solver *solver = pn_lcp_solver_alloc(pn_lcp_pgs, lcp);
    pn_lcp_settings settings = pn_lcp_settings_default();
    ck_assert(!pn_lcp_solver_set(solver, &settings, far, NULL));
    test_close(solver->at_zero, bounded ? 3 : 2, 0, "residual of lambda = 0");
    ck_assert_int_eq(pn_lcp_solver_test(solver), GSL_CONTINUE);
    pni_take_best(solver, 1);
    for (int i = 0; i < 2; i++)
      ck_assert(solver->lambda[i] == (bounded ? far[i] : 0));
    pn_lcp_solver_free(solver);
    pn_lcp_free(lcp);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("unsolvable");
  TCase *tcase = tcase_create("unsolvable");
  tcase_add_checked_fixture(tcase, prepare, draw_close);
  tcase_add_loop_test(tcase, no_method_solves_what_has_no_solution, 0, METHODS);
  tcase_add_test(tcase, the_best_iterate_comes_back);
  tcase_add_test(tcase, nothing_is_better_than_a_far_start);
  suite_add_tcase(suite, tcase);
  return test_run(suite);
}
