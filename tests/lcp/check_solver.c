/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests every method on every problem in one loop over the family: against the
   enumeration of all active sets, and on problems that were made from a chosen
   solution. */
#include "pantin/lcp/solver.h"

#include "pantin/lcp/operator_balls.h"
#include "pantin/lcp/operator_csr.h"

#include "problems.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The residual to which the methods are run, and the error that it leaves in A
   lambda and, where lambda is unique, in lambda. */
static const double tolerance = 1e-12;
static const double w_error = 1e-8;
static const double lambda_error = 1e-9;

/* Enough iterations for Gauss-Seidel on the worst conditioned of these
   problems. */
enum { ROWS = 12, ITERATIONS = 400000, ITERATIONS_OF_MANY_ROWS = 20000 };

static gsl_rng *random_numbers;

static void prepare(void)
{
  random_numbers = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random_numbers, 20070385);
}

static void finish(void)
{
  gsl_rng_free(random_numbers);
}

/* Runs a method until the residual is below `goal` or it gives up. NULL if it
   refuses the problem. */
static pn_lcp_solver *run_to(double goal, const pn_lcp_method *method,
                             const pn_lcp *lcp)
{
  pn_lcp_settings settings = pn_lcp_settings_default();
  pn_error error = {0};
  settings.tolerance = goal;
  settings.iterations = lcp->size > ROWS ? ITERATIONS_OF_MANY_ROWS : ITERATIONS;
  pn_lcp_solver *solver = pn_lcp_solver_alloc(method, lcp);
  ck_assert_ptr_nonnull(solver);
  if (pn_lcp_solver_set(solver, &settings, NULL, &error)) {
    ck_assert_int_eq(error.code, GSL_EINVAL);
    ck_assert_str_ne(error.text, "");
    ck_assert(!method->handles_boxes || method->rows_max > 0 ||
              (method->needs && strstr(error.text, " needs ")));
    pn_lcp_solver_free(solver);
    return NULL;
  }
  while (pn_lcp_solver_test(solver) == GSL_CONTINUE)
    if (pn_lcp_solver_iterate(solver))
      break;
  return solver;
}

static pn_lcp_solver *run(const pn_lcp_method *method, const pn_lcp *lcp)
{
  return run_to(tolerance, method, lcp);
}

