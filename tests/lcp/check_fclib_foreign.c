/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests FCLIB files as other programs write them: global problems, nearly
   symmetric matrices, and damage that no checksum betrays. */
#include "pantin/lcp/fclib.h"

#include "pantin/base/hdf5_private.h"
#include "pantin/lcp/operator_csr.h"

#include "problems.h"
#include "test.h"

#include <hdf5.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static gsl_rng *random_numbers;
static char path[64];

static void prepare(void)
{
  random_numbers = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random_numbers, 172385);
  snprintf(path, sizeof path, "check_fclib_foreign-%ld.hdf5", (long)getpid());
}

static void finish(void)
{
  remove(path);
  gsl_rng_free(random_numbers);
}

static void put(hid_t at, const char *name, hid_t type, size_t count,
                const void *values)
{
  const hsize_t size = count;
  const hid_t space = H5Screate_simple(1, &size, NULL);
  const hid_t set =
      H5Dcreate2(at, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  ck_assert_int_ge(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values),
                   0);
  H5Dclose(set);
  H5Sclose(space);
}

/* Writes a matrix as triplets, of which p are the columns. */
static void put_triplets(hid_t problem, const char *name, int m, int n, int nz,
                         const int *row, const int *column, const double *x)
{
  const hid_t at =
      H5Gcreate2(problem, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  put(at, "m", H5T_NATIVE_INT, 1, &m);
  put(at, "n", H5T_NATIVE_INT, 1, &n);
  put(at, "nz", H5T_NATIVE_INT, 1, &nz);
  put(at, "i", H5T_NATIVE_INT, (size_t)nz, row);
  put(at, "p", H5T_NATIVE_INT, (size_t)nz, column);
  put(at, "x", H5T_NATIVE_DOUBLE, (size_t)nz, x);
  H5Gclose(at);
}

/* Writes a problem in the plane with one contact between five degrees of
   freedom: M has a block of 2 x 2. */
static void make_global(const char *group)
{
  enum { N = 5, D = 2 };
  static const int Mi[] = {0, 0, 1, 1, 2, 3, 4}, Mj[] = {0, 1, 0, 1, 2, 3, 4};
  static const double M[] = {2, 0.5, 0.5, 1, 3, 4, 5};
  static const int Hi[] = {0, 1, 1, 2, 4, 3}, Hj[] = {0, 0, 1, 0, 1, 1};
  static const double H[] = {1, 2.385, -1, 0.5, 0.25, 3};
  static const double f[] = {0.1, 0.2, -0.3, 0.4, 1}, w[] = {-1, 0.5};
  const double friction = 0.6;
  const int d = D;
  const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t at =
      H5Gcreate2(file, group, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  put(at, "spacedim", H5T_NATIVE_INT, 1, &d);
  put_triplets(at, "M", N, N, 7, Mi, Mj, M);
  put_triplets(at, "H", N, D, 6, Hi, Hj, H);
  const hid_t vectors =
      H5Gcreate2(at, "vectors", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  put(vectors, "f", H5T_NATIVE_DOUBLE, N, f);
  put(vectors, "w", H5T_NATIVE_DOUBLE, D, w);
  put(vectors, "mu", H5T_NATIVE_DOUBLE, 1, &friction);
  H5Gclose(vectors);
  H5Gclose(at);
  H5Fclose(file);
}

/* A changed bit of a foreign file, which has no checksums, neither crashes HDF5
   nor makes it complain when the program ends: it is tried in a child process.
 */
START_TEST(damaged_foreign_files_do_no_harm)
{
  enum { FLIPS = 250, BITS = 8, READ = 0, REFUSED = 1, NOISY };
  static char whole[1 << 15];
  make_global("fclib_global");
  FILE *stream = fopen(path, "rb");
  const size_t length = fread(whole, 1, sizeof whole, stream);
  fclose(stream);
  ck_assert(length > 0 && length < sizeof whole);
  size_t refusals = 0;
  for (int run = 0; run < FLIPS; run++) {
    const size_t at = gsl_rng_uniform_int(random_numbers, length);
    const char bit = (char)(1 << gsl_rng_uniform_int(random_numbers, BITS));
    whole[at] ^= bit;
    stream = fopen(path, "wb");
    ck_assert_uint_eq(fwrite(whole, 1, length, stream), length);
    fclose(stream);
    whole[at] ^= bit;
    const pid_t child = fork();
    if (child == 0) {
      pn_error error = {0};
      dup2(fileno(tmpfile()), STDERR_FILENO);
      pn_lcp *lcp =
          pn_fclib_is(path) ? pn_fclib_read(path, NULL, &error) : NULL;
      pn_lcp_free(lcp);
      H5close(); /* which prints what it could not close */
      _exit(lseek(STDERR_FILENO, 0, SEEK_END) != 0 ? NOISY
            : lcp                                  ? READ
                                                   : REFUSED);
    }
    int status;
    waitpid(child, &status, 0);
    ck_assert_msg(WIFEXITED(status), "a bit of byte %zu: a crash", at);
    ck_assert_msg(WEXITSTATUS(status) <= REFUSED, "byte %zu: a complaint", at);
    refusals += WEXITSTATUS(status) == REFUSED;
  }
  ck_assert_uint_gt(refusals, FLIPS / 50);
}
END_TEST

/* W = H^T M^-1 H and q = H^T M^-1 f + w, with M^-1 of the block (1, -0.5; -0.5,
   2) / 1.75, worked out by hand. */
START_TEST(a_global_problem_is_condensed)
{
  pn_fclib about;
  pn_error error = {0};
  make_global("fclib_global");
  ck_assert(pn_fclib_is(path));
  pn_lcp *lcp = pn_fclib_read(path, &about, &error);
  ck_assert_msg(lcp != NULL, "%s", error.text);
  ck_assert(about.global && about.contacts == 1 && about.dimension == 2);
  const gsl_spmatrix *A = pn_lcp_entries(lcp->A);
  const double a = 2.385, W00 = (1 - a + 2 * a * a) / 1.75 + 0.25 / 3,
               W01 = (0.5 - 2 * a) / 1.75, W11 = 2 / 1.75 + 0.0125 + 2.25;
  const double Mf[] = {(0.1 - 0.1) / 1.75, (-0.05 + 0.4) / 1.75, -0.1, 0.1,
                       0.2};
  ck_assert_double_eq_tol(gsl_spmatrix_get(A, 0, 0), W00, 1e-14);
  ck_assert_double_eq_tol(gsl_spmatrix_get(A, 0, 1), W01, 1e-14);
  ck_assert_double_eq_tol(gsl_spmatrix_get(A, 1, 1), W11, 1e-14);
  ck_assert_double_eq_tol(lcp->b[0], Mf[0] + a * Mf[1] + 0.5 * Mf[2] - 1,
                          1e-14);
  ck_assert_double_eq_tol(lcp->b[1], -Mf[1] + 0.25 * Mf[4] + 3 * Mf[3] + 0.5,
                          1e-14);
  pn_lcp_free(lcp);
  make_global("fclib_global_rolling");
  problem_refused(path, "rolling friction");
}
END_TEST

/* W that is symmetric to a thousandth becomes so; to a tenth it is refused. */
START_TEST(nearly_symmetric_matrices_become_symmetric)
{
  static const int i[] = {0, 0, 1, 1}, j[] = {0, 1, 0, 1};
  static const double q[] = {-1, 0.5};
  const double friction = 0.6;
  const int d = 2;
  for (int k = 0; k < 2; k++) {
    const double apart = k == 0 ? 2e-3 : 0.1;
    const double W[] = {2, 0.5, 0.5 + 2 * apart, 1};
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t at =
        H5Gcreate2(file, "fclib_local", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    put(at, "spacedim", H5T_NATIVE_INT, 1, &d);
    put_triplets(at, "W", 2, 2, 4, i, j, W);
    const hid_t vectors =
        H5Gcreate2(at, "vectors", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    put(vectors, "q", H5T_NATIVE_DOUBLE, 2, q);
    put(vectors, "mu", H5T_NATIVE_DOUBLE, 1, &friction);
    H5Gclose(vectors);
    H5Gclose(at);
    H5Fclose(file);
    if (k == 1) {
      problem_refused(path, "not symmetric");
      continue;
    }
    pn_fclib about;
    pn_error error = {0};
    pn_lcp *lcp = pn_fclib_read(path, &about, &error);
    ck_assert_msg(lcp != NULL, "%s", error.text);
    const gsl_spmatrix *A = pn_lcp_entries(lcp->A);
    ck_assert_double_eq_tol(about.asymmetry, 2e-3, 1e-15);
    ck_assert_double_eq_tol(gsl_spmatrix_get(A, 0, 1), 0.5 + apart, 1e-15);
    ck_assert(gsl_spmatrix_get(A, 0, 1) == gsl_spmatrix_get(A, 1, 0));
    pn_lcp_free(lcp);
  }
}
END_TEST

static void do_nothing(int number)
{
  (void)number;
}

static void reach_the_alarm(void *unused)
{
  (void)unused;
  raise(SIGALRM);
}

/* A trial without an end is ended by its alarm, though the program handles that
   signal. */
START_TEST(the_alarm_ends_a_trial)
{
  signal(SIGALRM, do_nothing);
  ck_assert_int_eq(pni_hdf5_try(reach_the_alarm, NULL), -1);
}
END_TEST

int main(void)
{
  enum { TIMEOUT = 30 };
  Suite *suite = suite_create("fclib_foreign");
  TCase *tests = tcase_create("foreign");
  tcase_set_timeout(tests, TIMEOUT);
  tcase_add_checked_fixture(tests, prepare, finish);
  tcase_add_test(tests, damaged_foreign_files_do_no_harm);
  tcase_add_test(tests, the_alarm_ends_a_trial);
  tcase_add_test(tests, a_global_problem_is_condensed);
  tcase_add_test(tests, nearly_symmetric_matrices_become_symmetric);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
