/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests that frames read back as they were written, even after the program was
   killed, and that other files are refused. */
#include "config.h"

#include "pantin/tuning/frames.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/operator_csr.h"
#include "pantin/lcp/operator_rigid.h"

#include "piles.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <hdf5.h>
#include <math.h>
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

static gsl_rng *random_numbers;
static char path[64];

static void prepare(void)
{
  random_numbers = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random_numbers, 852385);
  snprintf(path, sizeof path, "check_frames-%ld.h5", (long)getpid());
}

/* Removes the folder of an unfinished recording. */
static void forget_parts(void)
{
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s.parts", path);
  ck_assert_int_eq(system(command), 0);
}

static void finish(void)
{
  remove(path);
  forget_parts();
  gsl_rng_free(random_numbers);
}

static const char scene[] = "title = \"a pile\";\nmu = 0.8;\n";

static pn_frame make_frame(size_t number, size_t contacts)
{
  return (pn_frame){.number = number,
                    .time = 2.385 * (double)number,
                    .step = 1.0 / 60,
                    .contacts = contacts,
                    .joints = 2,
                    .lcp = pile(random_numbers, contacts, 7, 5e-4)};
}

static pn_frames *create(void)
{
  pn_error error = {0};
  pn_frames *frames = pn_frames_create(path, scene, &error);
  ck_assert_msg(frames != NULL, "%s", error.text);
  return frames;
}

static void append(pn_frames *frames, const pn_frame *frame)
{
  pn_error error = {0};
  ck_assert_msg(!pn_frames_append(frames, frame, &error), "%s", error.text);
}

static void same_problem(pn_lcp *a, pn_lcp *b)
{
  const size_t bytes = a->size * sizeof(double);
  ck_assert_uint_eq(a->size, b->size);
  ck_assert_mem_eq(a->b, b->b, bytes);
  ck_assert_mem_eq(a->lo, b->lo, bytes);
  ck_assert_mem_eq(a->hi, b->hi, bytes);
  ck_assert_mem_eq(a->D, b->D, bytes);
  ck_assert_mem_eq(a->mu, b->mu, bytes);
  ck_assert_mem_eq(a->normal, b->normal, a->size * sizeof *a->normal);
  ck_assert_int_eq(pn_lcp_assemble(a), GSL_SUCCESS);
  ck_assert_int_eq(pn_lcp_assemble(b), GSL_SUCCESS);
  const gsl_spmatrix *A = pn_lcp_entries(a->A), *B = pn_lcp_entries(b->A);
  ck_assert_uint_eq(A->nz, B->nz);
  ck_assert_mem_eq(A->i, B->i, A->nz * sizeof(int));
  ck_assert_mem_eq(A->data, B->data, A->nz * sizeof(double));
}

/* Frames are read with their factors, and by entries only. */
START_TEST(frames_come_back)
{
  enum { FRAMES = 3 };
  static const size_t number[FRAMES] = {0, 10, 12}, contacts[] = {3, 160, 1};
  pn_frame frame[FRAMES];
  pn_frames *frames = create();
  for (int k = 0; k < FRAMES; k++) {
    frame[k] = make_frame(number[k], contacts[k]);
    if (_i == 1) {
      pn_lcp_csr *csr = pn_lcp_csr_assemble(frame[k].lcp->A);
      pn_lcp_set_operator(frame[k].lcp, &csr->base);
    }
    append(frames, &frame[k]);
  }
  pn_error error = {0};
  ck_assert_int_eq(pn_frames_append(frames, &frame[2], &error), GSL_EINVAL);
  ck_assert_int_eq(pn_frames_close(frames, &error), GSL_SUCCESS);
  frames = pn_frames_open(path, &error);
  ck_assert_msg(frames != NULL, "%s", error.text);
  ck_assert_str_eq(frames->scene, scene);
  ck_assert_uint_eq(frames->count, FRAMES);
  for (size_t k = 0; k < FRAMES; k++) {
    pn_frame back;
    ck_assert_msg(!pn_frames_read(frames, k, &back, &error), "%s", error.text);
    ck_assert_uint_eq(back.number, number[k]);
    ck_assert_uint_eq(back.contacts, contacts[k]);
    ck_assert_uint_eq(back.joints, 2);
    ck_assert(back.time == frame[k].time && back.step == frame[k].step);
    ck_assert_int_eq(pn_rigid_delassus_of(back.lcp->A) != NULL, _i == 0);
    same_problem(back.lcp, frame[k].lcp);
    pn_lcp_free(back.lcp);
    pn_lcp_free(frame[k].lcp);
  }
  pn_frame none;
  ck_assert_int_eq(pn_frames_read(frames, FRAMES, &none, &error), GSL_EINVAL);
  pn_frames_close(frames, NULL);
}
END_TEST

