/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The scene reader: values come out as written, and whatever is wrong is said
   with its file and line. */
#include "config.h"

#include "pantin/base/alloc.h"
#include "pantin/base/scene.h"
#include "pantin/base/text.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A reader that asks for one key of each kind. */
typedef struct {
  size_t bars, nodes;
  double length, angle, gravity[3], node[4];
  int shown, method;
  char title[32];
  double mass[2];
} sample;

static const char *const methods[] = {"newton", "dual", NULL};

static void read_body(pn_scene_group root, size_t i, double *mass)
{
  pn_scene_group body = pn_scene_item(&root, "bodies", i);
  pn_scene_real(&body, "mass", PN_REQUIRED, pn_range_positive("kg"), mass);
  pn_scene_finish(&body);
}

static int read_sample(const char *text, size_t length, sample *s,
                       pn_error *error)
{
  pn_scene *scene = pn_scene_read_string("x.cfg", text, length, error);
  if (!scene)
    return error->code;
  const char *title = "none";
  pn_scene_group root = pn_scene_root(scene, error);
  pn_scene_count(&root, "bars", PN_REQUIRED, 1, 10000000, &s->bars);
  pn_scene_real(&root, "length", PN_REQUIRED, pn_range_positive("m"),
                &s->length);
  pn_scene_real(&root, "angle", PN_OPTIONAL,
                pn_range_between(-90, 90, "degrees"), &s->angle);
  pn_scene_reals(&root, "gravity", PN_OPTIONAL, pn_range_finite("m/s^2"), 3,
                 s->gravity);
  pn_scene_boolean(&root, "shown", PN_OPTIONAL, &s->shown);
  pn_scene_choice(&root, "method", PN_OPTIONAL, methods, &s->method);
  pn_scene_string(&root, "title", PN_OPTIONAL, &title);
  s->nodes = pn_scene_length(&root, "nodes");
  if (pn_scene_look(&root, "nodes") != PN_SCENE_NOTHING)
    pn_scene_rows(&root, "nodes", PN_REQUIRED, pn_range_finite("m"), 2, 2,
                  s->node);
  if (pn_scene_look(&root, "solver") != PN_SCENE_NOTHING) {
    pn_scene_group solver = pn_scene_subgroup(&root, "solver");
    pn_scene_real(&solver, "tolerance", PN_OPTIONAL,
                  pn_range_between(0, 1, NULL), &s->angle);
    pn_scene_finish(&solver);
  }
  for (size_t i = 0; i < 2 && i < pn_scene_length(&root, "bodies"); i++)
    read_body(root, i, &s->mass[i]);
  if (!error->code && s->bars == 13)
    pn_scene_refuse(&root, "bars", "%zu bars bring bad luck", s->bars);
  snprintf(s->title, sizeof s->title, "%s", title);
  const int status = pn_scene_finish(&root);
  pn_scene_free(scene);
  return status;
}

static const char full[] = "# a case\n"
                           "title = \"a \\\"fine\\\" one\";\n"
                           "bars = 5; length = 2.385;\n"
                           "angle = -30; // degrees\n"
                           "gravity = (0, -9.81, 0);\n"
                           "/* two\n   nodes */ nodes = (\n"
                           "  (0.2, -1),\n"
                           "  (4e-1, -1.5)\n"
                           ");\n"
                           "shown = true; method = \"dual\";\n"
                           "bodies = ( { mass = 3; }, { mass = 1.2; } );\n";

START_TEST(values_are_read_as_written)
{
  sample s = {0};
  pn_error error = {0};
  read_sample(full, strlen(full), &s, &error);
  ck_assert_msg(error.code == 0, "%d: %s", error.line, error.text);
  ck_assert_uint_eq(s.bars, 5);
  ck_assert_uint_eq(s.nodes, 2);
  ck_assert(s.length == 2.385 && s.angle == -30);
  ck_assert(s.gravity[0] == 0 && s.gravity[1] == -9.81 && s.gravity[2] == 0);
  ck_assert(s.node[0] == 0.2 && s.node[1] == -1 && s.node[2] == 0.4 &&
            s.node[3] == -1.5);
  ck_assert(s.shown == 1 && s.method == 1);
  ck_assert_str_eq(s.title, "a \"fine\" one");
  ck_assert(s.mass[0] == 3 && s.mass[1] == 1.2);
}
END_TEST

