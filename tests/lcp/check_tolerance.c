/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests the tolerance where A lambda is a sum of terms far larger than b:
   rounding is allowed for, and an iterate that is far off is no solution for
   it. */
#include "pantin/lcp/solver.h"

#include "pantin/base/alloc.h"

#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>

enum { NODES = 400 };

static const pn_lcp_method *const *const methods[] = {
    &pn_lcp_face, &pn_lcp_bpp,    &pn_lcp_ipm,   &pn_lcp_lemke,
    &pn_lcp_pcg,  &pn_lcp_pgs_sm, &pn_lcp_renouf};
enum { METHODS = sizeof methods / sizeof *methods };

/* Makes the string u'' = -b over an obstacle, by differences on a grid, so that
   its solution is u: it lies on the obstacle in the middle third, which pushes
   by 1. */
static pn_lcp *string_over_obstacle(double *u)
{
  const double scale = gsl_pow_2(NODES + 1);
  int p[NODES + 1] = {0}, index[3 * NODES], at = 0;
  double x[3 * NODES];
  for (int i = 0; i < NODES; i++) {
    for (int k = i - 1; k <= i + 1; k++)
      if (k >= 0 && k < NODES) {
        index[at] = k;
        x[at++] = (k == i ? 2 : -1) * scale;
      }
    p[i + 1] = at;
    u[i] = sin(M_PI * (i + 1) / (NODES + 1));
  }
  double b[NODES], lo[NODES];
  for (int i = 0; i < NODES; i++) {
    const int touches = i > NODES / 3 && i < 2 * NODES / 3;
    b[i] = touches;
    for (int k = p[i]; k < p[i + 1]; k++)
      b[i] -= x[k] * u[index[k]];
    lo[i] = touches ? u[i] : u[i] - 0.1;
  }
  pn_lcp *lcp = pn_lcp_from_csr(NODES, p, index, x, b, NULL);
  ck_assert_ptr_nonnull(lcp);
  ck_assert(!pn_lcp_set_bounds(lcp, lo, NULL, NULL));
  return lcp;
}

START_TEST(rounding_of_large_terms_is_allowed_for)
{
  double u[NODES];
  pn_lcp *lcp = string_over_obstacle(u);
  pn_lcp_solver *solver = pn_lcp_solver_alloc(*methods[_i], lcp);
  pn_lcp_settings settings = pn_lcp_settings_default();
  settings.tolerance = 1e-12;
  ck_assert(!pn_lcp_solver_set(solver, &settings, NULL, NULL));
  while (pn_lcp_solver_test(solver) == GSL_CONTINUE)
    ck_assert_msg(!pn_lcp_solver_iterate(solver), "%s ends: %s",
                  solver->method->name, pn_lcp_reason_name(solver->reason));
  ck_assert_int_eq(solver->reason, PN_LCP_SOLVED);
  for (int i = 0; i < NODES; i++)
    test_close(solver->lambda[i], u[i], 1e-9, "%s at node %d",
               solver->method->name, i);
  /* The largest of D |lambda| is (2 / h^2) sin(pi / 2). */
  test_close(solver->within, 2e-14 * gsl_pow_2(NODES + 1), 1e-13, "tolerance");
  pn_lcp_solver_free(solver);
  pn_lcp_free(lcp);
}
END_TEST

/* Two rows that want to grow together without end: there is no solution, though
   what is missing is small beside the terms. */
START_TEST(what_grows_without_bound_is_no_solution)
{
  const int p[] = {0, 2, 4}, index[] = {0, 1, 0, 1};
  const double x[] = {1, -1, -1, 1}, b[] = {-1, -1}, far[] = {1e15, 1e15};
  pn_lcp *lcp = pn_lcp_from_csr(2, p, index, x, b, NULL);
  pn_lcp_solver *solver = pn_lcp_solver_alloc(pn_lcp_pgs, lcp);
  pn_lcp_settings settings = pn_lcp_settings_default();
  settings.tolerance = 1e-12;
  ck_assert(!pn_lcp_solver_set(solver, &settings, far, NULL));
  ck_assert_int_eq(pn_lcp_solver_test(solver), GSL_CONTINUE);
  test_close(solver->residual.terms, 1e15, 1, "terms");
  test_close(solver->within, 1e-6, 1e-18, "tolerance");
  pn_lcp_solver_free(solver);
  pn_lcp_free(lcp);
}
END_TEST

/* What a row wants is small beside the bounds of another one, from which Lemke
   starts: rounding there must not hide it. The solution is that of A lambda =
   -b, within all bounds. */
START_TEST(small_rows_beside_far_bounds_are_seen)
{
  const int p[] = {0, 2, 4}, index[] = {0, 1, 0, 1};
  const double x[] = {6.385, -1.5, -1.5, 2.8}, det = 6.385 * 2.8 - 1.5 * 1.5;
  for (double far = 1; far < 1e10; far *= 10)
    for (double small = 1e-3; small > 1e-16; small /= 10) {
      const double b[] = {small, -small}, lo[] = {-far, 0}, hi[] = {far, far};
      const double want[] = {(1.5 - 2.8) * small / det,
                             (6.385 - 1.5) * small / det};
      pn_lcp *lcp = pn_lcp_from_csr(2, p, index, x, b, NULL);
      ck_assert_ptr_nonnull(lcp);
      ck_assert(!pn_lcp_set_bounds(lcp, lo, hi, NULL));
      pn_lcp_settings settings = pn_lcp_settings_default();
      settings.tolerance = small * 1e-12;
      double lambda[2];
      pn_lcp_info info;
      pn_lcp_solve(lcp, pn_lcp_lemke, &settings, lambda, &info, NULL);
      ck_assert_msg(info.reason == PN_LCP_SOLVED, "%g beside %g: %s, %g", small,
                    far, pn_lcp_reason_name(info.reason),
                    info.residual.scaled.inf);
      for (int i = 0; i < 2; i++)
        test_close(lambda[i], want[i], small * 1e-11, "%g beside %g, row %d",
                   small, far, i);
      pn_lcp_free(lcp);
    }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("tolerance");
  TCase *tcase = tcase_create("tolerance");
  tcase_add_loop_test(tcase, rounding_of_large_terms_is_allowed_for, 0,
                      METHODS);
  tcase_add_test(tcase, what_grows_without_bound_is_no_solution);
  tcase_add_test(tcase, small_rows_beside_far_bounds_are_seen);
  suite_add_tcase(suite, tcase);
  return test_run(suite);
}
