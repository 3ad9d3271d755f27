/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests that frames read back as they were written, and that anyone can read
   them. */
#include "pantin/base/alloc.h"
#include "pantin/lcp/operator_csr.h"
#include "pantin/lcp/operator_rigid.h"

#include "recording.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <hdf5.h>
#include <stdio.h>
#include <string.h>

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
  pn_frames *frames = recording_create();
  for (int k = 0; k < FRAMES; k++) {
    frame[k] = recording_frame(number[k], contacts[k]);
    if (_i == 1) {
      pn_lcp_csr *csr = pn_lcp_csr_assemble(frame[k].lcp->A);
      pn_lcp_set_operator(frame[k].lcp, &csr->base);
    }
    recording_append(frames, &frame[k]);
  }
  pn_error error = {0};
  ck_assert_int_eq(pn_frames_append(frames, &frame[2], &error), GSL_EINVAL);
  ck_assert_int_eq(pn_frames_close(frames, &error), GSL_SUCCESS);
  frames = pn_frames_open(recording_path, &error);
  ck_assert_msg(frames != NULL, "%s", error.text);
  ck_assert_str_eq(frames->scene, recording_scene);
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
  const hid_t file = H5Fopen(recording_path, H5F_ACC_RDONLY, H5P_DEFAULT);
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
  pn_frame frame = recording_frame(7, 2);
  frame.state = &state;
  pn_frames *frames = recording_create();
  recording_append(frames, &frame);
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
  pn_frames *frames = recording_create();
  pn_frame frame = {.number = 4, .lcp = pn_lcp_alloc(0)};
  pn_error error = {0};
  recording_append(frames, &frame);
  pn_lcp_free(frame.lcp);
  pn_frames_close(frames, NULL);
  frames = pn_frames_open(recording_path, &error);
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
  pn_frames *frames = recording_create();
  pn_frame frame = recording_frame(4, 3);
  pn_rigid_delassus *R = (pn_rigid_delassus *)frame.lcp->A;
  R->pair[5].i = R->pair[5].j;
  recording_append(frames, &frame);
  pn_lcp_free(frame.lcp);
  pn_frames_close(frames, NULL);
  frames = pn_frames_open(recording_path, &error);
  ck_assert_int_eq(pn_frames_read(frames, 0, &frame, &error), GSL_EINVAL);
  ck_assert_msg(strstr(error.text, "frame 4: pair has one") != NULL, "%s",
                error.text);
  pn_frames_close(frames, NULL);
}
END_TEST

/* Each is told as such, and not as a fault of the file. */
START_TEST(failed_allocations_do_no_harm)
{
  pn_frame frame = recording_frame(1, 4);
  if (_i == 1) {
    pn_lcp_csr *csr = pn_lcp_csr_assemble(frame.lcp->A);
    pn_lcp_set_operator(frame.lcp, &csr->base);
  }
  for (size_t k = 1;; k++) {
    pn_error error = {0};
    pn_frame back = {0};
    pn_alloc_fail_at(k);
    pn_frames *frames =
        pn_frames_create(recording_path, recording_scene, &error);
    if (frames)
      pn_frames_append(frames, &frame, &error);
    if (!error.code)
      pn_frames_close(frames, &error);
    else
      pn_frames_close(frames, NULL);
    frames = !error.code ? pn_frames_open(recording_path, &error) : NULL;
    if (frames)
      pn_frames_read(frames, 0, &back, &error);
    pn_frames_close(frames, NULL);
    pn_alloc_fail_at(0);
    pn_lcp_free(back.lcp);
    if (!error.code) {
      ck_assert_uint_gt(k, 10);
      break;
    }
    ck_assert_msg(strstr(error.text, "out of memory") ||
                      strstr(error.text, "Cannot allocate memory"),
                  "request %zu: '%s'", k, error.text);
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
  tcase_add_checked_fixture(tests, recording_prepare, recording_finish);
  tcase_add_loop_test(tests, frames_come_back, 0, 2);
  tcase_add_test(tests, the_state_of_a_step_is_in_its_frame);
  tcase_add_test(tests, an_empty_frame_comes_back);
  tcase_add_test(tests, a_row_with_the_same_body_twice_is_refused);
  tcase_add_loop_test(tests, failed_allocations_do_no_harm, 0, 2);
  suite_add_tcase(suite, tests);
  return test_run(suite);
}