START_TEST(optional_keys_leave_the_value)
{
  const char text[] = "\xef\xbb\xbf"
                      "bars = 1e5L;";
  sample s = {.angle = 7.25, .shown = 1, .method = 1};
  pn_error error = {0};
  ck_assert_int_ne(read_sample(text, strlen(text), &s, &error), 0);
  error = (pn_error){0};
  const char windows[] = "\xef\xbb\xbf"
                         "bars = 1e5;\r\nlength = 3L;\r\n";
  ck_assert_int_eq(read_sample(windows, strlen(windows), &s, &error), 0);
  ck_assert_uint_eq(s.bars, 100000);
  ck_assert(s.length == 3);
  ck_assert(s.angle == 7.25 && s.shown == 1 && s.method == 1);
  ck_assert_str_eq(s.title, "none");
}
END_TEST

START_TEST(products_stand_where_numbers_do)
{
  const char text[] = "bars = 10/2; /* 1/3 */ length = 1/240; // 2/3\n"
                      "angle = -180/pi # degrees\n;\n"
                      "gravity = (pi, -2*pi/3, 1 / 3/2 // a comment\n);\n"
                      "nodes = ((1/3,-pi/2),(.5*2e1, +1/8)); method=\"dual\";\n"
                      "bodies = ({mass=100000000000/2;},{mass=1/*c*/;});\n";
  sample s = {0};
  pn_error error = {0};
  read_sample(text, strlen(text), &s, &error);
  ck_assert_msg(error.code == 0, "%d: %s", error.line, error.text);
  ck_assert_uint_eq(s.bars, 5);
  ck_assert(s.length == 1.0 / 240 && s.angle == -180 / M_PI);
  ck_assert(s.gravity[0] == M_PI && s.gravity[1] == -2 * M_PI / 3 &&
            s.gravity[2] == 1.0 / 3 / 2);
  ck_assert(s.node[0] == 1.0 / 3 && s.node[1] == -M_PI / 2 && s.node[2] == 10 &&
            s.node[3] == 0.125);
  ck_assert(s.mass[0] == 5e10 && s.mass[1] == 1);
}
END_TEST

/* The text of the shortest products grows the most. */
START_TEST(products_have_room)
{
  enum { NUMBERS = 100000 };
  char *text = malloc(2 * NUMBERS + NUMBERS + 20);
  double *values = malloc(NUMBERS * sizeof *values);
  strcpy(text, "x=(pi");
  for (size_t k = 1; k < NUMBERS; k++)
    memcpy(text + 5 + 3 * (k - 1), ",pi", 3);
  strcpy(text + 5 + 3 * (NUMBERS - 1), ")");
  pn_error error = {0};
  pn_scene *scene = pn_scene_read_string("x.cfg", text, strlen(text), &error);
  ck_assert_ptr_nonnull(scene);
  pn_scene_group root = pn_scene_root(scene, &error);
  pn_scene_reals(&root, "x", PN_REQUIRED, pn_range_finite(NULL), NUMBERS,
                 values);
  ck_assert_int_eq(pn_scene_finish(&root), 0);
  ck_assert(values[0] == M_PI && values[NUMBERS - 1] == M_PI);
  pn_scene_free(scene);
  free(values);
  free(text);
}
END_TEST

