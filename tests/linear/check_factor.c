/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Block-sparse matrices, their ordering and their factorisation, on random
   matrices A = G G^T of a fixed seed. The judge is GSL's dense arithmetic on
   the same entries. */
#include "pantin/linear/factor.h"

#include "pantin/base/alloc.h"
#include "pantin/linear/order.h"
#include "draw.h"
#include "test.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <math.h>

enum { SAMPLES = 40, BLOCKS_MAX = 24, ROWS_MAX = 6 * BLOCKS_MAX };

/* Of a solution: condition numbers here reach some 1e5. In a singular matrix
   the small pivots before the dropped ones cost more digits. */
static const double solved = 1e-9, solved_singular = 1e-7;

/* Eigenvalues below this count as zero; the others are above 1e-6. */
static const double zero = 1e-10;

static size_t below(size_t n)
{
  return gsl_rng_uniform_int(draw_source, n);
}

/* Like the joints of `bodies` bodies: block i is G_i, order[i] x 6 for each
   of two bodies; A_ij = G_i G_j^T where they share a body. */
typedef struct {
  size_t blocks, order[BLOCKS_MAX], body[BLOCKS_MAX][2];
  double G[BLOCKS_MAX][2][36];
  pn_block_matrix *A;
} problem;

static void add_product(const problem *p, size_t i, size_t si, size_t j,
                        size_t sj)
{
  double *a = pn_block_matrix_at(p->A, i, j);
  ck_assert_ptr_nonnull(a);
  for (size_t r = 0; r < p->order[i]; r++)
    for (size_t c = 0; c < p->order[j]; c++)
      for (size_t k = 0; k < 6; k++)
        a[r * p->order[j] + c] +=
            p->G[i][si][r * 6 + k] * p->G[j][sj][c * 6 + k];
}

/* Makes a problem whose first bodies - 1 blocks join body i to an earlier one,
   so that all are connected; the others close loops, enough of which make A
   singular. */
static problem make_problem(int turn, size_t blocks, size_t bodies)
{
  gsl_rng_set(draw_source, 2001 + (unsigned long)turn);
  problem p = {.blocks = blocks};
  size_t pairs = 0, pair[BLOCKS_MAX * BLOCKS_MAX][2];
  for (size_t i = 0; i < blocks; i++) {
    p.order[i] = 1 + below(6);
    p.body[i][0] = i + 1 < bodies ? i + 1 : below(bodies);
    p.body[i][1] = below(i + 1 < bodies ? i + 1 : bodies);
    if (p.body[i][1] == p.body[i][0])
      p.body[i][1] = (p.body[i][0] + 1) % bodies;
    for (size_t k = 0; k < 36; k++) {
      p.G[i][0][k] = draw_uniform();
      p.G[i][1][k] = draw_uniform();
    }
    for (size_t j = 0; j < i; j++)
      for (size_t s = 0; s < 4; s++)
        if (p.body[i][s / 2] == p.body[j][s % 2]) {
          pair[pairs][0] = s < 2 ? i : j; /* in either triangle, repeated */
          pair[pairs++][1] = s < 2 ? j : i;
        }
  }
  p.A = pn_block_matrix_alloc(blocks, p.order, pairs, (const size_t(*)[2])pair);
  ck_assert_ptr_nonnull(p.A);
  for (size_t i = 0; i < blocks; i++)
    for (size_t j = 0; j <= i; j++)
      for (size_t s = 0; s < 4; s++)
        if (p.body[i][s / 2] == p.body[j][s % 2])
          add_product(&p, i, s / 2, j, s % 2);
  return p;
}

/* Makes a tree, which has no more rows than G has columns: A is regular. */
static problem make_tree(int turn)
{
  const size_t bodies = 3 + (size_t)turn % (BLOCKS_MAX - 3);
  return make_problem(turn, bodies - 1, bodies);
}

static problem make_loops(int turn)
{
  return make_problem(turn, BLOCKS_MAX, 6 + (size_t)turn % 14);
}

static gsl_matrix *dense_of(const pn_block_matrix *A)
{
  gsl_matrix *dense = gsl_matrix_alloc(A->rows, A->rows);
  pn_block_matrix_to_dense(A, dense);
  return dense;
}

static size_t rank_of(const pn_block_matrix *A)
{
  gsl_matrix *dense = dense_of(A);
  gsl_vector *values = gsl_vector_alloc(A->rows);
  gsl_eigen_symm_workspace *work = gsl_eigen_symm_alloc(A->rows);
  gsl_eigen_symm(dense, values, work);
  size_t rank = 0;
  for (size_t k = 0; k < A->rows; k++)
    rank += gsl_vector_get(values, k) > zero;
  gsl_eigen_symm_free(work);
  gsl_vector_free(values);
  gsl_matrix_free(dense);
  return rank;
}

