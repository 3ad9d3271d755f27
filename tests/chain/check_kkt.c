/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The block factorisation against the same matrix written out in full from
   the simulator's Jacobian and Hessian, solved and decomposed by GSL. */
#include "pantin/chain/kkt_private.h"
#include "pantin/chain/dense.h"
#include "pantin/chain/simulator.h"
#include "pantin/chain/step.h"

#include "pantin/base/alloc.h"

#include "course.h"
#include "draw.h"
#include "test.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

/* Relative error of a solution: rounding times a condition number that is
   below 1e5 on these chains. */
static const double solution_error = 1e-10;

static pn_chain *chain;
static pn_chain_point *point;
static pn_chain_kkt *kkt;
static double *storage; /* two vectors */
static pn_chain_vector r, z;

static double uniform(void)
{
  return 4 * gsl_rng_uniform(draw_source) - 2;
}

enum { DRAWN_BARS_MAX = 10 };

/* Draws a random matrix of this family and a random right-hand side. */
static void draw(int turn, int with_extras)
{
  gsl_rng_set(draw_source, 2019 + (unsigned long)turn);
  const size_t n = 2 + (size_t)turn % (DRAWN_BARS_MAX - 1);
  chain = course_random_chain(draw_source, n, 0);
  point = course_random_point(draw_source, chain);
  kkt = pn_chain_kkt_alloc(n);
  pn_chain_kkt_set(kkt, point);
  for (size_t i = 0; with_extras && i < n; i++) {
    const double xx = uniform(), xy = uniform(), yy = uniform();
    kkt->node[i] = (pn_chain_block){xx, xy, yy};
    kkt->soft[i] = fabs(uniform());
  }
  const size_t size = pn_chain_vector_size(n);
  storage = pn_alloc(2 * size, sizeof *storage);
  r = pn_chain_vector_view(storage, n);
  z = pn_chain_vector_view(storage + size, n);
  for (size_t k = 0; k < size; k++)
    r.x[k] = uniform();
}

static void close_drawn(void)
{
  pn_free(storage);
  pn_chain_kkt_free(kkt);
  pn_chain_point_free(point);
  pn_chain_free(chain);
}

static void close_all(void)
{
  close_drawn();
  draw_close();
}

/* Returns K in full, in the order x_1 .. x_nn, y_1 .. y_nn, lambda. */
static gsl_matrix *full_matrix(void)
{
  const size_t n = chain->bars, nn = n - 1;
  gsl_matrix *K = gsl_matrix_calloc(2 * nn + n, 2 * nn + n);
  gsl_matrix_view H = gsl_matrix_submatrix(K, 0, 0, 2 * nn, 2 * nn);
  gsl_matrix_view A = gsl_matrix_submatrix(K, 2 * nn, 0, n, 2 * nn);
  gsl_matrix_view At = gsl_matrix_submatrix(K, 0, 2 * nn, 2 * nn, n);
  pn_chain_hessian(chain, kkt->weight, &H.matrix);
  pn_chain_jacobian(chain, point->x, point->y, &A.matrix);
  gsl_matrix_transpose_memcpy(&At.matrix, &A.matrix);
  for (size_t i = 0; i < nn; i++) {
    const pn_chain_block E = kkt->node[i + 1];
    *gsl_matrix_ptr(K, i, i) += E.xx;
    *gsl_matrix_ptr(K, nn + i, nn + i) += E.yy;
    *gsl_matrix_ptr(K, i, nn + i) += E.xy;
    *gsl_matrix_ptr(K, nn + i, i) += E.xy;
  }
  for (size_t i = 0; i < n; i++)
    *gsl_matrix_ptr(K, 2 * nn + i, 2 * nn + i) -= kkt->soft[i];
  return K;
}

static gsl_vector *flatten(pn_chain_vector v)
{
  const size_t n = chain->bars, nn = n - 1;
  gsl_vector *flat = gsl_vector_alloc(2 * nn + n);
  for (size_t i = 0; i < nn; i++) {
    gsl_vector_set(flat, i, v.x[i + 1]);
    gsl_vector_set(flat, nn + i, v.y[i + 1]);
  }
  for (size_t i = 0; i < n; i++)
    gsl_vector_set(flat, 2 * nn + i, v.lambda[i]);
  return flat;
}

