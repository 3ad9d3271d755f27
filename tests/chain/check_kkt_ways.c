/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The quick ways through the matrix of a chain beside the plain ones: from both
   ends beside from one, residuals of four rows beside single rows. */
#include "pantin/chain/kkt_private.h"

#include "pantin/base/alloc.h"

#include "test.h"

#include <gsl/gsl_rng.h>
#include <math.h>
#include <string.h>

static gsl_rng *random_source;

static double uniform(void)
{
  return 4 * gsl_rng_uniform(random_source) - 2;
}

static void open_random(void)
{
  random_source = gsl_rng_alloc(gsl_rng_mt19937);
}

static void close_random(void)
{
  gsl_rng_free(random_source);
}

/* Solves with a long chain's matrix. The two solutions were seen to differ by
   3e-13 of the largest entry; other processors may round otherwise. */
START_TEST(ends_that_meet_give_the_solution_of_one_end)
{
  enum { BARS = 999 };
  static const double equal = 1e-11; /* of the largest entry */
  pn_chain_kkt *K = pn_chain_kkt_alloc(BARS);
  const size_t size = pn_chain_vector_size(BARS);
  double *memory = pn_alloc(3 * size, sizeof *memory);
  pn_chain_vector v[3];
  ck_assert_uint_eq(K->middle, BARS / 2);
  for (size_t k = 0; k < 3; k++)
    v[k] = pn_chain_vector_view(memory + k * size, BARS);
  for (size_t i = 0; i < BARS; i++) { /* pulled bars along an arc */
    const double turn = 2.385 * (double)i / BARS - 1;
    K->weight[i] = 1 + turn * turn;
    K->dx[i] = cos(turn) / BARS;
    K->dy[i] = sin(turn) / BARS;
    v[0].y[i] = v[0].lambda[i] = 1.0 / BARS;
  }
  for (size_t k = 1; k < 3; k++) {
    K->middle = k == 1 ? BARS / 2 : BARS - 1;
    ck_assert(!pn_chain_kkt_factor_solve(K, v[0], v[k]));
    ck_assert_uint_eq(K->negative, BARS);
  }
  double most = 0, far = 0;
  for (size_t k = 0; k < size; k++) {
    most = fmax(most, fabs(v[1].x[k]));
    far = fmax(far, fabs(v[1].x[k] - v[2].x[k]));
  }
  ck_assert_double_gt(most, 0);
  ck_assert_msg(far <= equal * most, "%g of %g", far, most);
  pn_free(memory);
  pn_chain_kkt_free(K);
}
END_TEST

/* Takes r = K z, which leaves rounding alone, and spoils one row after the
   other: the error must be that row's. */
static void exceed_in_each_row(const pn_chain_kkt *K, size_t n,
                               pn_chain_vector *v)
{
  const size_t size = pn_chain_vector_size(n);
  memset(v[0].x, 0, size * sizeof *v[0].x);
  pni_chain_kkt_residual(K, v[0], v[1], v[2]);
  for (size_t k = 0; k < size; k++)
    v[0].x[k] = -v[2].x[k];
  for (size_t k = 0; k < size; k++) {
    const double kept = v[0].x[k];
    const int is_fixed = k == 0 || k == n || k == n + 1 || k == 2 * n + 1;
    v[0].x[k] += 0.385;
    const double plain = pni_chain_kkt_residual_plain(K, v[0], v[1], v[2]);
    ck_assert_double_eq(pni_chain_kkt_residual(K, v[0], v[1], v[3]), plain);
    ck_assert(is_fixed || plain > 1e-3);
    v[0].x[k] = kept;
  }
}

/* Compares residuals of vectors that solve nothing, the last one with a NaN in
   a row that is taken by itself or among four. */
START_TEST(residuals_by_fours_have_the_bits_of_plain_ones)
{
  enum { BARS_MAX = 23 };
  for (size_t n = 2; n <= BARS_MAX; n++) {
    const size_t size = pn_chain_vector_size(n);
    double memory[4][3 * BARS_MAX + 2] = {{0}};
    pn_chain_vector v[4];
    pn_chain_kkt *K = pn_chain_kkt_alloc(n);
    gsl_rng_set(random_source, n);
    for (size_t i = 0; i < n; i++) {
      K->weight[i] = uniform();
      K->dx[i] = uniform();
      K->dy[i] = uniform();
    }
    K->spring = (double)(n % 3);
    for (size_t k = 0; k < 4; k++)
      v[k] = pn_chain_vector_view(memory[k], n);
    for (size_t k = 0; k < 2 * size; k++)
      memory[k / size][k % size] = uniform();
    for (int with_nan = 0; with_nan < 2; with_nan++) {
      if (with_nan)
        v[1].lambda[n / 2] = NAN;
      const double plain = pni_chain_kkt_residual_plain(K, v[0], v[1], v[2]);
      const double fours = pni_chain_kkt_residual(K, v[0], v[1], v[3]);
      test_upper_halves_are_clear();
      ck_assert_mem_eq(memory[2], memory[3], size * sizeof memory[0][0]);
      ck_assert(with_nan ? isnan(plain) && isnan(fours)
                         : plain == fours && plain > 0 && plain <= 1);
    }
    v[1].lambda[n / 2] = 0.7;
    exceed_in_each_row(K, n, v);
    pn_chain_kkt_free(K);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("kkt ways");
  TCase *ways = tcase_create("ways");
  tcase_add_checked_fixture(ways, open_random, close_random);
  tcase_add_test(ways, ends_that_meet_give_the_solution_of_one_end);
  tcase_add_test(ways, residuals_by_fours_have_the_bits_of_plain_ones);
  suite_add_tcase(suite, ways);
  return test_run(suite);
}
