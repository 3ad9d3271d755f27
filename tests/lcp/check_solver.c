/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests every method on every problem in one loop over the family: against the
   enumeration of all active sets, and on problems that were made from a chosen
   solution. */
#include "pantin/lcp/solver.h"

#include "pantin/lcp/operator_csr.h"

#include "draw.h"
#include "problems.h"
#include "solver_run.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The error that the residual leaves in A lambda. */
static const double w_error = 1e-8;

enum { ROWS = SOLVER_FEW_ROWS };

/* Compares a finished run with the truth: A lambda, and lambda if `unique`. */
static void judge(const pn_lcp_solver *solver, const double *w,
                  const double *lambda, int unique, const char *which, int k)
{
  const char *name = solver->method->name;
  ck_assert_msg(solver->residual.scaled.inf <= solver_tolerance,
                "%s on %s problem %d (%zu rows) stops at %g after %zu", name,
                which, k, solver->lcp->size, solver->residual.scaled.inf,
                solver->iteration);
  for (size_t i = 0; i < solver->lcp->size; i++) {
    test_close(solver->w[i], w[i], w_error, "%s, %s problem %d, w(%zu)", name,
               which, k, i + 1);
    if (unique)
      test_close(solver->lambda[i], lambda[i], solver_lambda_error,
                 "%s, %s problem %d, lambda(%zu)", name, which, k, i + 1);
  }
}

/* The residual asked of the sweeps on nearly singular matrices, where they
   converge at the rate of the least eigenvalue. */
static const double sweep_tolerance = 1e-4;

static int sweeps(const pn_lcp_method *method)
{
  return method == pn_lcp_jacobi || method == pn_lcp_pgs ||
         method == pn_lcp_psor || method == pn_lcp_nncg ||
         method == pn_lcp_pgs_block || method == pn_lcp_staggered ||
         method == pn_lcp_shock || method == pn_lcp_cheb_jacobi ||
         method == pn_lcp_cheb_gs;
}

/* Tells whether a method is tried on a problem: Lemke's tableau of 2000 rows
   would take a minute, and block pivoting needs regular matrices. */
static int takes(const pn_lcp_method *method, const pn_lcp *lcp, int unique)
{
  return (method != pn_lcp_lemke || lcp->size <= 300) &&
         (method != pn_lcp_bpp || unique);
}

static void all_agree(const pn_lcp *lcp, const double *w, const double *lambda,
                      int unique, const char *which, int k)
{
  const pn_lcp_method *method;
  for (size_t m = 0; (method = pn_lcp_method_get(m)); m++) {
    if (!method->converges || !takes(method, lcp, unique))
      continue;
    const int roughly = sweeps(method) && !unique;
    pn_lcp_solver *solver = solver_run_to(
        roughly ? sweep_tolerance : solver_tolerance, method, lcp);
    if (solver && roughly)
      ck_assert_msg(solver->residual.scaled.inf <= sweep_tolerance,
                    "%s on %s problem %d stops at %g", method->name, which, k,
                    solver->residual.scaled.inf);
    else if (solver)
      judge(solver, w, lambda, unique, which, k);
    pn_lcp_solver_free(solver);
  }
}

/* The problems are regular matrices by their entries, with plain bounds and
   boxes. */
START_TEST(all_agree_with_the_enumeration)
{
  enum { PROBLEMS = TEST_MANY(500), BOXED_ROWS = 6 };
  for (int k = 0; k < PROBLEMS; k++) {
    const int boxed = k % 3 == 2;
    const size_t n =
        1 + gsl_rng_uniform_int(draw_source, boxed ? BOXED_ROWS : ROWS);
    pn_lcp *lcp = problem_dense(draw_source, n, n, 0.05);
    if (boxed)
      problem_draw_bounds(draw_source, lcp);
    pn_lcp_solver *oracle = solver_run(pn_lcp_enumerate, lcp);
    ck_assert(oracle->residual.scaled.inf <= solver_tolerance);
    all_agree(lcp, oracle->w, oracle->lambda, 1, boxed ? "boxed" : "plain", k);
    pn_lcp_solver_free(oracle);
    pn_lcp_free(lcp);
  }
}
END_TEST

/* Mostly there are more contacts than the bodies have freedoms: A is singular,
   but w is unique. Some rows have lambda = 0 and w = 0. */
START_TEST(all_agree_on_redundant_contacts)
{
  enum { PROBLEMS = TEST_MANY(100) };
  double lambda[ROWS];
  for (int k = 0; k < PROBLEMS; k++) {
    const size_t n = 1 + gsl_rng_uniform_int(draw_source, ROWS);
    pn_lcp *lcp = problem_contacts(draw_source, n, 1 + n / 5);
    if (k % 2)
      problem_draw_bounds(draw_source, lcp);
    problem_backwards(draw_source, lcp, k % 4 < 2, lambda);
    pn_lcp_solver *judge_of_w = pn_lcp_solver_alloc(pn_lcp_pgs, lcp);
    pn_lcp_solver_set(judge_of_w, &judge_of_w->settings, lambda, NULL);
    pn_lcp_solver_measure(judge_of_w);
    all_agree(lcp, judge_of_w->w, lambda, 0, "redundant", k);
    pn_lcp_solver_free(judge_of_w);
    pn_lcp_free(lcp);
  }
}
END_TEST

