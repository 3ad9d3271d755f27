/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Elimination of a part of a full matrix: what is left is the problem of the
   others, and all together solve the whole. */
#include "pantin/dynamics/gauss_private.h"
#include "test.h"

#include <gsl/gsl_rng.h>
#include <math.h>
#include <string.h>

enum { MOST = 13 };

/* Allows for the rounding of numbers of about 1, with pivots of about MOST. */
static const double rounding = 1e-13;

static gsl_rng *random_source;

/* Draws a matrix whose diagonal outweighs the rest of each row. */
static void draw(size_t n, int is_symmetric, double *C, double *b)
{
  for (size_t i = 0; i < n; i++) {
    b[i] = gsl_rng_uniform(random_source) - 0.5;
    for (size_t j = 0; j < n; j++)
      C[i * n + j] = is_symmetric && j < i
                         ? C[j * n + i]
                         : gsl_rng_uniform(random_source) + (i == j ? MOST : 0);
  }
}

/* Eliminates t rows, then the others by themselves, and solves C p + b = 0. Of
   a symmetric matrix the lower triangle is not read. */
static void solve_in_two(size_t n, size_t t, int is_symmetric, const double *C,
                         double *p)
{
  double work[MOST * MOST], rest[MOST * MOST];
  memcpy(work, C, n * n * sizeof *work);
  for (size_t i = 0; i < n && is_symmetric; i++)
    for (size_t j = 0; j < i; j++)
      work[i * n + j] = NAN;
  const size_t m = n - t;
  pni_gauss(work, n, t, is_symmetric);
  for (size_t i = 0; i < m; i++)
    memcpy(rest + i * m, work + (t + i) * n + t, m * sizeof *rest);
  pni_gauss(rest, m, m, is_symmetric);
  pni_gauss_forward(work, n, t, p);
  pni_gauss_forward(rest, m, m, p + t);
  pni_gauss_back(rest, m, m, p + t);
  pni_gauss_back(work, n, t, p);
}

START_TEST(the_parts_solve_the_whole)
{
  double C[MOST * MOST], b[MOST], p[MOST];
  for (size_t n = 1; n <= MOST; n++)
    for (size_t t = 0; t <= n; t++) {
      draw(n, _i, C, b);
      memcpy(p, b, sizeof p);
      solve_in_two(n, t, _i, C, p);
      for (size_t i = 0; i < n; i++) {
        double w = b[i];
        for (size_t j = 0; j < n; j++)
          w += C[i * n + j] * p[j];
        test_close(w, 0, rounding, "w");
      }
    }
}
END_TEST

int main(void)
{
  random_source = gsl_rng_alloc(gsl_rng_mt19937);
  Suite *suite = suite_create("gauss");
  TCase *tests = tcase_create("gauss");
  tcase_add_loop_test(tests, the_parts_solve_the_whole, 0, 2);
  suite_add_tcase(suite, tests);
  const int code = test_run(suite);
  gsl_rng_free(random_source);
  return code;
}
