/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Compares with dense algebra. What elimination leaves of row i is a Schur
   complement,

     A_i - A_i0 A_00^-1 A_0,   0: all rows before i,

   which is computed here by one dense solve for each column. */
#include "elimination/drivers/inputs.h"

#include <stdlib.h>

/* Allowed error; the diagonals dominate, and all entries are below 40. */
static const double rounding = 1e-11;

/* Computes what is expected of row i, from its diagonal on. */
static void expected_row(const gsl_matrix *A, size_t i, gsl_matrix *row)
{
  const size_t size = A->size1, done = 3 * i;
  for (size_t j = done; j < size; j++) {
    double b[3 * ELIMINATION_ROWS_MAX], x[3 * ELIMINATION_ROWS_MAX];
    for (size_t k = 0; k < done; k++)
      b[k] = gsl_matrix_get(A, k, j);
    if (done > 0) {
      gsl_matrix_const_view before =
          gsl_matrix_const_submatrix(A, 0, 0, done, done);
      elimination_dense_solve(&before.matrix, b, x);
    }
    for (size_t r = 0; r < 3; r++) {
      double value = gsl_matrix_get(A, done + r, j);
      for (size_t k = 0; k < done; k++)
        value -= gsl_matrix_get(A, done + r, k) * x[k];
      gsl_matrix_set(row, r, j, value);
    }
  }
}

/* Compares row i with what is expected. */
static void check_row(exercise *e, const elimination_input *in, size_t i)
{
  gsl_matrix *row = gsl_matrix_calloc(3, 3 * in->n);
  expected_row(in->A, i, row);
  exercise_value(e, (double)in->row[i]->column, (double)i, 0,
                 "first column of row %zu", i);
  for (size_t j = i; j < in->n; j++) {
    pn_mat3 got = {{{0}}};
    for (const my_entry *a = in->row[i]; a; a = a->next)
      if (a->column == j)
        got = a->block;
    elimination_compare(e, got, elimination_block(row, 0, j), rounding, i, j);
  }
  gsl_matrix_free(row);
}

/* Lets the rows arrive one by one. An answer that drops a whole row gets one of
   the identity, so that it can go on. */
static void check(exercise *e, elimination_input *in)
{
  for (size_t i = 0; i < in->n; i++) {
    my_arrive(i, in->row);
    if (!in->row[i])
      in->row[i] = my_entry_new(i, pn_mat3_identity(), NULL);
    check_row(e, in, i);
  }
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "elimination/arrive");
  elimination_check_each(&e, 0, check);
  return exercise_end(&e);
}
