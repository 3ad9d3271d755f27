/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Problems in text files, and in HDF5 files: recorded frames, and those of
   FCLIB. */
#include "programs/lcp/problem.h"

#include "pantin/base/scene.h"
#include "pantin/base/text.h"
#include "pantin/lcp/fclib.h"
#include "pantin/lcp/lcp_file.h"
#include "pantin/lcp/operator_rigid.h"
#include "pantin/tuning/frames.h"
#include "programs/frame_list.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Finds the frame that was asked for, and how many of them there are. */
static int choose(const pn_frames *frames, const lcp_request *asked, size_t *k,
                  lcp_problem *problem, pn_error *error)
{
  frame_list wanted;
  if (frames->count == 0)
    return pn_error_set(error, GSL_EINVAL, frames->path, 0,
                        "there are no frames in it");
  *k = frames->count - 1;
  problem->frames = 1;
  if (!asked->frames)
    return GSL_SUCCESS;
  if (frame_list_read(&wanted, "frames", asked->frames, error))
    return error->code;
  problem->frames = 0;
  for (size_t i = 0; i < frames->count; i++)
    if (frame_list_has(&wanted, frames->number[i]) &&
        problem->frames++ == asked->nth)
      *k = i;
  return problem->frames > 0
             ? GSL_SUCCESS
             : pn_error_set(error, GSL_EINVAL, frames->path, 0,
                            "there is no frame %s; it has %zu, from %zu to "
                            "%zu",
                            asked->frames, frames->count, frames->number[0],
                            frames->number[frames->count - 1]);
}

/* Gives a frame without contacts, which has no matrix, one without rows: every
   method has solved it at once. */
static int set_empty(pn_lcp *lcp, pn_error *error)
{
  pn_rigid_delassus *R = pn_rigid_delassus_alloc(0, 1);
  if (R)
    pn_lcp_set_operator(lcp, &R->base);
  return R && (lcp->mu || !pn_lcp_add_friction(lcp))
             ? GSL_SUCCESS
             : pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
}

/* Reads one of the recorded frames. */
static int read_frame(const lcp_request *asked, const char *path,
                      lcp_problem *problem, pn_error *error)
{
  size_t k = 0;
  pn_frame frame = {.lcp = NULL};
  pn_frames *frames = pn_frames_open(path, error);
  if (frames && !choose(frames, asked, &k, problem, error))
    pn_frames_read(frames, k, &frame, error);
  pn_frames_close(frames, NULL);
  problem->lcp = frame.lcp;
  problem->frame = frame.number;
  /* NOLINTNEXTLINE(*-core.NullDereference): no error, hence a frame */
  if (!error->code && frame.lcp->size == 0 && problem->frames == 1)
    pn_error_set(error, GSL_EINVAL, path, 0, "frame %zu has no contacts",
                 frame.number);
  if (!error->code && !frame.lcp->A)
    set_empty(frame.lcp, error);
  if (!error->code && problem->frames > 1 && (asked->fclib || asked->solution))
    pn_error_set(error, PROGRAM_WRONG_USAGE, NULL, 0,
                 "--fclib and --solution are for one frame");
  snprintf(problem->title, sizeof problem->title,
           "frame %zu at %.6g s, %zu contacts, %zu joints", frame.number,
           frame.time, frame.contacts, frame.joints);
  return error->code;
}

/* Freezes the bounds of friction, because most solvers want bounds that stand
   still: at those where sweeps with coupled bounds come to rest. */
