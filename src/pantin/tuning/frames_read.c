/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One frame. A file is not believed: sizes agree, numbers lie in range, and
   the problem passes pn_lcp_check. */
#include "config.h"

#include "pantin/tuning/frames_private.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/lcp_file.h"
#include "pantin/lcp/operator_rigid.h"

#include <gsl/gsl_errno.h>
#include <limits.h>
#include <math.h>

/* What is wrong with a frame, for the message; NULL: nothing. */
typedef const char *fault;

static const char no_memory[] = "out of memory";

/* Reads a data set of `count` whole numbers from 0 to `most`, to be freed, or
   returns `otherwise`. */
static fault get_counts(hid_t at, const char *name, size_t count, size_t most,
                        fault otherwise, int64_t **values)
{
  *values = pn_alloc(count, sizeof **values);
  if (!*values)
    return no_memory;
  if (pni_hdf5_get_counts(at, name, count, *values))
    return otherwise;
  for (size_t k = 0; k < count; k++)
    if ((*values)[k] < 0 || (uint64_t)(*values)[k] > most)
      return otherwise;
  return NULL;
}

/* Reads which rows are friction, of what normal, and mu; a file without mu has
   none. */
static fault get_friction(hid_t at, pn_lcp *lcp)
{
  const size_t n = lcp->size;
  int64_t *normal;
  if (H5Lexists(at, "mu", H5P_DEFAULT) == 0)
    return NULL;
  if (pn_lcp_add_friction(lcp))
    return no_memory;
  fault wrong =
      get_counts(at, "normal", n, n - 1, "normal is missing or wrong", &normal);
  for (size_t i = 0; i < n && !wrong; i++)
    lcp->normal[i] = (size_t)normal[i];
  pn_free(normal);
  if (!wrong && pni_hdf5_get_reals(at, "mu", n, lcp->mu))
    wrong = "mu is wrong";
  return wrong;
}

/* Reads the roots of the bodies' inverse masses. */
static fault get_roots(hid_t at, pn_rigid_delassus *R)
{
  enum { ANGULAR = 9 };
  fault wrong = NULL;
  double *linear = pn_alloc(R->bodies, sizeof *linear);
  double *angular = pn_alloc(R->bodies * ANGULAR, sizeof *angular);
  if (!linear || !angular)
    wrong = no_memory;
  else if (pni_hdf5_get_reals(at, "linear", R->bodies, linear) ||
           pni_hdf5_get_reals(at, "angular", R->bodies * ANGULAR, angular))
    wrong = "the bodies' masses are missing or wrong";
  for (size_t k = 0; k < R->bodies && !wrong; k++) {
    R->root[k].linear = linear[k];
    for (size_t i = 0; i < ANGULAR; i++)
      R->root[k].angular.m[i / 3][i % 3] = angular[ANGULAR * k + i];
  }
  pn_free(linear);
  pn_free(angular);
  return wrong;
}

/* Reads the rows of G and C, and the bodies of each. */
static fault get_rows(hid_t at, pn_rigid_delassus *R, size_t n)
{
  int64_t *pair;
  const fault wrong = get_counts(at, "pair", 2 * n, R->bodies,
                                 "pair is missing or wrong", &pair);
  for (size_t k = 0; k < n && !wrong; k++)
    R->pair[k] = (pn_pair){(uint32_t)pair[2 * k], (uint32_t)pair[2 * k + 1]};
  pn_free(pair);
  if (wrong)
    return wrong;
  for (size_t k = 0; k < n; k++)
    if (R->pair[k].i == R->pair[k].j)
      return "pair has one body twice";
  if (pni_hdf5_get_reals(at, "G", PN_RIGID_ROW * n, R->G) ||
      pni_hdf5_get_reals(at, "C", n, R->C))
    return "G or C is missing or wrong";
  for (size_t k = 0; k < PN_RIGID_ROW * n; k++)
    if (!isfinite(R->G[k]))
      return "G is not finite";
  for (size_t k = 0; k < n; k++)
    if (!(R->C[k] >= 0 && isfinite(R->C[k])))
      return "C is negative or not finite";
  R->rows = n;
  return NULL;
}

