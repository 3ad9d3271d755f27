/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests that a recording survives what may happen to it: its program is killed,
   another one records under the same name, the disk is full. */
#include "config.h"

#include "pantin/base/file.h"

#include "recording.h"
#include "test.h"

#include <dlfcn.h>
#include <gsl/gsl_errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What a run reports about itself, in memory that outlives it. Frames of its
   r-th recording have the numbers r * PER_RECORDING, and so on. */
enum { PER_RECORDING = 5 };

struct said {
  size_t recording, appended;
};

/* Records, closes and begins again, until it is killed. */
static void record_for_ever(volatile struct said *said)
{
  for (size_t r = 0;; r++) {
    pn_frames *frames = recording_create();
    said->appended = 0;
    said->recording = r;
    for (size_t k = 0; k < PER_RECORDING; k++) {
      pn_frame frame = recording_frame(r * PER_RECORDING + k, 3 + k % 7);
      recording_append(frames, &frame);
      pn_lcp_free(frame.lcp);
      said->appended = k + 1;
    }
    pn_frames_close(frames, NULL);
  }
}

/* Reads all frames that can be read; returns how many, and in `*recording` the
   recording of the first. */
static size_t read_all(size_t *recording)
{
  pn_error error = {0};
  pn_frames *frames = pn_frames_open(recording_path, &error);
  ck_assert_msg(frames != NULL, "%s", error.text);
  const size_t count = frames->count;
  for (size_t k = 0; k < count; k++) {
    pn_frame frame;
    ck_assert_msg(!pn_frames_read(frames, k, &frame, &error), "%s", error.text);
    ck_assert_uint_eq(frame.number, frames->number[0] + k);
    pn_lcp_free(frame.lcp);
  }
  *recording = count > 0 ? frames->number[0] / PER_RECORDING : 0;
  pn_frames_close(frames, NULL);
  return count;
}

/* A run may be killed while it appends, gathers, cleans up or begins: every
   frame that was reported as written can be read, or the whole recording before
   if the last one has no frame yet. */
