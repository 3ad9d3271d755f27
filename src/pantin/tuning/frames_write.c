/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "config.h"

#include "pantin/tuning/frames_private.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/operator_csr.h"
#include "pantin/lcp/operator_rigid.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>

/* Write numbers of type int, size_t or uint32_t in the type that the file has.
 */
static int put_ints(hid_t at, const char *name, size_t count, const int *values)
{
  int64_t *wide = pn_alloc(count, sizeof *wide);
  if (!wide)
    return -1;
  for (size_t k = 0; k < count; k++)
    wide[k] = values[k];
  const int code = pni_hdf5_put_counts(at, name, count, 0, wide);
  pn_free(wide);
  return code;
}

static int put_sizes(hid_t at, const char *name, size_t count,
                     const size_t *values)
{
  int64_t *wide = pn_alloc(count, sizeof *wide);
  if (!wide)
    return -1;
  for (size_t k = 0; k < count; k++)
    wide[k] = (int64_t)values[k];
  const int code = pni_hdf5_put_counts(at, name, count, 0, wide);
  pn_free(wide);
  return code;
}

/* Writes the two bodies of each row. */
static int put_pairs(hid_t at, size_t count, const pn_pair *pair)
{
  int64_t *wide = pn_alloc(2 * count, sizeof *wide);
  if (!wide)
    return -1;
  for (size_t k = 0; k < count; k++) {
    wide[2 * k] = pair[k].i;
    wide[2 * k + 1] = pair[k].j;
  }
  const int code = pni_hdf5_put_counts(at, "pair", count, 2, wide);
  pn_free(wide);
  return code;
}

/* Writes the roots of the bodies' inverse masses. Returns -1 on failure. */
static int put_roots(hid_t at, const pn_rigid_delassus *R)
{
  enum { ANGULAR = 9 };
  double *linear = pn_alloc(R->bodies, sizeof *linear);
  double *angular = pn_alloc(R->bodies * ANGULAR, sizeof *angular);
  int code = linear && angular ? 0 : -1;
  for (size_t k = 0; k < R->bodies && !code; k++) {
    linear[k] = R->root[k].linear;
    for (size_t i = 0; i < ANGULAR; i++)
      angular[ANGULAR * k + i] = R->root[k].angular.m[i / 3][i % 3];
  }
  if (code || pni_hdf5_put_reals(at, "linear", R->bodies, 0, linear) ||
      pni_hdf5_put_reals(at, "angular", R->bodies, ANGULAR, angular))
    code = -1;
  pn_free(linear);
  pn_free(angular);
  return code;
}

