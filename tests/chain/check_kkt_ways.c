/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The quick ways through the matrix of a chain beside the plain ones: from both
   ends beside from one, bar by bar beside both, residuals and bars by fours
   beside single ones. */
#include "pantin/chain/kkt_private.h"

#include "pantin/base/alloc.h"

#include "test.h"

#include <gsl/gsl_errno.h>
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

/* A long chain's matrix, of pulled bars along an arc, and vectors of its size.
 */
enum { BARS = 999, VECTORS = 3 };
static pn_chain_kkt *arc;
static double *arc_memory;
static pn_chain_vector of_arc[VECTORS]; /* right-hand side, solutions */

static void open_arc(void)
{
  const size_t size = pn_chain_vector_size(BARS);
  arc = pn_chain_kkt_alloc(BARS);
  arc_memory = pn_alloc(VECTORS * size, sizeof *arc_memory);
  for (size_t k = 0; k < VECTORS; k++)
    of_arc[k] = pn_chain_vector_view(arc_memory + k * size, BARS);
  for (size_t i = 0; i < BARS; i++) {
    const double turn = 2.385 * (double)i / BARS - 1;
    arc->weight[i] = 1 + turn * turn;
    arc->dx[i] = cos(turn) / BARS;
    arc->dy[i] = sin(turn) / BARS;
    of_arc[0].y[i] = of_arc[0].lambda[i] = 1.0 / BARS;
  }
}

static void close_arc(void)
{
  pn_free(arc_memory);
  pn_chain_kkt_free(arc);
}

/* Compares the two solutions. They were seen to differ by 3e-13 of the largest
   entry; other processors may round otherwise. */
static void compare_solutions(void)
{
  static const double equal = 1e-11; /* of the largest entry */
  double most = 0, far = 0;
  for (size_t k = 0; k < pn_chain_vector_size(BARS); k++) {
    most = fmax(most, fabs(of_arc[1].x[k]));
    far = fmax(far, fabs(of_arc[1].x[k] - of_arc[2].x[k]));
  }
  ck_assert_double_gt(most, 0);
  ck_assert_msg(far <= equal * most, "%g of %g", far, most);
}

START_TEST(ends_that_meet_give_the_solution_of_one_end)
{
  ck_assert_uint_eq(arc->middle, BARS / 2);
  for (size_t k = 1; k < 3; k++) {
    arc->middle = k == 1 ? BARS / 2 : BARS - 1;
    ck_assert(!pn_chain_kkt_factor_solve(arc, of_arc[0], of_arc[k]));
    ck_assert_uint_eq(arc->negative, BARS);
  }
  compare_solutions();
}
END_TEST

/* Solves bar by bar, without refinement. The backward error was seen to be
   4e-15. */
START_TEST(bar_by_bar_gives_the_solution_of_both_ends)
{
  static const double small = 1e-13;
  const pn_chain_vector *v = of_arc;
  ck_assert(!pn_chain_kkt_factor_solve(arc, v[0], v[1]));
  arc->negative = 0;
  ck_assert(!pni_chain_kkt_solve_bars(arc, v[0], v[2]));
  ck_assert_uint_eq(arc->negative, BARS);
  compare_solutions();
  const double error = pni_chain_kkt_residual_plain(arc, v[0], v[2], v[1]);
  ck_assert_msg(error <= small, "%g", error);
  v[2].x[BARS / 3] *= 1 + 1e-9;
  ck_assert(pni_chain_kkt_residual_plain(arc, v[0], v[2], v[1]) > small);

  /* In the place of the right-hand side, from no guess of the forces. */
  memcpy(v[2].x, v[0].x, pn_chain_vector_size(BARS) * sizeof *v[0].x);
  ck_assert(!pni_chain_kkt_correct_bars(arc, v[2], v[2]));
  ck_assert(!pn_chain_kkt_factor_solve(arc, v[0], v[1]));
  compare_solutions();
}
END_TEST