/* Returns |z - K^-1 r| / |K^-1 r|, the inverse by GSL's LU. */
static double error_of_solution(void)
{
  gsl_matrix *K = full_matrix();
  gsl_vector *want = flatten(r), *got = flatten(z);
  gsl_permutation *p = gsl_permutation_alloc(want->size);
  int sign;
  gsl_linalg_LU_decomp(K, p, &sign);
  gsl_linalg_LU_svx(K, p, want);
  const double norm = gsl_blas_dnrm2(want);
  gsl_vector_sub(got, want);
  const double error = gsl_blas_dnrm2(got) / norm;
  gsl_permutation_free(p);
  gsl_vector_free(want);
  gsl_vector_free(got);
  gsl_matrix_free(K);
  return error;
}

static size_t negative_eigenvalues(void)
{
  gsl_matrix *K = full_matrix();
  gsl_vector *values = gsl_vector_alloc(K->size1);
  gsl_eigen_symm_workspace *eigen = gsl_eigen_symm_alloc(K->size1);
  gsl_eigen_symm(K, values, eigen);
  size_t negative = 0;
  for (size_t k = 0; k < values->size; k++)
    negative += gsl_vector_get(values, k) < 0;
  gsl_eigen_symm_free(eigen);
  gsl_vector_free(values);
  gsl_matrix_free(K);
  return negative;
}

START_TEST(solves_as_a_dense_lu_does)
{
  draw(_i, _i % 2);
  ck_assert_int_eq(pn_chain_kkt_factor(kkt), GSL_SUCCESS);
  ck_assert_int_eq(pn_chain_kkt_solve(kkt, r, z), GSL_SUCCESS);
  test_close(error_of_solution(), 0, solution_error, "error, %zu bars",
             chain->bars);
}
END_TEST

START_TEST(a_wrong_solution_is_seen)
{
  draw(5, 1);
  pn_chain_kkt_factor(kkt);
  pn_chain_kkt_solve(kkt, r, z);
  z.lambda[2] *= 1 + 1e-6;
  ck_assert_double_gt(error_of_solution(), 100 * solution_error);
}
END_TEST

START_TEST(inertia_is_that_of_the_eigenvalues)
{
  draw(_i, _i % 2);
  ck_assert_int_eq(pn_chain_kkt_factor(kkt), GSL_SUCCESS);
  ck_assert_uint_eq(kkt->negative, negative_eigenvalues());
  pn_chain_dense *dense = pn_chain_dense_alloc(chain->bars);
  ck_assert_int_eq(pn_chain_dense_factor(dense, kkt), GSL_SUCCESS);
  ck_assert_uint_eq(dense->negative, kkt->negative);
  ck_assert_uint_eq(dense->zero, 0);
  pn_chain_dense_free(dense);
}
END_TEST

/* Long chains are eliminated from both ends, which may meet anywhere. */
START_TEST(ends_may_meet_at_any_node)
{
  draw(_i, _i % 2);
  const size_t n = chain->bars, size = pn_chain_vector_size(n);
  double both[3 * DRAWN_BARS_MAX + 2];
  if (_i % 2)
    kkt->node[0] = kkt->node[n] = (pn_chain_block){NAN, NAN, NAN};
  r.x[0] = r.y[0] = r.x[n] = r.y[n] = NAN;
  for (kkt->middle = 1; kkt->middle < n; kkt->middle++) {
    ck_assert_int_eq(pn_chain_kkt_factor_solve(kkt, r, z), GSL_SUCCESS);
    ck_assert_uint_eq(kkt->negative, negative_eigenvalues());
    test_close(error_of_solution(), 0, solution_error,
               "error, %zu bars, middle %zu", n, kkt->middle);
    ck_assert(z.x[0] == 0 && z.y[0] == 0 && z.x[n] == 0 && z.y[n] == 0);
    memcpy(both, z.x, size * sizeof *both);
    ck_assert_int_eq(pn_chain_kkt_factor(kkt), GSL_SUCCESS);
    ck_assert_int_eq(pn_chain_kkt_solve(kkt, r, z), GSL_SUCCESS);
    ck_assert_mem_eq(z.x, both, size * sizeof *both);
  }
}
END_TEST

