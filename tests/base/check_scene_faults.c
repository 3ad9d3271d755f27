/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Whatever is wrong with a scene is said in one line with its place, and does
   no harm. */
#include "pantin/base/scene.h"

#include "scene_sample.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Holds a fault, and what is said about it. */
static const struct {
  const char *text, *message;
} wrong[] = {
    /* values */
    {"bars = 2;\nlength = -0.3;",
     "x.cfg:2: length must be positive, got -0.3 m"},
    {"bars = 2;\nlength = 0;", "x.cfg:2: length must be positive, got 0 m"},
    {"bars = 1000000000;",
     "x.cfg:1: bars must be between 1 and 10000000, got 1000000000"},
    {"bars = 3000000000;",
     "x.cfg:1: bars must be between 1 and 10000000, got 3000000000"},
    {"bars = -3000000000L;",
     "x.cfg:1: bars must be between 1 and 10000000, got -3000000000"},
    {"bars = 99999999999999999999;",
     "x.cfg:1: bars must be between 1 and 10000000, got 1e+20"},
    {"bars = 2.5;", "x.cfg:1: bars must be a whole number, got 2.5"},
    {"bars = 1e999;", "x.cfg:1: bars must be between 1 and 10000000, got inf"},
    {"bars = 2; length = 1e999;",
     "x.cfg:1: length must be positive, got inf m"},
    {"bars = 2; length = nan;",
     "x.cfg:1: 'nan' is not a value: numbers are like 1.5, texts are in "
     "\"quotes\", and there are true and false"},
    {"bars = 0x10;",
     "x.cfg:1: '0x10': hexadecimal numbers are not used in scenes"},
    {"bars = 2; length = 1; angle = 91;",
     "x.cfg:1: angle must be between -90 and 90 degrees, got 91 degrees"},
    {"bars = 13;\nlength = 1;", "x.cfg:1: 13 bars bring bad luck"},
    /* kinds */
    {"bars = \"two\";",
     "x.cfg:1: bars must be a number, not a \"quoted\" text"},
    {"bars = 2; length = true;",
     "x.cfg:1: length must be a number, not true or false"},
    {"bars = 2; length = 1; shown = 1;",
     "x.cfg:1: shown must be true or false, not a number"},
    {"bars = 2; length = 1; title = (1);",
     "x.cfg:1: title must be a \"quoted\" text, not a list (...)"},
    {"bars = 2; length = 1; method = \"duel\";",
     "x.cfg:1: method must be one of newton, dual, not 'duel' "
     "(did you mean 'dual'?)"},
    {"bars = 2; length = 1;\ntitle = \"a\\x1b[31mb\";",
     "x.cfg:2: title must be one line without control characters, and holds "
     "the byte 0x1b"},
    {"bars = 2; length = 1;\ntitle = \"a\nb\";",
     "x.cfg:2: title must be one line without control characters, and holds "
     "the byte 0x0a"},
    {"bars = 2; length = 1;\nmethod = \"\xc2\x9b\";",
     "x.cfg:2: method must be one line without control characters, and holds "
     "the byte 0xc2"},
    {"bars = 2; length = 1; solver = 3;",
     "x.cfg:1: solver must be a group {...}, not a number"},
    /* lists */
    {"bars = 2; length = 1; gravity = (0,\n-9.81);",
     "x.cfg:1: gravity must hold 3 numbers, not 2"},
    {"bars = 2; length = 1; gravity = (0,\n\"-9.81\", 0);",
     "x.cfg:2: number 2 of gravity must be a number, not a \"quoted\" text"},
    {"bars = 2; length = 1; nodes = ((1, 2));",
     "x.cfg:1: nodes must hold 2 rows, not 1"},
    {"bars = 2; length = 1;\nnodes = ((1, 2),\n (1, 2, 3));",
     "x.cfg:3: row 2 of nodes must hold 2 numbers, not 3"},
    {"bars = 2; length = 1;\nnodes = ((1, 2),\n (1, 1e400));",
     "x.cfg:3: number 2 of row 2 of nodes must be a finite number, got inf m"},
    {"bars = 2; length = 1; bodies = ({ mass = 1; },\n 3);",
     "x.cfg:2: item 2 of bodies must be a group {...}, not a number"},
    {"bars = 2; length = 1; bodies = ({ mass = 1; },\n {});",
     "x.cfg:2: the key 'mass' is missing"},
    /* keys */
    {"bars = 2;", "x.cfg: the key 'length' is missing"},
    {"bars = 2;\nlenght = 2;",
     "x.cfg:2: unknown key 'lenght' (did you mean 'length'?)"},
    {"length = 1;\nangel = 3;",
     "x.cfg:2: unknown key 'angel' (did you mean 'angle'?)"},
    {"bars = 2; length = 1; bodies = (\n{ mess = 2; });",
     "x.cfg:2: unknown key 'mess' (did you mean 'mass'?)"},
    /* products */
    {"bars = 2; length = 1;\nangle = 1/0;",
     "x.cfg:2: '1/0' is not a number: numbers are like 1.5, 1/240 and 2*pi/3"},
    {"bars = 2; length = 2*pix;",
     "x.cfg:1: syntax error here or just before (';', ',' or '=' missing?)"},
    {"bars = 2; length = 1/24x0;",
     "x.cfg:1: '1/24x0' is not a number: numbers are like 1.5, 1/240 and "
     "2*pi/3"},
    {"bars = 2; length = 0x10/2;",
     "x.cfg:1: '0x10': hexadecimal numbers are not used in scenes"},
    {"bars = 2; length = 1/;",
     "x.cfg:1: syntax error here or just before (';', ',' or '=' missing?)"},
    {"bars = 2; length = pie;",
     "x.cfg:1: 'pie' is not a value: numbers are like 1.5, texts are in "
     "\"quotes\", and there are true and false"},
    {"bars = 5/2;", "x.cfg:1: bars must be a whole number, got 2.5"},
    {"bars = 2; length = 1;\n\nangel = 3;",
     "x.cfg:3: unknown key 'angel' (did you mean 'angle'?)"},
    {"bars = 2; length = 1; floor = 3;", "x.cfg:1: unknown key 'floor'"},
    {"bars = 2; length = 1; bodies = (\n{ mass = 1;\nmess = 2; });",
     "x.cfg:3: unknown key 'mess' (did you mean 'mass'?)"},
    {"bars = 2; length = 1;\nbars = 3;",
     "x.cfg:2: a name is set for the second time in this group"},
    /* syntax */
    {"", "x.cfg: the file is empty"},
    {"# nothing\n", "x.cfg: there are no settings in this file"},
    {"# no line end", "x.cfg: there are no settings in this file"},
    {"bars = 2;\nlength 3;",
     "x.cfg:2: syntax error here or just before (';', ',' or '=' missing?)"},
    {"bars = 2;\ntitle \"a\";",
     "x.cfg:2: a text stands where none is expected (';', ',' or '=' "
     "missing?)"},
    {"bars = 2, \"a\"",
     "x.cfg:1: a text stands where none is expected (';', ',' or '=' "
     "missing?)"},
    {"bars = 2, length = -1,", "x.cfg:1: length must be positive, got -1 m"},
    {"bars = (1,\n2", "x.cfg:2: the file ends where ')' should close line 1"},
    {"bars = (1,\n2};", "x.cfg:2: '}' where ')' should close line 1"},
    {"bars = 2; }", "x.cfg:1: '}' closes nothing"},
    {"title = \"a\nb", "x.cfg:1: this text is not closed: '\"' is missing"},
    {"bars = 2; /* a\nb",
     "x.cfg:1: this comment is not closed: '*/' is missing"},
    {"bars = 2; /*/ length = 1;",
     "x.cfg:1: this comment is not closed: '*/' is missing"},
    {"bars = 1/* not ten */0;\nlength = 2.5;",
     "x.cfg:1: syntax error here or just before (';', ',' or '=' missing?)"},
    {"bars = 2;\nlength\n# the end\n\n",
     "x.cfg:2: syntax error here or just before (';', ',' or '=' missing?)"},
    {"bars = 2;\n@include \"/etc/passwd\"",
     "x.cfg:2: @include is not allowed: a scene is one file"},
    {"bars = 2;\nlength = [1, 2.5];",
     "x.cfg:2: [...] cannot mix kinds of values: write a list (...)"},
    {"bars = 2;\n\x01",
     "x.cfg:2: this is not a text file (it holds the byte 0x01)"},
};

