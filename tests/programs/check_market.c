/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Matrices as files: they are all there under their names, or the prefix is
   refused. */
#include "config.h"

#include "programs/market.h"

#include "base/folder.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <string.h>
#include <unistd.h>

static size_t print_one(FILE *stream, const void *of)
{
  (void)of;
  return market_entry(stream, 0, 0, 2.385);
}

static const market_matrix matrices[] = {
    {"A", "coordinate real general", "A", 1, 1, print_one, NULL},
    {"b", "array real general", "b", 1, 1, print_one, NULL}};

START_TEST(all_are_written)
{
  pn_error error = {0};
  ck_assert_int_eq(market_write(matrices, 2, "m", NULL, &error), GSL_SUCCESS);
  ck_assert_int_eq(unlink("m-A.mtx") | unlink("m-b.mtx"), 0);
}
END_TEST

/* A name is never cut, neither a matrix's nor the lock's. */
START_TEST(a_prefix_that_is_too_long_is_refused)
{
  enum { ENDING = sizeof "-A.mtx", LONGEST = PN_TEXT_PATH + 20 };
  char prefix[LONGEST + 1];
  for (size_t length = PN_TEXT_PATH + 1 - ENDING; length <= LONGEST; length++) {
    pn_error error = {0};
    for (size_t i = 0; i < length; i++)
      prefix[i] = i % 2 ? '/' : '.';
    prefix[length] = '\0';
    ck_assert_int_eq(market_write(matrices, 2, prefix, NULL, &error),
                     GSL_EINVAL);
    ck_assert_str_eq(error.text, "the prefix is too long");
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("market");
  TCase *tests = tcase_create("market");
  tcase_add_checked_fixture(tests, folder_enter, folder_leave);
  tcase_add_test(tests, all_are_written);
  tcase_add_test(tests, a_prefix_that_is_too_long_is_refused);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
