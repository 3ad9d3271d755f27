/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests that a frame of which one thing is missing or wrong is refused, and
   that the message names it: files are changed by HDF5 and sealed again. */
#include "config.h"

#include "pantin/tuning/frames_private.h"

#include "recording.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* What is done to a data set or attribute: it goes, loses its last number, has
   one number set, or becomes another thing of the same name. */
enum act { REMOVE, SHORTEN, SET, TEXT, GROUP, EMPTY };

enum { NUMBER = 4, CONTACTS = 3, MOST = 4096, NAME = 64 };

/* Opens the frame's group of the recording, to be changed. */
static hid_t open_frame(hid_t *file)
{
  *file = H5Fopen(recording_path, H5F_ACC_RDWR, H5P_DEFAULT);
  ck_assert_int_ge(*file, 0);
  char name[PNI_FRAME_NAME];
  const hid_t frame =
      H5Gopen2(*file, pni_frame_name(name, NUMBER), H5P_DEFAULT);
  ck_assert_int_ge(frame, 0);
  return frame;
}

static void close_frame(hid_t file, hid_t frame)
{
  H5Gclose(frame);
  H5Fclose(file);
  ck_assert_int_eq(pni_hdf5_seal(recording_path), 0);
}

/* Makes an attribute of `count` numbers, or of a text if there are none. */
static void make_attribute(hid_t at, const char *name, hsize_t count)
{
  static const double values[] = {1, 1};
  const hid_t space =
      count > 1 ? H5Screate_simple(1, &count, NULL) : H5Screate(H5S_SCALAR);
  const hid_t type = count > 0 ? H5T_NATIVE_DOUBLE : H5T_C_S1;
  const hid_t attribute =
      H5Acreate2(at, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  ck_assert_int_ge(
      H5Awrite(attribute, type, count > 0 ? (const void *)values : "x"), 0);
  H5Aclose(attribute);
  H5Sclose(space);
}

static void change_attribute(hid_t at, const char *name, enum act act,
                             double value)
{
  ck_assert_int_ge(H5Adelete(at, name), 0);
  if (act == SET)
    ck_assert_int_eq(pni_hdf5_put_attribute(at, name, value), 0);
  else if (act != REMOVE)
    make_attribute(at, name, act == TEXT ? 0 : 2);
}

static void set_number(hid_t at, const char *name, size_t k, double value)
{
  static double values[MOST];
  const int64_t count = pni_hdf5_length(at, name);
  ck_assert(count > (int64_t)k && count <= MOST);
  ck_assert_int_eq(pni_hdf5_get_reals(at, name, (size_t)count, values), 0);
  values[k] = value;
  const hid_t set = H5Dopen2(at, name, H5P_DEFAULT);
  ck_assert_int_ge(
      H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values),
      0);
  H5Dclose(set);
}

