/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Compares one sweep with a dense solve of the system that it solves, that of
   the lower triangle,

     (L + D) x = b - U x_before.

   Then many sweeps must solve A x = b. */
#include "elimination/drivers/inputs.h"

#include <math.h>
#include <stdlib.h>

/* After so many sweeps nothing but rounding is left: each multiplies the error
   by less than 0.97, since the diagonal outweighs the rest by that much. */
enum { SWEEPS = 1500 };
static const double rounding = 1e-11;

/* Reads the i-th vector of x. */
static pn_vec3 vector_at(const double *x, size_t i)
{
  return pn_vec3_make(x[3 * i], x[3 * i + 1], x[3 * i + 2]);
}

/* Replaces x by what one sweep makes of it. */
static void expected_sweep(const gsl_matrix *A, const double *b, double *x)
{
  const size_t size = A->size1;
  gsl_matrix *lower = gsl_matrix_calloc(size, size);
  double right[3 * ELIMINATION_ROWS_MAX];
  for (size_t i = 0; i < size; i++) {
    right[i] = b[i];
    for (size_t j = 0; j < size; j++)
      if (j / 3 <= i / 3)
        gsl_matrix_set(lower, i, j, gsl_matrix_get(A, i, j));
      else
        right[i] -= gsl_matrix_get(A, i, j) * x[j];
  }
  elimination_dense_solve(lower, right, x);
  gsl_matrix_free(lower);
}

static void check(exercise *e, elimination_input *in)
{
  double *b = elimination_vector(3 * in->n, e->random);
  double *expected = elimination_vector(3 * in->n, e->random);
  pn_vec3 x[ELIMINATION_ROWS_MAX], right[ELIMINATION_ROWS_MAX];
  for (size_t i = 0; i < in->n; i++) {
    right[i] = vector_at(b, i);
    x[i] = vector_at(expected, i);
  }
  exercise_given(e, "b", b, 3 * in->n);
  exercise_given(e, "x before", expected, 3 * in->n);
  expected_sweep(in->A, b, expected);
  my_sweep(in->n, in->row, right, x);
  for (size_t i = 0; i < in->n; i++)
    elimination_compare_vector(e, x[i], expected + 3 * i, rounding, i);

  elimination_dense_solve(in->A, b, expected);
  for (size_t k = 0; k < SWEEPS; k++)
    my_sweep(in->n, in->row, right, x);
  for (size_t i = 0; i < in->n; i++)
    elimination_compare_vector(e, x[i], expected + 3 * i, rounding, i);
  free(b);
  free(expected);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "elimination/sweep");
  elimination_check_each(&e, 0, check);
  return exercise_end(&e);
}
