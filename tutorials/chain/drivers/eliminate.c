/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Compares with dense algebra. If P holds the blocks that are eliminated
   already, K = [ P  Q^T; Q  D ] leaves D - Q P^-1 Q^T; here the whole of P is
   inverted. */
#include "chain/drivers/inputs.h"
#include "chain/exercises.h"

#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>
#include <math.h>

/* Allowed error, relative to the square of the largest entry of P^-1. */
static const double relative_error = 1e-12;

/* Sets an entry of the lower triangle and its mirror image. */
static void put(gsl_matrix *K, size_t i, size_t j, double value)
{
  gsl_matrix_set(K, i, j, value);
  gsl_matrix_set(K, j, i, value);
}

/* Assembles the KKT matrix of the first `blocks` nodes, with three rows for
   each: x_i, y_i and lambda_{i-1}. */
static gsl_matrix *assemble(chain_input in, size_t blocks)
{
  const double *x = in.point->x, *y = in.point->y, *w = in.point->lambda;
  gsl_matrix *K = gsl_matrix_calloc(3 * blocks, 3 * blocks);
  for (size_t i = 1; i <= blocks; i++) {
    const size_t row = 3 * (i - 1);
    const double dx = x[i] - x[i - 1], dy = y[i] - y[i - 1];
    put(K, row, row, 2 * (w[i - 1] + w[i]));
    put(K, row + 1, row + 1, 2 * (w[i - 1] + w[i]));
    put(K, row + 2, row, 2 * dx);
    put(K, row + 2, row + 1, 2 * dy);
    if (i > 1) {
      put(K, row, row - 3, -2 * w[i - 1]);
      put(K, row + 1, row - 2, -2 * w[i - 1]);
      put(K, row + 2, row - 3, -2 * dx);
      put(K, row + 2, row - 2, -2 * dy);
    }
  }
  return K;
}

/* Inverts P by LU with pivoting. */
static gsl_matrix *inverse_of(const gsl_matrix *P)
{
  gsl_matrix *LU = gsl_matrix_alloc(P->size1, P->size1);
  gsl_matrix *inverse = gsl_matrix_calloc(P->size1, P->size1);
  gsl_permutation *p = gsl_permutation_alloc(P->size1);
  int sign;
  gsl_matrix_memcpy(LU, P);
  gsl_linalg_LU_decomp(LU, p, &sign);
  gsl_linalg_LU_invert(LU, p, inverse);
  gsl_permutation_free(p);
  gsl_matrix_free(LU);
  return inverse;
}

/* Reads the six entries of the diagonal block whose first row is `row`. */
static void read_block(const gsl_matrix *K, size_t row, double D[6])
{
  static const size_t i[] = {0, 0, 1, 0, 1, 2}, j[] = {0, 1, 1, 2, 2, 2};
  for (size_t k = 0; k < 6; k++)
    D[k] = gsl_matrix_get(K, row + i[k], row + j[k]);
}

/* Checks what the elimination of `done` blocks leaves of the next one. */
static void check_block(exercise *e, chain_input in, size_t done)
{
  static const char *const name[] = {"XX", "XY", "YY", "XL", "YL", "LL"};
  const size_t row = 3 * done;
  gsl_matrix *K = assemble(in, done + 1);
  double D[6], expected[6], S[6];
  read_block(K, row, D);

  gsl_matrix_view P = gsl_matrix_submatrix(K, 0, 0, row, row);
  gsl_matrix_view Q = gsl_matrix_submatrix(K, row, 0, 3, row);
  gsl_matrix_view rest = gsl_matrix_submatrix(K, row, row, 3, 3);
  gsl_matrix *inverse = inverse_of(&P.matrix);
  gsl_matrix *QP = gsl_matrix_alloc(3, row);
  gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, &Q.matrix, inverse, 0, QP);
  gsl_blas_dgemm(CblasNoTrans, CblasTrans, -1, QP, &Q.matrix, 1, &rest.matrix);
  read_block(K, row, expected);

  read_block(inverse, row - 3, S);
  const size_t i = done; /* the bar between the two nodes */
  my_eliminate((pn_chain_block){S[0], S[1], S[2]}, in.point->lambda[i],
               in.point->x[i + 1] - in.point->x[i],
               in.point->y[i + 1] - in.point->y[i], D);
  const double size =
      fmax(gsl_matrix_max(inverse), -gsl_matrix_min(inverse)) + 1;
  for (size_t k = 0; k < 6; k++)
    exercise_value(e, D[k], expected[k], relative_error * size * size,
                   "D[MY_%s] after step %zu", name[k], done);
  gsl_matrix_free(QP);
  gsl_matrix_free(inverse);
  gsl_matrix_free(K);
}

/* Checks each block of a chain but the first. */
static void check(exercise *e, chain_input in)
{
  for (size_t done = 1; done + 1 < in.chain->bars; done++)
    check_block(e, in, done);
}

int main(void)
{
  exercise e;
  exercise_begin(&e, "chain/eliminate");
  chain_check_each(&e, 1, check); /* input 0 is singular */
  return exercise_end(&e);
}