static void change_set(hid_t at, const char *name, enum act act)
{
  static double values[MOST];
  const size_t count = act == SHORTEN ? (size_t)pni_hdf5_length(at, name) : 0;
  ck_assert_uint_le(count, MOST);
  if (act == SHORTEN)
    ck_assert_int_eq(pni_hdf5_get_reals(at, name, count, values), 0);
  ck_assert_int_ge(H5Ldelete(at, name, H5P_DEFAULT), 0);
  if (act == SHORTEN || act == EMPTY)
    pni_hdf5_put_reals(at, name, act == EMPTY ? 0 : count - 1, 0, values);
  else if (act == TEXT)
    pni_hdf5_put_text(at, name, "no number");
  else if (act == GROUP)
    H5Gclose(H5Gcreate2(at, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
}

/* Changes "set", "group/set", "@attribute" or "group/@attribute". */
static void change(hid_t frame, const char *path, enum act act, size_t k,
                   double value)
{
  char group[NAME] = ".";
  const char *name = strrchr(path, '/');
  if (name)
    snprintf(group, sizeof group, "%.*s", (int)(name - path), path);
  name = name ? name + 1 : path;
  const hid_t at = H5Gopen2(frame, group, H5P_DEFAULT);
  ck_assert_int_ge(at, 0);
  if (*name == '@')
    change_attribute(at, name + 1, act, value);
  else if (act == SET)
    set_number(at, name, k, value);
  else
    change_set(at, name, act);
  H5Gclose(at);
}

static void record(void)
{
  pn_frames *frames = recording_create();
  pn_frame frame = recording_frame(NUMBER, CONTACTS);
  recording_append(frames, &frame);
  pn_lcp_free(frame.lcp);
  ck_assert_int_eq(pn_frames_close(frames, NULL), GSL_SUCCESS);
}

static void check_read(const char *what, const char *wanted)
{
  char text[PN_ERROR_TEXT];
  pn_error error = {0};
  pn_frame frame;
  pn_frames *frames = pn_frames_open(recording_path, &error);
  ck_assert_msg(frames != NULL, "%s", error.text);
  const int code = pn_frames_read(frames, 0, &frame, &error);
  pn_frames_close(frames, NULL);
  if (!wanted) {
    ck_assert_msg(code == GSL_SUCCESS, "%s: %s", what, error.text);
    pn_lcp_free(frame.lcp);
    return;
  }
  snprintf(text, sizeof text, "frame %d: %s", NUMBER, wanted);
  ck_assert_int_eq(code, GSL_EINVAL);
  ck_assert_msg(strcmp(error.text, text) == 0, "%s: '%s', not '%s'", what,
                error.text, text);
  ck_assert_str_eq(error.file, recording_path);
  ck_assert_ptr_null(frame.lcp);
}

static const char numbers[] =
    "time, step, contacts or joints is missing or wrong";
static const char bounds[] = "b, lo or hi is missing or wrong";
static const char normals[] = "normal is missing or wrong";
static const char bodies[] = "factors has no number of bodies, or a wrong one";
static const char pairs[] = "pair is missing or wrong";
static const char rows[] = "G or C is missing or wrong";
static const char compliance[] = "C is negative or not finite";
static const char masses[] = "the bodies' masses are missing or wrong";
static const char pattern[] = "A/p or A/i is missing or wrong";

struct wrong {
  const char *path;
  enum act act;
  size_t k;
  double value;
  const char *text;
};

static const struct wrong wrongs[] = {
    {"@time", REMOVE, 0, 0, numbers},
    {"@time", SET, 0, 2.385, NULL},
    {"@time", TEXT, 0, 0, numbers},
    {"@step", SHORTEN, 0, 0, numbers},
    {"@contacts", REMOVE, 0, 0, numbers},
    {"@contacts", SET, 0, -1, numbers},
    {"@contacts", SET, 0, 1e12, numbers},
    {"@contacts", SET, 0, NAN, numbers},
    {"@joints", REMOVE, 0, 0, numbers},
    {"@joints", SET, 0, -1, numbers},
    {"@joints", SET, 0, INFINITY, numbers},
    {"b", REMOVE, 0, 0, "b is missing or too long"},
    {"b", TEXT, 0, 0, "b is missing or too long"},
    {"b", GROUP, 0, 0, "b is missing or too long"},
    {"b", SHORTEN, 0, 0, bounds},
    {"b", SET, 4, NAN, "b(5) is nan"},
    {"lo", REMOVE, 0, 0, bounds},
    {"hi", SHORTEN, 0, 0, bounds},
    {"hi", SET, 0, -1, "the bounds of row 1 must be lo <= hi, got 0 and -1"},
    {"normal", REMOVE, 0, 0, normals},
    {"normal", SET, 4, -1, normals},
    {"normal", SET, 4, 3 * CONTACTS, normals},
    {"mu", SHORTEN, 0, 0, "mu is wrong"},
    {"factors", GROUP, 0, 0, bodies},
    {"factors", TEXT, 0, 0, bodies},
    {"factors/@bodies", REMOVE, 0, 0, bodies},
    {"factors/@bodies", SET, 0, -1, bodies},
    {"factors/@bodies", SET, 0, NAN, bodies},
    {"factors/@bodies", SET, 0, 1e12, bodies},
    {"factors/@bodies", SET, 0, 8, bodies},
    {"factors/linear", REMOVE, 0, 0, bodies},
    {"factors/pair", REMOVE, 0, 0, pairs},
    {"factors/pair", SET, 3, 8, pairs},
    {"factors/G", SHORTEN, 0, 0, rows},
    {"factors/G", SET, 7, NAN, "G is not finite"},
    {"factors/C", REMOVE, 0, 0, rows},
    {"factors/C", SET, 8, -1e-9, compliance},
    {"factors/C", SET, 8, NAN, compliance},
    {"factors/C", SET, 8, INFINITY, compliance},
    {"factors/angular", REMOVE, 0, 0, masses}};

START_TEST(what_is_wrong_with_a_frame_is_told)
{
  hid_t file;
  const struct wrong *of = &wrongs[_i];
  record();
  check_read("unchanged", NULL);
  const hid_t frame = open_frame(&file);
  change(frame, of->path, of->act, of->k, of->value);
  close_frame(file, frame);
  check_read(of->path, of->text);
}
END_TEST

/* Without factors the entries are read. Row 1 has the columns 1 to 3 at least,
   and p, the places where rows begin, 10 numbers. */
static const struct wrong entries[] = {{"factors", REMOVE, 0, 0, NULL},
                                       {"A", REMOVE, 0, 0, "A is missing"},
                                       {"A", TEXT, 0, 0, "A is missing"},
                                       {"A/x", REMOVE, 0, 0, "A is missing"},
                                       {"A/x", EMPTY, 0, 0, "A is missing"},
                                       {"A/x", SHORTEN, 0, 0, pattern},
                                       {"A/x", SET, 0, NAN, "A(1, 1) is nan"},
                                       {"A/p", REMOVE, 0, 0, pattern},
                                       {"A/p", SET, 0, 1, pattern},
                                       {"A/p", SET, 9, 8, pattern},
                                       {"A/p", SET, 5, 0, pattern},
                                       {"A/i", SHORTEN, 0, 0, pattern},
                                       {"A/i", SET, 1, 0, pattern},
                                       {"A/i", SET, 0, 9, pattern},
                                       {"A/i", SET, 0, -1, pattern}};

START_TEST(what_is_wrong_with_the_entries_is_told)
{
  hid_t file;
  const struct wrong *of = &entries[_i];
  record();
  const hid_t frame = open_frame(&file);
  if (_i > 0)
    change(frame, "factors", REMOVE, 0, 0);
  change(frame, of->path, of->act, of->k, of->value);
  close_frame(file, frame);
  check_read(of->path, of->text);
}
END_TEST

/* A name that is listed need not be a frame's group. */
START_TEST(a_frame_that_is_no_group_is_missing)
{
  hid_t file;
  char name[PNI_FRAME_NAME];
  record();
  const hid_t frame = open_frame(&file);
  change_set(file, pni_frame_name(name, NUMBER), TEXT);
  close_frame(file, frame);
  check_read(name, "it is missing");
}
END_TEST

/* Nor need it be whole in a recording that grows. */
START_TEST(a_frame_whose_file_is_damaged_is_told)
{
  pn_error error = {0};
  char path[2 * NAME];
  pn_frames *frames = recording_create();
  pn_frame frame = recording_frame(NUMBER, CONTACTS);
  recording_append(frames, &frame);
  pn_lcp_free(frame.lcp);
  snprintf(path, sizeof path, "%s.parts/frame%06d.h5", recording_path, NUMBER);
  FILE *part = fopen(path, "ab");
  ck_assert_ptr_nonnull(part);
  fputc('.', part);
  fclose(part);
  pn_frames *other = pn_frames_open(recording_path, NULL);
  ck_assert_ptr_nonnull(other);
  ck_assert_int_eq(pn_frames_read(other, 0, &frame, &error), GSL_EINVAL);
  ck_assert_ptr_nonnull(strstr(error.text, "frame 4: no recording of"));
  ck_assert_ptr_null(frame.lcp);
  ck_assert_int_eq(remove(path), 0);
  ck_assert_int_eq(pn_frames_read(other, 0, &frame, &error), GSL_EFAILED);
  ck_assert_ptr_nonnull(strstr(error.text, "frame 4: cannot be opened"));
  pn_frames_close(other, NULL);
  error = (pn_error){0};
  ck_assert_int_eq(pn_frames_close(frames, &error), GSL_EFAILED);
  ck_assert_str_eq(error.text, "cannot be gathered: a part of it is damaged");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("frames_wrong");
  TCase *tests = tcase_create("frames_wrong");
  tcase_add_checked_fixture(tests, recording_prepare, recording_finish);
  tcase_add_loop_test(tests, what_is_wrong_with_a_frame_is_told, 0,
                      sizeof wrongs / sizeof *wrongs);
  tcase_add_loop_test(tests, what_is_wrong_with_the_entries_is_told, 0,
                      sizeof entries / sizeof *entries);
  tcase_add_test(tests, a_frame_that_is_no_group_is_missing);
  tcase_add_test(tests, a_frame_whose_file_is_damaged_is_told);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
