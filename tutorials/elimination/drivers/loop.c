/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Compares with a dense solve of the whole system, the loop's joint included.
   The solver for the tree that the answer gets is dense, too. */
#include "elimination/drivers/inputs.h"

#include <stdlib.h>
#include <string.h>

static const double rounding = 1e-11;

/* Solves with the tree, as the answer asks for it; params is the tree's
   matrix. */
static void solve_tree(double *x, void *params)
{
  const gsl_matrix *A = params;
  double b[MY_ROWS_MAX];
  memcpy(b, x, A->size1 * sizeof *b);
  elimination_dense_solve(A, b, x);
}

static void check(exercise *e, elimination_input *in)
{
  const size_t n = 3 * in->n - 3;
  gsl_matrix_view tree = gsl_matrix_submatrix(in->A, 0, 0, n, n);
  double *b = elimination_vector(n + 3, e->random), expected[MY_ROWS_MAX];
  double BT[3 * MY_ROWS_MAX], x[MY_ROWS_MAX];
  pn_vec3 mu;
  exercise_given(e, "f", b, n);
  exercise_given(e, "g", b + n, 3);
  for (size_t r = 0; r < 3; r++)
    for (size_t j = 0; j < n; j++)
      BT[r * n + j] = gsl_matrix_get(in->A, n + r, j);
  my_loop(n, solve_tree, &tree.matrix, BT,
          elimination_block(in->A, in->n - 1, in->n - 1), b,
          pn_vec3_make(b[n], b[n + 1], b[n + 2]), x, &mu);
  elimination_dense_solve(in->A, b, expected);
  for (size_t i = 0; i < n; i++)
    exercise_value(e, x[i], expected[i], rounding, "x[%zu]", i);
  exercise_value(e, mu.x, expected[n], rounding, "mu.x");
  exercise_value(e, mu.y, expected[n + 1], rounding, "mu.y");
  exercise_value(e, mu.z, expected[n + 2], rounding, "mu.z");
  free(b);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "elimination/loop");
  elimination_check_each(&e, 1, check); /* input 0 has no tree */
  return exercise_end(&e);
}