/* Returns the largest entry of b - A x by dense arithmetic. */
static double residual(const pn_block_matrix *A, const double *x,
                       const double *b)
{
  gsl_matrix *dense = dense_of(A);
  double largest = 0;
  for (size_t i = 0; i < A->rows; i++) {
    double sum = b[i];
    for (size_t j = 0; j < A->rows; j++)
      sum -= gsl_matrix_get(dense, i, j) * x[j];
    largest = fmax(largest, fabs(sum));
  }
  gsl_matrix_free(dense);
  return largest;
}

START_TEST(products_are_those_of_the_dense_matrix)
{
  problem p = make_loops(_i);
  double x[ROWS_MAX], y[ROWS_MAX];
  for (size_t i = 0; i < p.A->rows; i++)
    x[i] = draw_uniform();
  pn_block_matrix_apply(p.A, x, y);
  const double wrong = residual(p.A, x, y);
  test_close(wrong, 0, 1e-13, "A x");
  y[below(p.A->rows)] += 2 * solved;
  ck_assert(residual(p.A, x, y) > solved);
  pn_block_matrix_free(p.A);
}
END_TEST

/* Eliminates on paper: which blocks of the dense pattern fill in. */
static size_t fill_of(const problem *p, const size_t *order)
{
  int joined[BLOCKS_MAX][BLOCKS_MAX] = {{0}}, gone[BLOCKS_MAX] = {0};
  size_t fill = 0;
  for (size_t j = 0; j < p->blocks; j++)
    for (size_t k = p->A->column[j]; k < p->A->column[j + 1]; k++)
      joined[j][p->A->row[k]] = joined[p->A->row[k]][j] = 1;
  for (size_t k = 0; k < p->blocks; k++) {
    const size_t v = order[k];
    gone[v] = 1;
    for (size_t a = 0; a < p->blocks; a++)
      for (size_t b = 0; b < a; b++)
        if (!gone[a] && !gone[b] && joined[a][v] && joined[b][v] &&
            !joined[a][b]) {
          joined[a][b] = joined[b][a] = 1;
          fill++;
        }
  }
  return fill;
}

START_TEST(the_fill_is_that_of_elimination_on_paper)
{
  problem p = make_loops(_i);
  size_t order[BLOCKS_MAX];
  for (size_t k = 0; k < p.blocks; k++)
    order[k] = (k * 7 + (size_t)_i) % p.blocks; /* 7 and 24 are coprime */
  pn_block_factor *given = pn_block_factor_alloc(p.A, order);
  ck_assert_uint_eq(given->fill, fill_of(&p, order));
  ck_assert_int_eq(pn_order_degree->set(p.A, order), GSL_SUCCESS);
  pn_block_factor *least = pn_block_factor_alloc(p.A, order);
  ck_assert_uint_eq(least->fill, fill_of(&p, order));
  ck_assert_uint_le(least->operations, given->operations);
  pn_block_factor_free(given);
  pn_block_factor_free(least);
  pn_block_matrix_free(p.A);
}
END_TEST

START_TEST(a_path_does_not_fill_in)
{
  enum { N = 1000 };
  static size_t order[N], pair[N - 1][2];
  for (size_t i = 0; i < N; i++)
    order[i] = 3;
  for (size_t i = 0; i + 1 < N; i++) {
    pair[i][0] = i;
    pair[i][1] = i + 1;
  }
  pn_block_matrix *A =
      pn_block_matrix_alloc(N, order, N - 1, (const size_t(*)[2])pair);
  pn_block_factor *factor = pn_block_factor_alloc(A, NULL);
  ck_assert_uint_eq(factor->fill, 0);
  pn_block_factor_free(factor);
  pn_block_matrix_free(A);
}
END_TEST

START_TEST(a_regular_system_is_solved)
{
  problem p = make_tree(_i);
  const size_t n = p.A->rows;
  double want[2 * ROWS_MAX], b[2 * ROWS_MAX], x[2 * ROWS_MAX];
  for (size_t i = 0; i < 2 * n; i++)
    want[i] = draw_uniform();
  pn_block_matrix_apply(p.A, want, b);
  pn_block_matrix_apply(p.A, want + n, b + n);
  pn_block_factor *factor = pn_block_factor_alloc(p.A, NULL);
  for (int again = 0; again < 2; again++) {
    ck_assert_int_eq(pn_block_factor_set(factor, p.A), GSL_SUCCESS);
    pn_block_factor_solve(factor, 2, b, x);
    test_close(residual(p.A, x, b), 0, solved, "residual 1");
    test_close(residual(p.A, x + n, b + n), 0, solved, "residual 2");
  }
  ck_assert_uint_eq(factor->dropped, n - rank_of(p.A));
  pn_block_factor_free(factor);
  pn_block_matrix_free(p.A);
}
END_TEST