/* Reads a data set of one frame by HDF5 alone. */
static size_t read_set(const char *name, hid_t type, void *values)
{
  char full[64];
  snprintf(full, sizeof full, "frame000007/state/%s", name);
  const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t set = H5Dopen2(file, full, H5P_DEFAULT);
  const hid_t space = H5Dget_space(set);
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  ck_assert_int_ge(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values),
                   0);
  H5Sclose(space);
  H5Dclose(set);
  H5Fclose(file);
  return (size_t)count;
}

/* Anyone can read what a step was made of, the seal notwithstanding. */
START_TEST(the_state_of_a_step_is_in_its_frame)
{
  double pose[] = {0.1, 0.2, 0.3, 1, 0, 0, 0}, velocity[] = {1, 2, 3, 4, 5, 6};
  double point[] = {0.1, 0.2, 0, 0.5, 0.2, 0.1}, normal[] = {0, 0, 1, 1, 0, 0};
  double gap[] = {-1e-3, 2.385e-4}, lambda[6] = {0.3, 0.1, 0, 2.385};
  int64_t pair[] = {1, 0, 0, 1}, row[] = {0, 3};
  const pn_frame_state state = {1,   pose, velocity, 2, point, normal,
                                gap, pair, row,      6, lambda};
  pn_frame frame = make_frame(7, 2);
  frame.state = &state;
  pn_frames *frames = create();
  append(frames, &frame);
  ck_assert_int_eq(pn_frames_close(frames, NULL), GSL_SUCCESS);
  const struct {
    const char *name;
    const double *is;
    size_t count;
  } real[] = {{"pose", pose, 7},   {"velocity", velocity, 6},
              {"point", point, 6}, {"normal", normal, 6},
              {"gap", gap, 2},     {"lambda", lambda, 6}};
  for (size_t k = 0; k < sizeof real / sizeof *real; k++) {
    double there[16];
    ck_assert_uint_eq(read_set(real[k].name, H5T_NATIVE_DOUBLE, there),
                      real[k].count);
    ck_assert_mem_eq(there, real[k].is, real[k].count * sizeof *there);
  }
  int64_t there[4];
  ck_assert_uint_eq(read_set("pair", H5T_NATIVE_INT64, there), 4);
  ck_assert_mem_eq(there, pair, sizeof pair);
  ck_assert_uint_eq(read_set("row", H5T_NATIVE_INT64, there), 2);
  ck_assert_mem_eq(there, row, sizeof row);
  pn_lcp_free(frame.lcp);
}
END_TEST

/* A frame without contacts. */
START_TEST(an_empty_frame_comes_back)
{
  pn_frames *frames = create();
  pn_frame frame = {.number = 4, .lcp = pn_lcp_alloc(0)};
  pn_error error = {0};
  append(frames, &frame);
  pn_lcp_free(frame.lcp);
  pn_frames_close(frames, NULL);
  frames = pn_frames_open(path, &error);
  ck_assert_msg(!pn_frames_read(frames, 0, &frame, &error), "%s", error.text);
  ck_assert_uint_eq(frame.lcp->size, 0);
  pn_lcp_free(frame.lcp);
  pn_frames_close(frames, NULL);
}
END_TEST