START_TEST(a_killed_run_leaves_what_it_wrote)
{
  enum { RUNS = 25, MICROSECOND = 1000, SPREAD = 25000 };
  volatile struct said *said = mmap(NULL, sizeof *said, PROT_READ | PROT_WRITE,
                                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  size_t wanted = 0;
  for (int run = 0; run < RUNS; run++) {
    said->recording = said->appended = 0;
    const unsigned long delay = gsl_rng_uniform_int(recording_random, SPREAD);
    const pid_t child = fork();
    if (child == 0)
      record_for_ever(said);
    while (said->appended == 0)
      nanosleep(&(struct timespec){0, MICROSECOND}, NULL);
    nanosleep(&(struct timespec){0, (long)delay * MICROSECOND}, NULL);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    size_t recording;
    const size_t count = read_all(&recording);
    ck_assert_uint_gt(count, 0);
    ck_assert_uint_le(count, PER_RECORDING);
    /* A frame may be written before it is reported. */
    if (recording < said->recording) {
      ck_assert_uint_eq(recording + 1, said->recording);
      ck_assert_uint_eq(count, PER_RECORDING);
      ck_assert_uint_eq(said->appended, 0);
    } else
      ck_assert_uint_ge(count, said->appended);
    wanted += count < PER_RECORDING;
    remove(recording_path);
    recording_forget_parts();
  }
  ck_assert_uint_gt(wanted, 0);
  munmap((void *)said, sizeof *said);
}
END_TEST

/* The frames of a killed run are gathered in the file before the next run
   begins. */
START_TEST(the_next_run_recovers_a_killed_one)
{
  pn_frames *died = recording_create();
  for (size_t k = 0; k < 3; k++) {
    pn_frame frame = recording_frame(k, 4);
    recording_append(died, &frame);
    pn_lcp_free(frame.lcp);
  }
  size_t recording;
  close(died->lock); /* as the end of its process does */
  died->lock = -1;
  ck_assert_int_ne(access(recording_path, F_OK), 0);
  ck_assert_uint_eq(read_all(&recording), 3);
  pn_frames *next = recording_create();
  ck_assert_int_eq(access(recording_path, F_OK), 0);
  ck_assert_uint_eq(read_all(&recording), 3);
  pn_frame frame = recording_frame(7, 4);
  recording_append(next, &frame);
  pn_lcp_free(frame.lcp);
  ck_assert_uint_eq(read_all(&recording), 1);
  pn_error error = {0};
  ck_assert_int_eq(pn_frames_close(next, &error), GSL_SUCCESS);
  ck_assert_uint_eq(read_all(&recording), 1);
  died->writing = 0;
  pn_frames_close(died, NULL);
}
END_TEST

/* Limits the size of files, as a full disk does. */
static void limit_files(rlim_t bytes)
{
  struct rlimit limit;
  signal(SIGXFSZ, SIG_IGN);
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = bytes;
  setrlimit(RLIMIT_FSIZE, &limit);
}

static void append_contacts(pn_frames *frames, size_t number, size_t contacts,
                            const char *refusal)
{
  pn_error error = {0};
  pn_frame frame = recording_frame(number, contacts);
  pn_frames_append(frames, &frame, &error);
  pn_lcp_free(frame.lcp);
  if (refusal)
    ck_assert_msg(strstr(error.text, refusal) != NULL, "'%s'", error.text);
  else
    ck_assert_msg(!error.code, "%s", error.text);
}

/* Checks that a recording is refused, and what it says. */
static void check_refused(const char *text)
{
  pn_error error = {0};
  ck_assert_ptr_null(pn_frames_create(recording_path, recording_scene, &error));
  ck_assert_msg(strstr(error.text, text), "%s", error.text);
}

START_TEST(two_runs_do_not_record_into_one_file)
{
  pn_frames *frames = recording_create();
  pn_frame frame = recording_frame(7, 3);
  recording_append(frames, &frame);
  check_refused("another run is recording into this file");
  ck_assert_int_eq(pn_frames_close(frames, NULL), 0);
  frames = pn_frames_open(recording_path, NULL);
  ck_assert_ptr_nonnull(frames);
  ck_assert_uint_eq(frames->count, 1);
  pn_frames_close(frames, NULL);
  pn_lcp_free(frame.lcp);
}
END_TEST

START_TEST(files_of_others_stay)
{
  char parts[80], other[96];
  snprintf(parts, sizeof parts, "%s.parts", recording_path);
  snprintf(other, sizeof other, "%s/frames.txt", parts);
  ck_assert_int_eq(mkdir(parts, 0777), 0);
  fclose(fopen(other, "w"));
  check_refused("'frames.txt' in it is of none");
  ck_assert_int_eq(access(other, F_OK), 0);

  /* So do those behind a link. */
  ck_assert_int_eq(rename(parts, "elsewhere"), 0);
  ck_assert_int_eq(rename("elsewhere/frames.txt", "elsewhere/frame000001.h5"),
                   0);
  ck_assert_int_eq(symlink("elsewhere", parts), 0);
  check_refused("cannot be the folder in which a recording grows");
  ck_assert_int_eq(remove("elsewhere/frame000001.h5"), 0);
  ck_assert_int_eq(rmdir("elsewhere"), 0);
}
END_TEST

START_TEST(the_permissions_stay)
{
  struct stat there;
  pn_frame frame = recording_frame(7, 3);
  for (int k = 0; k < 2; k++) {
    pn_frames *frames = recording_create();
    recording_append(frames, &frame);
    ck_assert_int_eq(pn_frames_close(frames, NULL), 0);
    ck_assert_int_eq(stat(recording_path, &there), 0);
    ck_assert(k == 0 || (there.st_mode & 0777) == 0600);
    ck_assert_int_eq(chmod(recording_path, 0600), 0);
  }
  pn_lcp_free(frame.lcp);
}
END_TEST

/* Neither a frame that does not fit, nor a final file that does not, destroys
   frames that were written. */
START_TEST(a_full_disk_keeps_earlier_frames)
{
  enum { LIMIT = 3 << 14, SMALL = 4, LARGE = 300, FRAMES = 8 };
  const size_t larger = _i == 0 ? LARGE : SMALL;
  pn_error error = {0};
  size_t recording, count = 0;
  pn_frames *frames = recording_create();
  limit_files(LIMIT);
  if (_i == 0) {
    for (; count < 2; count++)
      append_contacts(frames, count, SMALL, NULL);
    append_contacts(frames, count, larger, "frame 2: cannot be written: File");
    append_contacts(frames, count, larger, "File too large");
  } else
    for (; count < FRAMES; count++)
      append_contacts(frames, count, SMALL, NULL);
  const int code = pn_frames_close(frames, &error);
  limit_files(RLIM_INFINITY);
  ck_assert_msg(code == (_i == 0 ? GSL_SUCCESS : GSL_EFAILED), "%s",
                error.text);
  if (_i == 1)
    ck_assert_msg(strstr(error.text, "gathered: File too large") != NULL,
                  "'%s'", error.text);
  ck_assert_uint_eq(read_all(&recording), count);
}
END_TEST

/* A recording whose first frame does not fit leaves the one before it alone. */
START_TEST(no_frame_replaces_no_recording)
{
  enum { LIMIT = 3 << 14, SMALL = 4, LARGE = 300 };
  pn_error error = {0};
  size_t recording;
  pn_frames *frames = recording_create();
  append_contacts(frames, PER_RECORDING, SMALL, NULL);
  ck_assert_int_eq(pn_frames_close(frames, &error), GSL_SUCCESS);
  frames = recording_create();
  limit_files(LIMIT);
  append_contacts(frames, 1, LARGE, "frame 1: cannot be written: File");
  const int code = pn_frames_close(frames, &error);
  limit_files(RLIM_INFINITY);
  ck_assert_int_eq(code, GSL_EFAILED);
  ck_assert_msg(strstr(error.text, "the file there is kept"), "%s", error.text);
  ck_assert_uint_eq(read_all(&recording), 1);
  ck_assert_uint_eq(recording, 1);
}
END_TEST

/* Folders that may be made until a signal comes; 0: none comes. */
static size_t folders_left;

/* Replaces the function: after the last of these folders the program ends as a
   signal handler ends it. */
int mkdir(const char *path, mode_t mode)
{
  static int (*real)(const char *, mode_t);
  if (!real)
    *(void **)&real = dlsym(RTLD_NEXT, "mkdir");
  const int code = real(path, mode);
  if (folders_left > 0 && --folders_left == 0) {
    pn_file_end_all();
    _exit(0);
  }
  return code;
}

/* The folder is made twice: what was there may be of a run that died. */
START_TEST(a_signal_at_the_start_leaves_no_folder)
{
  char parts[80];
  int status;
  snprintf(parts, sizeof parts, "%s.parts", recording_path);
  const pid_t child = fork();
  if (child == 0) {
    folders_left = (size_t)_i;
    recording_create();
    _exit(1);
  }
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  ck_assert_int_ne(access(parts, F_OK), 0);
}
END_TEST

/* Seconds; killing takes long on a busy machine. */
enum { PATIENCE = 60 };

int main(void)
{
  Suite *suite = suite_create("frames_killed");
  TCase *tests = tcase_create("frames_killed");
  tcase_set_timeout(tests, PATIENCE);
  tcase_add_checked_fixture(tests, recording_prepare, recording_finish);
  tcase_add_test(tests, a_killed_run_leaves_what_it_wrote);
  tcase_add_test(tests, the_next_run_recovers_a_killed_one);
  tcase_add_test(tests, two_runs_do_not_record_into_one_file);
  tcase_add_test(tests, files_of_others_stay);
  tcase_add_test(tests, the_permissions_stay);
  tcase_add_loop_test(tests, a_signal_at_the_start_leaves_no_folder, 1, 3);
  tcase_add_loop_test(tests, a_full_disk_keeps_earlier_frames, 0, 2);
  tcase_add_test(tests, no_frame_replaces_no_recording);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
