/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests that FCLIB files read back as they were written, in the order of FCLIB;
   that libfclib, where it is installed, reads our files and writes what we
   read; and that faulty files are refused with a reason. What others may write
   is tested by check_fclib_foreign.c. */
#include "config.h"

#include "pantin/lcp/fclib.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/operator_csr.h"
#include "pantin/tuning/frames.h"

#include "problems.h"
#include "tuning/piles.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <hdf5.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef HAVE_FCLIB
#include <fclib.h>
#endif

static gsl_rng *random_numbers;
static char path[64];

static void prepare(void)
{
  random_numbers = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random_numbers, 172385);
  snprintf(path, sizeof path, "check_fclib-%ld.hdf5", (long)getpid());
}

static void finish(void)
{
  remove(path);
  gsl_rng_free(random_numbers);
}

/* The mixed problem has a contact of rows 3 (normal), 0 and 4 (tangents), and
   two free rows, 1 and 2. The entries of its matrix differ in their digits. */
enum { ROWS = 5, CONTACT_ROWS = 3 };

static const size_t order[ROWS] = {3, 0, 4, 1, 2};
static const double mu = 0.385;

static double entry_of(size_t i, size_t j)
{
  const size_t low = i < j ? i : j, high = i < j ? j : i;
  return i == j ? 20.0 + (double)i
                : 1.0 + 0.1 * (double)low + 0.01 * (double)high;
}

static pn_lcp *mixed(void)
{
  pn_lcp *lcp = pn_lcp_alloc(ROWS);
  gsl_spmatrix *A = gsl_spmatrix_alloc(ROWS, ROWS);
  ck_assert_int_eq(pn_lcp_add_friction(lcp), GSL_SUCCESS);
  for (size_t i = 0; i < ROWS; i++) {
    for (size_t j = 0; j < ROWS; j++)
      gsl_spmatrix_set(A, i, j, entry_of(i, j));
    lcp->b[i] = 2.385 - (double)i;
    lcp->lo[i] = i == 3 ? 0 : -INFINITY;
  }
  for (size_t k = 1; k < CONTACT_ROWS; k++) {
    const size_t i = order[k];
    lcp->normal[i] = 3;
    lcp->mu[i] = mu;
    lcp->hi[i] = 0.5;
    lcp->lo[i] = -0.5;
  }
  ck_assert(
      !pn_lcp_set_entries(lcp, gsl_spmatrix_compress(A, GSL_SPMATRIX_CSR)));
  gsl_spmatrix_free(A);
  return lcp;
}

static void write_problem(pn_lcp *lcp)
{
  pn_error error = {0};
  ck_assert_msg(!pn_fclib_write(lcp, path, "two words", &error), "%s",
                error.text);
}

static pn_lcp *read_problem(pn_fclib *about)
{
  pn_error error = {0};
  pn_lcp *lcp = pn_fclib_read(path, about, &error);
  ck_assert_msg(lcp != NULL, "%s", error.text);
  return lcp;
}

static void check_mixed(const pn_lcp *lcp)
{
  ck_assert_uint_eq(lcp->size, ROWS);
  for (size_t i = 0; i < ROWS; i++) {
    const int tangent = i == 1 || i == 2;
    ck_assert(lcp->b[i] == 2.385 - (double)order[i]);
    ck_assert_uint_eq(lcp->normal[i], tangent ? 0 : i);
    ck_assert(lcp->mu[i] == (tangent ? mu : 0));
    ck_assert(lcp->lo[i] == (i >= CONTACT_ROWS ? -INFINITY : 0));
    ck_assert(lcp->hi[i] == (tangent ? 0 : INFINITY));
    for (size_t j = 0; j < ROWS; j++)
      ck_assert(gsl_spmatrix_get(pn_lcp_entries(lcp->A), i, j) ==
                entry_of(order[i], order[j]));
  }
}

START_TEST(a_mixed_problem_comes_back_in_order)
{
  pn_fclib about;
  pn_lcp *lcp = mixed();
  write_problem(lcp);
  pn_lcp *back = read_problem(&about);
  check_mixed(back);
  ck_assert_uint_eq(about.contacts, 1);
  ck_assert_uint_eq(about.equations, 2);
  ck_assert_uint_eq(about.dimension, 3);
  ck_assert_str_eq(about.title, "two words");
  ck_assert(pn_fclib_is(path));
  pn_lcp_free(lcp);
  pn_lcp_free(back);
}
END_TEST