static int freeze(const lcp_request *asked, lcp_problem *problem,
                  pn_error *error)
{
  pn_lcp *lcp = problem->lcp;
  pn_lcp_settings settings = asked->settings;
  settings.coupled = 1;
  pn_lcp_solver *solver = pn_lcp_solver_alloc(pn_lcp_pgs, lcp);
  if (!solver)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  if (!pn_lcp_solver_set(solver, &settings, NULL, error)) {
    while (pn_lcp_solver_test(solver) == GSL_CONTINUE)
      if (pn_lcp_solver_iterate(solver))
        break;
    pn_lcp_friction_bounds(lcp, solver->lambda, lcp->lo, lcp->hi);
    problem->sweeps = solver->iteration;
    problem->residual = solver->residual.scaled.inf;
    problem->rests = solver->reason == PN_LCP_SOLVED;
  }
  pn_lcp_solver_free(solver);
  return error->code;
}

/* Reads a problem of FCLIB, whose bounds depend on the impulses. */
static int read_fclib(const lcp_request *asked, const char *path,
                      lcp_problem *problem, pn_error *error)
{
  pn_fclib about;
  if (asked->frames)
    return pn_error_set(error, GSL_EINVAL, path, 0,
                        "--frames is for recorded frames, and this is one "
                        "problem of FCLIB");
  problem->lcp = pn_fclib_read(path, &about, error);
  if (!problem->lcp)
    return error->code;
  snprintf(problem->title, sizeof problem->title, "%s", about.title);
  problem->fclib_dimension = about.dimension;
  problem->asymmetry = about.asymmetry;
  return asked->settings.cone ? error->code : freeze(asked, problem, error);
}

int lcp_problem_is_hdf5(const char *path)
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
  /* A recording that was not finished is a folder. */
  snprintf(parts, sizeof parts, "%s.parts", path);
  return (count == sizeof begin &&
          memcmp(begin, signature, sizeof begin) == 0) ||
         (!stream && stat(parts, &there) == 0 && S_ISDIR(there.st_mode));
}

/* Reads a scene: the title, and the file of the problem, which is in the
   scene's own folder. */
static int read_scene(const char *path, lcp_problem *problem,
                      char file[PN_TEXT_PATH], pn_error *error)
{
  pn_scene *scene = pn_scene_read(path, error);
  if (!scene)
    return error->code;
  const char *title = "", *name = "";
  pn_scene_group root = pn_scene_root(scene, error);
  pn_scene_string(&root, "title", PN_OPTIONAL, &title);
  pn_scene_string(&root, "problem", PN_REQUIRED, &name);
  const int code = pn_scene_finish(&root);
  const char *slash = strrchr(path, '/');
  const int folder = slash ? (int)(slash - path) + 1 : 0;
  snprintf(problem->title, sizeof problem->title, "%s", title);
  snprintf(file, PN_TEXT_PATH, "%.*s%s", folder, path, name);
  pn_scene_free(scene);
  return code;
}

int lcp_problem_read(lcp_problem *problem, const lcp_request *asked,
                     program *self, const char *path, pn_error *error)
{
  char file[PN_TEXT_PATH];
  const char *ending = strrchr(path, '.');
  snprintf(file, sizeof file, "%s", path);
  if (ending && strcmp(ending, ".cfg") == 0 &&
      read_scene(path, problem, file, error))
    return error->code;
  if (self && program_check_input(self, file))
    return error->code;

  /* The content of the file, not its name, says what it is. */
  if (lcp_problem_is_hdf5(file) && pn_fclib_is(file))
    read_fclib(asked, file, problem, error);
  else if (lcp_problem_is_hdf5(file))
    read_frame(asked, file, problem, error);
  else if (asked->frames)
    pn_error_set(error, GSL_EINVAL, file, 0, "--frames is for recorded frames");
  else
    problem->lcp = pn_lcp_read(file, error);

  if (!error->code && asked->settings.cone && !problem->lcp->mu)
    pn_error_set(error, GSL_EINVAL, file, 0,
                 "--cone is for problems with friction, and this one has none");
  if (!error->code && asked->assembled && pn_lcp_assemble(problem->lcp))
    pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
  if (!error->code && asked->fclib)
    pn_fclib_write(problem->lcp, asked->fclib, problem->title, error);
  return error->code;
}
