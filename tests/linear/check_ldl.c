/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Scalar L D L^T on random faces of random matrices, in both ways of ordering:
   L D L^T multiplied out, and solutions put into their equations. */
#include "pantin/linear/ldl_private.h"

#include "pantin/linear/ldl.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <string.h>

enum { N = 40, VERTICES = 15, ENTRIES = N * N, SAMPLES = 30 };

/* Some roundings of numbers of size 1, through N rows. */
static const double rounding = 1e-11;

/* A = G G^T + shift, G with a row for each edge: +1 and -1 times its vertices'
   weights, and 0 for the ground, which is number VERTICES. */
typedef struct {
  uint32_t ends[2 * N];
  double dense[N][N];
  int p[N + 1], i[ENTRIES];
  double x[ENTRIES];
} matrix;

static gsl_rng *source;

static void open_random(void)
{
  source = gsl_rng_alloc(gsl_rng_mt19937);
}

static void close_random(void)
{
  gsl_rng_free(source);
}

static matrix draw(int seed, double shift)
{
  matrix A = {.p = {0}};
  double G[N][VERTICES + 1] = {{0}};
  gsl_rng_set(source, 2016 + (unsigned long)seed);
  for (size_t k = 0; k < N; k++) {
    const size_t a = gsl_rng_uniform_int(source, VERTICES);
    const size_t b =
        (a + 1 + gsl_rng_uniform_int(source, VERTICES)) % (VERTICES + 1);
    A.ends[2 * k] = (uint32_t)a;
    A.ends[2 * k + 1] = (uint32_t)b;
    G[k][a] = 1 + gsl_rng_uniform(source);
    G[k][b] = b == VERTICES ? 0 : -1 - gsl_rng_uniform(source);
  }
  int count = 0;
  for (size_t r = 0; r < N; r++) {
    for (size_t c = 0; c < N; c++) {
      for (size_t v = 0; v < VERTICES; v++)
        A.dense[r][c] += G[r][v] * G[c][v];
      A.dense[r][c] += r == c ? shift : 0;
      if (A.dense[r][c] == 0)
        continue;
      A.i[count] = (int)c;
      A.x[count++] = A.dense[r][c];
    }
    A.p[r + 1] = count;
  }
  return A;
}

static void draw_face(char *chosen)
{
  for (size_t k = 0; k < N; k++)
    chosen[k] = gsl_rng_uniform(source) < 0.7;
}

static pn_ldl *reserved(const matrix *A, int by_edges, size_t entries)
{
  const pn_ldl_edges edges = {A->ends, VERTICES};
  pn_ldl *ldl = pn_ldl_alloc();
  ck_assert_ptr_nonnull(ldl);
  ck_assert_int_eq(pn_ldl_reserve(ldl, N, entries, by_edges ? &edges : NULL),
                   0);
  return ldl;
}

static void factor(pn_ldl *ldl, const matrix *A, const char *chosen)
{
  ck_assert_int_eq(pn_ldl_analyse(ldl, A->p, A->i, chosen), 0);
  ck_assert_int_eq(pn_ldl_factor(ldl, A->p, A->i, A->x), 0);
}

/* Returns the entry (a, b) of L, from its columns. */
static double entry(const pn_ldl *ldl, size_t a, size_t b)
{
  for (size_t q = ldl->begin[b]; q < ldl->begin[b + 1]; q++)
    if (ldl->index[q] == a)
      return ldl->value[q];
  return a == b;
}

START_TEST(the_factors_multiply_to_the_matrix)
{
  const matrix A = draw(_i / 2, 0.3);
  pn_ldl *ldl = reserved(&A, _i % 2, ENTRIES);
  char chosen[N];
  draw_face(chosen);
  factor(ldl, &A, chosen);
  size_t rows = 0;
  for (size_t k = 0; k < N; k++)
    rows += chosen[k] != 0;
  ck_assert_uint_eq(ldl->count, rows);
  ck_assert_uint_eq(ldl->vanished, 0);
  for (size_t a = 0; a < ldl->count; a++)
    for (size_t b = 0; b <= a; b++) {
      double sum = 0;
      for (size_t k = 0; k <= b; k++)
        sum += entry(ldl, a, k) * entry(ldl, b, k) / ldl->inverse[k];
      ck_assert(chosen[ldl->row[a]]);
      test_close(sum, A.dense[ldl->row[a]][ldl->row[b]], rounding,
                 "(L D L^T)(%zu, %zu)", a, b);
    }
  pn_ldl_free(ldl);
}
END_TEST