/* A pile that is given by its factors, and large enough for compressed arrays,
   reads back as it was. */
START_TEST(a_pile_comes_back)
{
  enum { CONTACTS = 60, BODIES = 20 };
  pn_lcp *lcp = pile(random_numbers, CONTACTS, BODIES, 5e-4);
  const pn_lcp_operator *factors = lcp->A;
  write_problem(lcp);
  ck_assert_ptr_eq(lcp->A, factors);
  ck_assert_int_eq(pn_lcp_assemble(lcp), GSL_SUCCESS);
  pn_lcp *back = read_problem(NULL);
  ck_assert_uint_eq(back->size, lcp->size);
  ck_assert_mem_eq(back->b, lcp->b, lcp->size * sizeof *lcp->b);
  ck_assert_mem_eq(back->mu, lcp->mu, lcp->size * sizeof *lcp->mu);
  const gsl_spmatrix *A = pn_lcp_entries(lcp->A);
  const gsl_spmatrix *B = pn_lcp_entries(back->A);
  ck_assert_uint_eq(B->nz, A->nz);
  ck_assert_mem_eq(B->i, A->i, A->nz * sizeof(int));
  ck_assert_mem_eq(B->data, A->data, A->nz * sizeof(double));
  pn_lcp_free(lcp);
  pn_lcp_free(back);
}
END_TEST

#ifdef HAVE_FCLIB
/* Returns a block of the mixed problem as FCLIB keeps it, in columns (-1), rows
   (-2) or triplets. */
static struct fclib_matrix *fclib_block(size_t row, size_t rows, size_t column,
                                        size_t columns, int kind)
{
  static struct fclib_matrix_info none = {(char *)"", 1, 1, 1};
  const size_t count = rows * columns;
  const size_t lines = kind == -2 ? rows : columns;
  struct fclib_matrix *of = calloc(1, sizeof *of);
  *of = (struct fclib_matrix){.nzmax = (int)count,
                              .m = (int)rows,
                              .n = (int)columns,
                              .nz = kind < 0 ? kind : (int)count};
  of->info = &none;
  of->p = calloc(kind < 0 ? lines + 1 : count, sizeof(int));
  of->i = calloc(count, sizeof(int));
  of->x = calloc(count, sizeof(double));
  for (size_t k = 0; k < count; k++) {
    const size_t line = k / (count / lines), at = k % (count / lines);
    const size_t r = kind == -2 ? line : at, c = kind == -2 ? at : line;
    of->x[k] = entry_of(order[row + r], order[column + c]);
    of->i[k] = (int)(kind < 0 ? at : r);
    if (kind >= 0)
      of->p[k] = (int)c;
    else
      of->p[line + 1] = (int)k + 1;
  }
  return of;
}

static void free_block(struct fclib_matrix *of)
{
  free(of->p);
  free(of->i);
  free(of->x);
  free(of);
}

START_TEST(files_of_libfclib_are_read)
{
  static const int kinds[] = {-1, -2, 0};
  struct fclib_info info = {(char *)"theirs", (char *)"", (char *)""};
  double q[CONTACT_ROWS], s[ROWS - CONTACT_ROWS], coefficient[1] = {mu};
  for (size_t i = 0; i < ROWS; i++)
    *(i < CONTACT_ROWS ? &q[i] : &s[i - CONTACT_ROWS]) =
        2.385 - (double)order[i];
  struct fclib_local theirs = {
      .W = fclib_block(0, 3, 0, 3, kinds[_i]),
      .V = fclib_block(0, 3, 3, 2, kinds[_i]),
      .R = fclib_block(3, 2, 3, 2, kinds[_i]),
      .mu = coefficient,
      .q = q,
      .s = s,
      .spacedim = 3,
      .info = &info,
  };
  ck_assert_int_eq(fclib_write_local(&theirs, path), 1);
  pn_fclib about;
  pn_lcp *lcp = read_problem(&about);
  ck_assert_str_eq(about.title, "theirs");
  check_mixed(lcp);
  pn_lcp_free(lcp);
  free_block(theirs.W);
  free_block(theirs.V);
  free_block(theirs.R);
}
END_TEST