static void check_message(const char *text, size_t length, const char *want)
{
  sample s = {0};
  pn_error error = {0};
  sample_read(text, length, &s, &error);
  char got[PN_ERROR_MESSAGE];
  ck_assert_str_eq(pn_error_message(&error, got, sizeof got), want);
}

START_TEST(each_fault_has_its_message)
{
  check_message(wrong[_i].text, strlen(wrong[_i].text), wrong[_i].message);
}
END_TEST

START_TEST(a_zero_byte_is_binary)
{
  check_message("bars = 2;\n\0length = 1;", 22,
                "x.cfg:2: this is not a text file (it holds the byte 0x00)");
}
END_TEST

/* Cut anywhere, the text is read or refused, but never crashes the reader;
   the sanitizers and valgrind watch. */
START_TEST(every_truncation_is_survived)
{
  for (size_t length = 0; length < strlen(sample_text); length++) {
    char *cut = malloc(length + 1); /* of the exact size */
    memcpy(cut, sample_text, length);
    sample s = {0};
    pn_error error = {0};
    sample_read(cut, length, &s, &error);
    free(cut);
  }
}
END_TEST

START_TEST(deep_nesting_is_refused)
{
  char text[300] = "a = ";
  memset(text + 4, '(', 200);
  pn_error error = {0};
  ck_assert_ptr_null(pn_scene_read_string("x.cfg", text, 204, &error));
  ck_assert_str_eq(error.text, "brackets are nested more than 64 deep");
}
END_TEST

