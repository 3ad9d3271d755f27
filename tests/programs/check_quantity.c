/* SPDX-License-Identifier: GPL-3.0-or-later */
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

START_TEST(table)
{
  char *text = NULL;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  quantity_table(stream, &rows);
  fclose(stream);
  ck_assert_str_eq(text, " k  name      x [m] rows  residual\n"
                         " 0  lu        2.385   42   1.5e-09\n"
                         " 1  jacobi   -0.250    7         -\n");
  ck_assert_int_eq(quantity_width(&rows, 1), -6);
  free(text);
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
  tcase_add_test(tests, csv);
  tcase_add_test(tests, json);
  tcase_add_test(tests, full);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
