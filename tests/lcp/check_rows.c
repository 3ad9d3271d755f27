/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests that loops over rows, and the product of contacts, have the same bits
   by vectors of four numbers as in their plain form, whatever the number of
   rows; and the plain form against its formulas. */
#include "pantin/lcp/rows_private.h"

#include "pantin/lcp/operator_balls.h"

#include "problems.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MAX = 41, BODIES = 9, ARRAYS = 8 };

static gsl_rng *random_numbers;

static void prepare(void)
{
  random_numbers = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random_numbers, 2385);
}

static void finish(void)
{
  gsl_rng_free(random_numbers);
}

/* The arrays of two problems that are the same, for the two forms. */
static double memory[2][ARRAYS][ROWS_MAX];

/* Draws rows at a bound, between bounds, and without any. */
static void draw_rows(size_t n, pni_rows *one, pni_rows *other)
{
  for (size_t i = 0; i < n; i++) {
    double *const row = &memory[0][0][i];
    for (size_t k = 0; k < ARRAYS; k++)
      row[k * ROWS_MAX] = gsl_rng_uniform(random_numbers) * 2.385 - 1;
    const unsigned long kind = gsl_rng_uniform_int(random_numbers, 5);
    const double lambda = row[2 * ROWS_MAX];
    row[0] = kind == 0 ? lambda : kind == 1 ? -INFINITY : lambda - 0.3;
    row[ROWS_MAX] = kind == 2 ? lambda : kind == 3 ? INFINITY : lambda + 0.3;
    if (kind == 4)
      row[(3 + i % 3) * ROWS_MAX] = 0; /* g, z or p leads nowhere */
  }
  memcpy(memory[1], memory[0], sizeof memory[0]);
  for (int k = 0; k < 2; k++) {
    double(*a)[ROWS_MAX] = memory[k];
    *(k ? other : one) =
        (pni_rows){n, a[0], a[1], a[7], a[2], a[3], a[4], a[5], a[6]};
  }
}

/* Tells whether any bit of the two problems differs. */
static int differs(void)
{
  return memcmp(memory[0], memory[1], sizeof memory[0]) != 0;
}

PNI_TARGET_LANES static void walk_wide(const pni_rows *of, double step,
                                       int *clipped, double *dot)
{
  *clipped = pni_advance(of, step, 1);
  dot[0] = pni_descend(of, step, 1);
  dot[1] = pni_turn_to(of, step, 1);
}

static void walk_plain(const pni_rows *of, double step, int *clipped,
                       double *dot)
{
  *clipped = pni_advance(of, step, 0);
  dot[0] = pni_descend(of, step, 0);
  dot[1] = pni_turn_to(of, step, 0);
}

START_TEST(rows_by_fours_have_the_bits_of_plain_ones)
{
  static const double steps[] = {0, 0.1, 2.385, -1.2};
  enum { STEPS = sizeof steps / sizeof steps[0] };
  int often[2] = {0, 0};
  if (!pni_has_lanes())
    return;
  for (size_t n = 0; n <= ROWS_MAX; n++)
    for (size_t s = 0; s < STEPS; s++) {
      pni_rows one, other;
      int clipped[2];
      double dot[2][2];
      draw_rows(n, &one, &other);
      walk_plain(&one, steps[s], &clipped[0], dot[0]);
      walk_wide(&other, steps[s], &clipped[1], dot[1]);
      test_upper_halves_are_clear();
      ck_assert_msg(!differs(), "%zu rows, step %g", n, steps[s]);
      ck_assert_int_eq(clipped[0], clipped[1]);
      ck_assert_mem_eq(dot[0], dot[1], sizeof dot[0]);
      often[clipped[0]]++;
    }
  ck_assert_int_gt(often[0], 0);
  ck_assert_int_gt(often[1], 0);

  /* One bit more is seen. */
  memory[0][4][ROWS_MAX - 1] = nextafter(memory[1][4][ROWS_MAX - 1], 9);
  ck_assert_int_eq(differs(), 1);
}
END_TEST

START_TEST(plain_rows_follow_their_formulas)
{
  static const double step = 0.71;
  pni_rows one, other;
  int clipped;
  double dot[2], zAp = 0, pg = 0;
  draw_rows(ROWS_MAX, &one, &other);
  walk_plain(&one, step, &clipped, dot);
  for (size_t i = 0; i < ROWS_MAX; i++) {
    const double lo = other.lo[i], hi = other.hi[i];
    const double lambda =
        fmax(lo, fmin(hi, other.lambda[i] + step * other.p[i]));
    const double g = other.g[i] + step * other.Ap[i], v = -g * other.step[i];
    const int rises = lambda<hi, falls = lambda> lo;
    const double z = v > 0 ? rises * v : falls * v;
    const double along =
        other.p[i] > 0 ? rises * other.p[i] : falls * other.p[i];
    ck_assert_double_eq(one.lambda[i], lambda);
    ck_assert_double_eq(one.g[i], g);
    ck_assert_double_eq(one.z[i], z);
    ck_assert_double_eq(one.p[i], z + step * along);
    zAp += z * other.Ap[i];
    pg += one.p[i] * g;
  }
  ck_assert_double_eq_tol(dot[0], zAp, 1e-14);
  ck_assert_double_eq_tol(dot[1], pg, 1e-14);
  ck_assert_int_eq(clipped, 1);
}
END_TEST

START_TEST(products_have_the_bits_of_their_two_halves)
{
  for (size_t rows = 1; rows <= ROWS_MAX; rows++) {
    pn_lcp *lcp = problem_contacts(random_numbers, rows, BODIES);
    const pn_delassus *J = pn_delassus_of(lcp->A);
    double x[ROWS_MAX], y[ROWS_MAX], want[ROWS_MAX];
    double *scratch = calloc(J->base.type->scratch(&J->base), sizeof *scratch);
    pn_vec3 v[BODIES + 1];
    for (size_t i = 0; i < rows; i++)
      x[i] = gsl_rng_uniform(random_numbers) - 0.385;
    J->base.type->multiply(&J->base, x, y, scratch);
    pn_delassus_velocities(J, x, v);
    pn_delassus_opening(J, v, want);
    ck_assert_mem_eq(y, want, rows * sizeof *y);
    free(scratch);
    pn_lcp_free(lcp);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("rows");
  TCase *tests = tcase_create("all");
  tcase_add_checked_fixture(tests, prepare, finish);
  tcase_add_test(tests, rows_by_fours_have_the_bits_of_plain_ones);
  tcase_add_test(tests, plain_rows_follow_their_formulas);
  tcase_add_test(tests, products_have_the_bits_of_their_two_halves);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
