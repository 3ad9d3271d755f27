/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests that damaged files of frames, and files of other kinds, are refused. */
#include "config.h"

#include "recording.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <hdf5.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void write_file(const char *bytes, size_t count)
{
  FILE *stream = fopen(recording_path, "wb");
  ck_assert_uint_eq(fwrite(bytes, 1, count, stream), count);
  fclose(stream);
}

static size_t read_file(char *bytes, size_t room)
{
  FILE *stream = fopen(recording_path, "rb");
  const size_t length = fread(bytes, 1, room, stream);
  fclose(stream);
  ck_assert(length > 100 && length < room);
  return length;
}

START_TEST(truncated_files_do_not_crash)
{
  pn_frames *frames = recording_create();
  for (size_t k = 0; k < 2; k++) {
    pn_frame frame = recording_frame(k, 5);
    recording_append(frames, &frame);
    pn_lcp_free(frame.lcp);
  }
  pn_frames_close(frames, NULL);
  static char bytes[1 << 17];
  const size_t length = read_file(bytes, sizeof bytes);
  for (size_t cut = 0; cut < length; cut += 1 + length / 50) {
    pn_error error = {0};
    write_file(bytes, cut);
    frames = pn_frames_open(recording_path, &error);
    ck_assert_msg(frames == NULL, "cut at %zu of %zu", cut, length);
    ck_assert_str_ne(error.text, "");
  }
}
END_TEST

static int is_same(const pn_lcp *a, const pn_lcp *b)
{
  const size_t bytes = a->size * sizeof(double);
  return a->size == b->size && memcmp(a->b, b->b, bytes) == 0 &&
         memcmp(a->lo, b->lo, bytes) == 0 && memcmp(a->hi, b->hi, bytes) == 0 &&
         memcmp(a->D, b->D, bytes) == 0 && a->mu &&
         memcmp(a->mu, b->mu, bytes) == 0;
}

/* The ways in which reading a damaged file ends. */
enum { WHOLE, REFUSED, WRONG };

static int read_damaged(const pn_frame *written, size_t count)
{
  pn_error error = {0};
  pn_frames *frames = pn_frames_open(recording_path, &error);
  int end = WHOLE;
  if (!frames)
    return error.text[0] ? REFUSED : WRONG;
  if (frames->count != count)
    end = WRONG;
  for (size_t k = 0; k < frames->count && end != WRONG; k++) {
    pn_frame frame;
    if (pn_frames_read(frames, k, &frame, &error))
      end = error.text[0] ? REFUSED : WRONG;
    else if (frame.number != written[k].number ||
             !is_same(frame.lcp, written[k].lcp))
      end = WRONG;
    pn_lcp_free(frame.lcp);
  }
  pn_frames_close(frames, NULL);
  return end;
}

/* All tables and numbers in the file have checksums. */
START_TEST(damaged_bytes_are_detected)
{
  enum { FRAMES = 2, DAMAGES = 300, MOST = 4, BYTE = 256 };
  static const size_t contacts[FRAMES] = {5, 60};
  static char whole[1 << 18], damaged[1 << 18];
  pn_frame frame[FRAMES];
  size_t refusals = 0;
  pn_frames *frames = recording_create();
  for (size_t k = 0; k < FRAMES; k++) {
    frame[k] = recording_frame(k, contacts[k]);
    recording_append(frames, &frame[k]);
  }
  pn_frames_close(frames, NULL);
  const size_t length = read_file(whole, sizeof whole);
  for (int run = 0; run < DAMAGES; run++) {
    memcpy(damaged, whole, length);
    for (unsigned long k = gsl_rng_uniform_int(recording_random, MOST) + 1;
         k > 0; k--)
      damaged[gsl_rng_uniform_int(recording_random, length)] ^=
          (char)(1 + gsl_rng_uniform_int(recording_random, BYTE - 1));
    write_file(damaged, length);
    const pid_t child = fork();
    if (child == 0)
      _exit(read_damaged(frame, FRAMES));
    int status;
    waitpid(child, &status, 0);
    ck_assert_msg(WIFEXITED(status), "damage %d: a crash", run);
    ck_assert_msg(WEXITSTATUS(status) <= REFUSED, "damage %d: ends with %d",
                  run, WEXITSTATUS(status));
    refusals += WEXITSTATUS(status) == REFUSED;
  }
  ck_assert_uint_gt(refusals, DAMAGES / 4);
  for (size_t k = 0; k < FRAMES; k++)
    pn_lcp_free(frame[k].lcp);
}
END_TEST

/* A bit that changes anywhere in a recording of many frames, some of them
   empty, is seen before HDF5, which may abort, looks at the file. */
