/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Eigenvalues of matrices that leave a reduction to tridiagonal form next to
   nothing. */
#include "pantin/chain/dense.h"

#include "test.h"

#include <gsl/gsl_errno.h>

/* A matrix as the unit step finds it, 44 bars between two ends in one place.
   GSL's reduction to tridiagonal form leaves numbers down to 1e-323 of it, on
   which its QR iteration then turned for ever. Only these very roundings do
   so. */
START_TEST(eigenvalues_of_a_matrix_of_low_rank_are_found)
{
  enum { N = 44 };
  static const double head[][3] = {
      /* weight, dx, dy of the first bars ... */
      {0.99999999999999956, 0, -0.022727272727272749},
      {0.49999999999999989, 7.8504622934188697e-17, -0.022727272727272541},
      {0, -7.8504622934188697e-17, -1.6653345369377348e-16},
  };
  static const double tail[][3] = {
      /* ... and of the last, from the last; between them all is 0 */
      {0.99999999999999978, 0, 0.022727272727272731},
      {0.49999999999999972, 0, 0.022727272727272752},
      {0, 0, -2.7755575615628914e-17},
  };
  pn_chain_kkt *thin = pn_chain_kkt_alloc(N);
  pn_chain_dense *dense = pn_chain_dense_alloc(N);
  for (size_t i = 0; i < 3; i++) {
    const size_t j = N - 1 - i;
    thin->weight[i] = head[i][0];
    thin->dx[i] = head[i][1];
    thin->dy[i] = head[i][2];
    thin->weight[j] = tail[i][0];
    thin->dx[j] = tail[i][1];
    thin->dy[j] = tail[i][2];
  }
  ck_assert_int_eq(pn_chain_dense_factor(dense, thin), GSL_SUCCESS);
  /* At each end x and y of two nodes, and the multipliers of two bars. */
  ck_assert_uint_eq(dense->negative, 4);
  ck_assert_uint_eq(dense->zero, dense->size - 12);
  pn_chain_dense_free(dense);
  pn_chain_kkt_free(thin);
}
END_TEST

/* The same of entries that are subnormal from the start: nothing is left. */
START_TEST(eigenvalues_of_next_to_nothing_are_zero)
{
  enum { N = 3 };
  static const double tiny = 3.33e-309;
  pn_chain_kkt *thin = pn_chain_kkt_alloc(N);
  pn_chain_dense *dense = pn_chain_dense_alloc(N);
  for (size_t i = 0; i < N; i++)
    thin->dy[i] = -tiny;
  ck_assert_int_eq(pn_chain_dense_factor(dense, thin), GSL_SUCCESS);
  ck_assert_uint_eq(dense->zero, dense->size);
  pn_chain_dense_free(dense);
  pn_chain_kkt_free(thin);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("dense");
  TCase *tests = tcase_create("eigenvalues");
  tcase_add_test(tests, eigenvalues_of_a_matrix_of_low_rank_are_found);
  tcase_add_test(tests, eigenvalues_of_next_to_nothing_are_zero);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
