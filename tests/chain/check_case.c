/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reading cases: the shipped ones, and every kind of bad one with the line
   that is to blame. */
#include "pantin/chain/case.h"

#include "pantin/base/alloc.h"
#include "pantin/chain/start.h"

#include "course.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static pn_chain_case *read_shipped(const char *name, pn_error *error)
{
  char path[1024];
  snprintf(path, sizeof path, "%s/chain/%s.cfg", getenv("PANTIN_DATA"), name);
  return pn_chain_case_read(path, NULL, 1, error);
}

static const char *const course[] = {"2a", "2b", "2c", "2d", "3a", "3b", "3c"};

START_TEST(the_course_cases_are_the_courses)
{
  pn_error error = {0};
  pn_chain_case *of = read_shipped(course[_i], &error);
  ck_assert_msg(of != NULL, "%s", error.text);
  const course_case *want = course_find(course[_i]);
  ck_assert_uint_eq(of->chain->bars, want->bars);
  ck_assert_mem_eq(of->chain->length, want->length,
                   want->bars * sizeof(double));
  ck_assert_mem_eq(of->chain->end, want->end, sizeof want->end);
  ck_assert_mem_eq(of->start->x + 1, want->x,
                   (want->bars - 1) * sizeof(double));
  ck_assert_mem_eq(of->start->y + 1, want->y,
                   (want->bars - 1) * sizeof(double));
  ck_assert_ptr_eq(of->method, pn_chain_armijo);
  ck_assert(of->title[0] != '\0');
  pn_chain_case_free(of);
}
END_TEST

START_TEST(a_floor_is_read)
{
  pn_error error = {0};
  pn_chain_case *of = read_shipped("4c", &error);
  ck_assert_msg(of != NULL, "%s", error.text);
  ck_assert_uint_eq(of->chain->facets, 2);
  ck_assert(of->chain->height[0] == -0.25 && of->chain->slope[0] == -0.5);
  ck_assert(of->chain->height[1] == -0.5 && of->chain->slope[1] == 0);
  pn_chain_case_free(of);
}
END_TEST

START_TEST(a_long_chain_from_one_line)
{
  pn_error error = {0};
  pn_chain_case *of = read_shipped("catenary", &error);
  ck_assert_msg(of != NULL, "%s", error.text);
  ck_assert_uint_eq(of->chain->bars, 100000);
  test_close(of->chain->length[99999], 1.5e-5, 1e-20, "length of a bar");
  ck_assert_str_eq(of->start_shape->name, "parabola");
  pn_chain_case_free(of);
}
END_TEST

START_TEST(a_start_may_be_left_out)
{
  static const struct {
    const char *text, *shape;
  } cases[] = {
      {"lengths = (0.6, 2/3); end = (1, 0);", "parabola"},
      {"lengths = (0.6, 2/3); end = (0, -1);", "parabola"},
      {"lengths = (1, 1); end = (0, 0);", "parabola"},
  };
  pn_error error = {0};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    const char *text = cases[k].text;
    pn_chain_case *of =
        pn_chain_case_read_string("x.cfg", text, strlen(text), &error);
    ck_assert_msg(of != NULL, "%s", error.text);
    ck_assert_str_eq(of->start_shape->name, cases[k].shape);
    ck_assert(of->start->x[1] != 0 || of->start->y[1] != 0);
    pn_chain_case_free(of);
  }
}
END_TEST

#define TWO  "lengths = (0.6, 0.6);\n"
#define END  "end = (1, 0);\n"
#define NODE "start = ((0.5, 0.4));\n"