/* A row must belong to two different bodies. */
START_TEST(a_row_with_the_same_body_twice_is_refused)
{
  pn_error error = {0};
  pn_frames *frames = create();
  pn_frame frame = make_frame(4, 3);
  pn_rigid_delassus *R = (pn_rigid_delassus *)frame.lcp->A;
  R->pair[5].i = R->pair[5].j;
  append(frames, &frame);
  pn_lcp_free(frame.lcp);
  pn_frames_close(frames, NULL);
  frames = pn_frames_open(path, &error);
  ck_assert_int_eq(pn_frames_read(frames, 0, &frame, &error), GSL_EINVAL);
  ck_assert_msg(strstr(error.text, "frame 4: pair has one") != NULL, "%s",
                error.text);
  pn_frames_close(frames, NULL);
}
END_TEST

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
    pn_frames *frames = create();
    said->appended = 0;
    said->recording = r;
    for (size_t k = 0; k < PER_RECORDING; k++) {
      pn_frame frame = make_frame(r * PER_RECORDING + k, 3 + k % 7);
      append(frames, &frame);
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
  pn_frames *frames = pn_frames_open(path, &error);
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
    const unsigned long delay = gsl_rng_uniform_int(random_numbers, SPREAD);
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
    remove(path);
    forget_parts();
  }
  ck_assert_uint_gt(wanted, 0);
  munmap((void *)said, sizeof *said);
}
END_TEST

/* The frames of a killed run are gathered in the file before the next run
   begins. */
START_TEST(the_next_run_recovers_a_killed_one)
{
  pn_frames *died = create();
  for (size_t k = 0; k < 3; k++) {
    pn_frame frame = make_frame(k, 4);
    append(died, &frame);
    pn_lcp_free(frame.lcp);
  }
  size_t recording;
  close(died->lock); /* as the end of its process does */
  died->lock = -1;
  ck_assert_int_ne(access(path, F_OK), 0);
  ck_assert_uint_eq(read_all(&recording), 3);
  pn_frames *next = create();
  ck_assert_int_eq(access(path, F_OK), 0);
  ck_assert_uint_eq(read_all(&recording), 3);
  pn_frame frame = make_frame(7, 4);
  append(next, &frame);
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
  pn_frame frame = make_frame(number, contacts);
  pn_frames_append(frames, &frame, &error);
  pn_lcp_free(frame.lcp);
  if (refusal)
    ck_assert_msg(strstr(error.text, refusal) != NULL, "'%s'", error.text);
  else
    ck_assert_msg(!error.code, "%s", error.text);
}

/* Neither a frame that does not fit, nor a final file that does not, destroys
   frames that were written. */
/* A refused recording, and what it says. */
static void check_refused(const char *text)
{
  pn_error error = {0};
  ck_assert_ptr_null(pn_frames_create(path, scene, &error));
  ck_assert_msg(strstr(error.text, text), "%s", error.text);
}

START_TEST(two_runs_do_not_record_into_one_file)
{
  pn_frames *frames = create();
  pn_frame frame = make_frame(7, 3);
  append(frames, &frame);
  check_refused("another run is recording into this file");
  ck_assert_int_eq(pn_frames_close(frames, NULL), 0);
  frames = pn_frames_open(path, NULL);
  ck_assert_ptr_nonnull(frames);
  ck_assert_uint_eq(frames->count, 1);
  pn_frames_close(frames, NULL);
  pn_lcp_free(frame.lcp);
}
END_TEST

START_TEST(files_of_others_stay)
{
  char parts[80], other[96];
  snprintf(parts, sizeof parts, "%s.parts", path);
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
  pn_frame frame = make_frame(7, 3);
  for (int k = 0; k < 2; k++) {
    pn_frames *frames = create();
    append(frames, &frame);
    ck_assert_int_eq(pn_frames_close(frames, NULL), 0);
    ck_assert_int_eq(stat(path, &there), 0);
    ck_assert(k == 0 || (there.st_mode & 0777) == 0600);
    ck_assert_int_eq(chmod(path, 0600), 0);
  }
  pn_lcp_free(frame.lcp);
}
END_TEST

