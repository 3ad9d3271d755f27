/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The columns of a hub, eliminated four at a time, against the same columns one
   by one, to the bit, on random matrices of a fixed seed. */
#include "pantin/linear/factor_hub.h"

#include "pantin/base/lanes.h"
#include "draw.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { SAMPLES = 40, ARMS_MAX = 14, ROWS_MAX = 3 * ARMS_MAX + 12 };

/* Fills a diagonal block with G G^T + 0.1, or with -G G^T - 1. */
static void make_definite(size_t n, int sign, double *D)
{
  double G[36];
  for (size_t k = 0; k < n * n; k++)
    G[k] = draw_uniform();
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      double sum = i == j ? (sign > 0 ? 0.1 : 1) : 0;
      for (size_t k = 0; k < n; k++)
        sum += G[i * n + k] * G[j * n + k];
      D[i * n + j] = sign * sum;
    }
}

/* Makes a matrix of arms around two hubs, the first of which has `arms` of
   them, the second the rest; one D may be singular. */
static pn_block_matrix *make_hubs(size_t arms, size_t rest, int is_singular)
{
  const size_t all = arms + rest;
  size_t order[ARMS_MAX + 2], pair[ARMS_MAX][2];
  for (size_t j = 0; j < all; j++) {
    order[j] = 3;
    pair[j][0] = j;
    pair[j][1] = all + (j < arms ? 0 : 1);
  }
  order[all] = order[all + 1] = 6;
  pn_block_matrix *A =
      pn_block_matrix_alloc(all + 2, order, all, (const size_t(*)[2])pair);
  for (size_t k = 0; k < A->entry[pn_block_matrix_stored(A)]; k++)
    A->value[k] = draw_uniform();
  for (size_t j = 0; j < all + 2; j++)
    make_definite(order[j], j < all ? 1 : -1, pn_block_matrix_at(A, j, j));
  if (is_singular)
    for (size_t k = 0; k < 3; k++) {
      double *D = pn_block_matrix_at(A, arms / 2, arms / 2);
      D[6 + k] = D[3 * k + 2] = 0; /* a row that is dropped */
    }
  return A;
}

/* Returns a factorisation of the matrix as it stands, `negative` being 1 for
   the hubs. */
static pn_block_factor *make_factor(const pn_block_matrix *A, int *negative,
                                    double *scale)
{
  size_t same[ARMS_MAX + 2];
  for (size_t j = 0; j < A->blocks; j++) {
    same[j] = j;
    negative[j] = A->order[j] == 6;
    for (size_t i = 0; i < A->order[j]; i++)
      scale[A->first[j] + i] =
          fabs(A->value[A->entry[A->column[j]] + i * (A->order[j] + 1)]);
  }
  pn_block_factor *factor = pn_block_factor_alloc(A, same);
  factor->negative = negative;
  factor->scale = scale;
  return factor;
}

/* Compares L, pivots and counts. */
static void compare(const pn_block_factor *a, const pn_block_factor *b)
{
  ck_assert_uint_eq(a->dropped, b->dropped);
  ck_assert_uint_eq(a->performed, b->performed);
  ck_assert(memcmp(a->pivot, b->pivot, a->L->rows * sizeof *a->pivot) == 0);
  ck_assert(memcmp(a->L->value, b->L->value,
                   a->L->entry[pn_block_matrix_stored(a->L)] *
                       sizeof *a->L->value) == 0);
}

START_TEST(four_columns_are_as_four_times_one)
{
  gsl_rng_set(draw_source, 1996 + (unsigned long)_i);
  const size_t arms = 2 + (size_t)_i % 9, rest = (size_t)_i % 5;
  pn_block_matrix *A = make_hubs(arms, rest, _i % 4 == 1);
  int negative[ARMS_MAX + 2];
  double scale[ROWS_MAX], b[ROWS_MAX], x[ROWS_MAX], y[ROWS_MAX], z[ROWS_MAX];
  pn_block_factor *fours = make_factor(A, negative, scale);
  pn_block_factor *plain = make_factor(A, negative, scale);
  plain->in_order = 0; /* leaves the fours alone, and changes nothing else */
  for (size_t i = 0; i < A->rows; i++)
    b[i] = draw_uniform();
  ck_assert_int_eq(pn_block_factor_set(fours, A), GSL_SUCCESS);
  ck_assert_int_eq(pn_block_factor_set(plain, A), GSL_SUCCESS);
  compare(fours, plain);
  ck_assert_uint_eq(fours->dropped, _i % 4 == 1);
  pn_block_factor_solve(fours, 1, b, x);
  pn_block_factor_solve(plain, 1, b, y);
  ck_assert(memcmp(x, y, A->rows * sizeof *x) == 0);

  /* All at once, from the numbers in L. */
  memcpy(fours->L->value, A->value,
         A->entry[pn_block_matrix_stored(A)] * sizeof *A->value);
  memcpy(z, b, sizeof z);
  ck_assert_int_eq(pn_block_factor_set_and_solve(fours, z), GSL_SUCCESS);
  compare(fours, plain);
  ck_assert(memcmp(x, z, A->rows * sizeof *x) == 0);
  pn_block_factor_free(fours);
  pn_block_factor_free(plain);
  pn_block_matrix_free(A);
}
END_TEST

/* The right columns are taken: fours of regular ones below the same hub. */
START_TEST(fours_begin_at_a_hubs_columns)
{
  gsl_rng_set(draw_source, 1616);
  pn_block_matrix *A = make_hubs(9, 3, 0);
  int negative[ARMS_MAX + 2];
  double scale[ROWS_MAX];
  pn_block_factor *factor = make_factor(A, negative, scale);
  ck_assert_int_eq(pn_block_factor_set(factor, A), GSL_SUCCESS);
  memcpy(factor->L->value, A->value,
         A->entry[pn_block_matrix_stored(A)] * sizeof *A->value);
#ifdef PNI_LANES
  ck_assert_uint_eq(pni_factor_hub_set(factor, scale, 0, NULL), 8);
#endif
  ck_assert_uint_eq(pni_factor_hub_set(factor, scale, 8, NULL), 0);
  ck_assert_uint_eq(pni_factor_hub_set(factor, scale, 9, NULL), 0);
  ck_assert_uint_eq(pni_factor_hub_set(factor, scale, 12, NULL), 0);
  pn_block_factor_free(factor);
  pn_block_matrix_free(A);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("factor_hub");
  TCase *hub = tcase_create("hub");
  tcase_add_checked_fixture(hub, draw_open, draw_close);
  tcase_add_loop_test(hub, four_columns_are_as_four_times_one, 0, SAMPLES);
  tcase_add_test(hub, fours_begin_at_a_hubs_columns);
  suite_add_tcase(suite, hub);
  return test_run(suite);
}