START_TEST(libfclib_reads_our_files)
{
  pn_lcp *lcp = mixed();
  write_problem(lcp);
  pn_lcp_free(lcp);
  struct fclib_local *theirs = fclib_read_local(path);
  ck_assert_ptr_nonnull(theirs);
  ck_assert_int_eq(theirs->spacedim, 3);
  ck_assert_int_eq(theirs->W->nz, -1);
  ck_assert_int_eq(theirs->W->m, CONTACT_ROWS);
  ck_assert_int_eq(theirs->V->n, ROWS - CONTACT_ROWS);
  for (size_t c = 0; c < CONTACT_ROWS; c++)
    for (int k = theirs->W->p[c]; k < theirs->W->p[c + 1]; k++)
      ck_assert(theirs->W->x[k] == entry_of(order[theirs->W->i[k]], order[c]));
  for (size_t c = 0; c < ROWS - CONTACT_ROWS; c++)
    for (int k = theirs->V->p[c]; k < theirs->V->p[c + 1]; k++)
      ck_assert(theirs->V->x[k] ==
                entry_of(order[theirs->V->i[k]], order[CONTACT_ROWS + c]));
  ck_assert(theirs->mu[0] == mu && theirs->q[0] == 2.385 - 3);
  ck_assert(theirs->s[1] == 2.385 - 2);
  ck_assert_str_eq(theirs->info->title, "two words");
  fclib_delete_local(theirs);
  free(theirs);
}
END_TEST
#endif

