/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Columns of limbs, eliminated four at a time, against the same columns one by
   one, to the bit, on random matrices of a fixed seed. */
#include "pantin/linear/factor_three.h"

#include "pantin/base/lanes.h"
#include "draw.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { SAMPLES = 40, LIMBS_MOST = 6, LENGTH_MOST = 4 };
enum {
  BLOCKS_MOST = LIMBS_MOST * LENGTH_MOST + 1,
  ROWS_MOST = 3 * BLOCKS_MOST
};

/* Fills a diagonal block with G G^T + 20, which limbs leave definite. */
static void make_definite(double *D)
{
  double G[9];
  for (size_t k = 0; k < 9; k++)
    G[k] = draw_uniform();
  for (size_t i = 0; i < 3; i++)
    for (size_t j = 0; j < 3; j++)
      D[3 * i + j] = G[3 * i] * G[3 * j] + G[3 * i + 1] * G[3 * j + 1] +
                     G[3 * i + 2] * G[3 * j + 2] + (i == j ? 20 : 0);
}

enum { NO_BLOCK = BLOCKS_MOST };

/* Makes the matrix of so many limbs that meet in the last block; outer blocks
   come first. In block `singular`, unless it is NO_BLOCK, a row is to be
   dropped. */
static pn_block_matrix *make_limbs(size_t limbs, size_t length, size_t singular)
{
  const size_t all = limbs * length;
  size_t order[BLOCKS_MOST], pair[BLOCKS_MOST][2];
  for (size_t j = 0; j <= all; j++)
    order[j] = 3;
  for (size_t j = 0; j < all; j++) {
    pair[j][0] = j;
    pair[j][1] = j + limbs < all ? j + limbs : all;
  }
  pn_block_matrix *A =
      pn_block_matrix_alloc(all + 1, order, all, (const size_t(*)[2])pair);
  for (size_t k = 0; k < A->entry[pn_block_matrix_stored(A)]; k++)
    A->value[k] = draw_uniform();
  for (size_t j = 0; j <= all; j++)
    make_definite(pn_block_matrix_at(A, j, j));
  for (size_t k = 0; k < 3 && singular != NO_BLOCK; k++) {
    double *D = pn_block_matrix_at(A, singular, singular);
    D[6 + k] = D[3 * k + 2] = 0;
  }
  return A;
}

/* Returns a factorisation of the matrix in the order in which it stands. */
static pn_block_factor *make_factor(const pn_block_matrix *A)
{
  size_t same[BLOCKS_MOST];
  for (size_t j = 0; j < A->blocks; j++)
    same[j] = j;
  return pn_block_factor_alloc(A, same);
}

/* Compares pivots, counts, and L with D^-1. */
static void compare(const pn_block_factor *a, const pn_block_factor *b)
{
  ck_assert_uint_eq(a->dropped, b->dropped);
  ck_assert_uint_eq(a->performed, b->performed);
  ck_assert(memcmp(a->pivot, b->pivot, a->L->rows * sizeof *a->pivot) == 0);
  ck_assert(memcmp(a->L->value, b->L->value,
                   a->L->entry[pn_block_matrix_stored(a->L)] *
                       sizeof *a->L->value) == 0);
}

/* Every fourth matrix has a block that is dropped, before which or in which
   four columns cannot be taken. */
START_TEST(four_columns_are_as_four_times_one)
{
  gsl_rng_set(draw_source, 1986 + (unsigned long)_i);
  const size_t limbs = 3 + (size_t)_i % 4, length = 1 + (size_t)_i % 3;
  pn_block_matrix *A =
      make_limbs(limbs, length, _i % 4 == 1 ? limbs / 2 : NO_BLOCK);
  double scale[ROWS_MOST], b[ROWS_MOST], x[ROWS_MOST], y[ROWS_MOST];
  pn_block_factor *fours = make_factor(A), *plain = make_factor(A);
  memset(plain->is_four, 0, A->blocks * sizeof *plain->is_four);
  for (size_t i = 0; i < A->rows; i++)
    b[i] = draw_uniform();
  ck_assert_int_eq(pn_block_factor_set(fours, A), GSL_SUCCESS);
  ck_assert_int_eq(pn_block_factor_set(plain, A), GSL_SUCCESS);
  compare(fours, plain);
  ck_assert_uint_eq(fours->dropped, _i % 4 == 1);

  /* All at once, from the numbers in L. */
  memcpy(scale, fours->diagonal, A->rows * sizeof *scale);
  fours->scale = plain->scale = scale;
  for (int k = 0; k < 2; k++) {
    pn_block_factor *factor = k == 0 ? fours : plain;
    double *z = k == 0 ? x : y;
    memcpy(factor->L->value, A->value,
           A->entry[pn_block_matrix_stored(A)] * sizeof *A->value);
    memcpy(z, b, A->rows * sizeof *z);
    ck_assert_int_eq(pn_block_factor_set_and_solve(factor, z), GSL_SUCCESS);
  }
  compare(fours, plain);
  ck_assert(memcmp(x, y, A->rows * sizeof *x) == 0);
  pn_block_factor_free(fours);
  pn_block_factor_free(plain);
  pn_block_matrix_free(A);
}
END_TEST

/* Of four limbs of two blocks the outer four can be taken at once, or three of
   them with an inner one, but not two inner ones, which share a row; nor those
   of three limbs, as the next one waits for the first. */
START_TEST(fours_do_not_wait_for_each_other)
{
  const struct {
    size_t limbs, length, is_four[3];
  } cases[] = {{4, 2, {1, 1, 0}}, {3, 2, {0, 0, 0}}, {5, 2, {1, 1, 1}}};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    pn_block_matrix *A = make_limbs(cases[k].limbs, cases[k].length, NO_BLOCK);
    pn_block_factor *factor = make_factor(A);
    for (size_t j = 0; j < A->blocks; j++)
      ck_assert_int_eq(factor->is_four[j], j < 3 && cases[k].is_four[j]);
    pn_block_factor_free(factor);
    pn_block_matrix_free(A);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("factor_three");
  TCase *limbs = tcase_create("limbs");
  tcase_add_checked_fixture(limbs, draw_open, draw_close);
  tcase_add_loop_test(limbs, four_columns_are_as_four_times_one, 0, SAMPLES);
  tcase_add_test(limbs, fours_do_not_wait_for_each_other);
  suite_add_tcase(suite, limbs);
  return test_run(suite);
}