START_TEST(a_full_disk_keeps_earlier_frames)
{
  enum { LIMIT = 3 << 14, SMALL = 4, LARGE = 300, FRAMES = 8 };
  const size_t larger = _i == 0 ? LARGE : SMALL;
  pn_error error = {0};
  size_t recording, count = 0;
  pn_frames *frames = create();
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

static void write_file(const char *bytes, size_t count)
{
  FILE *stream = fopen(path, "wb");
  ck_assert_uint_eq(fwrite(bytes, 1, count, stream), count);
  fclose(stream);
}

static size_t read_file(char *bytes, size_t room)
{
  FILE *stream = fopen(path, "rb");
  const size_t length = fread(bytes, 1, room, stream);
  fclose(stream);
  ck_assert(length > 100 && length < room);
  return length;
}

START_TEST(truncated_files_do_not_crash)
{
  pn_frames *frames = create();
  for (size_t k = 0; k < 2; k++) {
    pn_frame frame = make_frame(k, 5);
    append(frames, &frame);
    pn_lcp_free(frame.lcp);
  }
  pn_frames_close(frames, NULL);
  static char bytes[1 << 17];
  const size_t length = read_file(bytes, sizeof bytes);
  for (size_t cut = 0; cut < length; cut += 1 + length / 50) {
    pn_error error = {0};
    write_file(bytes, cut);
    frames = pn_frames_open(path, &error);
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
  pn_frames *frames = pn_frames_open(path, &error);
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
  pn_frames *frames = create();
  for (size_t k = 0; k < FRAMES; k++) {
    frame[k] = make_frame(k, contacts[k]);
    append(frames, &frame[k]);
  }
  pn_frames_close(frames, NULL);
  const size_t length = read_file(whole, sizeof whole);
  for (int run = 0; run < DAMAGES; run++) {
    memcpy(damaged, whole, length);
    for (unsigned long k = gsl_rng_uniform_int(random_numbers, MOST) + 1; k > 0;
         k--)
      damaged[gsl_rng_uniform_int(random_numbers, length)] ^=
          (char)(1 + gsl_rng_uniform_int(random_numbers, BYTE - 1));
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
  pn_frames *frames = create();
  for (size_t k = 0; k < FRAMES; k++) {
    frame[k] = make_frame(k, k % 3);
    append(frames, &frame[k]);
  }
  pn_frames_close(frames, NULL);
  const size_t length = read_file(whole, sizeof whole);
  for (int run = 0; run < FLIPS; run++) {
    const size_t at =
        run % 2 == 0 ? length - 1 - gsl_rng_uniform_int(random_numbers, LIST)
                     : gsl_rng_uniform_int(random_numbers, length);
    const char bit = (char)(1 << gsl_rng_uniform_int(random_numbers, BITS));
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
  const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
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
  ck_assert_ptr_null(pn_frames_open(path, &error));
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

START_TEST(failed_allocations_do_no_harm)
{
  pn_frame frame = make_frame(1, 4);
  for (size_t k = 1;; k++) {
    pn_frame back = {0};
    int code = GSL_ENOMEM;
    pn_alloc_fail_at(k);
    pn_frames *frames = pn_frames_create(path, scene, NULL);
    if (frames)
      code = pn_frames_append(frames, &frame, NULL);
    pn_frames_close(frames, NULL);
    frames = !code ? pn_frames_open(path, NULL) : NULL;
    if (frames)
      code = pn_frames_read(frames, 0, &back, NULL);
    else
      code = GSL_ENOMEM;
    pn_frames_close(frames, NULL);
    pn_alloc_fail_at(0);
    pn_lcp_free(back.lcp);
    if (!code) {
      ck_assert_uint_gt(k, 10);
      break;
    }
  }
  pn_lcp_free(frame.lcp);
}
END_TEST

/* Seconds; killing takes long on a busy machine. */
enum { PATIENCE = 60 };

int main(void)
{
  Suite *suite = suite_create("frames");
  TCase *tests = tcase_create("frames");
  tcase_set_timeout(tests, PATIENCE);
  tcase_add_checked_fixture(tests, prepare, finish);
  tcase_add_loop_test(tests, frames_come_back, 0, 2);
  tcase_add_test(tests, the_state_of_a_step_is_in_its_frame);
  tcase_add_test(tests, an_empty_frame_comes_back);
  tcase_add_test(tests, a_row_with_the_same_body_twice_is_refused);
  tcase_add_test(tests, a_killed_run_leaves_what_it_wrote);
  tcase_add_test(tests, the_next_run_recovers_a_killed_one);
  tcase_add_test(tests, two_runs_do_not_record_into_one_file);
  tcase_add_test(tests, files_of_others_stay);
  tcase_add_test(tests, the_permissions_stay);
  tcase_add_loop_test(tests, a_full_disk_keeps_earlier_frames, 0, 2);
  tcase_add_test(tests, truncated_files_do_not_crash);
  tcase_add_test(tests, damaged_bytes_are_detected);
  tcase_add_test(tests, single_bits_of_a_long_recording_do_no_harm);
  tcase_add_test(tests, other_files_are_refused);
  tcase_add_test(tests, failed_allocations_do_no_harm);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
