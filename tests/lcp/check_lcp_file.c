/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests problems as files: they read back to the same bits, and every kind of
   bad file gets its message with the line. */
#include "config.h"

#include "pantin/lcp/lcp_file.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/operator_balls.h"
#include "pantin/lcp/operator_csr.h"

#include "problems.h"
#include "test.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ZEROS  "0000000000000000000000000000000000"
#define MARKET "%%MatrixMarket matrix coordinate real "
#define BODIES "pantin-lcp 1\nbodies 2\n 0.5 0.25\n"

/* Texts, and the message that each must give ("" for a good one). */
static const struct {
  const char *text, *message;
} texts[] = {
    {BODIES "contacts 1\n0 2  0 -1 0  -0.3  0 inf # floor\n", ""},
    {"2\n2 -1\n-1 2\n-0.5 -0.25\n", ""},
    {"2\n2 -1 -1 2\n-0.5 -0.25\n-inf 0  inf 0.5", ""},
    {"%%matrixmarket MATRIX Coordinate REAL Symmetric\n2 2 3\n1 1 2\n"
     "2 1 -1\n2 2 2\n",
     ""},
    {MARKET "symmetric\n% lower\n2 2 3\n1 1 2\n2 1 -1\n2 2 2\n", ""},
    {MARKET "general\n2 2 4\n1 1 2\n2 1 -1\n2 2 2\n1 2 -1\n", ""},
    {"", "x.lcp: the file is empty"},
    {"# nothing\n", "x.lcp:2: the file is empty"},
    {"hello\n", "x.lcp:1: this is no complementarity problem: it should begin "
                "with 'pantin-lcp', '%%MatrixMarket' or the number of rows"},
    {"pantin-lcp 2\n",
     "x.lcp:1: the format's version must lie between 1 and 1, got 2"},
    {"pantin-lcp 1\nbody 2", "x.lcp:2: expected 'bodies', got 'body'"},
    {"pantin-lcp 1\nbodies 2\n0.5 -0.5",
     "x.lcp:3: an inverse mass must not be negative, got -0.5"},
    {BODIES, "x.lcp:4: the file ends where 'contacts' should follow"},
    {BODIES "contacts 0\n",
     "x.lcp: there are no contacts: nothing is to be solved"},
    {BODIES "contacts 1000000000\n",
     "x.lcp:4: the number of contacts must lie between 0 and 10000000, got "
     "1000000000"},
    {BODIES "contacts 9999999\n",
     "x.lcp:5: the file ends where a body should follow"},
    {BODIES "contacts 1\n0 3  0 1 0  -0.3  0 inf",
     "x.lcp:5: a body must lie between 0 and 2, got 3"},
    {BODIES "contacts 1\n1 1  0 1 0  -0.3  0 inf",
     "x.lcp:5: a contact of a body with itself"},
    {"pantin-lcp 1 bodies 1 0\ncontacts 1\n0 1  0 1 0  -0.3  0 inf",
     "x.lcp:3: a contact of two bodies that do not move"},
    {BODIES "contacts 1\n0 1  0 2 0  -0.3  0 inf",
     "x.lcp:5: the normal must have length 1, got 2"},
    {BODIES "contacts 1\n0 1  0 1 0  nan  0 inf",
     "x.lcp:5: b must be finite, got nan"},
    {BODIES "contacts 1\n0 1  0 1 0  -0.3  0 nan",
     "x.lcp:5: hi must be a number, got nan"},
    {BODIES "contacts 1\n0 1  0 1 0  -0.3  1 0",
     "x.lcp:5: lo must not be above hi, got 1 and 0"},
    {BODIES "contacts 1\n0 1  0 1 0  -0.3  0 inf\n3\n",
     "x.lcp:6: the problem should end here, got '3'"},
    {"2\n2 -1\n-0.5 2\n-0.5 -0.25\n",
     "x.lcp:2: A is not symmetric: A(1, 2) = -1, but A(2, 1) = -0.5"},
    {"2\n2 3\n3 2\n-0.5 -0.25\n",
     "x.lcp:2: A is not positive definite: A(1, 2) = 3 is larger than 2, the "
     "geometric mean of the diagonal entries"},
    {"3\n1 0.9 -0.9\n0.9 1 0.9\n-0.9 0.9 1\n-1 -1 -1\n",
     "x.lcp: A is not positive semidefinite: its elimination meets a negative "
     "pivot"},
    {"3\n1 -0.5 -0.5\n-0.5 1 -0.5\n-0.5 -0.5 1\n-1 -1 2\n", ""},
    {"3\n1e308 9e307 -9e307\n9e307 1e308 9e307\n-9e307 9e307 1e308\n-1 -1 -1\n",
     "x.lcp: A is not positive semidefinite: its elimination meets a negative "
     "pivot"},
    {"2\n1e-320 0\n0 1\n-1 -1\n", ""},
    {"2\n1e308 -0.5\n-0.5 1e-308\n-1 -1\n", ""},
    {"3\n1e308 9e307 0\n9e307 1e308 0\n0 0 5e-324\n-1 -1 -1\n", ""},
    {"2\n2 0\n0 -2\n-0.5 -0.25\n",
     "x.lcp:3: A is not positive definite: A(2, 2) = -2"},
    {"2\n2 0\n0 nan\n-0.5 -0.25\n", "x.lcp:3: A(2, 2) must be finite, got nan"},
    {"2\n2 0\n0 2\n-0.5\n", "x.lcp:5: the file ends where b(2) should follow"},
    {"2\n2 0\n0 2\n-0.5 0.2\n0 0\n0 -1\n",
     "x.lcp:6: the bounds of row 2 must be lo <= hi, got 0 and -1"},
    {"2\n2 0\n0 2x\n-0.5 0.2\n", "x.lcp:3: A(2, 2) must be a number, got '2x'"},
    {"1\n0." ZEROS ZEROS "x5\n-1\n",
     "x.lcp:2: A(1, 1) must be a number, got '0." ZEROS
     "000000000000000000000000'"},
    {"2\n1e-308 0\n0 1e-308\n-1 -1\n", ""},
    {"2\n1e-308 2e-308\n2e-308 1e-308\n-1 -1\n",
     "x.lcp:2: A is not positive definite: A(1, 2) = 2e-308 is larger than "
     "1e-308, the geometric mean of the diagonal entries"},
    {"20000\n", "x.lcp:1: the number of rows must lie between 1 and 10000, "
                "got 20000"},
    {"%%MatrixMarket matrix coordinate complex symmetric\n",
     "x.lcp:1: the banner should say real or integer here"},
    {"%%MatrixMarket vector\n", "x.lcp:1: the banner should say matrix here"},
    {MARKET "symmetric\n2 2 3\n1 1 2\n1 2 -1\n2 2 2\n",
     "x.lcp:4: a symmetric matrix has its lower triangle only, not (1, 2)"},
    {MARKET "general\n2 2 3\n1 1 2\n2 1 -1\n2 1 -1\n",
     "x.lcp:5: A(2, 1) is given for the second time"},
    {MARKET "general\n2 2 3\n1 1 2\n2 1 -1\n3 1 -1\n",
     "x.lcp:5: a row must lie between 1 and 2, got 3"},
    {MARKET "general\n2 3 3\n", "x.lcp:2: A must be square, got 2 x 3"},
    {MARKET "general\n10000000 10000000 1\n1 1 2\n",
     "x.lcp:3: 1 entries leave a zero on the diagonal"},
    {MARKET "general\n2 2 2\n1 1 2\n1 2 2\n",
     "x.lcp: A(2, 2) = 0: the diagonal must be positive; a row of zeros has "
     "w = b, and can be left out"},
    {MARKET "general\n2 2 3\n1 1 2\n1 2 2\n2 2 4\n",
     "x.lcp:3: A is not symmetric: A(1, 2) = 2, but A(2, 1) = 0"},
};

