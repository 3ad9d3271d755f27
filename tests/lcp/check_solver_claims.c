/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests what is said of single methods: how many iterations they take, what
   defeats them, and what their settings do. */
#include "pantin/lcp/solver.h"

#include "pantin/lcp/operator_balls.h"
#include "pantin/lcp/operator_csr.h"

#include "draw.h"
#include "problems.h"
#include "solver_run.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* For n balls on top of each other, conjugate gradients need at most n
   iterations. */
START_TEST(stacks_take_as_many_iterations_as_balls)
{
  const double mass[] = {2.385, 2.385, 2.385, 2.385, 2.385, 2.385, 2.385};
  pn_lcp *lcp = problem_stack((size_t)_i, mass);
  const pn_lcp_method *const methods[] = {pn_lcp_pcg, pn_lcp_ppcg,
                                          pn_lcp_renouf};
  for (size_t m = 0; m < 3; m++) {
    pn_lcp_solver *solver = solver_run(methods[m], lcp);
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
  pn_lcp_solver *pcg = solver_run(pn_lcp_pcg, lcp),
                *pgs = solver_run(pn_lcp_pgs, lcp);
  pn_lcp_solver *psor = solver_run(pn_lcp_psor, lcp);
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
  pn_lcp_solver *naive = solver_run(pn_lcp_naive, lcp),
                *pgs = solver_run(pn_lcp_pgs, lcp);
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
  pn_lcp *lcp = problem_contacts(draw_source, 60, 15);
  double lambda[60];
  problem_backwards(draw_source, lcp, 0, lambda);
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
  pn_lcp *lcp = problem_dense(draw_source, N, N, 0.1);
  pn_lcp *shifted = pn_lcp_copy(lcp);
  problem_draw_bounds(draw_source, lcp);
  ck_assert(shifted && !pn_lcp_set_bounds(shifted, lcp->lo, lcp->hi, NULL));
  gsl_spmatrix *A = ((pn_lcp_csr *)shifted->A)->A;
  for (size_t i = 0; i < N; i++)
    *gsl_spmatrix_ptr(A, i, i) += kappa;
  pn_lcp_set_operator(shifted, shifted->A);
  pn_lcp_solver *truth = solver_run(pn_lcp_face, shifted);
  for (int k = 0; k < 2; k++) {
    pn_lcp_settings settings = pn_lcp_settings_default();
    settings.kappa = kappa;
    pn_lcp_solver *solver = pn_lcp_solver_alloc(of[k], lcp);
    ck_assert(!pn_lcp_solver_set(solver, &settings, NULL, NULL));
    for (int sweep = 0; sweep < 2000; sweep++)
      ck_assert(!pn_lcp_solver_iterate(solver));
    for (size_t i = 0; i < N; i++)
      test_close(solver->lambda[i], truth->lambda[i], solver_lambda_error,
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

int main(void)
{
  Suite *suite = suite_create("solver_claims");
  TCase *claims = tcase_create("claims");
  tcase_add_checked_fixture(claims, solver_prepare, draw_close);
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