/* Compares a finished run with the truth: A lambda, and lambda if `unique`. */
static void judge(const pn_lcp_solver *solver, const double *w,
                  const double *lambda, int unique, const char *which, int k)
{
  const char *name = solver->method->name;
  ck_assert_msg(solver->residual.scaled.inf <= tolerance,
                "%s on %s problem %d (%zu rows) stops at %g after %zu", name,
                which, k, solver->lcp->size, solver->residual.scaled.inf,
                solver->iteration);
  for (size_t i = 0; i < solver->lcp->size; i++) {
    test_close(solver->w[i], w[i], w_error, "%s, %s problem %d, w(%zu)", name,
               which, k, i + 1);
    if (unique)
      test_close(solver->lambda[i], lambda[i], lambda_error,
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
    pn_lcp_solver *solver =
        run_to(roughly ? sweep_tolerance : tolerance, method, lcp);
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
  enum { PROBLEMS = 500, BOXED_ROWS = 6 };
  for (int k = 0; k < PROBLEMS; k++) {
    const int boxed = k % 3 == 2;
    const size_t n =
        1 + gsl_rng_uniform_int(random_numbers, boxed ? BOXED_ROWS : ROWS);
    pn_lcp *lcp = problem_dense(random_numbers, n, n, 0.05);
    if (boxed)
      problem_draw_bounds(random_numbers, lcp);
    pn_lcp_solver *oracle = run(pn_lcp_enumerate, lcp);
    ck_assert(oracle->residual.scaled.inf <= tolerance);
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
  enum { PROBLEMS = 100 };
  double lambda[ROWS];
  for (int k = 0; k < PROBLEMS; k++) {
    const size_t n = 1 + gsl_rng_uniform_int(random_numbers, ROWS);
    pn_lcp *lcp = problem_contacts(random_numbers, n, 1 + n / 5);
    if (k % 2)
      problem_draw_bounds(random_numbers, lcp);
    problem_backwards(random_numbers, lcp, k % 4 < 2, lambda);
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
  pn_lcp *lcp = problem_contacts(random_numbers, n, 4 * n / 5);
  double *lambda = malloc(n * sizeof *lambda), *w = malloc(n * sizeof *w);
  double *scratch = malloc(lcp->A->type->scratch(lcp->A) * sizeof *scratch);
  pn_lcp_residual residual;
  if (_i % 2)
    problem_draw_bounds(random_numbers, lcp);
  problem_backwards(random_numbers, lcp, 0, lambda);
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
  pn_lcp_solver *oracle = run(pn_lcp_enumerate, lcp);
  all_agree(lcp, oracle->w, oracle->lambda, 1, "murty", 0);
  pn_lcp_solver *lemke = run(pn_lcp_lemke, lcp);
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
  pn_lcp *lcp = problem_contacts(random_numbers, ROWS, 8);
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
  pn_lcp *lcp = problem_contacts(random_numbers, 200, 90);
  problem_draw_bounds(random_numbers, lcp);
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

/* For n balls on top of each other, conjugate gradients need at most n
   iterations. */
START_TEST(stacks_take_as_many_iterations_as_balls)
{
  const double mass[] = {2.385, 2.385, 2.385, 2.385, 2.385, 2.385, 2.385};
  pn_lcp *lcp = problem_stack((size_t)_i, mass);
  const pn_lcp_method *const methods[] = {pn_lcp_pcg, pn_lcp_ppcg,
                                          pn_lcp_renouf};
  for (size_t m = 0; m < 3; m++) {
    pn_lcp_solver *solver = run(methods[m], lcp);
    ck_assert_msg(solver->iteration == (size_t)_i, "%s takes %zu for %d balls",
                  methods[m]->name, solver->iteration, _i);
    /* Each contact bears the momentum of the balls above it. */
    for (int i = 0; i < _i; i++)
      test_close(solver->lambda[i], 0.2 * mass[0] * (_i - i), 1e-12,
                 "%s, lambda(%d)", methods[m]->name, i + 1);
    pn_lcp_solver_free(solver);
  }
  pn_lcp_free(lcp);
}
END_TEST

START_TEST(a_heavy_ball_on_a_light_one_defeats_the_sweeps)
{
  const double mass[] = {1, 1000};
  pn_lcp *lcp = problem_stack(2, mass);
  pn_lcp_solver *pcg = run(pn_lcp_pcg, lcp), *pgs = run(pn_lcp_pgs, lcp);
  pn_lcp_solver *psor = run(pn_lcp_psor, lcp);
  ck_assert_uint_eq(pcg->iteration, 2);
  ck_assert_uint_gt(pgs->iteration, 10000);
  ck_assert_uint_gt(psor->iteration, 1000);
  ck_assert_uint_lt(psor->iteration, pgs->iteration / 4);
  pn_lcp_solver_free(psor);
  pn_lcp_solver_free(pgs);
  pn_lcp_solver_free(pcg);
  pn_lcp_free(lcp);
}
END_TEST

/* One iteration of staggered sweeps over the normals until a sweep moves them
   by a tenth of the first one; without tangents it is so many of pgs. */
START_TEST(staggered_sweeps_until_a_tenth_remains)
{
  enum { BALLS = 5 };
  double mass[BALLS], last[BALLS] = {0}, first = 0, moved = 0;
  for (size_t i = 0; i < BALLS; i++)
    mass[i] = 2.385;
  pn_lcp *lcp = problem_stack(BALLS, mass);
  ck_assert_int_eq(pn_lcp_add_friction(lcp), GSL_SUCCESS);
  pn_lcp_solver *pgs = pn_lcp_solver_alloc(pn_lcp_pgs, lcp);
  pn_lcp_solver *staggered = pn_lcp_solver_alloc(pn_lcp_staggered, lcp);
  pn_lcp_solver_set(pgs, &pgs->settings, NULL, NULL);
  pn_lcp_solver_set(staggered, &pgs->settings, NULL, NULL);
  do {
    pn_lcp_solver_iterate(pgs);
    moved = 0;
    for (size_t i = 0; i < BALLS; i++) {
      moved = hypot(moved, pgs->lambda[i] - last[i]);
      last[i] = pgs->lambda[i];
    }
    first = first > 0 ? first : moved;
  } while (moved > 0.1 * first);
  ck_assert_uint_gt(pgs->iteration, 3);
  ck_assert_uint_lt(pgs->iteration, 50);
  pn_lcp_solver_iterate(staggered);
  for (size_t i = 0; i < BALLS; i++)
    ck_assert_double_eq(staggered->lambda[i], pgs->lambda[i]);
  pn_lcp_solver_free(staggered);
  pn_lcp_solver_free(pgs);
  pn_lcp_free(lcp);
}
END_TEST

/* In a stack no entry off the diagonal is positive, so that Gauss-Seidel never
   takes an impulse back: naive and pgs agree to the last bit. */
START_TEST(naive_is_pgs_on_a_stack)
{
  const double mass[] = {0.3, 1.7, 0.9, 2.385, 1.1};
  pn_lcp *lcp = problem_stack(5, mass);
  const pn_lcp_settings settings = pn_lcp_settings_default();
  pn_lcp_solver *naive = pn_lcp_solver_alloc(pn_lcp_naive, lcp);
  pn_lcp_solver *pgs = pn_lcp_solver_alloc(pn_lcp_pgs, lcp);
  pn_lcp_solver_set(naive, &settings, NULL, NULL);
  pn_lcp_solver_set(pgs, &settings, NULL, NULL);
  for (int k = 0; k < 40; k++) {
    pn_lcp_solver_iterate(naive);
    pn_lcp_solver_iterate(pgs);
    ck_assert_mem_eq(naive->lambda, pgs->lambda, 5 * sizeof(double));
  }
  pn_lcp_solver_free(naive);
  pn_lcp_solver_free(pgs);
  pn_lcp_free(lcp);
}
END_TEST

/* One ball in a wedge that closes on it: two contacts whose normals have a
   positive product. The second impulse makes the first one too large; naive
   keeps it, and ends with lambda > 0 where w > 0. */
START_TEST(naive_keeps_an_impulse_that_is_too_large)
{
  pn_lcp *lcp = pn_lcp_alloc(2);
  pn_delassus *J = pn_delassus_alloc(2, 1);
  J->rows = 2;
  J->inverse_mass[0] = 1;
  J->pair[0] = J->pair[1] = (pn_pair){1, 0};
  J->normal[0] = pn_vec3_make(0, 0, 1);
  J->normal[1] = pn_vec3_make(0.6, 0, 0.8);
  lcp->b[0] = -1;
  lcp->b[1] = -2;
  pn_lcp_set_operator(lcp, &J->base);
  /* First lambda(1) = 1, w(2) = -2 + 0.8; then lambda(2) = 1.2, and there
     w(1) = -1 + 1 + 0.96. The solution is lambda = (0, 2), w(1) = 0.6. */
  pn_lcp_solver *naive = run(pn_lcp_naive, lcp), *pgs = run(pn_lcp_pgs, lcp);
  test_close(naive->lambda[0], 1, 1e-15, "naive, lambda(1)");
  test_close(naive->lambda[1], 1.2, 1e-15, "naive, lambda(2)");
  test_close(naive->residual.scaled.inf, 0.96, 1e-15, "naive, residual");
  ck_assert(naive->residual.unsupported < 1e-15);
  test_close(pgs->lambda[0], 0, 1e-15, "pgs, lambda(1)");
  test_close(pgs->lambda[1], 2, 1e-15, "pgs, lambda(2)");
  pn_lcp_solver_free(naive);
  pn_lcp_solver_free(pgs);
  pn_lcp_free(lcp);
}
END_TEST

/* Jacobi diverges unless its damping is below 2 / rho. */
START_TEST(jacobi_needs_its_damping)
{
  pn_lcp *lcp = problem_contacts(random_numbers, 60, 15);
  double lambda[60];
  problem_backwards(random_numbers, lcp, 0, lambda);
  const double dampings[] = {0, 0.2, 1.5};
  for (int k = 0; k < 3; k++) {
    pn_lcp_settings settings = pn_lcp_settings_default();
    settings.damping = dampings[k];
    pn_lcp_solver *solver = pn_lcp_solver_alloc(pn_lcp_jacobi, lcp);
    pn_lcp_solver_set(solver, &settings, NULL, NULL);
    const double start = pn_lcp_solver_measure(solver)->scaled.two;
    for (int i = 0; i < 500; i++)
      pn_lcp_solver_iterate(solver);
    const double end = pn_lcp_solver_measure(solver)->scaled.two;
    ck_assert_msg(k == 2 ? end > 0.2 * start : end < 0.1 * start,
                  "damping %g: from %g to %g", dampings[k], start, end);
    pn_lcp_solver_free(solver);
  }
  pn_lcp_free(lcp);
}
END_TEST

/* With kappa the sweeps solve A + kappa I, which the face method solves by its
   entries; the residual is that of A. Other methods refuse kappa. */
START_TEST(kappa_solves_the_regularised_problem)
{
  enum { N = 10 };
  static const double kappa = 0.385;
  const pn_lcp_method *of[] = {pn_lcp_pgs, pn_lcp_psor};
  pn_lcp *lcp = problem_dense(random_numbers, N, N, 0.1);
  pn_lcp *shifted = pn_lcp_copy(lcp);
  problem_draw_bounds(random_numbers, lcp);
  ck_assert(shifted && !pn_lcp_set_bounds(shifted, lcp->lo, lcp->hi, NULL));
  gsl_spmatrix *A = ((pn_lcp_csr *)shifted->A)->A;
  for (size_t i = 0; i < N; i++)
    *gsl_spmatrix_ptr(A, i, i) += kappa;
  pn_lcp_set_operator(shifted, shifted->A);
  pn_lcp_solver *truth = run(pn_lcp_face, shifted);
  for (int k = 0; k < 2; k++) {
    pn_lcp_settings settings = pn_lcp_settings_default();
    settings.kappa = kappa;
    pn_lcp_solver *solver = pn_lcp_solver_alloc(of[k], lcp);
    ck_assert(!pn_lcp_solver_set(solver, &settings, NULL, NULL));
    for (int sweep = 0; sweep < 2000; sweep++)
      ck_assert(!pn_lcp_solver_iterate(solver));
    for (size_t i = 0; i < N; i++)
      test_close(solver->lambda[i], truth->lambda[i], lambda_error,
                 "%s, lambda(%zu)", of[k]->name, i + 1);
    ck_assert(pn_lcp_solver_measure(solver)->scaled.inf > 1e-3);
    pn_lcp_solver_free(solver);
  }
  pn_lcp_solver_free(truth);

  pn_lcp_settings settings = pn_lcp_settings_default();
  pn_error error = {0};
  settings.kappa = kappa;
  pn_lcp_solver *face = pn_lcp_solver_alloc(pn_lcp_face, lcp);
  ck_assert_int_eq(pn_lcp_solver_set(face, &settings, NULL, &error),
                   GSL_EINVAL);
  ck_assert_str_eq(error.text, "method face knows no regularisation: leave "
                               "kappa 0, or take pgs or psor");
  settings.kappa = -1;
  ck_assert_int_eq(pn_lcp_solver_set(face, &settings, NULL, NULL), GSL_EINVAL);
  pn_lcp_solver_free(face);
  pn_lcp_free(shifted);
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
  pn_lcp *lcp = problem_contacts(random_numbers, ROWS, 8);
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
          rows > 0 ? problem_dense(random_numbers, 4, 4, 0.5) : pn_lcp_alloc(0);
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
  pn_lcp *lcp = problem_contacts(random_numbers, ROWS, 8);
  double lambda[ROWS];
  problem_backwards(random_numbers, lcp, 0, lambda);
  const pn_lcp_method *method;
  for (size_t m = 0; (method = pn_lcp_method_get(m)); m++) {
    if (method->needs & PN_LCP_NEEDS_FRICTION)
      continue;
    pn_lcp_solver *solver = run(method, lcp);
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
  tcase_add_checked_fixture(family, prepare, finish);
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
  TCase *claims = tcase_create("claims");
  tcase_add_checked_fixture(claims, prepare, finish);
  tcase_add_loop_test(claims, stacks_take_as_many_iterations_as_balls, 1, 8);
  tcase_add_test(claims, a_heavy_ball_on_a_light_one_defeats_the_sweeps);
  tcase_add_test(claims, staggered_sweeps_until_a_tenth_remains);
  tcase_add_test(claims, naive_is_pgs_on_a_stack);
  tcase_add_test(claims, naive_keeps_an_impulse_that_is_too_large);
  tcase_add_test(claims, jacobi_needs_its_damping);
  tcase_add_test(claims, kappa_solves_the_regularised_problem);
  suite_add_tcase(suite, claims);
  return test_run(suite);
}
