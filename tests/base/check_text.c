/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Numbers as text, which read back the same, and names that are nearly right.
 */
#include "pantin/base/text.h"

#include "test.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(numbers_read_back_the_same)
{
  char text[PN_TEXT_NUMBER];
  ck_assert_str_eq(pn_text_number(text, 0.1), "0.1");
  ck_assert_str_eq(pn_text_number(text, 1e7), "10000000");
  ck_assert_str_eq(pn_text_number(text, -NAN), "nan");
  ck_assert_str_eq(pn_text_number(text, -INFINITY), "-inf");
  ck_assert_str_eq(pn_text_number(text, -0.0), "-0");
  const double values[] = {1.0 / 3,      2.385e-300,      DBL_MAX,
                           DBL_TRUE_MIN, nextafter(1, 2), -1e22};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    ck_assert(strtod(pn_text_number(text, values[i]), NULL) == values[i]);
}
END_TEST

/* Writes x with the first of 15, 16 and 17 digits that reads back to the same
   bits. */
static const char *by_printf(char text[PN_TEXT_NUMBER], double x)
{
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, PN_TEXT_NUMBER, "%.*g", digits, x);
    if (strtod(text, NULL) == x)
      break;
  }
  return text;
}

START_TEST(numbers_are_written_as_by_printf)
{
  enum { NUMBERS = 20000 };
  char text[PN_TEXT_NUMBER], expected[PN_TEXT_NUMBER];
  uint64_t bits = 88172645463325252; /* of an xorshift generator */
  for (int k = 0; k < NUMBERS; k++) {
    bits ^= bits << 13;
    bits ^= bits >> 7;
    bits ^= bits << 17;
    const int n = (int)(bits % 120);
    const double part = (double)(bits >> 11) * 0x1p-53;
    const double around[] = {
        ldexp(1 + part, n - 60),                        /* any */
        ldexp(floor(part * 1e6), -n % 30),              /* ties of rounding */
        floor(part * 1e6) * pow(10, -(double)(n % 20)), /* few digits */
        pow(10, n % 34 - 17), ldexp(1, n - 60)};        /* edges */
    for (size_t i = 0; i < sizeof around / sizeof *around; i++) {
      const double x = n % 2 ? around[i] : -around[i];
      const double near[] = {x, nextafter(x, 0), nextafter(x, 2 * x)};
      for (size_t j = 0; j < sizeof near / sizeof *near; j++)
        ck_assert_str_eq(pn_text_number(text, near[j]),
                         by_printf(expected, near[j]));
    }
  }
}
END_TEST

START_TEST(near_names_are_found)
{
  const char *const names[] = {"bars", NULL, "length", "2a", "lengths"};
  const size_t count = sizeof names / sizeof *names;
  ck_assert_str_eq(pn_text_nearest("lenght", names, count), "length");
  ck_assert_str_eq(pn_text_nearest("lengthss", names, count), "lengths");
  ck_assert_str_eq(pn_text_nearest("2b", names, count), "2a");
  ck_assert_ptr_null(pn_text_nearest("x", names, count));
  ck_assert_ptr_null(pn_text_nearest("", names, count));
  ck_assert_ptr_null(pn_text_nearest("gravity", names, count));
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("text");
  TCase *texts = tcase_create("text");
  tcase_add_test(texts, numbers_read_back_the_same);
  tcase_add_test(texts, numbers_are_written_as_by_printf);
  tcase_add_test(texts, near_names_are_found);
  suite_add_tcase(suite, texts);
  return test_run(suite);
}
