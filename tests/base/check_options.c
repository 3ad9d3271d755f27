/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Command lines: values, operands, what is wrong, and the help text. */
#include "pantin/base/options.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <string.h>

static struct {
  double tolerance;
  size_t bars;
  int method, quiet, cold;
  unsigned ways;
  const char *csv;
} got;

static const char *const methods[] = {"newton", "dual", NULL};

static const pn_option own[] = {
    {.name = "tolerance",
     .letter = 't',
     .kind = PN_OPTION_REAL,
     .value = &got.tolerance,
     .range = {DBL_TRUE_MIN, 1, NULL},
     .argument = "X",
     .help = "stop when the gradient and the length error are both below X, "
             "which is 1e-7 unless given"},
    {.name = "bars",
     .kind = PN_OPTION_COUNT,
     .value = &got.bars,
     .range = {1, 1000, NULL},
     .argument = "N",
     .help = "number of bars"},
    {.name = "method",
     .letter = 'm',
     .kind = PN_OPTION_CHOICE,
     .value = &got.method,
     .choices = methods,
     .argument = "METHOD_BY_NAME",
     .help = "how to solve:"},
    {.name = "ways",
     .kind = PN_OPTION_CHOICES,
     .value = &got.ways,
     .choices = methods,
     .argument = "LIST",
     .help = "several ways:"},
    {.name = NULL}};

static const pn_option common[] = {{.name = "quiet",
                                    .letter = 'q',
                                    .kind = PN_OPTION_FLAG,
                                    .value = &got.quiet,
                                    .help = "say nothing"},
                                   {.name = "cold",
                                    .kind = PN_OPTION_FLAG,
                                    .value = &got.cold,
                                    .help = "start cold"},
                                   {.name = "csv",
                                    .kind = PN_OPTION_STRING,
                                    .value = &got.csv,
                                    .argument = "FILE",
                                    .help = "write the history to FILE"},
                                   {.name = NULL}};

static const pn_option *const tables[] = {own, common};

enum { MOST_WORDS = 16 };

/* Parses a line of words between spaces; the operands are joined again. */
static const char *parse(const char *line, pn_error *error)
{
  static char words[512], joined[512];
  char *argv[MOST_WORDS] = {words};
  int argc = 0, operands = 0;
  memset(&got, 0, sizeof got);
  snprintf(words, sizeof words, "program %s", line);
  for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
    argv[argc++] = word;
  pn_options_parse(tables, 2, argc, argv, &operands, error);
  joined[0] = '\0';
  for (int i = operands; i < argc; i++) {
    strcat(joined, argv[i]);
    strcat(joined, i + 1 < argc ? " " : "");
  }
  return joined;
}

START_TEST(values_and_operands_are_found)
{
  pn_error error = {0};
  ck_assert_str_eq(
      parse("2a -t 1e-9 --csv=x.csv other --bars 1e2 -qm dual", &error),
      "2a other");
  ck_assert_msg(error.code == 0, "%s", error.text);
  ck_assert(got.tolerance == 1e-9);
  ck_assert_uint_eq(got.bars, 100);
  ck_assert(got.quiet == 1 && got.method == 1 && got.cold == 0);
  ck_assert_str_eq(got.csv, "x.csv");
}
END_TEST

START_TEST(command_lines_are_parsed)
{
  pn_error error = {0};
  ck_assert_str_eq(parse("", &error), "");
  ck_assert_str_eq(parse("--quiet -- --bars", &error), "--bars");
  ck_assert_str_eq(parse("--tolerance 1/240 --qui -", &error), "-");
  ck_assert(got.tolerance == 1.0 / 240 && got.quiet == 1);
  parse("--tolerance pi/4 --bars 2*8", &error);
  ck_assert(got.tolerance == M_PI / 4 && got.bars == 16);
  parse("--ways dual", &error);
  ck_assert_uint_eq(got.ways, 2);
  parse("--ways dual,newton,dual", &error);
  ck_assert_uint_eq(got.ways, 3);
  ck_assert_int_eq(error.code, 0);
}
END_TEST

static const struct {
  const char *line, *message;
} wrong[] = {
    {"--tolerence 1", "unknown option --tolerence (did you mean --tolerance?)"},
    {"--gravity", "unknown option --gravity"},
    {"-qx", "unknown option -x"},
    {"--quiet -x", "unknown option -x"},
    {"--quiet=1", "option --quiet takes no argument"},
    {"--c", "option --c could mean 2 options: write more of it"},
    {"--csv", "option --csv needs an argument: FILE"},
    {"2a -t", "option --tolerance needs an argument: X"},
    {"-t zero", "--tolerance must be a number, not 'zero'"},
    {"-t 1e-7x", "--tolerance must be a number, not '1e-7x'"},
    {"-t pie", "--tolerance must be a number, not 'pie'"},
    {"-t 1/", "--tolerance must be a number, not '1/'"},
    {"-t 0", "--tolerance must be positive and at most 1, got 0"},
    {"-t 1/0", "--tolerance must be positive and at most 1, got inf"},
    {"-t nan", "--tolerance must be positive and at most 1, got nan"},
    {"--bars 1e9", "--bars must be between 1 and 1000, got 1000000000"},
    {"--bars -1", "--bars must be between 1 and 1000, got -1"},
    {"--bars 2.5", "--bars must be a whole number, got 2.5"},
    {"--ways newton,sqp", "--ways must be one of newton, dual, not 'sqp'"},
    {"--ways dual,", "--ways must be one of newton, dual, not ''"},
    {"--ways new", "--ways must be one of newton, dual, not 'new'"},
    {"-m sqp", "--method must be one of newton, dual, not 'sqp'"},
};

START_TEST(each_fault_has_its_message)
{
  pn_error error = {0};
  parse(wrong[_i].line, &error);
  ck_assert_int_eq(error.code == 0, 0);
  ck_assert_str_eq(error.text, wrong[_i].message);
}
END_TEST

/* An option that ends where the help begins. */
static const pn_option wide[] = {{.name = "one-character",
                                  .kind = PN_OPTION_STRING,
                                  .argument = "WIDE",
                                  .help = "too wide for a space"},
                                 {.name = NULL}};

START_TEST(help_is_aligned_and_wrapped)
{
  char text[2048];
  FILE *file = tmpfile();
  pn_options_print(file, own);
  pn_options_print(file, common);
  pn_options_print(file, wide);
  rewind(file);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  ck_assert_str_eq(
      text,
      "  -t, --tolerance X       stop when the gradient and the length error "
      "are both\n"
      "                          below X, which is 1e-7 unless given\n"
      "      --bars N            number of bars\n"
      "  -m, --method METHOD_BY_NAME\n"
      "                          how to solve: newton, dual\n"
      "      --ways LIST         several ways: newton, dual\n"
      "  -q, --quiet             say nothing\n"
      "      --cold              start cold\n"
      "      --csv FILE          write the history to FILE\n"
      "      --one-character WIDE\n"
      "                          too wide for a space\n");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("options");
  TCase *options = tcase_create("options");
  tcase_add_test(options, values_and_operands_are_found);
  tcase_add_test(options, command_lines_are_parsed);
  tcase_add_loop_test(options, each_fault_has_its_message, 0,
                      sizeof wrong / sizeof *wrong);
  tcase_add_test(options, help_is_aligned_and_wrapped);
  suite_add_tcase(suite, options);
  return test_run(suite);
}