START_TEST(texts_get_the_right_messages)
{
  pn_error error = {0};
  char message[PN_ERROR_MESSAGE];
  const char *text = texts[_i].text;
  pn_lcp *lcp = pn_lcp_read_string("x.lcp", text, strlen(text), &error);
  ck_assert_str_eq(pn_error_message(&error, message, sizeof message),
                   texts[_i].message);
  ck_assert_int_eq(lcp != NULL, texts[_i].message[0] == '\0');
  pn_lcp_free(lcp);
}
END_TEST

static void texts_are_read_here(void)
{
  const char *text = texts[0].text;
  pn_lcp *lcp = pn_lcp_read_string("x", text, strlen(text), NULL);
  ck_assert_ptr_nonnull(lcp);
  const pn_delassus *J = pn_delassus_of(lcp->A);
  ck_assert(lcp->size == 1 && J->bodies == 2 && J->rows == 1);
  ck_assert(J->pair[0].i == 2 && J->pair[0].j == 1);
  ck_assert(J->normal[0].y == -1 && lcp->D[0] == 0.25);
  ck_assert(lcp->b[0] == -0.3 && lcp->lo[0] == 0 && isinf(lcp->hi[0]));
  pn_lcp_free(lcp);

  text = texts[2].text;
  lcp = pn_lcp_read_string("x", text, strlen(text), NULL);
  ck_assert_ptr_nonnull(lcp);
  ck_assert(lcp->lo[0] == -INFINITY && lcp->lo[1] == 0);
  ck_assert(lcp->hi[0] == INFINITY && lcp->hi[1] == 0.5);
  ck_assert(gsl_spmatrix_get(pn_lcp_entries(lcp->A), 1, 0) == -1 &&
            lcp->D[1] == 2);
  pn_lcp_free(lcp);
}