/* The problems are too large for the enumeration, with contacts between many
   bodies. */
START_TEST(all_find_the_solution_a_problem_was_made_from)
{
  static const size_t sizes[] = {50, 300, 2000};
  const size_t n = sizes[_i / 2];
  pn_lcp *lcp = problem_contacts(draw_source, n, 4 * n / 5);
  double *lambda = malloc(n * sizeof *lambda), *w = malloc(n * sizeof *w);
  double *scratch = malloc(lcp->A->type->scratch(lcp->A) * sizeof *scratch);
  pn_lcp_residual residual;
  if (_i % 2)
    problem_draw_bounds(draw_source, lcp);
  problem_backwards(draw_source, lcp, 0, lambda);
  pn_lcp_measure(lcp, lambda, w, scratch, &residual);
  all_agree(lcp, w, lambda, 0, "backwards", _i);
  free(scratch);
  free(w);
  free(lambda);
  pn_lcp_free(lcp);
}
END_TEST

START_TEST(all_solve_murtys_problem)
{
  enum { N = 8 };
  pn_lcp *lcp = problem_murty(N);
  pn_lcp_solver *oracle = solver_run(pn_lcp_enumerate, lcp);
  all_agree(lcp, oracle->w, oracle->lambda, 1, "murty", 0);
  pn_lcp_solver *lemke = solver_run(pn_lcp_lemke, lcp);
  ck_assert_uint_ge(lemke->iteration, 100); /* of 2^8: the problem is a bad
                                               one */
  pn_lcp_solver_free(lemke);
  pn_lcp_solver_free(oracle);
  pn_lcp_free(lcp);
}
END_TEST

/* A matrix by its entries and by its factors gives the same iterates but for
   rounding. */
START_TEST(entries_and_factors_give_the_same_iterates)
{
  enum { ITERATES = 10 };
  const double rounding = 1e-9; /* grown by ten steps */
  pn_lcp *lcp = problem_contacts(draw_source, ROWS, 8);
  const pn_lcp_method *method;
  for (size_t m = 0; (method = pn_lcp_method_get(m)); m++) {
    if (method->needs & PN_LCP_NEEDS_FRICTION)
      continue;
    double lambda[2][ROWS];
    pn_lcp *copy = pn_lcp_copy(lcp);
    for (int assembled = 0; assembled < 2; assembled++) {
      if (assembled)
        ck_assert_int_eq(pn_lcp_assemble(copy), GSL_SUCCESS);
      pn_lcp_solver *solver = pn_lcp_solver_alloc(method, copy);
      const pn_lcp_settings settings = pn_lcp_settings_default();
      ck_assert(!pn_lcp_solver_set(solver, &settings, NULL, NULL));
      for (int k = 0; k < ITERATES; k++)
        if (pn_lcp_solver_iterate(solver))
          break;
      memcpy(lambda[assembled], solver->lambda, sizeof lambda[0]);
      pn_lcp_solver_free(solver);
    }
    pn_lcp_free(copy);
    for (size_t i = 0; i < ROWS; i++)
      test_close(lambda[1][i], lambda[0][i], rounding, "%s, lambda(%zu)",
                 method->name, i + 1);
  }
  pn_lcp_free(lcp);
}
END_TEST

/* No iterate of any method leaves the bounds. */
START_TEST(iterates_stay_within_the_bounds)
{
  pn_lcp *lcp = problem_contacts(draw_source, 200, 90);
  problem_draw_bounds(draw_source, lcp);
  const pn_lcp_method *method;
  for (size_t m = 0; (method = pn_lcp_method_get(m)); m++) {
    pn_lcp_solver *solver = pn_lcp_solver_alloc(method, lcp);
    const pn_lcp_settings settings = pn_lcp_settings_default();
    if (!pn_lcp_solver_set(solver, &settings, NULL, NULL))
      for (int k = 0; k < 60; k++) {
        ck_assert_msg(pn_lcp_solver_measure(solver)->infeasible == 0,
                      "%s leaves the bounds in step %d", method->name, k);
        if (pn_lcp_solver_iterate(solver))
          break;
      }
    pn_lcp_solver_free(solver);
  }
  pn_lcp_free(lcp);
}
END_TEST