/* Writes the factors of A. Returns -1 on failure. */
static int put_factors(hid_t frame, const pn_rigid_delassus *R)
{
  const hid_t group =
      H5Gcreate2(frame, "factors", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const int failed =
      group < 0 || pni_hdf5_put_attribute(group, "bodies", (double)R->bodies) ||
      put_pairs(group, R->rows, R->pair) ||
      pni_hdf5_put_reals(group, "G", R->rows, PN_RIGID_ROW, R->G) ||
      pni_hdf5_put_reals(group, "C", R->rows, 0, R->C) || put_roots(group, R);
  if (group >= 0)
    H5Gclose(group);
  return failed ? -1 : 0;
}

/* Writes the entries of A in compressed rows. Returns -1 on failure. */
static int put_matrix(hid_t frame, const gsl_spmatrix *A)
{
  const hid_t group =
      H5Gcreate2(frame, "A", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const size_t entries = (size_t)A->p[A->size1];
  const int failed = group < 0 || put_ints(group, "p", A->size1 + 1, A->p) ||
                     put_ints(group, "i", entries, A->i) ||
                     pni_hdf5_put_reals(group, "x", entries, 0, A->data);
  if (group >= 0)
    H5Gclose(group);
  return failed ? -1 : 0;
}

/* Writes bodies, contacts and impulses. */
static int put_state(hid_t frame, const pn_frame_state *state)
{
  enum { POSE = 7, VELOCITY = 6, SPACE = 3, PAIR = 2 };
  const size_t bodies = state->bodies, contacts = state->contacts;
  const hid_t group =
      H5Gcreate2(frame, "state", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const int failed =
      group < 0 ||
      pni_hdf5_put_reals(group, "pose", bodies, POSE, state->pose) ||
      pni_hdf5_put_reals(group, "velocity", bodies, VELOCITY,
                         state->velocity) ||
      pni_hdf5_put_reals(group, "point", contacts, SPACE, state->point) ||
      pni_hdf5_put_reals(group, "normal", contacts, SPACE, state->normal) ||
      pni_hdf5_put_reals(group, "gap", contacts, 0, state->gap) ||
      pni_hdf5_put_counts(group, "pair", contacts, PAIR, state->pair) ||
      pni_hdf5_put_counts(group, "row", contacts, 0, state->row) ||
      pni_hdf5_put_reals(group, "lambda", state->rows, 0, state->lambda);
  if (group >= 0)
    H5Gclose(group);
  return failed ? -1 : 0;
}

/* Writes a frame: its numbers, the problem, and what is known of factors, state
   and entries. Returns -1 on failure. */
static int put_frame(hid_t at, const pn_frame *frame, const gsl_spmatrix *A)
{
  const pn_lcp *lcp = frame->lcp;
  const pn_rigid_delassus *R = pn_rigid_delassus_of(lcp->A);
  const size_t n = lcp->size;
  if (pni_hdf5_put_attribute(at, "number", (double)frame->number) ||
      pni_hdf5_put_attribute(at, "time", frame->time) ||
      pni_hdf5_put_attribute(at, "step", frame->step) ||
      pni_hdf5_put_attribute(at, "contacts", (double)frame->contacts) ||
      pni_hdf5_put_attribute(at, "joints", (double)frame->joints) ||
      pni_hdf5_put_reals(at, "b", n, 0, lcp->b) ||
      pni_hdf5_put_reals(at, "lo", n, 0, lcp->lo) ||
      pni_hdf5_put_reals(at, "hi", n, 0, lcp->hi))
    return -1;
  if (lcp->mu && (put_sizes(at, "normal", n, lcp->normal) ||
                  pni_hdf5_put_reals(at, "mu", n, 0, lcp->mu)))
    return -1;
  if ((R && n > 0 && put_factors(at, R)) ||
      (frame->state && put_state(at, frame->state)))
    return -1;
  return A && n > 0 ? put_matrix(at, A) : 0;
}

/* Writes a file that has the group of one frame. */
static int put_part(pn_frames *frames, const pn_frame *frame,
                    const gsl_spmatrix *A, pn_error *error)
{
  char name[PNI_FRAME_NAME], path[PN_TEXT_PATH];
  int code = GSL_ENOMEM;
  pni_frame_name(name, frame->number);
  pni_part_path(path, frames->parts, name);
  PNI_QUIET_BEGIN
  {
    const hid_t file = pni_hdf5_create();
    const hid_t group =
        H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const int failed = group < 0 || put_frame(group, frame, A);
    H5Gclose(group);
    if (!failed)
      code = pni_hdf5_save(file, path, error);
    H5Fclose(file);
  }
  PNI_QUIET_END
  return code ? pn_error_set(error, code, NULL, 0, "out of memory") : code;
}

int pn_frames_append(pn_frames *frames, const pn_frame *frame, pn_error *error)
{
  pn_error_clear(error);
  const size_t last = frames->count > 0 ? frames->number[frames->count - 1] : 0;
  if (!frames->writing || frame->number > PNI_FRAME_NUMBER_MOST ||
      (frames->count > 0 && frame->number <= last))
    return pn_error_set(error, GSL_EINVAL, frames->path, 0,
                        "frame %zu cannot follow frame %zu", frame->number,
                        last);
  const pn_lcp_operator *A = frame->lcp->A;
  pn_lcp_csr *csr = A ? pn_lcp_csr_assemble(A) : NULL;
  if ((A && !csr) || pni_frames_note(frames, frame->number)) {
    pn_lcp_csr_free(csr);
    return pn_error_set(error, GSL_ENOMEM, frames->path, 0, "out of memory");
  }
  pn_error reason = {0};
  const int code = put_part(frames, frame, csr ? csr->A : NULL, &reason);
  pn_lcp_csr_free(csr);
  if (!code)
    return GSL_SUCCESS;
  frames->count--;
  return pn_error_set(error, code, frames->path, 0, "frame %zu: %s",
                      frame->number, reason.text);
}
