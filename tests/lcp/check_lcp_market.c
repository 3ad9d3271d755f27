/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Matrices of MatrixMarket in each of their forms, which must give the same
   problem, and what is wrong with others. */
#include "pantin/base/text.h"
#include "pantin/lcp/lcp_file.h"
#include "pantin/lcp/operator_csr.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define REAL   "%%MatrixMarket matrix coordinate real "
#define ARRAY  "%%MatrixMarket matrix array real "
#define WITH_B ARRAY "general\n3 1\n-1\n0.5\n2.385\n"

enum { ROWS = 3 };

static char path[64], beside[64];

static void begin(void)
{
  snprintf(path, sizeof path, "check_lcp_market.%ld.mtx", (long)getpid());
  snprintf(beside, sizeof beside, "check_lcp_market.%ld_b.mtx", (long)getpid());
}

static void end(void)
{
  unlink(path);
  unlink(beside);
}

static pn_lcp *read_texts(const char *matrix, const char *b, pn_error *error)
{
  const char *const names[] = {path, beside}, *const texts[] = {matrix, b};
  for (int k = 0; k < 2; k++) {
    FILE *file = fopen(names[k], "w");
    ck_assert_ptr_nonnull(file);
    fputs(texts[k], file);
    fclose(file);
  }
  return pn_lcp_read(path, error);
}

/* A = [ 2 -1 0; -1 3 0.5; 0 0.5 4 ]. */
static const char *const forms[] = {
    REAL "symmetric\n% lower\n3 3 5\n1 1 2\n2 1 -1\n2 2 3\n3 2 0.5\n3 3 4\n",
    REAL
    "general\n3 3 7\n3 3 4\n3 2 .5\n2 3 .5\n2 2 3\n1 2 -1\n2 1 -1\n1 1 2\n",
    ARRAY "symmetric\n3 3\n2\n-1\n0\n3\n0.5\n4\n",
    ARRAY "general\n3 3\n2 -1 0\n-1 3 0.5\n0 0.5 4\n",
    "%%matrixmarket MATRIX Array INTEGER Symmetric\n3 3\n2 -1 0 3 0.5 4"};

START_TEST(all_forms_are_of_one_matrix)
{
  static const double want[ROWS][ROWS] = {
      {2, -1, 0}, {-1, 3, 0.5}, {0, 0.5, 4}};
  static const double b[ROWS] = {-1, 0.5, 2.385};
  pn_error error = {0};
  pn_lcp *lcp = read_texts(forms[_i], WITH_B, &error);
  ck_assert_msg(lcp != NULL, "%d: %s", error.line, error.text);
  ck_assert_uint_eq(lcp->size, ROWS);
  ck_assert_uint_eq(pn_lcp_entries(lcp->A)->nz, 7);
  for (size_t i = 0; i < ROWS; i++) {
    for (size_t j = 0; j < ROWS; j++)
      ck_assert(gsl_spmatrix_get(pn_lcp_entries(lcp->A), i, j) == want[i][j]);
    ck_assert(lcp->b[i] == b[i]);
    ck_assert(lcp->lo[i] == 0 && lcp->hi[i] == INFINITY);
  }
  pn_lcp_free(lcp);
}
END_TEST

static const struct {
  const char *matrix, *b, *text;
  int line;
} wrongs[] = {
    {"%%MatrixMarket", WITH_B, "the banner should say matrix here", 1},
    {"%%MatrixMarket vector", WITH_B, "the banner should say matrix here", 1},
    {"%%MatrixMarket matrix sparse", WITH_B,
     "the banner should say coordinate or array here", 1},
    {"%%MatrixMarket matrix array complex", WITH_B,
     "the banner should say real or integer here", 1},
    {ARRAY "skew-symmetric", WITH_B,
     "the banner should say symmetric or general here", 1},
    {ARRAY "general\n3 2\n", WITH_B, "A must be square, got 3 x 2", 2},
    {ARRAY "general\n3 3\n2 -1 0\n-1 x 0.5\n", WITH_B,
     "an entry must be a number, got 'x'", 4},
    {ARRAY "general\n3 3\n2 -1 0\n-1 nan 0.5\n", WITH_B,
     "an entry must be finite, got nan", 4},
    {REAL "symmetric\n3 3 4\n1 1 2\n1 2 -1\n2 2 3\n3 3 4\n", WITH_B,
     "a symmetric matrix has its lower triangle only, not (1, 2)", 4},
    {REAL "symmetric\n3 3 2\n1 1 2\n2 2 3\n", WITH_B,
     "2 entries leave a zero on the diagonal", 4},
    {REAL "symmetric\n3 3 4\n1 1 2\n2 2 3\n3 3 4\n3 3 4\n", WITH_B,
     "A(3, 3) is given for the second time", 6},
    {NULL, "-1\n0.5\n2.385\n", "the file should begin with '%%MatrixMarket'",
     1},
    {NULL, "", "the file should begin with '%%MatrixMarket'", 1},
    {NULL, "%%MatrixMarket matrix array real symmetric\n3 3\n",
     "this should be a general array of 3 rows and 1 column, b, or 3, b lo hi",
     2},
    {NULL, REAL "general\n3 1 3\n",
     "this should be a general array of 3 rows and 1 column, b, or 3, b lo hi",
     2},
    {NULL, ARRAY "general\n2 1\n1 2\n",
     "this should be a general array of 3 rows and 1 column, b, or 3, b lo hi",
     2},
    {NULL, ARRAY "general\n3 2\n1 2 3\n1 2 3\n",
     "this should be a general array of 3 rows and 1 column, b, or 3, b lo hi",
     2},
    {NULL, ARRAY "general\n3 0\n", "the number of columns", 2},
    {NULL, ARRAY "general\n3 1\n-1\ninf\n", "b must be finite, got inf", 4},
    {NULL, ARRAY "general\n3 3\n-1 0 1\n0 0 x\n",
     "lo must be a number, got 'x'", 4},
    {NULL, ARRAY "general\n3 3\n-1 0 1\n0 0 2\n1 -inf inf\n",
     "row 2 has lo = 0 above hi = -inf", 5}};

START_TEST(what_is_wrong_is_told_with_its_line)
{
  pn_error error = {0};
  const char *matrix = wrongs[_i].matrix;
  ck_assert_ptr_null(
      read_texts(matrix ? matrix : forms[0], wrongs[_i].b, &error));
  ck_assert_int_eq(error.code, GSL_EINVAL);
  ck_assert_msg(strncmp(error.text, wrongs[_i].text, strlen(wrongs[_i].text)) ==
                    0,
                "'%s', not '%s'", error.text, wrongs[_i].text);
  ck_assert_str_eq(error.file, matrix ? path : beside);
  ck_assert_int_eq(error.line, wrongs[_i].line);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("lcp_market");
  TCase *tests = tcase_create("market");
  tcase_add_checked_fixture(tests, begin, end);
  tcase_add_loop_test(tests, all_forms_are_of_one_matrix, 0,
                      sizeof forms / sizeof *forms);
  tcase_add_loop_test(tests, what_is_wrong_is_told_with_its_line, 0,
                      sizeof wrongs / sizeof *wrongs);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