/* A text, and the message that it must give ("" for a good one). */
static const struct {
  const char *text, *message;
} texts[] = {
    {TWO END NODE, ""},
    {TWO END "start = \"line\";\n", ""},
    {"lengths = (0.3, 0.4);\n" END NODE,
     "x.cfg:1: the bars are 0.7 m long in all, too short to reach the end (1, "
     "0), which is 1 m away"},
    {"lengths = (1, 2);\nend = (3.0000001, 0);\n" NODE,
     "x.cfg:1: the bars are 3 m long in all, too short to reach the end "
     "(3.0000001, 0), which is 3.0000001 m away"},
    {"lengths = (0.3, 4);\n" END NODE,
     "x.cfg:1: the chain cannot close: its longest bar has 4 m, all others "
     "together with the distance of the ends only 1.3 m"},
    {"bars = 4;\nlength = 0.5;\n" END "start = \"line\";\n",
     "x.cfg:2: the bars are 0.5 m long in all, too short to reach the end (1, "
     "0), which is 1 m away"},
    {TWO END "start = ((0.5, 0.4), (0.6, 0.1));\n",
     "x.cfg:3: start lists 2 nodes, but 2 bars have 1 free between them"},
    {"lengths = (1.5);\n" END NODE,
     "x.cfg:1: a chain has at least 2 bars, got 1"},
    {TWO END NODE "floor = ({ height = 0.1; slope = 0; });\n",
     "x.cfg:4: floor facet 1, y >= 0.1 + 0 x, lies above a fixed end of the "
     "chain"},
    {TWO END NODE "floor = ({ height = -0.1; slope = 0.1; });\n", ""},
    {"lengths = (0.9, 0.9);\nend = (0.7, 0);\n" NODE
     "floor = ({ height = -0.7*0.1; slope = 0.1; });\n",
     ""},
    {"lengths = (0.9, 0.9);\nend = (0.7, 0.3);\n" NODE
     "floor = ({ height = 1e-16; slope = 0.3/0.7; });\n",
     ""},
    {TWO "bars = 2;\n" END NODE,
     "x.cfg:2: lengths lists the bars: leave out either it, or bars and "
     "length"},
    {TWO "length = 2;\n" END NODE,
     "x.cfg:2: lengths lists the bars: leave out either it, or bars and "
     "length"},
    {TWO "end = (0, 1);\nstart = \"parabola\";\n", ""},
    {"lengths = (3, 1, 1);\n" END
     "floor = ({ height = -0.5; slope = 0.5; });\n",
     "x.cfg:3: the chain is taut, and its only configuration goes through (3, "
     "0), below floor facet 1, y >= -0.5 + 0.5 x"},
    {"lengths = (1, 3, 1);\n" END "floor = ({ height = -1; slope = -1.5; });\n",
     "x.cfg:3: the chain is taut, and its only configuration goes through (-1, "
     "0), below floor facet 1, y >= -1 + -1.5 x"},
    {"lengths = (1, 3, 1);\n" END "floor = ({ height = -1; slope = -1; });\n",
     ""},
    {TWO END "start = \"parabel\";\n", "?one of parabola, line"},
    {"lengths = (0.6, -0.6);\n" END NODE, "?x.cfg:1: "},
    {"lengths = (0.6, 0);\n" END NODE, "?x.cfg:1: "},
    {"lengths = (0.6, 1e999);\n" END NODE, "?x.cfg:1: "},
    {"lengths = (0.6, nan);\n" END NODE, "?x.cfg:1: "},
    {"lengths = (0.6, \"long\");\n" END NODE, "?x.cfg:1: "},
    {"bars = 1000000000;\nlength = 2;\n" END NODE, "?10000000"},
    {"bars = 1;\nlength = 2;\n" END NODE, "?x.cfg:1: "},
    {"bars = 2.5;\nlength = 2;\n" END NODE, "?x.cfg:1: "},
    {"bars = 2;\n" END NODE, "?length"},
    {TWO NODE, "?end"},
    {TWO END, ""},
    {"lenghts = (1, 2);\n" END NODE,
     "x.cfg:1: unknown key 'lenghts' (did you mean 'lengths'?)"},
    {TWO "ende = (1, 0);\n",
     "x.cfg:2: unknown key 'ende' (did you mean 'end'?)"},
    {"lengths = (6/10, 0.6/0);\n" END, "?x.cfg:1: '0.6/0' is not a number"},
    {TWO END "start = 3;\n", "?x.cfg:3: start must be"},
    {TWO END "floor = 5;\n", "?x.cfg:3: floor must be a list"},
    {TWO END "floor = \"x\";\n", "?x.cfg:3: floor must be a list"},
    {TWO END "floor = { height = -1; };\n", "?x.cfg:3: floor must be a list"},
    {TWO END "weight = (1, 2);\nload = (3);\n", ""},
    {TWO END "weight = (1);\n", "?x.cfg:3: weight must hold 2 numbers, not 1"},
    {TWO END "weight = (1, -1);\n", "?x.cfg:3: number 2 of weight must be"},
    {TWO END "weight = 3;\n", "?x.cfg:3: weight must be a list"},
    {TWO END "load = (-1);\n", "?x.cfg:3: number 1 of load must be between 0"},
    {TWO END "load = (1, 2);\n", "?x.cfg:3: load must hold 1 numbers, not 2"},
    {"lengths = 5;\n" END, "?x.cfg:1: lengths must be a list"},
    {"lengths = {};\n" END, "?x.cfg:1: lengths must be a list"},
    {TWO END NODE "colour = \"red\";\n", "?x.cfg:4: unknown key 'colour'"},
    {TWO END NODE "titel = \"two\";\n", "?did you mean 'title'"},
    {TWO END NODE "method = \"newton\";\n", "?x.cfg:4: "},
    {TWO END NODE "floor = ({ height = -1; });\n", "?slope"},
    {TWO END NODE "floor = ({ height = -1; slope = 0; tilt = 1; });\n",
     "?unknown key 'tilt'"},
    {TWO "end = (1, 0, 0);\n" NODE, "?x.cfg:2: "},
    {TWO END "start = ((0.5, 0.4, 0.1));\n", "?x.cfg:3: "},
    {TWO END "start = ((0.5, 0.4);\n", "?x.cfg:"},
    {"", "?x.cfg: "},
    {"lengths = (0.6", "?x.cfg:"},
};