/* What is wrong, and what is said about it. */
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
  read_sample(text, length, &s, &error);
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
  for (size_t length = 0; length < strlen(full); length++) {
    char *cut = malloc(length + 1); /* of the exact size */
    memcpy(cut, full, length);
    sample s = {0};
    pn_error error = {0};
    read_sample(cut, length, &s, &error);
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

START_TEST(files_that_cannot_be_read)
{
  pn_error error = {0};
  ck_assert_ptr_null(pn_scene_read("/no/such.cfg", &error));
  ck_assert_str_eq(error.text, "cannot be opened: No such file or directory");
  error = (pn_error){0};
  ck_assert_ptr_null(pn_scene_read("/", &error));
  ck_assert_str_eq(error.text, "cannot be read: Is a directory");
  error = (pn_error){0};
  ck_assert_ptr_null(pn_scene_read("/dev/null", &error));
  ck_assert_str_eq(error.text, "the file is empty");
  error = (pn_error){0};
  ck_assert_ptr_null(pn_scene_read("/dev/zero", &error));
  ck_assert_str_eq(error.text, "the file is larger than 16 MiB");
}
END_TEST

START_TEST(a_file_is_read_like_its_text)
{
  char path[] = "check_scene_XXXXXX";
  const int descriptor = mkstemp(path);
  ck_assert_int_ge(descriptor, 0);
  FILE *file = fdopen(descriptor, "w");
  fputs("# a long comment, over several blocks\n", file);
  for (int i = 0; i < 20000; i++)
    fputs("# 0123456789\n", file);
  fputs("mass = 2.385;\n", file);
  fclose(file);
  pn_error error = {0};
  pn_scene *scene = pn_scene_read(path, &error);
  remove(path);
  ck_assert_ptr_nonnull(scene);
  double mass = 0;
  pn_scene_group root = pn_scene_root(scene, &error);
  pn_scene_real(&root, "mass", PN_REQUIRED, pn_range_positive("kg"), &mass);
  ck_assert_int_eq(pn_scene_finish(&root), 0);
  ck_assert(mass == 2.385);
  pn_scene_real(&root, "mass", PN_REQUIRED, pn_range_between(0, 1, "kg"),
                &mass);
  ck_assert_int_eq(error.line, 20002);
  ck_assert_str_eq(error.file, path);
  pn_scene_free(scene);
}
END_TEST

START_TEST(every_request_for_memory_may_fail)
{
  char path[] = "check_scene_XXXXXX";
  const int descriptor = mkstemp(path);
  ck_assert_int_eq(write(descriptor, "mass = 1;", 9), 9);
  close(descriptor);
  pn_scene *scene = NULL;
  int k = 0;
  while (!scene) {
    pn_error error = {0};
    pn_alloc_fail_at((size_t)++k);
    scene = pn_scene_read(path, &error);
    ck_assert(scene || error.code == GSL_ENOMEM);
  }
  pn_alloc_fail_at(0);
  remove(path);
  ck_assert_int_gt(k, 4); /* bytes, copy, scene, name, configuration */
  pn_scene_free(scene);
  pn_scene_free(NULL);
}
END_TEST

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
  Suite *suite = suite_create("scene");
  TCase *values = tcase_create("values");
  tcase_add_test(values, values_are_read_as_written);
  tcase_add_test(values, products_stand_where_numbers_do);
  tcase_add_test(values, products_have_room);
  tcase_add_test(values, optional_keys_leave_the_value);
  suite_add_tcase(suite, values);
  TCase *errors = tcase_create("errors");
  tcase_add_loop_test(errors, each_fault_has_its_message, 0,
                      sizeof wrong / sizeof *wrong);
  tcase_add_test(errors, a_zero_byte_is_binary);
  tcase_add_test(errors, every_truncation_is_survived);
  tcase_add_test(errors, deep_nesting_is_refused);
  tcase_add_test(errors, a_group_of_very_many_settings_is_refused);
  tcase_add_test(errors, the_first_error_is_kept);
  suite_add_tcase(suite, errors);
  TCase *files = tcase_create("files");
  tcase_add_test(files, files_that_cannot_be_read);
  tcase_add_test(files, a_file_is_read_like_its_text);
  tcase_add_test(files, every_request_for_memory_may_fail);
  suite_add_tcase(suite, files);
  TCase *texts = tcase_create("text");
  tcase_add_test(texts, numbers_read_back_the_same);
  tcase_add_test(texts, numbers_are_written_as_by_printf);
  tcase_add_test(texts, near_names_are_found);
  suite_add_tcase(suite, texts);
  return test_run(suite);
}
