/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems in HDF5 files: recorded frames, and those of FCLIB. */
#include "programs/lcp/request.h"

#include "pantin/lcp/fclib.h"
#include "pantin/tuning/frames.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* The frame that was asked for, from a file with at least one. */
static int choose(const pn_frames *frames, size_t wanted, size_t *k,
                  pn_error *error)
{
  *k = 0;
  if (frames->count == 0)
    return pn_error_set(error, GSL_EINVAL, frames->path, 0,
                        "there are no frames in it");
  while (*k < frames->count && frames->number[*k] != wanted)
    ++*k;
  if (*k < frames->count)
    return GSL_SUCCESS;
  *k = frames->count - 1;
  return wanted == LCP_LAST_FRAME
             ? GSL_SUCCESS
             : pn_error_set(error, GSL_EINVAL, frames->path, 0,
                            "there is no frame %zu; it has %zu, from %zu to "
                            "%zu",
                            wanted, frames->count, frames->number[0],
                            frames->number[frames->count - 1]);
}

static int read_frame(const lcp_request *asked, const char *path,
                      lcp_problem *problem, pn_error *error)
{
  size_t k;
  pn_frame frame = {.lcp = NULL};
  pn_frames *frames = pn_frames_open(path, error);
  if (frames && !choose(frames, asked->frame, &k, error))
    pn_frames_read(frames, k, &frame, error);
  pn_frames_close(frames, NULL);
  problem->lcp = frame.lcp;
  if (!error->code && frame.lcp->size == 0)
    pn_error_set(error, GSL_EINVAL, path, 0, "frame %zu has no contacts",
                 frame.number);
  snprintf(problem->title, sizeof problem->title,
           "frame %zu at %.6g s, %zu contacts, %zu joints", frame.number,
           frame.time, frame.contacts, frame.joints);
  return error->code;
}

/* Solvers want bounds that stand still: those of friction where sweeps with
   coupled ones come to rest. */
static int freeze(const lcp_request *asked, lcp_problem *problem,
                  pn_error *error)
{
  pn_lcp *lcp = problem->lcp;
  pn_lcp_settings settings = asked->settings;
  settings.coupled = 1;
  pn_lcp_solver *solver = pn_lcp_solver_alloc(pn_lcp_pgs, lcp);
  if (!solver)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  if (!pn_lcp_solver_set(solver, lcp, &settings, NULL, error)) {
    while (pn_lcp_solver_test(solver) == GSL_CONTINUE)
      if (pn_lcp_solver_iterate(solver))
        break;
    pn_lcp_friction_bounds(lcp, solver->lambda, lcp->lo, lcp->hi);
    problem->sweeps = solver->iteration;
    problem->rest = solver->residual.scaled.inf;
  }
  pn_lcp_solver_free(solver);
  return error->code;
}

static int read_fclib(const lcp_request *asked, const char *path,
                      lcp_problem *problem, pn_error *error)
{
  pn_fclib about;
  if (asked->frame != LCP_LAST_FRAME)
    return pn_error_set(error, GSL_EINVAL, path, 0,
                        "--frame is for recorded frames, and this is one "
                        "problem of FCLIB");
  problem->lcp = pn_fclib_read(path, &about, error);
  if (!problem->lcp)
    return error->code;
  snprintf(problem->title, sizeof problem->title, "%s", about.title);
  problem->fclib_dimension = about.dimension;
  return freeze(asked, problem, error);
}

int lcp_is_hdf5(const char *path)
{
  static const char signature[] = "\211HDF\r\n\032\n";
  char begin[sizeof signature - 1] = "", parts[PN_TEXT_PATH];
  struct stat there;
  FILE *stream = fopen(path, "rb");
  size_t count = 0;
  if (stream) {
    count = fread(begin, 1, sizeof begin, stream);
    fclose(stream);
  }
  /* A recording that has no end yet is a folder. */
  snprintf(parts, sizeof parts, "%s.parts", path);
  return (count == sizeof begin &&
          memcmp(begin, signature, sizeof begin) == 0) ||
         (!stream && stat(parts, &there) == 0 && S_ISDIR(there.st_mode));
}

int lcp_read_hdf5(const lcp_request *asked, const char *path,
                  lcp_problem *problem, pn_error *error)
{
  return pn_fclib_is(path) ? read_fclib(asked, path, problem, error)
                           : read_frame(asked, path, problem, error);
}