/* Replaces the numbers of a data set; count 0 removes it. */
static void spoil(const char *name, hsize_t count, const double *values)
{
  const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
  ck_assert_int_ge(H5Ldelete(file, name, H5P_DEFAULT), 0);
  if (count > 0) {
    const hid_t space = H5Screate_simple(1, &count, NULL);
    const hid_t set = H5Dcreate2(file, name, H5T_NATIVE_DOUBLE, space,
                                 H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    H5Dclose(set);
    H5Sclose(space);
  }
  H5Fclose(file);
}

START_TEST(damaged_files_are_refused_with_a_reason)
{
  static const struct {
    const char *name;
    hsize_t count;
    double values[6];
    const char *because;
  } wrong[] = {
      {"spacedim", 0, {0}, "spacedim"},
      {"spacedim", 1, {5}, "spacedim"},
      {"spacedim", 1, {2}, "q is missing, or its size"},
      {"vectors", 0, {0}, "vectors are missing"},
      {"vectors/q", 0, {0}, "q is missing"},
      {"vectors/mu", 2, {1, 1}, "mu, q or s"},
      {"vectors/mu", 1, {-1}, "friction -1"},
      {"vectors/q", 3, {1, NAN, 1}, "b(2) is nan"},
      {"vectors/s", 0, {0}, "s is missing"},
      {"W", 0, {0}, "matrices is missing"},
      {"R", 0, {0}, "matrices is missing"},
      {"W/m", 1, {6}, "sizes of its matrices"},
      {"W/nz", 1, {-3}, "sizes of its matrices"},
      {"W/nz", 1, {7}, "p or i"},
      {"W/p", 3, {0, 3, 6}, "p or i"},
      {"W/p", 4, {0, 3, 2, 9}, "do not ascend"},
      {"W/p", 4, {1, 3, 6, 9}, "do not ascend"},
      {"W/p", 4, {0, 3, 6, 10}, "sizes of its matrices"},
      {"W/p", 4, {0, 3, 6, -1}, "sizes of its matrices"},
      {"W/i", 4, {0, 1, 2, 0}, "sizes of its matrices"},
      {"V/i", 6, {0, 1, 2, 0, 1, 3}, "out of range"},
      {"V/i", 6, {0, 1, 2, 0, 1, -1}, "out of range"},
      {"R/x", 4, {30, 1, 2, 30}, "not symmetric"},
      {"R/x", 4, {-30, 1, 1, 30}, "not positive definite"},
  };
  char name[64];
  pn_lcp *lcp = mixed();
  write_problem(lcp);
  pn_lcp_free(lcp);
  snprintf(name, sizeof name, "fclib_local/%s", wrong[_i].name);
  spoil(name, wrong[_i].count, wrong[_i].values);
  problem_refused(path, wrong[_i].because);
}
END_TEST

enum { WRONG = 24 };

START_TEST(other_files_are_refused)
{
  problem_refused(path, "cannot be opened");
  ck_assert(!pn_fclib_is(path));
  pn_lcp *lcp = pile(random_numbers, 3, 2, 5e-4);
  pn_frames *frames = pn_frames_create(path, "", NULL);
  pn_frame frame = {.number = 1, .step = 0.1, .lcp = lcp};
  ck_assert(!pn_frames_append(frames, &frame, NULL));
  ck_assert(!pn_frames_close(frames, NULL));
  ck_assert(!pn_fclib_is(path));
  problem_refused(path, "recorded frames");
  write_problem(lcp);
  pn_lcp_free(lcp);
  pn_error error = {0};
  ck_assert_ptr_null(pn_frames_open(path, &error));
  ck_assert_msg(strstr(error.text, "problem of FCLIB") != NULL, "%s",
                error.text);

  static char bytes[1 << 16];
  FILE *stream = fopen(path, "rb");
  const size_t length = fread(bytes, 1, sizeof bytes, stream);
  fclose(stream);
  for (size_t cut = 0; cut < length; cut += 1 + length / 40) {
    stream = fopen(path, "wb");
    ck_assert_uint_eq(fwrite(bytes, 1, cut, stream), cut);
    fclose(stream);
    problem_refused(path, cut < 8 ? "no HDF5 file" : "damaged or cut short");
  }
}
END_TEST

static void not_written(pn_lcp *lcp, const char *because)
{
  pn_error error = {0};
  ck_assert_int_eq(pn_fclib_write(lcp, path, "", &error), GSL_EINVAL);
  ck_assert_msg(strstr(error.text, because) != NULL, "'%s', not '%s'",
                error.text, because);
  ck_assert_int_ne(access(path, F_OK), 0);
  pn_lcp_free(lcp);
}

START_TEST(problems_that_fclib_cannot_hold_are_refused)
{
  pn_lcp *lcp = mixed();
  lcp->mu[4] = 0.5;
  not_written(lcp, "row 5 has another mu");
  lcp = mixed();
  lcp->lo[1] = -2.385;
  not_written(lcp, "row 2 is neither");
  lcp = mixed();
  lcp->normal[4] = 4;
  lcp->lo[4] = 0;
  lcp->hi[4] = INFINITY;
  not_written(lcp, "row 5 has 0 rows of friction");
  lcp = mixed();
  pn_free(lcp->mu);
  lcp->mu = NULL;
  not_written(lcp, "has none");
}
END_TEST

START_TEST(a_full_disk_is_reported)
{
  struct rlimit limit;
  pn_error error = {0};
  pn_lcp *lcp = mixed();
  write_problem(lcp);
  signal(SIGXFSZ, SIG_IGN);
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = 4000;
  setrlimit(RLIMIT_FSIZE, &limit);
  ck_assert_int_eq(pn_fclib_write(lcp, path, "other", &error), GSL_EFAILED);
  limit.rlim_cur = RLIM_INFINITY;
  setrlimit(RLIMIT_FSIZE, &limit);
  ck_assert_msg(strstr(error.text, "File too large") != NULL, "%s", error.text);
  pn_lcp_free(lcp);
  pn_fclib about;
  pn_lcp_free(read_problem(&about));
  ck_assert_str_eq(about.title, "two words");
}
END_TEST

START_TEST(failed_allocations_do_no_harm)
{
  pn_lcp *lcp = mixed();
  for (size_t k = 1;; k++) {
    pn_lcp *back = NULL;
    pn_alloc_fail_at(k);
    if (!pn_fclib_write(lcp, path, "", NULL))
      back = pn_fclib_read(path, NULL, NULL);
    pn_alloc_fail_at(0);
    pn_lcp_free(back);
    if (back) {
      ck_assert_uint_gt(k, 10);
      break;
    }
  }
  pn_lcp_free(lcp);
}
END_TEST

int main(void)
{
  enum { TIMEOUT = 30 };
  Suite *suite = suite_create("fclib");
  TCase *tests = tcase_create("fclib");
  tcase_set_timeout(tests, TIMEOUT);
  tcase_add_checked_fixture(tests, prepare, finish);
  tcase_add_test(tests, a_mixed_problem_comes_back_in_order);
  tcase_add_test(tests, a_pile_comes_back);
#ifdef HAVE_FCLIB
  tcase_add_loop_test(tests, files_of_libfclib_are_read, 0, 3);
  tcase_add_test(tests, libfclib_reads_our_files);
#endif
  tcase_add_loop_test(tests, damaged_files_are_refused_with_a_reason, 0, WRONG);
  tcase_add_test(tests, other_files_are_refused);
  tcase_add_test(tests, problems_that_fclib_cannot_hold_are_refused);
  tcase_add_test(tests, a_full_disk_is_reported);
  tcase_add_test(tests, failed_allocations_do_no_harm);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
