/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The progress line, letter for letter. */
#include "pantin/base/progress.h"
#include "test.h"

#include <math.h>

static const struct {
  double fraction, elapsed;
  const char *text;
} lines[] = {
    {0, 1, "[..............................]   0 %"},
    {0.009, 1, "[..............................]   0 %"},
    {0.5, 30, "[###############...............]  50 %, 30 s left"},
    {0.25, 100, "[#######.......................]  25 %, 5 min left"},
    {0.1, 1000, "[###...........................]  10 %, 2.5 h left"},
    {0.01, 1e9, "[..............................]   1 %, long left"},
    {0.9999, 1, "[#############################.]  99 %, 0 s left"},
    {1, 5, "[##############################] 100 %"},
    {-3, 5, "[..............................]   0 %"},
    {7, 5, "[##############################] 100 %"},
    {NAN, 5, "[..............................]   0 %"},
};

START_TEST(the_line_shows_the_fraction_and_the_time_left)
{
  char text[PN_PROGRESS_TEXT];
  ck_assert_str_eq(
      pn_progress_text(text, lines[_i].fraction, lines[_i].elapsed),
      lines[_i].text);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("progress");
  TCase *progress = tcase_create("progress");
  tcase_add_loop_test(progress, the_line_shows_the_fraction_and_the_time_left,
                      0, sizeof lines / sizeof *lines);
  suite_add_tcase(suite, progress);
  return test_run(suite);
}
