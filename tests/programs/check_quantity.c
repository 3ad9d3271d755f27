/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One list of quantities as table, CSV and JSON, against texts by hand. */
#include "config.h"

#include "programs/quantity.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *name;
  double x, residual;
  double force[3];
  size_t rows;
  int solved;
} run;

QUANTITY_GETTER(doubled, run, 2 * row->x)
QUANTITY_TEXT_GETTER(verdict, run, row->solved ? "good" : "bad")

static int is_solved(const void *row)
{
  return ((const run *)row)->solved;
}

static const quantity list[] = {
    {QUANTITY_NUMBER("iteration"), .format = "%2zu", .heading = "k"},
    {QUANTITY_AT(run, name), .kind = QUANTITY_TEXT, .format = "  %-4s"},
    {QUANTITY_AT(run, x), .unit = "m", .format = "  %7.3f"},
    {QUANTITY_GET(doubled, "twice"), .unit = "m", .no_json = 1},
    {QUANTITY_AT(run, force), .unit = "N", .components = "xyz"},
    {QUANTITY_AT(run, rows), .kind = QUANTITY_COUNT, .format = " %4zu"},
    {QUANTITY_AT(run, solved), .kind = QUANTITY_FLAG, .no_csv = 1},
    {QUANTITY_GET_TEXT(verdict, "verdict"), .no_csv = 1},
    {QUANTITY_AT(run, residual), .has = is_solved, .format = "  %8.1e"},
};

static const run runs[] = {
    {"lu", 2.385, 1.5e-9, {1, -2, 0.5}, 42, 1},
    {"jacobi", -0.25, 7, {0, 0, 4}, 7, 0},
};

static const quantity_rows rows = {QUANTITY_LIST(list), QUANTITY_ROWS(runs, 2)};

/* The number of one row, which a group can show beside others. */
static const quantity speed[] = {
    {.name = "lambda", .number = 2, .unit = "m/s"}};
static const double speeds[] = {3.5, NAN};

/* Returns what a table prints, as text that is the caller's. */
static char *text_of_table(const quantity_rows *of)
{
  char *text = NULL;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  quantity_table(stream, of);
  fclose(stream);
  return text;
}

START_TEST(table)
{
  char *text = text_of_table(&rows);
  ck_assert_str_eq(text, " k  name      x [m] rows  residual\n"
                         " 0  lu        2.385   42   1.5e-09\n"
                         " 1  jacobi   -0.250    7         -\n");
  ck_assert_int_eq(quantity_width(&rows, 1), -6);
  free(text);
}
END_TEST

START_TEST(digits)
{
  static const struct {
    double value[3];
    int digits;
    const char *text;
  } cases[] = {
      {{4.2, 9.8125, 1310}, 4, "       x\n     4.2\n     9.8\n  1310.0\n"},
      {{-0.25, 0, NAN}, 3, "       x\n  -0.250\n   0.000\n     nan\n"},
      {{0.02649, 0.7, 0.3}, 2, "      x\n  0.026\n  0.700\n  0.300\n"},
      {{4e-16, 9e-13, 2}, 1, "      x\n  4e-16\n  9e-13\n  2e+00\n"},
      {{123456, 2385, 99}, 2, "       x\n  123456\n    2385\n      99\n"},
      {{0, 0, 0}, 3, "  x\n  0\n  0\n  0\n"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const quantity x[] = {{.name = "x", .digits = cases[k].digits}};
    char *text = text_of_table(
        &(quantity_rows){QUANTITY_LIST(x), QUANTITY_ROWS(cases[k].value, 3)});
    ck_assert_str_eq(text, cases[k].text);
    free(text);
  }
}
END_TEST

START_TEST(lines)
{
  static const quantity number[] = {{QUANTITY_NUMBER("k"), .format = "%2zu"}};
  static const char *const texts[] = {
      " k\n 0\n 1\n 2\n 3\n 4\n 5\n 6\n", /* all */
      " k\n 0\n 6\n", " k\n 0\n 3\n 6\n", " k\n 0\n 2\n 4\n 6\n"};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    char *text = text_of_table(
        &(quantity_rows){QUANTITY_LIST(number), .rows = 7, .lines = k});
    ck_assert_str_eq(text, texts[k]);
    free(text);
  }
}
END_TEST

START_TEST(csv)
{
  static const char path[] = "check_quantity.csv";
  const quantity_rows groups[] = {
      rows, {QUANTITY_LIST(speed), QUANTITY_ROWS(speeds, 2), .prefix = "cart"}};
  pn_error error = {.code = 0};
  char text[400] = "";
  ck_assert_int_eq(quantity_csv(path, groups, 2, &error), 0);
  FILE *stream = fopen(path, "r");
  ck_assert_ptr_nonnull(stream);
  text[fread(text, 1, sizeof text - 1, stream)] = '\0';
  fclose(stream);
  remove(path);
  ck_assert_str_eq(text,
                   "iteration,name,x [m],twice [m],force_x [N],force_y [N],"
                   "force_z [N],rows,residual,cart.lambda2 [m/s]\n"
                   "0,lu,2.385,4.77,1,-2,0.5,42,1.5e-09,3.5\n"
                   "1,jacobi,-0.25,-0.5,0,0,4,7,nan,nan\n");
}
END_TEST

START_TEST(json)
{
  char *text = NULL;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  pn_json writer = pn_json_make(stream);
  pn_json_object(&writer, NULL);
  quantity_json_row(&writer, &rows, 1);
  pn_json_end(&writer);
  fclose(stream);
  /* In that order, and nothing else. */
  static const char *const members[] = {
      "\"iteration\": 1",     "\"name\": \"jacobi\"", "\"x\": -0.25",
      "\"force\": [0, 0, 4]", "\"rows\": 7",          "\"solved\": false",
      "\"verdict\": \"bad\"", "\"residual\": null"};
  const char *at = text;
  for (size_t k = 0; k < sizeof members / sizeof members[0]; k++) {
    at = strstr(at, members[k]);
    ck_assert_msg(at, "%s is missing in %s", members[k], text);
  }
  ck_assert_ptr_null(strstr(text, "twice"));
  free(text);
}
END_TEST

START_TEST(full)
{
  pn_error error = {.code = 0};
  ck_assert_int_ne(quantity_csv("/gone/x.csv", &rows, 1, &error), 0);
  ck_assert_int_ne(error.code, 0);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("quantity");
  TCase *tests = tcase_create("quantity");
  tcase_add_test(tests, table);
  tcase_add_test(tests, digits);
  tcase_add_test(tests, lines);
  tcase_add_test(tests, csv);
  tcase_add_test(tests, json);
  tcase_add_test(tests, full);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