/* Reads the factors, and gives them to the problem as its matrix. */
static fault get_factors(hid_t frame, pn_lcp *lcp)
{
  const hid_t at = H5Gopen2(frame, "factors", H5P_DEFAULT);
  double bodies = -1;
  fault wrong = NULL;
  if (at < 0 || pni_hdf5_get_attribute(at, "bodies", &bodies) ||
      !(bodies >= 0 && bodies <= PN_LCP_ROWS_MAX) ||
      pni_hdf5_length(at, "linear") != (int64_t)bodies)
    wrong = "factors has no number of bodies, or a wrong one";
  if (!wrong) {
    pn_rigid_delassus *R = pn_rigid_delassus_alloc(lcp->size, (size_t)bodies);
    wrong = !R ? no_memory : get_rows(at, R, lcp->size);
    if (!wrong)
      wrong = get_roots(at, R);
    if (R)
      pn_lcp_set_operator(lcp, &R->base);
  }
  if (at >= 0)
    H5Gclose(at);
  return wrong;
}

/* Tells whether rows begin one after the other and columns ascend. */
static int is_csr(const int64_t *p, const int64_t *i, size_t n, size_t entries)
{
  if (p[0] != 0 || (size_t)p[n] != entries)
    return 0;
  for (size_t r = 0; r < n; r++) {
    if (p[r] > p[r + 1])
      return 0;
    for (int64_t k = p[r] + 1; k < p[r + 1]; k++)
      if (i[k - 1] >= i[k])
        return 0;
  }
  return 1;
}

static const char wrong_pattern[] = "A/p or A/i is missing or wrong";

/* Makes a matrix of p and i, which are checked before they are used, and of the
   entries that are read. */
static fault fill_matrix(hid_t at, pn_lcp *lcp, size_t entries,
                         const int64_t *p, const int64_t *i)
{
  const size_t n = lcp->size;
  if (!is_csr(p, i, n, entries))
    return wrong_pattern;
  gsl_spmatrix *const A =
      gsl_spmatrix_alloc_nzmax(n, n, entries, GSL_SPMATRIX_CSR);
  if (!A)
    return no_memory;
  for (size_t r = 0; r <= n; r++)
    A->p[r] = (int)p[r];
  for (size_t k = 0; k < entries; k++)
    A->i[k] = (int)i[k];
  A->nz = entries;
  const int wrong = pni_hdf5_get_reals(at, "x", entries, A->data);
  if (pn_lcp_set_entries(lcp, A))
    return no_memory;
  return wrong ? "A/x is wrong" : NULL;
}

/* Reads the entries of A, for a frame without factors. */
static fault get_matrix(hid_t frame, pn_lcp *lcp)
{
  const hid_t at = H5Lexists(frame, "A", H5P_DEFAULT) > 0
                       ? H5Gopen2(frame, "A", H5P_DEFAULT)
                       : -1;
  const int64_t entries = at < 0 ? -1 : pni_hdf5_length(at, "x");
  fault wrong = "A is missing";
  if (entries >= 1 && entries < INT_MAX) {
    int64_t *p, *i = NULL;
    wrong = get_counts(at, "p", lcp->size + 1, INT_MAX, wrong_pattern, &p);
    if (!wrong)
      wrong = get_counts(at, "i", (size_t)entries, lcp->size - 1, wrong_pattern,
                         &i);
    if (!wrong)
      wrong = fill_matrix(at, lcp, (size_t)entries, p, i);
    pn_free(p);
    pn_free(i);
  }
  if (at >= 0)
    H5Gclose(at);
  return wrong;
}