/* Solves for a random right-hand side, and puts the solution into its
   equations. */
static void check_solution(pn_ldl *ldl, const matrix *A, const char *chosen,
                           int face)
{
  double b[N], x[N];
  for (size_t k = 0; k < N; k++)
    b[k] = x[k] = gsl_rng_uniform(source) - 0.5;
  factor(ldl, A, chosen);
  pn_ldl_solve(ldl, x, x);
  for (size_t r = 0; r < N; r++) {
    const int is_in = !chosen || chosen[r];
    double rest = is_in ? -b[r] : x[r];
    for (size_t c = 0; c < N && is_in; c++)
      rest += A->dense[r][c] * x[c];
    test_close(rest, 0, rounding, "face %d, row %zu", face, r);
  }
}

/* One workspace for many faces, the whole matrix last. */
START_TEST(solutions_solve)
{
  const matrix A = draw(_i / 2, 0.3);
  pn_ldl *ldl = reserved(&A, _i % 2, ENTRIES);
  for (int face = 0; face < 5; face++) {
    char chosen[N];
    draw_face(chosen);
    check_solution(ldl, &A, face == 4 ? NULL : chosen, face);
  }
  pn_ldl_free(ldl);
}
END_TEST

static void check_order(const pn_ldl *ldl, const size_t *expected, size_t count,
                        const char *face)
{
  ck_assert_uint_eq(ldl->count, count);
  for (size_t k = 0; k < count; k++)
    ck_assert_msg(ldl->row[k] == expected[k], "%s: row %zu is %zu, not %zu",
                  face, k, ldl->row[k], expected[k]);
}

/* All rows but three are put in order. Then one leaves and one comes: the order
   stays, with the new one at the end. When a second one has come, rows are put
   in order anew. */
START_TEST(a_face_nearly_the_same_keeps_its_order)
{
  const matrix A = draw(_i / 2, 0.3);
  pn_ldl *ldl = reserved(&A, _i % 2, ENTRIES);
  char chosen[N];
  size_t expected[N], out[4], count = 0;
  memset(chosen, 1, sizeof chosen);
  for (size_t k = 0; k < 4; k++)
    out[k] = 10 * k + gsl_rng_uniform_int(source, 10);
  chosen[out[0]] = chosen[out[1]] = chosen[out[2]] = 0;
  check_solution(ldl, &A, chosen, 0);
  for (size_t k = 0; k < ldl->count; k++)
    if (ldl->row[k] != out[3])
      expected[count++] = ldl->row[k];

  chosen[out[3]] = 0;
  check_solution(ldl, &A, chosen, 1);
  check_order(ldl, expected, count, "smaller");
  chosen[out[0]] = 1;
  expected[count++] = out[0];
  check_solution(ldl, &A, chosen, 2);
  check_order(ldl, expected, count, "with a new row");

  chosen[out[1]] = 1;
  check_solution(ldl, &A, chosen, 3);
  pn_ldl *fresh = reserved(&A, _i % 2, ENTRIES);
  factor(fresh, &A, chosen);
  check_order(ldl, fresh->row, fresh->count, "with two new rows");
  pn_ldl_free(fresh);
  pn_ldl_free(ldl);
}
END_TEST

/* Four columns at once beside the plain loop, in rows with gaps and without. */
START_TEST(four_columns_have_the_bits_of_the_plain_loop)
{
  enum { ROWS = 60 };
  double entry[PNI_CHAIN][ROWS], x[PNI_CHAIN], y[ROWS], plain[ROWS];
  uint32_t row[ROWS];
  size_t count = 0;
  gsl_rng_set(source, 849 + (unsigned long)_i);
  for (uint32_t r = 0; r < ROWS; r++) {
    y[r] = plain[r] = gsl_rng_uniform(source) - 0.5;
    if (gsl_rng_uniform_int(source, SAMPLES) >= (unsigned long)_i)
      row[count++] = r;
    for (size_t a = 0; a < PNI_CHAIN; a++)
      entry[a][r] = gsl_rng_uniform(source) - 0.5;
  }
  for (size_t a = 0; a < PNI_CHAIN; a++)
    x[a] = gsl_rng_uniform(source) - 0.5;
  const double *const L[PNI_CHAIN] = {entry[0], entry[1], entry[2], entry[3]};
  chain_subtract(count, row, L, x, y);
  chain_subtract_plain(count, row, L, x, plain);
  ck_assert_mem_eq(y, plain, sizeof y);
}
END_TEST

