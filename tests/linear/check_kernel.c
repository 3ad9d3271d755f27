/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Products of blocks a row at once against those of kernel.h and pivot.h, to
   the bit, on random blocks of a fixed seed. */
#include "pantin/linear/kernel_lanes.h"

#include "draw.h"
#include "test.h"

enum { SAMPLES = 200, BLOCK = 9, SIX = 36, TALL = 18, GUARD = 4 };

/* Fills x with numbers of several sizes and both signs. */
static void fill(size_t count, double *x)
{
  for (size_t i = 0; i < count; i++)
    x[i] = ldexp(draw_uniform(), (int)gsl_rng_uniform_int(draw_source, 9) - 4);
}

/* Sets the lower triangle of D to that of G G^T + s 1. */
static void make_definite(double s, double *D)
{
  double G[BLOCK];
  fill(BLOCK, G);
  for (size_t i = 0; i < 3; i++)
    for (size_t j = 0; j <= i; j++)
      D[3 * i + j] = kernel_dot(3, G + 3 * i, G + 3 * j) + (i == j ? s : 0);
}

/* Calls the functions under test, in both versions of the processor. */
PNI_WIDE static int invert(double *D, const double *diagonal, double *pivot)
{
  lanes_block S;
  return lanes_invert_3(D, diagonal, pivot, &S);
}

PNI_WIDE static void multiply(size_t m, const double *A, const double *S,
                              double *C)
{
  lanes_block rows;
  lanes_rows(S, &rows);
  if (m == 3)
    lanes_multiply_3(3, A, &rows, C);
  else
    lanes_multiply_3(6, A, &rows, C);
}

PNI_WIDE static void subtract(const double *A, const double *B, double *C)
{
  lanes_block columns;
  lanes_columns(B, &columns);
  lanes_subtract_3(A, &columns, C);
}

PNI_WIDE static void subtract_lower_6(const double *A, const double *B,
                                      double *C)
{
  lanes_subtract_lower_6(A, B, C);
}

static void assert_same(size_t count, const double *a, const double *b)
{
  ck_assert(memcmp(a, b, count * sizeof *a) == 0);
}

START_TEST(an_inverse_is_that_by_cofactors)
{
  gsl_rng_set(draw_source, 2385 + (unsigned long)_i);
  double D[BLOCK + GUARD], E[BLOCK + GUARD], diagonal[3];
  double p[3] = {0}, q[3] = {0};
  fill(BLOCK + GUARD, D);
  make_definite(_i % 10 == 0 ? -100 : 1e-2, D);
  for (size_t i = 0; i < 3; i++)
    diagonal[i] = fabs(D[4 * i]);
  memcpy(E, D, sizeof D);
  const int is_regular = pivot_invert_regular_3(E, diagonal, q);
  ck_assert_int_eq(invert(D, diagonal, p), is_regular);
  ck_assert(is_regular || _i % 10 == 0 || p[0] == 0);
  assert_same(BLOCK + GUARD, D, E);
  assert_same(3, p, q);
}
END_TEST

START_TEST(products_are_those_of_the_kernel)
{
  gsl_rng_set(draw_source, 1616 + (unsigned long)_i);
  double A[TALL], B[TALL], S[BLOCK], C[SIX + GUARD], E[SIX + GUARD];
  fill(TALL, A);
  fill(TALL, B);
  make_definite(1, S);
  kernel_mirror(3, S);
  fill(SIX + GUARD, C);
  memcpy(E, C, sizeof C);

  for (size_t m = 3; m <= 6; m += 3) {
    kernel_multiply_3(m, A, S, E);
    multiply(m, A, S, C);
    assert_same(SIX + GUARD, C, E);
  }
  kernel_subtract_3(3, A, B, E);
  subtract(A, B, C);
  assert_same(SIX + GUARD, C, E);

  kernel_subtract_lower_6(A, B, E);
  subtract_lower_6(A, B, C);
  for (size_t i = 0; i < 6; i++)
    assert_same(i + 1, C + 6 * i, E + 6 * i);
  assert_same(GUARD, C + SIX, E + SIX);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("kernel");
  TCase *kernel = tcase_create("kernel");
  tcase_add_checked_fixture(kernel, draw_open, draw_close);
  tcase_add_loop_test(kernel, an_inverse_is_that_by_cofactors, 0, SAMPLES);
  tcase_add_loop_test(kernel, products_are_those_of_the_kernel, 0, SAMPLES);
  suite_add_tcase(suite, kernel);
  return test_run(suite);
}