START_TEST(both_at_once_have_the_bits_of_one_after_the_other)
{
  draw(_i, _i % 2);
  const size_t size = pn_chain_vector_size(chain->bars);
  double want[3 * DRAWN_BARS_MAX + 2];
  const int code = pn_chain_kkt_factor(kkt);
  const size_t negative = kkt->negative;
  ck_assert_int_eq(code ? code : pn_chain_kkt_solve(kkt, r, z), GSL_SUCCESS);
  memcpy(want, z.x, size * sizeof *want);
  for (size_t k = 0; k < size; k++)
    z.x[k] = NAN;
  kkt->negative = 0;
  ck_assert_int_eq(pn_chain_kkt_factor_solve(kkt, r, z), GSL_SUCCESS);
  ck_assert_uint_eq(kkt->negative, negative);
  ck_assert_mem_eq(z.x, want, size * sizeof *want);
}
END_TEST

/* E and D that are the same everywhere need no arrays. */
START_TEST(a_uniform_matrix_is_that_of_its_arrays)
{
  enum { KINDS = 2 };
  static const double spring[KINDS] = {0, 2.385};
  for (size_t k = 0; k < KINDS; k++) {
    draw(_i, 0);
    const size_t size = pn_chain_vector_size(chain->bars);
    double want[3 * DRAWN_BARS_MAX + 2];
    pn_chain_kkt_set(kkt, point);
    for (size_t i = 0; i <= chain->bars; i++)
      kkt->node[i] = (pn_chain_block){spring[k], 0, spring[k]};
    ck_assert_int_eq(pn_chain_kkt_factor_solve(kkt, r, z), GSL_SUCCESS);
    memcpy(want, z.x, size * sizeof *want);
    test_close(error_of_solution(), 0, solution_error, "error");
    for (size_t i = 0; i < chain->bars; i++)
      kkt->node[i].xx = kkt->soft[i] = NAN;
    pn_chain_kkt_set_uniform(kkt, point, spring[k]);
    ck_assert_int_eq(pn_chain_kkt_factor_solve(kkt, r, z), GSL_SUCCESS);
    ck_assert_mem_eq(z.x, want, size * sizeof *want);
    pn_chain_kkt_spell_out(kkt);
    ck_assert_int_eq(kkt->is_uniform, 0);
    ck_assert_int_eq(pn_chain_kkt_factor_solve(kkt, r, z), GSL_SUCCESS);
    ck_assert_mem_eq(z.x, want, size * sizeof *want);
    if (k + 1 < KINDS)
      close_drawn();
  }
}
END_TEST

/* Entries for the fixed nodes may hold anything. */
START_TEST(the_fixed_nodes_are_not_read)
{
  draw(7, 1);
  const size_t n = chain->bars;
  r.x[0] = r.y[0] = r.x[n] = r.y[n] = NAN;
  kkt->node[0] = kkt->node[n] = (pn_chain_block){NAN, NAN, NAN};
  ck_assert_int_eq(pn_chain_kkt_factor(kkt), GSL_SUCCESS);
  ck_assert_int_eq(pn_chain_kkt_solve(kkt, r, z), GSL_SUCCESS);
  test_close(error_of_solution(), 0, solution_error, "error");
  ck_assert(z.x[0] == 0 && z.y[0] == 0 && z.x[n] == 0 && z.y[n] == 0);
}
END_TEST

/* Multipliers of opposite signs make the first pivot block singular though
   the matrix is regular. */
START_TEST(a_singular_pivot_block_is_told)
{
  draw(3, 0);
  kkt->weight[1] = -kkt->weight[0];
  ck_assert_int_eq(pn_chain_kkt_factor(kkt), GSL_ESING);
}
END_TEST

/* ... and is no obstacle to a step. */
START_TEST(a_step_is_had_despite_a_singular_pivot_block)
{
  draw(3, 0);
  pn_chain_step *step = pn_chain_step_alloc(chain->bars);
  kkt->weight[1] = point->lambda[1] = -kkt->weight[0];
  pn_chain_kkt_set(step->kkt, point);
  int singular = 1;
  ck_assert_int_eq(pn_chain_step_solve(step, r, z, &singular), GSL_SUCCESS);
  ck_assert_int_eq(singular, 0);
  test_close(error_of_solution(), 0, solution_error, "error");
  pn_chain_step_free(step);
}
END_TEST