/* More edges than vertices: G has rank VERTICES at most. */
START_TEST(redundant_rows_are_counted)
{
  const matrix A = draw(_i / 2, 0);
  pn_ldl *ldl = reserved(&A, _i % 2, ENTRIES);
  factor(ldl, &A, NULL);
  ck_assert_uint_ge(ldl->vanished, N - VERTICES);

  /* Consistent equations b = A z are solved all the same. */
  double b[N] = {0}, x[N];
  for (size_t r = 0; r < N; r++)
    for (size_t c = 0; c < N; c++)
      b[r] += A.dense[r][c] * (double)(c % 3);
  pn_ldl_solve(ldl, b, x);
  for (size_t r = 0; r < N; r++) {
    double rest = -b[r];
    for (size_t c = 0; c < N; c++)
      rest += A.dense[r][c] * x[c];
    test_close(rest, 0, 1e-5, "row %zu", r); /* 1e-8 of rows of some 100 */
  }
  pn_ldl_free(ldl);
}
END_TEST

START_TEST(an_indefinite_matrix_is_refused)
{
  matrix A = draw(1, 0.3);
  pn_ldl *ldl = reserved(&A, 0, ENTRIES);
  const size_t row = 7;
  for (int q = A.p[row]; q < A.p[row + 1]; q++)
    if (A.i[q] == (int)row)
      A.x[q] = -1;
  ck_assert_int_eq(pn_ldl_analyse(ldl, A.p, A.i, NULL), 0);
  ck_assert_int_eq(pn_ldl_factor(ldl, A.p, A.i, A.x), GSL_EDOM);
  ck_assert_uint_eq(ldl->failed, row);
  pn_ldl_free(ldl);
}
END_TEST

/* With room for fewer and fewer entries, until there is none: a factor is made
   wherever it fits, and otherwise refused. */
START_TEST(a_factor_without_room_is_refused)
{
  const matrix A = draw(2, 0.3);
  pn_ldl *ldl = reserved(&A, _i % 2, ENTRIES);
  factor(ldl, &A, NULL);
  const size_t needed = ldl->begin[N];
  pn_ldl_free(ldl);
  for (size_t room = 0; room <= needed; room++) {
    ldl = reserved(&A, _i % 2, room);
    ck_assert_int_eq(pn_ldl_analyse(ldl, A.p, A.i, NULL),
                     room < needed ? GSL_ETABLE : GSL_SUCCESS);
    ck_assert_int_eq(pn_ldl_factor(ldl, A.p, A.i, A.x), 0);
    ck_assert_uint_eq(ldl->count, room < needed ? 0 : N);
    pn_ldl_free(ldl);
  }
}
END_TEST

START_TEST(no_rows_are_no_trouble)
{
  const matrix A = draw(3, 0.3);
  const char none[N] = {0};
  double x[N];
  pn_ldl *ldl = pn_ldl_alloc();
  ck_assert_int_eq(pn_ldl_analyse(ldl, A.p, A.i, NULL), 0);
  ck_assert_int_eq(pn_ldl_factor(ldl, A.p, A.i, A.x), 0);
  pn_ldl_free(ldl);
  ldl = reserved(&A, _i % 2, ENTRIES);
  factor(ldl, &A, none);
  pn_ldl_solve(ldl, A.x, x);
  for (size_t r = 0; r < N; r++)
    ck_assert(x[r] == 0);
  pn_ldl_free(ldl);
  pn_ldl_free(NULL);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("ldl");
  TCase *ldl = tcase_create("ldl");
  tcase_add_checked_fixture(ldl, open_random, close_random);
  tcase_add_loop_test(ldl, the_factors_multiply_to_the_matrix, 0, SAMPLES);
  tcase_add_loop_test(ldl, solutions_solve, 0, SAMPLES);
  tcase_add_loop_test(ldl, a_face_nearly_the_same_keeps_its_order, 0, SAMPLES);
  tcase_add_loop_test(ldl, four_columns_have_the_bits_of_the_plain_loop, 0,
                      SAMPLES);
  tcase_add_loop_test(ldl, redundant_rows_are_counted, 0, SAMPLES);
  tcase_add_test(ldl, an_indefinite_matrix_is_refused);
  tcase_add_loop_test(ldl, a_factor_without_room_is_refused, 0, 2);
  tcase_add_loop_test(ldl, no_rows_are_no_trouble, 0, 2);
  suite_add_tcase(suite, ldl);
  return test_run(suite);
}