START_TEST(bad_cases_are_told_what_is_wrong)
{
  pn_error error = {0};
  const char *text = texts[_i].text, *want = texts[_i].message;
  pn_chain_case *of =
      pn_chain_case_read_string("x.cfg", text, strlen(text), &error);
  char got[PN_ERROR_MESSAGE];
  pn_error_message(&error, got, sizeof got);
  ck_assert_msg((of != NULL) == (want[0] == '\0'), "%s\n%s", text, got);
  if (want[0] == '?')
    ck_assert_msg(strstr(got, want + 1), "'%s' lacks '%s'", got, want + 1);
  else
    ck_assert_str_eq(got, want);
  pn_chain_case_free(of);
}
END_TEST

START_TEST(a_file_that_is_not_there)
{
  pn_error error = {0};
  ck_assert_ptr_null(read_shipped("no-such-case", &error));
  ck_assert(strstr(error.file, "no-such-case"));
  ck_assert(error.text[0] != '\0');
}
END_TEST

START_TEST(memory_that_fails_leaves_nothing_behind)
{
  const char *text = TWO END NODE "floor = ({ height = -1; slope = 0; });\n";
  for (size_t k = 1;; k++) {
    pn_error error = {0};
    pn_alloc_fail_at(k);
    pn_chain_case *of =
        pn_chain_case_read_string("x.cfg", text, strlen(text), &error);
    pn_alloc_fail_at(0);
    pn_chain_case_free(of);
    if (of)
      break;
    ck_assert_str_eq(error.text, "out of memory");
    ck_assert_uint_lt(k, 50);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("case");
  TCase *shipped = tcase_create("shipped");
  tcase_add_loop_test(shipped, the_course_cases_are_the_courses, 0,
                      sizeof course / sizeof course[0]);
  tcase_add_test(shipped, a_floor_is_read);
  tcase_add_test(shipped, a_long_chain_from_one_line);
  tcase_add_test(shipped, a_start_may_be_left_out);
  suite_add_tcase(suite, shipped);
  TCase *bad = tcase_create("bad");
  tcase_add_loop_test(bad, bad_cases_are_told_what_is_wrong, 0,
                      sizeof texts / sizeof texts[0]);
  tcase_add_test(bad, a_file_that_is_not_there);
  tcase_add_test(bad, memory_that_fails_leaves_nothing_behind);
  suite_add_tcase(suite, bad);
  return test_run(suite);
}