/* Finds |K z - r|_2 and |z|_2 of the pseudo-inverse, by GSL's SVD. */
static void least_norm(double *residual, double *norm)
{
  gsl_matrix *K = full_matrix(), *V = gsl_matrix_alloc(K->size1, K->size1);
  gsl_vector *S = gsl_vector_alloc(K->size1), *w = gsl_vector_alloc(K->size1);
  gsl_vector *b = flatten(r), *x = gsl_vector_alloc(K->size1);
  gsl_matrix *U = gsl_matrix_alloc(K->size1, K->size1);
  gsl_matrix_memcpy(U, K);
  gsl_linalg_SV_decomp(U, V, S, w);
  for (size_t k = 0; k < S->size; k++)
    if (gsl_vector_get(S, k) < 1e-12 * gsl_vector_get(S, 0))
      gsl_vector_set(S, k, 0);
  gsl_linalg_SV_solve(U, V, S, b, x);
  gsl_blas_dgemv(CblasNoTrans, 1, K, x, -1, b);
  *residual = gsl_blas_dnrm2(b);
  *norm = gsl_blas_dnrm2(x);
  gsl_vector_free(S);
  gsl_vector_free(w);
  gsl_vector_free(b);
  gsl_vector_free(x);
  gsl_matrix_free(U);
  gsl_matrix_free(V);
  gsl_matrix_free(K);
}

/* Checks that without Hessian, as at lambda = 0, the step is that of the
   pseudo-inverse. */
static void check_least_norm(void)
{
  for (size_t i = 0; i < chain->bars; i++)
    point->lambda[i] = 0;
  pn_chain_step *step = pn_chain_step_alloc(chain->bars);
  pn_chain_kkt_set(kkt, point);
  pn_chain_kkt_set(step->kkt, point);
  int singular = 0;
  ck_assert_int_eq(pn_chain_step_solve(step, r, z, &singular), GSL_SUCCESS);
  ck_assert_int_eq(singular, 1);
  double want_residual, want_norm;
  least_norm(&want_residual, &want_norm);
  gsl_matrix *K = full_matrix();
  gsl_vector *got = flatten(z), *b = flatten(r);
  gsl_blas_dgemv(CblasNoTrans, 1, K, got, -1, b);
  test_close(gsl_blas_dnrm2(b), want_residual, solution_error, "residual");
  test_close(gsl_blas_dnrm2(got), want_norm, solution_error, "norm");
  gsl_vector_free(got);
  gsl_vector_free(b);
  gsl_matrix_free(K);
  pn_chain_step_free(step);
}

/* More than two bars. */
START_TEST(a_singular_matrix_gives_the_least_norm)
{
  draw(_i, 0);
  check_least_norm();
}
END_TEST

/* All bars parallel: the Jacobian has lost a rank, too. */
START_TEST(so_does_a_straight_chain)
{
  draw(_i, 0);
  for (size_t i = 0; i <= chain->bars; i++) {
    point->x[i] = 0.375 * (double)i;
    point->y[i] = -0.125 * (double)i;
  }
  check_least_norm();
}
END_TEST

START_TEST(memory_that_fails_leaves_nothing_behind)
{
  for (size_t k = 1;; k++) {
    pn_alloc_fail_at(k);
    pn_chain_step *step = pn_chain_step_alloc(6);
    pn_alloc_fail_at(0);
    pn_chain_step_free(step);
    if (step)
      break;
    ck_assert_uint_lt(k, 30);
  }
}
END_TEST

int main(void)
{
  enum { SAMPLES = 36 };
  Suite *suite = suite_create("kkt");
  TCase *solve = tcase_create("solve");
  tcase_add_checked_fixture(solve, draw_open, close_all);
  tcase_add_loop_test(solve, solves_as_a_dense_lu_does, 0, SAMPLES);
  tcase_add_loop_test(solve, ends_may_meet_at_any_node, 0, SAMPLES);
  tcase_add_loop_test(solve, both_at_once_have_the_bits_of_one_after_the_other,
                      0, SAMPLES);
  tcase_add_loop_test(solve, a_uniform_matrix_is_that_of_its_arrays, 0,
                      SAMPLES);
  tcase_add_test(solve, a_wrong_solution_is_seen);
  tcase_add_loop_test(solve, inertia_is_that_of_the_eigenvalues, 0, SAMPLES);
  tcase_add_test(solve, the_fixed_nodes_are_not_read);
  tcase_add_test(solve, a_singular_pivot_block_is_told);
  tcase_add_test(solve, a_step_is_had_despite_a_singular_pivot_block);
  tcase_add_loop_test(solve, a_singular_matrix_gives_the_least_norm, 1, 9);
  tcase_add_loop_test(solve, so_does_a_straight_chain, 1, 9);
  suite_add_tcase(suite, solve);
  TCase *memory = tcase_create("memory");
  tcase_add_test(memory, memory_that_fails_leaves_nothing_behind);
  suite_add_tcase(suite, memory);
  return test_run(suite);
}
