/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "elimination/drivers/inputs.h"

#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdlib.h>

double *elimination_vector(size_t n, gsl_rng *random)
{
  double *v = malloc(n * sizeof *v);
  exercise_require(v != NULL);
  for (size_t i = 0; i < n; i++)
    v[i] = exercise_uniform(random, -1, 1);
  return v;
}

/* Sets a block of random numbers at (i, j), and its transpose at (j, i). */
static void join(gsl_matrix *A, size_t i, size_t j, gsl_rng *random)
{
  for (size_t r = 0; r < 3; r++)
    for (size_t c = 0; c < 3; c++) {
      const double value = exercise_uniform(random, -1, 1);
      gsl_matrix_set(A, 3 * i + r, 3 * j + c, value);
      gsl_matrix_set(A, 3 * j + c, 3 * i + r, value);
    }
}

/* Makes the matrix definite: each diagonal entry becomes larger than the sum of
   all others in its row. */
static void make_definite(gsl_matrix *A)
{
  for (size_t i = 0; i < A->size1; i++) {
    double sum = 0.385;
    for (size_t j = 0; j < A->size2; j++)
      sum += j == i ? 0 : fabs(gsl_matrix_get(A, i, j));
    gsl_matrix_set(A, i, i, sum);
  }
}

pn_mat3 elimination_block(const gsl_matrix *A, size_t i, size_t j)
{
  pn_mat3 block;
  for (size_t r = 0; r < 3; r++)
    for (size_t c = 0; c < 3; c++)
      block.m[r][c] = gsl_matrix_get(A, 3 * i + r, 3 * j + c);
  return block;
}

/* Lists the blocks of row i that are not zero. */
static my_entry *list_of(const gsl_matrix *A, size_t i)
{
  my_entry *row = NULL;
  for (size_t j = A->size1 / 3; j-- > 0;) {
    gsl_matrix_const_view view =
        gsl_matrix_const_submatrix(A, 3 * i, 3 * j, 3, 3);
    if (!gsl_matrix_isnull(&view.matrix))
      row = my_entry_new(j, elimination_block(A, i, j), row);
  }
  return row;
}

/* Makes a matrix of n block rows, with a block for each edge of a random tree
   and for `more` random edges. */
static elimination_input random_input(size_t n, size_t more, gsl_rng *random)
{
  elimination_input in = {.n = n};
  in.A = gsl_matrix_calloc(3 * n, 3 * n);
  in.row = calloc(n, sizeof *in.row);
  exercise_require(in.A != NULL);
  exercise_require(in.row != NULL);
  for (size_t i = 0; i < n; i++) {
    join(in.A, i, i, random);
    if (i > 0)
      join(in.A, i, gsl_rng_uniform_int(random, i), random);
  }
  for (size_t k = 0; k < more && n > 1; k++) {
    const size_t i = 1 + gsl_rng_uniform_int(random, n - 1);
    join(in.A, i, gsl_rng_uniform_int(random, i), random);
  }
  make_definite(in.A);
  for (size_t i = 0; i < n; i++)
    in.row[i] = list_of(in.A, i);
  return in;
}

/* A matrix up to so large is shown. */
enum { SHOWN_MAX = 9 };

/* Makes the k-th input and names it to the exercise. */
static elimination_input next_input(exercise *e, size_t k)
{
  const size_t n = 1 + k * (ELIMINATION_ROWS_MAX - 1) / ELIMINATION_INPUTS;
  const size_t more = k % 2 ? n / 2 : 0;
  exercise_input(e, "%s of %zu block rows, number %zu",
                 more ? "a graph with loops" : "a tree", n, k);
  return random_input(n, more, e->random);
}

static void free_input(elimination_input *input)
{
  for (size_t i = 0; i < input->n; i++)
    my_row_free(input->row[i]);
  free(input->row);
  gsl_matrix_free(input->A);
}

void elimination_check_each(exercise *e, size_t first,
                            void (*check)(exercise *e, elimination_input *in))
{
  for (size_t k = first; k < ELIMINATION_INPUTS; k++) {
    elimination_input in = next_input(e, k);
    if (in.A->size1 <= SHOWN_MAX)
      exercise_given_matrix(e, "A", in.A->data, in.A->size1, in.A->size2);
    check(e, &in);
    free_input(&in);
  }
}

void elimination_compare(exercise *e, pn_mat3 got, pn_mat3 expected,
                         double allowed, size_t i, size_t j)
{
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      exercise_value(e, got.m[r][c], expected.m[r][c], allowed,
                     "entry (%d, %d) of block (%zu, %zu)", r, c, i, j);
}

void elimination_compare_vector(exercise *e, pn_vec3 got, const double *right,
                                double allowed, size_t i)
{
  const double value[] = {got.x, got.y, got.z};
  for (int c = 0; c < 3; c++)
    exercise_value(e, value[c], right[c], allowed, "x[%zu].%c", i, "xyz"[c]);
}

void elimination_dense_solve(const gsl_matrix *A, const double *b, double *x)
{
  const size_t n = A->size1;
  gsl_matrix *LU = gsl_matrix_alloc(n, n);
  gsl_permutation *p = gsl_permutation_alloc(n);
  exercise_require(LU != NULL);
  exercise_require(p != NULL);
  int sign;
  gsl_matrix_memcpy(LU, A);
  gsl_linalg_LU_decomp(LU, p, &sign);
  gsl_vector_const_view right = gsl_vector_const_view_array(b, n);
  gsl_vector_view left = gsl_vector_view_array(x, n);
  gsl_linalg_LU_solve(LU, p, &right.vector, &left.vector);
  gsl_permutation_free(p);
  gsl_matrix_free(LU);
}