/* Checks the limit on settings: libconfig's time grows with their square. */
START_TEST(a_group_of_very_many_settings_is_refused)
{
  char text[10000] = "f = ( { a1 = 0; }, { a1 = 0; } );\n";
  pn_error error = {0};
  for (int k = 0; k < 255; k++)
    snprintf(text + strlen(text), 24, "k%d = 0;\n", k);
  pn_scene *scene = pn_scene_read_string("x.cfg", text, strlen(text), &error);
  ck_assert_msg(scene != NULL, "%s", error.text);
  pn_scene_free(scene);
  strcat(text, "more : 0;");
  ck_assert_ptr_null(pn_scene_read_string("x.cfg", text, strlen(text), &error));
  ck_assert_int_eq(error.line, 257);
  ck_assert_str_eq(error.text, "a group has more than 256 settings");
}
END_TEST

START_TEST(the_first_error_is_kept)
{
  check_message("bars = 0;\nlength = -1;\nfloor = 1;",
                strlen("bars = 0;\nlength = -1;\nfloor = 1;"),
                "x.cfg:1: bars must be between 1 and 10000000, got 0");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("scene_faults");
  TCase *errors = tcase_create("errors");
  tcase_add_loop_test(errors, each_fault_has_its_message, 0,
                      sizeof wrong / sizeof *wrong);
  tcase_add_test(errors, a_zero_byte_is_binary);
  tcase_add_test(errors, every_truncation_is_survived);
  tcase_add_test(errors, deep_nesting_is_refused);
  tcase_add_test(errors, a_group_of_very_many_settings_is_refused);
  tcase_add_test(errors, the_first_error_is_kept);
  suite_add_tcase(suite, errors);
  return test_run(suite);
}