/* Takes some iterations from 0. */
static void iterate_from_zero(const pn_lcp_method *method, const pn_lcp *lcp,
                              double lambda[ROWS])
{
  enum { SOME = 12 };
  pn_lcp_solver *solver = pn_lcp_solver_alloc(method, lcp);
  ck_assert_int_eq(pn_lcp_solver_set(solver, &solver->settings, NULL, NULL),
                   GSL_SUCCESS);
  for (int k = 0; k < SOME; k++)
    if (pn_lcp_solver_iterate(solver))
      break;
  memcpy(lambda, solver->lambda, ROWS * sizeof *lambda);
  pn_lcp_solver_free(solver);
}

/* A problem in other units, b times a power of 2, has the same iterates in
   them to the last bit: no method compares with a number of its own. */
START_TEST(iterates_have_the_units_of_the_problem)
{
  const double unit = ldexp(1, -20);
  pn_lcp *lcp = problem_contacts(draw_source, ROWS, 8);
  double lambda[ROWS], scaled[ROWS];
  const pn_lcp_method *method;
  for (size_t m = 0; (method = pn_lcp_method_get(m)); m++) {
    if (method->needs & PN_LCP_NEEDS_FRICTION)
      continue;
    iterate_from_zero(method, lcp, lambda);
    for (size_t i = 0; i < ROWS; i++)
      lcp->b[i] *= unit;
    iterate_from_zero(method, lcp, scaled);
    for (size_t i = 0; i < ROWS; i++) {
      lcp->b[i] /= unit;
      ck_assert_msg(scaled[i] == unit * lambda[i], "%s, lambda(%zu): %g, %g",
                    method->name, i + 1, scaled[i] / unit, lambda[i]);
    }
  }
  pn_lcp_free(lcp);
}
END_TEST

/* A problem without rows, of which friction may be known, or with lambda = 0 as
   its solution, needs no iteration. */
START_TEST(trivial_problems_are_solved_at_once)
{
  const pn_lcp_method *method;
  for (size_t m = 0; (method = pn_lcp_method_get(m)); m++)
    for (int kind = 0; kind < 3; kind++) {
      const size_t rows = kind == 0 ? 4 : 0;
      pn_lcp *lcp =
          rows > 0 ? problem_dense(draw_source, 4, 4, 0.5) : pn_lcp_alloc(0);
      if (rows == 0)
        pn_lcp_set_operator(lcp, &pn_lcp_csr_alloc(NULL)->base);
      if (kind == 2)
        ck_assert_int_eq(pn_lcp_add_friction(lcp), GSL_SUCCESS);
      for (size_t i = 0; i < rows; i++)
        lcp->b[i] = 0.3;
      pn_lcp_solver *solver = pn_lcp_solver_alloc(method, lcp);
      pn_lcp_solver_set(solver, &solver->settings, NULL, NULL);
      ck_assert_int_eq(pn_lcp_solver_test(solver), GSL_SUCCESS);
      for (int k = 0; k < 3; k++)
        pn_lcp_solver_iterate(solver);
      ck_assert_msg(pn_lcp_solver_test(solver) == GSL_SUCCESS,
                    "%s spoils a solution", method->name);
      pn_lcp_solver_free(solver);
      pn_lcp_free(lcp);
    }
}
END_TEST

/* A method that is iterated far beyond convergence stays at the solution. */
START_TEST(iterating_beyond_convergence_does_no_harm)
{
  pn_lcp *lcp = problem_contacts(draw_source, ROWS, 8);
  double lambda[ROWS];
  problem_backwards(draw_source, lcp, 0, lambda);
  const pn_lcp_method *method;
  for (size_t m = 0; (method = pn_lcp_method_get(m)); m++) {
    if (method->needs & PN_LCP_NEEDS_FRICTION)
      continue;
    pn_lcp_solver *solver = solver_run(method, lcp);
    for (int k = 0; k < 2000; k++)
      if (pn_lcp_solver_iterate(solver))
        break;
    ck_assert_msg(
        !method->converges || pn_lcp_solver_measure(solver)->scaled.inf < 1e-10,
        "%s goes back to %g", method->name, solver->residual.scaled.inf);
    pn_lcp_solver_free(solver);
  }
  pn_lcp_free(lcp);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("solver");
  TCase *family = tcase_create("family");
  tcase_add_checked_fixture(family, solver_prepare, draw_close);
  tcase_set_timeout(family, 60);
  tcase_add_test(family, all_agree_with_the_enumeration);
  tcase_add_test(family, all_agree_on_redundant_contacts);
  tcase_add_loop_test(family, all_find_the_solution_a_problem_was_made_from, 0,
                      6);
  tcase_add_test(family, all_solve_murtys_problem);
  tcase_add_test(family, entries_and_factors_give_the_same_iterates);
  tcase_add_test(family, iterates_stay_within_the_bounds);
  tcase_add_test(family, iterates_have_the_units_of_the_problem);
  tcase_add_test(family, trivial_problems_are_solved_at_once);
  tcase_add_test(family, iterating_beyond_convergence_does_no_harm);
  suite_add_tcase(suite, family);
  return test_run(suite);
}