/* A word as long as the digits of any double is read whole; one that goes on is
   refused. */
START_TEST(long_words_are_read_whole)
{
  enum { LONGEST = 5000 };
  static char text[LONGEST + 64];
  for (int zeros = 50; zeros < LONGEST; zeros *= 2) {
    pn_error error = {0};
    snprintf(text, sizeof text, "1\n0.5%0*de3\n-1\n", zeros, 0);
    pn_lcp *lcp = pn_lcp_read_string("x.lcp", text, strlen(text), &error);
    if (zeros < LONGEST / 2) {
      ck_assert_msg(lcp != NULL, "%s", error.text);
      ck_assert_double_eq(lcp->D[0], 500);
    }
    pn_lcp_free(lcp);
  }
  memset(text, '1', LONGEST);
  pn_error error = {0};
  ck_assert_ptr_null(pn_lcp_read_string("x.lcp", text, LONGEST, &error));
  ck_assert_str_eq(error.text, "a word has more than 4095 characters: "
                               "'11111111111111111111...'");
}
END_TEST

START_TEST(a_folder_is_not_an_empty_file)
{
  pn_error error = {0};
  ck_assert_ptr_null(pn_lcp_read("/", &error));
  ck_assert_str_eq(error.text, "cannot be read: Is a directory");
}
END_TEST

/* Where there is no such locale, one is made. */
START_TEST(a_decimal_comma_changes_nothing)
{
  char folder[] = "check_lcp_file-XXXXXX", command[160];
  ck_assert_ptr_nonnull(mkdtemp(folder));
  snprintf(command, sizeof command,
           "localedef -i de_DE -f UTF-8 %s/comma >%s/log 2>&1", folder, folder);
  const int made = system(command) == 0;
  setenv("LOCPATH", folder, 1);
  const char *name = setlocale(LC_ALL, made ? "comma" : "de_DE.UTF-8");
  snprintf(command, sizeof command, "rm -r %s", folder);
  ck_assert_int_eq(system(command), 0);
  if (!name)
    return;
  ck_assert_str_eq(localeconv()->decimal_point, ",");
  texts_are_read_here();
  pn_error error = {0};
  ck_assert_ptr_null(pn_lcp_read_string("x", "1\n1,5\n-1\n", 10, &error));
}
END_TEST

START_TEST(texts_are_read_correctly)
{
  texts_are_read_here();
}
END_TEST

/* A file that is cut anywhere is refused or read, and does no harm. */
START_TEST(a_truncated_file_does_no_harm)
{
  for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++)
    for (size_t length = 0; length < strlen(texts[k].text); length++) {
      pn_error error = {0};
      pn_lcp *lcp = pn_lcp_read_string("x.lcp", texts[k].text, length, &error);
      ck_assert((lcp == NULL) == (error.code != 0));
      pn_lcp_free(lcp);
    }
}
END_TEST

static void same_bits(const pn_lcp *a, const pn_lcp *b)
{
  ck_assert_uint_eq(a->size, b->size);
  ck_assert_mem_eq(a->b, b->b, a->size * sizeof(double));
  ck_assert_mem_eq(a->lo, b->lo, a->size * sizeof(double));
  ck_assert_mem_eq(a->hi, b->hi, a->size * sizeof(double));
}

/* Writes the problem to a file with this ending and reads it again. */
static pn_lcp *there_and_back(const pn_lcp *lcp, const char *ending)
{
  char path[64], beside[64];
  pn_error error = {0};
  snprintf(path, sizeof path, "check_lcp_file.%ld%s", (long)getpid(), ending);
  snprintf(beside, sizeof beside, "check_lcp_file.%ld_b.mtx", (long)getpid());
  ck_assert_msg(pn_lcp_write(lcp, path, &error) == 0, "%s", error.text);
  pn_lcp *back = pn_lcp_read(path, &error);
  ck_assert_msg(back != NULL, "%s:%d: %s", error.file, error.line, error.text);
  unlink(path);
  unlink(beside);
  return back;
}