/* Reads time, step, and the numbers of contacts and joints. */
static fault get_numbers(hid_t at, pn_frame *frame)
{
  double contacts = 0, joints = 0;
  if (pni_hdf5_get_attribute(at, "time", &frame->time) ||
      pni_hdf5_get_attribute(at, "step", &frame->step) ||
      pni_hdf5_get_attribute(at, "contacts", &contacts) ||
      pni_hdf5_get_attribute(at, "joints", &joints) ||
      !(contacts >= 0 && contacts <= PN_LCP_ROWS_MAX) ||
      !(joints >= 0 && joints <= PN_LCP_ROWS_MAX))
    return "time, step, contacts or joints is missing or wrong";
  frame->contacts = (size_t)contacts;
  frame->joints = (size_t)joints;
  return NULL;
}

/* Reads b and the bounds, friction, and the matrix by its factors or else by
   its entries. */
static fault get_problem(hid_t at, pn_lcp *lcp)
{
  const size_t n = lcp->size;
  if (pni_hdf5_get_reals(at, "b", n, lcp->b) ||
      pni_hdf5_get_reals(at, "lo", n, lcp->lo) ||
      pni_hdf5_get_reals(at, "hi", n, lcp->hi))
    return "b, lo or hi is missing or wrong";
  if (n == 0)
    return NULL;
  const fault wrong = get_friction(at, lcp);
  if (wrong)
    return wrong;
  return H5Lexists(at, "factors", H5P_DEFAULT) > 0 ? get_factors(at, lcp)
                                                   : get_matrix(at, lcp);
}

/* Reads a whole frame; the caller frees its problem, also of one that is wrong.
 */
static fault get_frame(hid_t at, pn_frame *frame)
{
  const int64_t rows = pni_hdf5_length(at, "b");
  fault wrong = get_numbers(at, frame);
  if (wrong)
    return wrong;
  if (rows < 0 || rows > PN_LCP_ROWS_MAX)
    return "b is missing or too long";
  frame->lcp = pn_lcp_alloc((size_t)rows);
  return frame->lcp ? get_problem(at, frame->lcp) : no_memory;
}

/* Checks the frame as any problem that comes from outside. */
static int check(pn_frame *frame, pn_error *error)
{
  const pn_lcp *lcp = frame->lcp;
  return lcp->size > 0 ? pn_lcp_check(lcp, NULL, error) : GSL_SUCCESS;
}

int pn_frames_read(pn_frames *frames, size_t k, pn_frame *frame,
                   pn_error *error)
{
  pn_error_clear(error);
  char name[PNI_FRAME_NAME], path[PN_TEXT_PATH];
  pn_error reason = {0};
  fault wrong = NULL;
  if (k >= frames->count)
    return pn_error_set(error, GSL_EINVAL, frames->path, 0,
                        "there are %zu frames only", frames->count);
  *frame = (pn_frame){.number = frames->number[k]};
  pni_frame_name(name, frame->number);
  const hid_t file =
      frames->parts[0]
          ? pni_frames_file(pni_part_path(path, frames->parts, name), &reason)
          : frames->file;
  PNI_QUIET_BEGIN
  {
    const hid_t group = file < 0 ? -1 : H5Gopen2(file, name, H5P_DEFAULT);
    if (group >= 0) {
      wrong = get_frame(group, frame);
      H5Gclose(group);
    } else if (file >= 0)
      wrong = "it is missing";
    if (frames->parts[0] && file >= 0)
      H5Fclose(file);
  }
  PNI_QUIET_END
  if (wrong)
    pn_error_set(&reason, wrong == no_memory ? GSL_ENOMEM : GSL_EINVAL, NULL, 0,
                 "%s", wrong);
  if (!reason.code && !check(frame, &reason))
    return GSL_SUCCESS;
  pn_lcp_free(frame->lcp);
  frame->lcp = NULL;
  return pn_error_set(error, reason.code, frames->path, 0, "frame %zu: %s",
                      frame->number, reason.text);
}
