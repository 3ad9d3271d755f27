/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The writers of JSON and CSV, byte for byte. */
#include "config.h"

#include "pantin/base/csv.h"
#include "pantin/base/json.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Runs a writer on a temporary file and compares what it wrote. */
static void check_written(void (*writer)(pn_json *), const char *want)
{
  char got[2048];
  FILE *file = tmpfile();
  ck_assert_ptr_nonnull(file);
  pn_json json = pn_json_make(file);
  writer(&json);
  rewind(file);
  got[fread(got, 1, sizeof got - 1, file)] = '\0';
  fclose(file);
  ck_assert_str_eq(got, want);
}

static void write_result(pn_json *json)
{
  const double x[] = {0.2, -1, 1.0 / 3};
  pn_json_object(json, NULL);
  pn_json_string(json, "case", "2a");
  pn_json_count(json, "bars", 5);
  pn_json_boolean(json, "converged", 1);
  pn_json_real(json, "energy", -1.9611159878);
  pn_json_reals(json, "x", 3, x);
  pn_json_reals(json, "none", 0, NULL);
  pn_json_array(json, "history");
  for (int i = 0; i < 2; i++) {
    pn_json_object(json, NULL);
    pn_json_real(json, "alpha", i ? NAN : INFINITY);
    pn_json_end(json);
  }
  pn_json_end(json);
  pn_json_array(json, "active");
  pn_json_end(json);
  pn_json_end(json);
}

START_TEST(a_result_is_written)
{
  check_written(write_result, "{\n"
                              "  \"case\": \"2a\",\n"
                              "  \"bars\": 5,\n"
                              "  \"converged\": true,\n"
                              "  \"energy\": -1.9611159878,\n"
                              "  \"x\": [0.2, -1, 0.3333333333333333],\n"
                              "  \"none\": [],\n"
                              "  \"history\": [\n"
                              "    {\n"
                              "      \"alpha\": null\n"
                              "    },\n"
                              "    {\n"
                              "      \"alpha\": null\n"
                              "    }\n"
                              "  ],\n"
                              "  \"active\": []\n"
                              "}");
}
END_TEST

static void write_strings(pn_json *json)
{
  pn_json_array(json, NULL);
  pn_json_string(json, NULL, "a \"b\" \\ / \n\t\x01\x7f");
  pn_json_string(json, NULL, "pendule à λ = 1 \xf0\x9f\x99\x82");
  pn_json_string(json, NULL, "\xff|\xc3|\xc0\xaf|\xed\xa0\x80|\xe2\x82");
  pn_json_string(json, NULL, NULL);
  pn_json_end(json);
}

START_TEST(strings_are_escaped)
{
  check_written(write_strings,
                "[\n"
                "  \"a \\\"b\\\" \\\\ / \\n\\u0009\\u0001\\u007f\",\n"
                "  \"pendule à λ = 1 \xf0\x9f\x99\x82\",\n"
                "  \"\\ufffd|\\ufffd|\\ufffd\\ufffd|\\ufffd\\ufffd\\ufffd|"
                "\\ufffd\\ufffd\",\n"
                "  null\n"
                "]");
}
END_TEST

static const pn_csv_column columns[] = {{"step", NULL}, {"x", "m"}};

START_TEST(a_table_is_written)
{
  char path[] = "check_json_XXXXXX";
  const int descriptor = mkstemp(path);
  ck_assert_int_ge(descriptor, 0);
  close(descriptor);
  pn_error error = {0};
  pn_csv csv;
  ck_assert_int_eq(pn_csv_open(&csv, path, columns, 2, &error), 0);
  pn_csv_row(&csv, (const double[]){1, 0.1});
  pn_csv_row(&csv, (const double[]){2, -2.385e-9});
  ck_assert_int_eq(pn_csv_commit(&csv, &error), 0);

  char got[256];
  FILE *file = fopen(path, "r");
  got[fread(got, 1, sizeof got - 1, file)] = '\0';
  fclose(file);
  ck_assert_str_eq(got, "step,x [m]\n1,0.1\n2,-2.385e-09\n");

  ck_assert_int_eq(pn_csv_open(&csv, path, columns, 1, &error), 0);
  pn_csv_discard(&csv);
  ck_assert_int_eq(remove(path), 0);
  ck_assert_int_eq(pn_csv_open(&csv, "no/such/x.csv", columns, 1, &error),
                   GSL_EFAILED);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("json");
  TCase *json = tcase_create("json");
  tcase_add_test(json, a_result_is_written);
  tcase_add_test(json, strings_are_escaped);
  suite_add_tcase(suite, json);
  TCase *csv = tcase_create("csv");
  tcase_add_test(csv, a_table_is_written);
  suite_add_tcase(suite, csv);
  return test_run(suite);
}