START_TEST(files_read_back_to_the_same_bits)
{
  enum { CONTACTS = 140, BALLS = 50 };
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  pn_lcp *lcp = problem_contacts(random, CONTACTS, BALLS);
  if (_i == 1)
    problem_draw_bounds(random, lcp);
  pn_lcp *back = there_and_back(lcp, ".lcp");
  same_bits(lcp, back);
  const pn_delassus *J = pn_delassus_of(lcp->A), *K = pn_delassus_of(back->A);
  ck_assert_mem_eq(J->pair, K->pair, CONTACTS * sizeof(pn_pair));
  ck_assert_mem_eq(J->normal, K->normal, CONTACTS * sizeof(pn_vec3));
  ck_assert_mem_eq(J->inverse_mass, K->inverse_mass,
                   (BALLS + 1) * sizeof(double));
  pn_lcp_free(back);

  back = there_and_back(lcp, ".mtx");
  same_bits(lcp, back);
  pn_lcp_assemble(lcp);
  const gsl_spmatrix *A = pn_lcp_entries(lcp->A);
  const gsl_spmatrix *B = pn_lcp_entries(back->A);
  ck_assert_uint_eq(A->nz, B->nz);
  ck_assert_mem_eq(A->data, B->data, A->nz * sizeof(double));
  ck_assert_mem_eq(A->i, B->i, A->nz * sizeof(int));
  ck_assert_mem_eq(A->p, B->p, (CONTACTS + 1) * sizeof(int));

  pn_error error = {0};
  ck_assert_int_ne(pn_lcp_write(back, "x.lcp", &error), 0);
  ck_assert_str_eq(error.text,
                   "only its matrix is known: the name must end in .mtx");
  pn_lcp_free(back);
  pn_lcp_free(lcp);
  gsl_rng_free(random);
}
END_TEST

/* Sparse problems have more rows than a dense one may have. */
START_TEST(a_large_problem_comes_back)
{
  enum { CONTACTS = 12000, BALLS = 9000 };
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  pn_lcp *lcp = problem_contacts(random, CONTACTS, BALLS);
  pn_lcp *back = there_and_back(lcp, ".mtx");
  same_bits(lcp, back);
  pn_lcp_free(back);
  pn_lcp_free(lcp);
  gsl_rng_free(random);
}
END_TEST

START_TEST(a_matrix_without_its_b_is_refused)
{
  pn_error error = {0};
  char path[64];
  snprintf(path, sizeof path, "check_lcp_file.%ld.mtx", (long)getpid());
  FILE *file = fopen(path, "w");
  ck_assert_ptr_nonnull(file);
  fputs(MARKET "general\n1 1 1\n1 1 2\n", file);
  fclose(file);
  ck_assert_ptr_null(pn_lcp_read(path, &error));
  ck_assert_ptr_nonnull(strstr(error.file, "_b.mtx"));
  ck_assert_ptr_nonnull(strstr(error.text, "b should be in this file"));
  unlink(path);
}
END_TEST

START_TEST(failed_allocations_leak_nothing)
{
  for (size_t of = 0; of < 5; of++) {
    const char *text = texts[of].text;
    pn_lcp *lcp = NULL;
    for (size_t k = 1; !lcp; k++) {
      ck_assert_uint_lt(k, 100);
      pn_alloc_fail_at(k);
      lcp = pn_lcp_read_string("x", text, strlen(text), NULL);
      pn_alloc_fail_at(0);
    }
    pn_lcp_free(lcp);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("lcp_file");
  TCase *reading = tcase_create("reading");
  tcase_set_timeout(reading, 60);
  tcase_add_loop_test(reading, texts_get_the_right_messages, 0,
                      sizeof texts / sizeof texts[0]);
  tcase_add_test(reading, texts_are_read_correctly);
  tcase_add_test(reading, long_words_are_read_whole);
  tcase_add_test(reading, a_folder_is_not_an_empty_file);
  tcase_add_test(reading, a_decimal_comma_changes_nothing);
  tcase_add_test(reading, a_truncated_file_does_no_harm);
  tcase_add_test(reading, a_matrix_without_its_b_is_refused);
  tcase_add_test(reading, failed_allocations_leak_nothing);
  suite_add_tcase(suite, reading);
  TCase *writing = tcase_create("writing");
  tcase_add_loop_test(writing, files_read_back_to_the_same_bits, 0, 2);
  tcase_add_test(writing, a_large_problem_comes_back);
  suite_add_tcase(suite, writing);
  return test_run(suite);
}