START_TEST(single_bits_of_a_long_recording_do_no_harm)
{
  enum { FRAMES = 20, FLIPS = 400, LIST = 2500, BITS = 8 };
  static char whole[1 << 20];
  pn_frame frame[FRAMES];
  pn_frames *frames = recording_create();
  for (size_t k = 0; k < FRAMES; k++) {
    frame[k] = recording_frame(k, k % 3);
    recording_append(frames, &frame[k]);
  }
  pn_frames_close(frames, NULL);
  const size_t length = read_file(whole, sizeof whole);
  for (int run = 0; run < FLIPS; run++) {
    const size_t at =
        run % 2 == 0 ? length - 1 - gsl_rng_uniform_int(recording_random, LIST)
                     : gsl_rng_uniform_int(recording_random, length);
    const char bit = (char)(1 << gsl_rng_uniform_int(recording_random, BITS));
    whole[at] ^= bit;
    write_file(whole, length);
    const pid_t child = fork();
    if (child == 0) {
      dup2(fileno(tmpfile()), STDERR_FILENO);
      const int end = read_damaged(frame, FRAMES);
      H5close(); /* which prints what it could not close */
      _exit(lseek(STDERR_FILENO, 0, SEEK_END) == 0 ? end : WRONG);
    }
    int status;
    waitpid(child, &status, 0);
    ck_assert_msg(WIFEXITED(status), "a bit of byte %zu: a crash", at);
    ck_assert_msg(WEXITSTATUS(status) == REFUSED, "byte %zu: ends with %d", at,
                  WEXITSTATUS(status));
    whole[at] ^= bit;
  }
  for (size_t k = 0; k < FRAMES; k++)
    pn_lcp_free(frame[k].lcp);
}
END_TEST

static void make_other(double version)
{
  const hid_t file =
      H5Fcreate(recording_path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t space = H5Screate(H5S_SCALAR), type = H5Tcopy(H5T_C_S1);
  if (version > 0) {
    static const char kind[] = "pantin-frames";
    H5Tset_size(type, sizeof kind);
    const hid_t set = H5Dcreate2(file, "kind", type, space, H5P_DEFAULT,
                                 H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, kind);
    H5Dclose(set);
    const hid_t attribute = H5Acreate2(file, "version", H5T_NATIVE_DOUBLE,
                                       space, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(attribute, H5T_NATIVE_DOUBLE, &version);
    H5Aclose(attribute);
  }
  H5Tclose(type);
  H5Sclose(space);
  H5Fclose(file);
}

/* Ends the file as frames.h says. */
static void seal(void)
{
  static char bytes[1 << 16];
  const size_t length = read_file(bytes, sizeof bytes);
  unsigned long long sum = 0xcbf29ce484222325;
  for (size_t k = 0; k < length; k++)
    sum = (sum ^ (unsigned char)bytes[k]) * 0x100000001b3;
  memcpy(bytes + length, "pantin-2", 8);
  memcpy(bytes + length + 8, &sum, 8);
  write_file(bytes, length + 16);
}

static void refused(const char *because)
{
  pn_error error = {0};
  ck_assert_ptr_null(pn_frames_open(recording_path, &error));
  ck_assert_msg(strstr(error.text, because) != NULL, "'%s', not '%s'",
                error.text, because);
}

START_TEST(other_files_are_refused)
{
  refused("cannot be opened");
  write_file("pantin-lcp 1\n", 13);
  refused("no HDF5 file");
  make_other(1);
  refused("records anew");
  make_other(0);
  seal();
  refused("no recorded frames");
  make_other(3);
  seal();
  refused("newer");
  make_other(2);
  seal();
  refused("scene is missing");
  pn_error error = {0};
  ck_assert_ptr_null(pn_frames_create("no/such/folder/x.h5", "", &error));
  ck_assert_ptr_null(pn_frames_create("/dev/null", "", NULL));
  ck_assert_ptr_null(pn_frames_create(".", "", NULL));
}
END_TEST

/* Seconds; a child may take long on a busy machine. */
enum { PATIENCE = 60 };

int main(void)
{
  Suite *suite = suite_create("frames_damaged");
  TCase *tests = tcase_create("frames_damaged");
  tcase_set_timeout(tests, PATIENCE);
  tcase_add_checked_fixture(tests, recording_prepare, recording_finish);
  tcase_add_test(tests, truncated_files_do_not_crash);
  tcase_add_test(tests, damaged_bytes_are_detected);
  tcase_add_test(tests, single_bits_of_a_long_recording_do_no_harm);
  tcase_add_test(tests, other_files_are_refused);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