/* Bars that are pushed, loose or parallel are left to the blocks. */
START_TEST(bar_by_bar_knows_what_it_cannot_solve)
{
  static const double weights[] = {-2.385, 0, NAN};
  const pn_chain_vector *v = of_arc;
  for (size_t i = 7; i < BARS; i += BARS - 8) /* among four and by itself */
    for (size_t k = 0; k < 3; k++) {
      const double kept = arc->weight[i];
      arc->weight[i] = weights[k];
      ck_assert_int_eq(pni_chain_kkt_solve_bars(arc, v[0], v[2]), GSL_ESING);
      arc->weight[i] = kept;
    }
  arc->weight[7] = -2.385;
  ck_assert(!pn_chain_kkt_factor_solve(arc, v[0], v[1]));
  ck_assert(!pn_chain_kkt_solve_new(arc, v[0], v[2]));
  ck_assert_mem_eq(v[1].x, v[2].x, pn_chain_vector_size(BARS) * sizeof *v[1].x);
  arc->weight[7] = 2.385;
  memset(arc->dy, 0, BARS * sizeof *arc->dy);
  ck_assert_int_eq(pni_chain_kkt_solve_bars(arc, v[0], v[2]), GSL_ESING);
}
END_TEST

/* Compares both passes over the bars for all remainders by four. */
START_TEST(bars_by_fours_have_the_bits_of_plain_ones)
{
  enum { BARS_MAX = 23 };
  for (size_t n = 2; n <= BARS_MAX; n++) {
    const size_t size = pn_chain_vector_size(n) * sizeof(double);
    double memory[4][3 * BARS_MAX + 2];
    pn_chain_vector v[4];
    pn_chain_kkt *K = pn_chain_kkt_alloc(n);
    gsl_rng_set(random_source, n);
    for (size_t i = 0; i < n; i++) {
      K->weight[i] = 2.385 + uniform();
      K->dx[i] = uniform();
      K->dy[i] = uniform();
    }
    for (size_t k = 0; k < 4; k++)
      v[k] = pn_chain_vector_view(memory[k], n);
    for (size_t k = 0; k < 3 * n + 2; k++) {
      memory[0][k] = uniform();
      memory[1][k] = memory[2][k] = memory[3][k] = uniform();
    }
    pni_bar_sums plain = {.is_pulled = 1}, fours = plain;
    pni_chain_kkt_add_bars_plain(K, 0, v[0], v[1], &plain);
    pni_chain_kkt_add_bars(K, v[0], v[1], &fours);
    ck_assert_mem_eq(&plain, &fours, sizeof plain);
    const double more[2] = {uniform(), uniform()};
    pni_chain_kkt_lengthen_bars_plain(K, 0, more, v[0], v[2]);
    pni_chain_kkt_lengthen_bars(K, more, v[0], v[3]);
    test_upper_halves_are_clear();
    ck_assert_mem_eq(memory[2], memory[3], size);
    ck_assert_mem_ne(memory[1], memory[2], size);
    pn_chain_kkt_free(K);
  }
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

/* Pushes one node of a straight, soft chain on stiff springs, along which z
   goes down by a factor of 10^6 from node to node, until it underflows. */
START_TEST(what_underflows_is_no_error)
{
  enum { SPRINGS = 200 };
  double memory[2][3 * SPRINGS + 2] = {{0}};
  const pn_chain_vector r = pn_chain_vector_view(memory[0], SPRINGS);
  const pn_chain_vector z = pn_chain_vector_view(memory[1], SPRINGS);
  pn_chain_kkt *K = pn_chain_kkt_alloc(SPRINGS);
  pn_chain_kkt_spell_out(K);
  for (size_t i = 0; i < SPRINGS; i++) {
    K->soft[i] = 1;
    K->weight[i] = 1 + 0.1 * (double)(i % 3);
    K->dx[i] = 1;
    if (i > 0)
      pn_chain_kkt_add_spring(K, i, 1e6, 0);
  }
  r.y[SPRINGS / 3] = 1;
  ck_assert_int_eq(pn_chain_kkt_factor(K), GSL_SUCCESS);
  ck_assert_int_eq(pn_chain_kkt_solve(K, r, z), GSL_SUCCESS);
  test_close(z.y[SPRINGS / 3], 1e-6, 1e-11, "z");
  pn_chain_kkt_free(K);
}
END_TEST

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
  tcase_add_test(ways, bars_by_fours_have_the_bits_of_plain_ones);
  tcase_add_test(ways, residuals_by_fours_have_the_bits_of_plain_ones);
  tcase_add_test(ways, what_underflows_is_no_error);
  suite_add_tcase(suite, ways);
  TCase *along = tcase_create("arc");
  tcase_add_checked_fixture(along, open_arc, close_arc);
  tcase_add_test(along, ends_that_meet_give_the_solution_of_one_end);
  tcase_add_test(along, bar_by_bar_gives_the_solution_of_both_ends);
  tcase_add_test(along, bar_by_bar_knows_what_it_cannot_solve);
  suite_add_tcase(suite, along);
  return test_run(suite);
}
