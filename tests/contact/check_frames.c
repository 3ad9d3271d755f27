/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Every method on every frame that is shipped. What the contacts open with,
   w = A lambda + b, is unique: all that claim to solve the problem agree on it.
   The oracle is block pivoting, whose answer is certified by its residual. */
#include "pantin/lcp/lcp_file.h"
#include "pantin/lcp/solver.h"

#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const frames[] = {
    "stack-5", "stack-7", "heavy-on-light", "art-50",  "exact-50",
    "mid-50",  "art-350", "exact-350",      "mid-350",
};
enum { FRAMES = sizeof frames / sizeof frames[0] };

/* Residuals asked of the oracle and of the methods, and what then separates
   their w [m/s]. */
static const double certified = 1e-13, tolerance = 1e-12, w_error = 1e-8;

/* Shock propagation adds its rounding times the ratio of masses: 7.1e-12 on a
   heavy ball that lies on a light one. */
static const double shock_tolerance = 1e-11;

/* The sweeps converge at the rate of the least eigenvalue on the active face,
   which on settled piles takes ten thousands of iterations: there they need
   only still be on their way. On a few rows they are given their time. */
enum { FEW_ROWS = 12, LONG = 100000, SWEEPS = 3000, OTHERS = 20000 };

/* Lemke's full tableau takes seconds for more. */
enum { LEMKE_ROWS = 300 };

/* Iterations between two looks. */
enum { LOOK = 10 };

static pn_lcp *lcp;
static pn_lcp_solver *oracle;

static pn_lcp_solver *begin(const pn_lcp_method *method, double damping)
{
  pn_lcp_settings settings = pn_lcp_settings_default();
  settings.damping = damping;
  pn_lcp_solver *solver = pn_lcp_solver_alloc(method, lcp);
  ck_assert_ptr_nonnull(solver);
  ck_assert(!pn_lcp_solver_set(solver, &settings, NULL, NULL));
  return solver;
}

/* Goes on until the residual is below `goal` or the iterations are used up;
   returns it. */
static double go_on(pn_lcp_solver *solver, double goal, size_t iterations)
{
  for (size_t k = 0; k < iterations; k++)
    if ((k % LOOK == 0 && pn_lcp_solver_measure(solver)->scaled.inf <= goal) ||
        pn_lcp_solver_iterate(solver))
      break;
  return pn_lcp_solver_measure(solver)->scaled.inf;
}

static void read_frame(int k)
{
  char path[1000];
  pn_error error = {0};
  snprintf(path, sizeof path, "%s/lcp/%s.lcp", getenv("PANTIN_DATA"),
           frames[k]);
  lcp = pn_lcp_read(path, &error);
  ck_assert_msg(lcp != NULL, "%s", error.text);
  oracle = begin(pn_lcp_bpp, 0);
  ck_assert_msg(go_on(oracle, 0, 100) <= certified,
                "%s: the oracle stops at %g", frames[k],
                oracle->residual.scaled.inf);
}

static void finish(void)
{
  pn_lcp_solver_free(oracle);
  pn_lcp_free(lcp);
  oracle = NULL;
  lcp = NULL;
}

/* Tells how far w is from the oracle's. */
static double distance(const pn_lcp_solver *solver)
{
  double largest = 0;
  for (size_t i = 0; i < lcp->size; i++)
    largest = fmax(largest, fabs(solver->w[i] - oracle->w[i]));
  return largest;
}

static int sweeps(const pn_lcp_method *method)
{
  return method == pn_lcp_jacobi || method == pn_lcp_pgs ||
         method == pn_lcp_psor || method == pn_lcp_nncg ||
         method == pn_lcp_pgs_block || method == pn_lcp_shock;
}

/* Requires a solution of a method that has all the iterations it needs, or is
   still on its way. */