START_TEST(a_singular_system_is_solved_by_a_basic_solution)
{
  problem p = make_loops(_i);
  const size_t n = p.A->rows;
  double want[ROWS_MAX], x[ROWS_MAX];
  for (size_t i = 0; i < n; i++)
    want[i] = draw_uniform();
  pn_block_matrix_apply(p.A, want, x);
  double b[ROWS_MAX];
  for (size_t i = 0; i < n; i++)
    b[i] = x[i];
  pn_block_factor *factor = pn_block_factor_alloc(p.A, NULL);
  ck_assert_int_eq(pn_block_factor_set(factor, p.A), GSL_SUCCESS);
  pn_block_factor_solve(factor, 1, x, x); /* in place */
  test_close(residual(p.A, x, b), 0, solved_singular, "residual, turn %d", _i);
  ck_assert_uint_eq(factor->dropped, n - rank_of(p.A));

  const pn_inertia inertia = pn_block_factor_inertia(factor);
  ck_assert_uint_eq(inertia.positive, rank_of(p.A));
  ck_assert_uint_eq(inertia.negative, 0);
  ck_assert_uint_eq(inertia.zero, factor->dropped);

  /* The dropped unknowns are 0, and they are as many as counted. */
  size_t zeros = 0;
  for (size_t i = 0; i < n; i++)
    zeros += x[i] == 0;
  ck_assert_uint_eq(zeros, factor->dropped);
  pn_block_factor_free(factor);
  pn_block_matrix_free(p.A);
}
END_TEST

START_TEST(the_pivots_multiply_to_the_determinant)
{
  problem p = make_tree(1);
  pn_block_factor *factor = pn_block_factor_alloc(p.A, NULL);
  ck_assert_int_eq(pn_block_factor_set(factor, p.A), GSL_SUCCESS);
  double got = 0, want = 0; /* logarithms */
  gsl_matrix *dense = dense_of(p.A);
  gsl_vector *values = gsl_vector_alloc(p.A->rows);
  gsl_eigen_symm_workspace *work = gsl_eigen_symm_alloc(p.A->rows);
  gsl_eigen_symm(dense, values, work);
  for (size_t i = 0; i < p.A->rows; i++) {
    got += log(factor->pivot[i]);
    want += log(gsl_vector_get(values, i));
  }
  test_close(got, want, solved, "log det A");
  gsl_eigen_symm_free(work);
  gsl_vector_free(values);
  gsl_matrix_free(dense);
  pn_block_factor_free(factor);
  pn_block_matrix_free(p.A);
}
END_TEST

START_TEST(an_indefinite_matrix_is_refused)
{
  problem p = make_tree(3);
  pn_block_factor *factor = pn_block_factor_alloc(p.A, NULL);
  double *entry = pn_block_matrix_at(p.A, 1, 1);
  const double kept = *entry;
  *entry = -2.385;
  ck_assert_int_eq(pn_block_factor_set(factor, p.A), GSL_EDOM);
  ck_assert_uint_eq(factor->failed, 1);
  *entry = NAN;
  ck_assert_int_eq(pn_block_factor_set(factor, p.A), GSL_EDOM);
  *entry = INFINITY;
  ck_assert_int_eq(pn_block_factor_set(factor, p.A), GSL_EDOM);
  *entry = kept;
  ck_assert_int_eq(pn_block_factor_set(factor, p.A), GSL_SUCCESS);
  pn_block_factor_free(factor);
  pn_block_matrix_free(p.A);
}
END_TEST

START_TEST(short_memory_is_survived)
{
  problem p = make_loops(5);
  pn_block_factor *factor = NULL;
  size_t k = 0;
  while (!factor) {
    pn_alloc_fail_at(++k);
    factor = pn_block_factor_alloc(p.A, NULL);
  }
  ck_assert_uint_gt(k, 10);
  pn_block_factor_free(factor);
  pn_block_matrix_free(p.A);
  const size_t order[] = {2, 3}, pair[][2] = {{0, 1}};
  for (k = 1, p.A = NULL; !p.A; k++) {
    pn_alloc_fail_at(k);
    p.A = pn_block_matrix_alloc(2, order, 1, pair);
  }
  pn_alloc_fail_at(0);
  ck_assert_uint_gt(k, 6);
  pn_block_matrix_free(p.A);
  pn_block_matrix_free(NULL);
  pn_block_factor_free(NULL);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("factor");
  TCase *factor = tcase_create("factor");
  tcase_add_checked_fixture(factor, draw_open, draw_close);
  tcase_add_loop_test(factor, products_are_those_of_the_dense_matrix, 0,
                      SAMPLES);
  tcase_add_loop_test(factor, the_fill_is_that_of_elimination_on_paper, 0,
                      SAMPLES);
  tcase_add_test(factor, a_path_does_not_fill_in);
  tcase_add_loop_test(factor, a_regular_system_is_solved, 0, SAMPLES);
  tcase_add_loop_test(factor, a_singular_system_is_solved_by_a_basic_solution,
                      0, SAMPLES);
  tcase_add_test(factor, the_pivots_multiply_to_the_determinant);
  tcase_add_test(factor, an_indefinite_matrix_is_refused);
  tcase_add_test(factor, short_memory_is_survived);
  suite_add_tcase(suite, factor);
  return test_run(suite);
}
