/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The frame that every test program shares. */
#ifndef PANTIN_TESTS_TEST_H
#define PANTIN_TESTS_TEST_H

#include <check.h>
#include <stddef.h>

/* Runs one suite and reports in TAP on stdout; returns main's exit status.
   GSL's error handler is switched off first, as in every Pantin program. */
int test_run(Suite *suite);

/* Tells how many of n tests or random problems that are alike are run: with
   sanitizers, which are slow and look for other faults, about a quarter of more
   than 16. */
#ifdef __SANITIZE_ADDRESS__
#define TEST_MANY(n) ((n) > 16 ? 12 + (n) / 4 : (n))
#else
#define TEST_MANY(n) (n)
#endif

/* Adds a test that is run for _i from 0 to n - 1, or for the first ones. */
#define test_add_family(tcase, test, n)                                        \
  tcase_add_loop_test(tcase, test, 0, TEST_MANY(n))

/* |got - want| <= tolerance, with both values in the message; a NaN fails.
   `what` says which value it is, printf-like. */
#define test_close(got, want, tolerance, ...)                                  \
  test_close_at(__FILE__, __LINE__, got, want, tolerance, __VA_ARGS__)

void test_close_at(const char *file, int line, double got, double want,
                   double tolerance, const char *what, ...);

/* Fails where the upper halves of the vector registers are in use: some
   processors run plain code at a third of its speed until they are cleared.
   Does nothing where that cannot be asked for. */
void test_upper_halves_are_clear(void);

#endif
