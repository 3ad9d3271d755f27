/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* HDF5 may fail at any call, as when memory is short: then writing and reading
   say so, or what they give is right nevertheless. Its functions are replaced
   by ones that refuse the k-th call. */
#include "config.h"

#include "pantin/lcp/fclib.h"

#include "recording.h"
#include "test.h"

#include <dlfcn.h>
#include <gsl/gsl_errno.h>
#include <hdf5.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Calls left until the one that is refused, or 0. */
static size_t left;

/* Replaces one function, `real` from now on. */
#define REPLACE(type, name, parameters, arguments)                             \
  type name parameters                                                         \
  {                                                                            \
    static type(*real) parameters;                                             \
    if (!real)                                                                 \
      *(void **)&real = dlsym(RTLD_NEXT, #name);                               \
    return left != 0 && --left == 0 ? -1 : real arguments;                     \
  }

REPLACE(hid_t, H5Fcreate,
        (const char *name, unsigned flags, hid_t create, hid_t how),
        (name, flags, create, how))
REPLACE(hid_t, H5Fopen, (const char *name, unsigned flags, hid_t how),
        (name, flags, how))
REPLACE(herr_t, H5Fflush, (hid_t of, H5F_scope_t scope), (of, scope))
REPLACE(ssize_t, H5Fget_file_image, (hid_t of, void *bytes, size_t room),
        (of, bytes, room))
REPLACE(hid_t, H5Gcreate2,
        (hid_t at, const char *name, hid_t link, hid_t create, hid_t how),
        (at, name, link, create, how))
REPLACE(hid_t, H5Gopen2, (hid_t at, const char *name, hid_t how),
        (at, name, how))
REPLACE(hid_t, H5Dcreate2,
        (hid_t at, const char *name, hid_t type, hid_t space, hid_t link,
         hid_t create, hid_t how),
        (at, name, type, space, link, create, how))
REPLACE(hid_t, H5Dopen2, (hid_t at, const char *name, hid_t how),
        (at, name, how))
REPLACE(herr_t, H5Dwrite,
        (hid_t of, hid_t type, hid_t memory, hid_t file, hid_t how,
         const void *values),
        (of, type, memory, file, how, values))
REPLACE(herr_t, H5Dread,
        (hid_t of, hid_t type, hid_t memory, hid_t file, hid_t how,
         void *values),
        (of, type, memory, file, how, values))
REPLACE(hid_t, H5Dget_type, (hid_t of), (of))
REPLACE(hid_t, H5Dget_space, (hid_t of), (of))
REPLACE(hid_t, H5Acreate2,
        (hid_t at, const char *name, hid_t type, hid_t space, hid_t create,
         hid_t how),
        (at, name, type, space, create, how))
REPLACE(hid_t, H5Aopen, (hid_t at, const char *name, hid_t how),
        (at, name, how))
REPLACE(herr_t, H5Awrite, (hid_t of, hid_t type, const void *value),
        (of, type, value))
REPLACE(herr_t, H5Aread, (hid_t of, hid_t type, void *value), (of, type, value))
REPLACE(hid_t, H5Aget_type, (hid_t of), (of))
REPLACE(hid_t, H5Aget_space, (hid_t of), (of))
REPLACE(herr_t, H5Ocopy,
        (hid_t from, const char *name, hid_t to, const char *as, hid_t copy,
         hid_t link),
        (from, name, to, as, copy, link))

enum { NUMBER = 7, CONTACTS = 5, MOST = 1000 };

static pn_frame frame;
static char path[64];

static void prepare(void)
{
  recording_prepare();
  frame = recording_frame(NUMBER, CONTACTS);
  snprintf(path, sizeof path, "refused-%ld.h5", (long)getpid());
}

static void finish(void)
{
  left = 0;
  pn_lcp_free(frame.lcp);
  unlink(path);
  recording_finish();
}

/* Checks that the problem is that of the frame, but for what FCLIB does not
   hold. */
static void check_same(const pn_lcp *lcp, size_t k)
{
  const size_t bytes = frame.lcp->size * sizeof(double);
  ck_assert_uint_eq(lcp->size, frame.lcp->size);
  ck_assert_msg(memcmp(lcp->b, frame.lcp->b, bytes) == 0 &&
                    memcmp(lcp->mu, frame.lcp->mu, bytes) == 0,
                "call %zu: another problem", k);
}

/* Records the frame. */
static void record(pn_error *error)
{
  static double pose[7] = {0, 0, 1, 1}, velocity[6], lambda[3 * CONTACTS];
  static double point[3 * CONTACTS], normal[3 * CONTACTS], gap[CONTACTS];
  static int64_t pair[2 * CONTACTS], row[CONTACTS];
  const pn_frame_state state = {1,     pose,         velocity, CONTACTS,
                                point, normal,       gap,      pair,
                                row,   3 * CONTACTS, lambda};
  frame.state = &state;
  pn_frames *frames = pn_frames_create(recording_path, recording_scene, error);
  if (frames)
    pn_frames_append(frames, &frame, error);
  pn_frames_close(frames, error->code ? NULL : error);
  frame.state = NULL;
}

/* Reads it again; 0 or the error's code. */
static int read_back(size_t k, pn_error *error)
{
  pn_frame back = {.lcp = NULL};
  pn_frames *frames = pn_frames_open(recording_path, error);
  if (frames && frames->count != 1)
    ck_abort_msg("call %zu: %zu frames", k, frames->count);
  if (frames && !pn_frames_read(frames, 0, &back, error)) {
    check_same(back.lcp, k);
    pn_lcp_free(back.lcp);
  }
  pn_frames_close(frames, NULL);
  return error->code;
}

START_TEST(a_recording_is_right_or_refused)
{
  size_t k = 1, refusals = 0;
  for (int done = 0; !done; k++) {
    pn_error error = {0};
    left = k;
    record(&error);
    done = left != 0;
    left = 0;
    ck_assert_uint_lt(k, MOST);
    ck_assert_int_eq(error.code != 0, error.text[0] != '\0');
    refusals += error.code != 0;
    if (!error.code)
      ck_assert_msg(!read_back(k, &error), "call %zu: %s", k, error.text);
    remove(recording_path);
    recording_forget_parts();
  }
  ck_assert_uint_gt(refusals, 60);
}
END_TEST

START_TEST(what_is_read_is_right_or_refused)
{
  pn_error error = {0};
  size_t refusals = 0;
  record(&error);
  ck_assert_msg(!error.code, "%s", error.text);
  for (size_t k = 1, done = 0; !done; k++) {
    error = (pn_error){0};
    left = k;
    refusals += read_back(k, &error) != 0;
    done = left != 0;
    left = 0;
    ck_assert_uint_lt(k, MOST);
    ck_assert_int_eq(error.code != 0, error.text[0] != '\0');
  }
  ck_assert_uint_gt(refusals, 30);
}
END_TEST

START_TEST(a_problem_of_fclib_is_right_or_refused)
{
  size_t refusals = 0;
  for (size_t k = 1, done = 0; !done; k++) {
    pn_error error = {0};
    left = k;
    pn_fclib_write(frame.lcp, path, "a pile", &error);
    pn_lcp *lcp = error.code ? NULL : pn_fclib_read(path, NULL, &error);
    done = left != 0;
    left = 0;
    ck_assert_uint_lt(k, MOST);
    ck_assert_int_eq(error.code != 0, error.text[0] != '\0');
    ck_assert_int_eq(error.code != 0, lcp == NULL);
    refusals += error.code != 0;
    if (lcp)
      check_same(lcp, k);
    pn_lcp_free(lcp);
    unlink(path);
  }
  ck_assert_uint_gt(refusals, 50);
}
END_TEST

static void allow_descriptors(rlim_t most)
{
  struct rlimit limit;
  ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
  limit.rlim_cur = most;
  ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
}

/* What a run without descriptors does. */
enum { RECORDING, READING, OF_FCLIB, SUBJECTS };

/* Records the frame, reads it, or reads a foreign problem of FCLIB; files of
   our own end with a seal, which a longer file does not. */
static void work_without(int subject, pn_error *error)
{
  if (subject == RECORDING)
    record(error);
  else if (subject == READING)
    read_back(0, error);
  else
    pn_lcp_free(pn_fclib_read(path, NULL, error));
}

static void make_foreign(void)
{
  pn_error error = {0};
  ck_assert_msg(!pn_fclib_write(frame.lcp, path, "a pile", &error), "%s",
                error.text);
  FILE *stream = fopen(path, "ab");
  ck_assert_ptr_nonnull(stream);
  fputc('.', stream);
  fclose(stream);
}

/* Nor does it need HDF5 to fail: files that cannot be opened are enough, and
   then the reason is told. */
START_TEST(without_descriptors_it_is_right_or_refused)
{
  enum { ENOUGH = 20, MANY = 256 };
  size_t refusals = 0;
  const int next = dup(STDIN_FILENO);
  ck_assert_int_ge(next, 0);
  close(next);
  for (int more = 0; more < ENOUGH; more++) {
    pn_error error = {0};
    if (_i == READING)
      record(&error);
    else if (_i == OF_FCLIB)
      make_foreign();
    allow_descriptors((rlim_t)(next + more));
    work_without(_i, &error);
    allow_descriptors(MANY);
    ck_assert_int_eq(error.code != 0, error.text[0] != '\0');
    if (error.code)
      ck_assert_msg(strstr(error.text, "Too many open files"), "%d more: %s",
                    more, error.text);
    refusals += error.code != 0;
    if (!error.code && _i != OF_FCLIB)
      ck_assert_msg(!read_back((size_t)more, &error), "%d more: %s", more,
                    error.text);
    remove(recording_path);
    recording_forget_parts();
  }
  ck_assert_uint_ge(refusals, 1);
  ck_assert_uint_lt(refusals, ENOUGH);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("hdf5_refused");
  TCase *tests = tcase_create("refused");
  tcase_set_timeout(tests, 60);
  tcase_add_checked_fixture(tests, prepare, finish);
  tcase_add_test(tests, a_recording_is_right_or_refused);
  tcase_add_test(tests, what_is_read_is_right_or_refused);
  tcase_add_test(tests, a_problem_of_fclib_is_right_or_refused);
  tcase_add_loop_test(tests, without_descriptors_it_is_right_or_refused, 0,
                      SUBJECTS);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
