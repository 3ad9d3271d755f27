/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Lists of frames, against numbers listed by hand. */
#include "config.h"

#include "programs/frame_list.h"
#include "programs/program.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <string.h>

START_TEST(lists_are_read)
{
  static const struct {
    const char *text, *numbers;
  } cases[] = {
      {"7", "7 "},
      {"3:6", "3 4 5 6 "},
      {"2:11:4", "2 6 10 "},
      {"5,10", "5 10 "},
      {"1:3,9,20:40:10", "1 2 3 9 20 30 40 "},
      {"9,1:3,2", "1 2 3 9 "},
      {"0", "0 "},
      {"4:4:3", "4 "},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    frame_list list;
    pn_error error = {0};
    char text[80] = "";
    size_t largest = 0;
    ck_assert_int_eq(frame_list_read(&list, "frames", cases[k].text, &error),
                     GSL_SUCCESS);
    for (size_t number = 0; number < 50; number++)
      if (frame_list_has(&list, number)) {
        largest = number;
        snprintf(text + strlen(text), sizeof text - strlen(text), "%zu ",
                 number);
      }
    ck_assert_str_eq(text, cases[k].numbers);
    ck_assert_uint_eq(frame_list_largest(&list), largest);
  }
}
END_TEST

START_TEST(what_is_no_list_is_refused)
{
  static const char *const texts[] = {"",
                                      ",",
                                      "5,",
                                      ",5",
                                      "5,,6",
                                      "a",
                                      "5a",
                                      "5:",
                                      ":5",
                                      "6:5",
                                      "1:5:0",
                                      "1:5:",
                                      "1:2:3:4",
                                      "-3",
                                      "+3",
                                      " 3",
                                      "1.5",
                                      "3 ,4",
                                      "99999999999999999999",
                                      "1:5;7"};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    frame_list list;
    pn_error error = {0};
    ck_assert_msg(frame_list_read(&list, "frames", texts[k], &error) ==
                      PROGRAM_WRONG_USAGE,
                  "'%s' is taken", texts[k]);
    ck_assert_ptr_nonnull(strstr(error.text, "--frames must be a list"));
  }
}
END_TEST

START_TEST(a_list_has_an_end)
{
  char text[2 * FRAME_LIST_MOST + 2];
  frame_list list;
  pn_error error = {0};
  for (size_t k = 0; k <= FRAME_LIST_MOST; k++)
    memcpy(text + 2 * k, "1,", 2);
  text[2 * FRAME_LIST_MOST - 1] = '\0';
  ck_assert_int_eq(frame_list_read(&list, "frames", text, &error), 0);
  text[2 * FRAME_LIST_MOST - 1] = ',';
  text[2 * FRAME_LIST_MOST + 1] = '\0';
  ck_assert_int_eq(frame_list_read(&list, "frames", text, &error),
                   PROGRAM_WRONG_USAGE);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("frame_list");
  TCase *tests = tcase_create("frame_list");
  tcase_add_test(tests, lists_are_read);
  tcase_add_test(tests, what_is_no_list_is_refused);
  tcase_add_test(tests, a_list_has_an_end);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