static void require_solution(const pn_lcp_method *method, const char *frame)
{
  pn_lcp_solver *solver = begin(method, 0);
  const int few = lcp->size <= FEW_ROWS, slow = sweeps(method) && !few;
  const double goal = method == pn_lcp_shock ? shock_tolerance : tolerance;
  const double early = slow ? go_on(solver, goal, SWEEPS / 10) : INFINITY;
  const double late = go_on(solver, goal, few ? LONG : slow ? SWEEPS : OTHERS);
  if (late <= goal)
    ck_assert_msg(distance(solver) <= w_error, "%s on %s: w is off by %g",
                  method->name, frame, distance(solver));
  else
    ck_assert_msg(slow && late < 0.5 * early, "%s on %s: from %g to %g only",
                  method->name, frame, early, late);
  pn_lcp_solver_free(solver);
}

START_TEST(all_agree)
{
  const pn_lcp_method *method;
  read_frame(_i);
  for (size_t m = 0; (method = pn_lcp_method_get(m)); m++)
    if (method->converges && !(method->needs & PN_LCP_NEEDS_FRICTION) &&
        (method->rows_max == 0 || lcp->size <= method->rows_max) &&
        (method != pn_lcp_lemke || lcp->size <= LEMKE_ROWS))
      require_solution(method, frames[_i]);
  finish();
}
END_TEST

/* A lambda that is a little wrong is seen to be. */
START_TEST(a_wrong_answer_is_refused)
{
  read_frame(_i);
  pn_lcp_solver *solver = begin(pn_lcp_bpp, 0);
  go_on(solver, certified, 100);
  ck_assert(distance(solver) <= w_error);
  solver->lambda[lcp->size / 2] += 1e-7;
  ck_assert(pn_lcp_solver_measure(solver)->scaled.inf > tolerance);
  ck_assert(distance(solver) > w_error);
  pn_lcp_solver_free(solver);
  finish();
}
END_TEST

/* Naive gives impulses and takes none back. That makes no difference in a
   stack; in a pile it ends where no contact closes, w >= 0, but impulses hold
   contacts that open. */
START_TEST(naive_stops_beside_the_solution)
{
  read_frame(_i);
  pn_lcp_solver *solver = begin(pn_lcp_naive, 0);
  const double early = go_on(solver, tolerance, 5000);
  const double late = go_on(solver, tolerance, 5000);
  if (lcp->size > FEW_ROWS) {
    size_t held = 0;
    for (size_t i = 0; i < lcp->size; i++)
      held += solver->lambda[i] > 1e-3 && solver->w[i] > 1e-3;
    ck_assert_msg(late > 1e-3 && late > 0.5 * early, "%s: from %g to %g",
                  frames[_i], early, late);
    ck_assert_msg(solver->residual.unsupported < 0.01 * late,
                  "%s: contacts close with %g", frames[_i],
                  solver->residual.unsupported);
    ck_assert_uint_gt(held, 0);
  } else {
    pn_lcp_solver *pgs = begin(pn_lcp_pgs, 0);
    go_on(pgs, tolerance, 10000);
    ck_assert_double_eq(pgs->residual.scaled.inf, late);
    pn_lcp_solver_free(pgs);
  }
  pn_lcp_solver_free(solver);
  finish();
}
END_TEST

/* Without damping Jacobi swings for ever in a pile; with what it finds itself,
   or a fifth, it comes closer. */
START_TEST(jacobi_swings_without_damping)
{
  static const double dampings[] = {1, 0, 0.2};
  double residual[3];
  read_frame(_i);
  for (int k = 0; k < 3; k++) {
    pn_lcp_solver *solver = begin(pn_lcp_jacobi, dampings[k]);
    residual[k] = go_on(solver, tolerance, 2000);
    pn_lcp_solver_free(solver);
  }
  ck_assert_msg(residual[1] < 0.1 * residual[0] &&
                    residual[2] < 0.1 * residual[0],
                "%s: undamped %g, own damping %g, a fifth %g", frames[_i],
                residual[0], residual[1], residual[2]);
  finish();
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("frames");
  TCase *all = tcase_create("all");
  tcase_set_timeout(all, 100);
  test_add_family(all, all_agree, FRAMES);
  test_add_family(all, a_wrong_answer_is_refused, FRAMES);
  test_add_family(all, naive_stops_beside_the_solution, FRAMES);
  tcase_add_loop_test(all, jacobi_swings_without_damping, 3, FRAMES);
  suite_add_tcase(suite, all);
  return test_run(suite);
}
