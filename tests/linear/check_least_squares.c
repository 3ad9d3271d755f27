/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Least squares by singular values: solutions chosen first, and the conditions
   that define the answer. */
#include "pantin/base/alloc.h"
#include "pantin/linear/least_squares.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Shapes, and the rank of a matrix put together from so many products. */
static const size_t shapes[][3] = {{5, 5, 5},   {9, 4, 4},  {4, 9, 4},
                                   {7, 6, 3},   {3, 8, 2},  {1, 1, 1},
                                   {74, 67, 6}, {61, 74, 5}};
enum { MOST = 74 };

/* Returns entry (i, k) of one of two factors. */
static double factor(size_t i, size_t k, double phase)
{
  return sin(2.385 * (double)(i + 1) * (double)(k + 1) + phase);
}

START_TEST(conditions)
{
  const size_t rows = shapes[_i][0], columns = shapes[_i][1];
  double A[MOST][MOST] = {{0}}, b[MOST], x[MOST], left[MOST];
  pn_least_squares *s = pn_least_squares_alloc(rows, columns);
  for (int again = 0; again < 2; again++) { /* the matrix is overwritten */
    for (size_t i = 0; i < rows; i++) {
      b[i] = factor(i, 3, 0.7) * (1 + again);
      for (size_t j = 0; j < columns; j++) {
        A[i][j] = 0;
        for (size_t k = 0; k < shapes[_i][2]; k++)
          A[i][j] += factor(i, k, 0) * factor(j, k, 1.1);
        gsl_matrix_set(s->matrix, i, j, A[i][j]);
      }
    }
    ck_assert_int_eq(pn_least_squares_set(s), GSL_SUCCESS);
    pn_least_squares_solve(s, b, x);
    /* A^T (A x - b) = 0. */
    for (size_t i = 0; i < rows; i++) {
      left[i] = -b[i];
      for (size_t j = 0; j < columns; j++)
        left[i] += A[i][j] * x[j];
    }
    for (size_t j = 0; j < columns; j++) {
      double normal = 0;
      for (size_t i = 0; i < rows; i++)
        normal += A[i][j] * left[i];
      test_close(normal, 0, 1e-12, "normal equation %zu", j);
    }
    /* x is least: it lies in the range of A^T, and so does what A x gives
       back. */
    double same[MOST], image[MOST];
    for (size_t i = 0; i < rows; i++) {
      image[i] = 0;
      for (size_t j = 0; j < columns; j++)
        image[i] += A[i][j] * x[j];
    }
    pn_least_squares_solve(s, image, same);
    for (size_t j = 0; j < columns; j++)
      test_close(same[j], x[j], 1e-12, "x[%zu] again", j);
  }
  pn_least_squares_free(s);
}
END_TEST

/* Solving with A^T is solving with the transpose of A. */
START_TEST(transposed)
{
  const size_t rows = shapes[_i][0], columns = shapes[_i][1];
  double b[MOST], x[MOST], want[MOST];
  pn_least_squares *s = pn_least_squares_alloc(rows, columns);
  pn_least_squares *other = pn_least_squares_alloc(columns, rows);
  for (size_t j = 0; j < columns; j++) {
    b[j] = factor(j, 3, 0.7);
    for (size_t i = 0; i < rows; i++) {
      double sum = 0;
      for (size_t k = 0; k < shapes[_i][2]; k++)
        sum += factor(i, k, 0) * factor(j, k, 1.1);
      gsl_matrix_set(s->matrix, i, j, sum);
      gsl_matrix_set(other->matrix, j, i, sum);
    }
  }
  ck_assert_int_eq(pn_least_squares_set(s), GSL_SUCCESS);
  ck_assert_int_eq(pn_least_squares_set(other), GSL_SUCCESS);
  pn_least_squares_solve_transposed(s, b, x);
  pn_least_squares_solve(other, b, want);
  for (size_t i = 0; i < rows; i++)
    test_close(x[i], want[i], 1e-12, "x[%zu]", i);
  pn_least_squares_free(s);
  pn_least_squares_free(other);
}
END_TEST

/* Three motors in one loop share a load of 6: each 2, by signs. */
START_TEST(shared_load)
{
  const double b = 6, want[] = {2, -2, 2};
  double x[3];
  pn_least_squares *s = pn_least_squares_alloc(1, 3);
  for (size_t j = 0; j < 3; j++)
    gsl_matrix_set(s->matrix, 0, j, j == 1 ? -1 : 1);
  ck_assert_int_eq(pn_least_squares_set(s), GSL_SUCCESS);
  pn_least_squares_solve(s, &b, x);
  for (size_t j = 0; j < 3; j++)
    test_close(x[j], want[j], 1e-14, "x[%zu]", j);
  gsl_matrix_set(s->matrix, 0, 1, NAN);
  ck_assert_int_eq(pn_least_squares_set(s), GSL_EDOM);
  pn_least_squares_free(s);
  pn_least_squares_free(NULL);
  pn_alloc_fail_at(1);
  ck_assert_ptr_null(pn_least_squares_alloc(2, 2));
  pn_alloc_fail_at(0);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("least squares");
  TCase *squares = tcase_create("least squares");
  tcase_add_loop_test(squares, conditions, 0, sizeof shapes / sizeof shapes[0]);
  tcase_add_loop_test(squares, transposed, 0, sizeof shapes / sizeof shapes[0]);
  tcase_add_test(squares, shared_load);
  suite_add_tcase(suite, squares);
  return test_run(suite);
}
