/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The scene reader: values come out as written, from texts and from files. */
#include "config.h"

#include "pantin/base/alloc.h"
#include "pantin/base/scene.h"

#include "scene_sample.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

START_TEST(values_are_read_as_written)
{
  sample s = {0};
  pn_error error = {0};
  sample_read(sample_text, strlen(sample_text), &s, &error);
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
  ck_assert_int_ne(sample_read(text, strlen(text), &s, &error), 0);
  error = (pn_error){0};
  const char windows[] = "\xef\xbb\xbf"
                         "bars = 1e5;\r\nlength = 3L;\r\n";
  ck_assert_int_eq(sample_read(windows, strlen(windows), &s, &error), 0);
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
  sample_read(text, strlen(text), &s, &error);
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

int main(void)
{
  Suite *suite = suite_create("scene");
  TCase *values = tcase_create("values");
  tcase_add_test(values, values_are_read_as_written);
  tcase_add_test(values, products_stand_where_numbers_do);
  tcase_add_test(values, products_have_room);
  tcase_add_test(values, optional_keys_leave_the_value);
  suite_add_tcase(suite, values);
  TCase *files = tcase_create("files");
  tcase_add_test(files, files_that_cannot_be_read);
  tcase_add_test(files, a_file_is_read_like_its_text);
  tcase_add_test(files, every_request_for_memory_may_fail);
  suite_add_tcase(suite, files);
  return test_run(suite);
}
