/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests that one number that is not finite is noticed wherever it stands, and
   no other one. */
#include "pantin/base/finite.h"

#include "test.h"

#include <float.h>
#include <math.h>

enum { MOST = 40 };

START_TEST(all_places_are_looked_at)
{
  static const double bad[] = {NAN, INFINITY, -INFINITY};
  static const double good[] = {0, -0.0, DBL_MAX, -DBL_MAX, DBL_MIN / 2, 2.385};
  enum { GOOD = sizeof good / sizeof *good };
  double x[MOST + 1];
  for (size_t i = 0; i < MOST; i++)
    x[i] = good[i % GOOD];
  x[MOST] = NAN; /* not to be read */
  for (size_t count = 0; count <= MOST; count++) {
    double *const end = x + MOST - count;
    ck_assert_msg(pni_all_finite(end, count), "%zu finite numbers", count);
    for (size_t i = 0; i < count; i++) {
      const double was = end[i];
      end[i] = bad[_i];
      ck_assert_msg(!pni_all_finite(end, count), "number %zu of %zu", i, count);
      end[i] = was;
    }
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("finite");
  TCase *tests = tcase_create("finite");
  tcase_add_loop_test(tests, all_places_are_looked_at, 0, 3);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
