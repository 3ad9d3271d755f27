/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The file as a whole: created, opened, its frames found and counted. */
#include "config.h"

#include "pantin/tuning/frames_private.h"

#include "pantin/base/alloc.h"
#include "pantin/base/file.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A scene's text is not longer (base/scene.h). */
enum { SCENE_MOST = 16 << 20, KIND_MOST = 64 };

static pn_frames *frames_alloc(const char *path, pn_error *error)
{
  pn_frames *frames = pn_alloc(1, sizeof *frames);
  if (!frames) {
    pn_error_set(error, GSL_ENOMEM, path, 0, "out of memory");
    return NULL;
  }
  frames->file = -1;
  frames->lock = -1;
  snprintf(frames->path, sizeof frames->path, "%s", path);
  return frames;
}

static void frames_free(pn_frames *frames)
{
  PNI_QUIET_BEGIN
  {
    if (frames->file >= 0)
      H5Fclose(frames->file);
  }
  PNI_QUIET_END
  pni_parts_unlock(frames);
  pn_free(frames->number);
  pn_free(frames->scene);
  pn_free(frames);
}

/* Gives a recording its name, unless it is empty and would take the place of
   another. */
static int finish(const pn_frames *frames, pn_error *error)
{
  if (frames->count == 0 && access(frames->path, F_OK) == 0)
    return pn_error_set(error, GSL_EFAILED, frames->path, 0,
                        "no frame was recorded: the file there is kept");
  return pni_parts_gather(frames, error);
}

int pn_frames_close(pn_frames *frames, pn_error *error)
{
  if (!frames)
    return GSL_SUCCESS;
  const int code = frames->writing ? finish(frames, error) : GSL_SUCCESS;
  if (code && frames->count == 0) /* there is nothing to be found again */
    pni_parts_clear(frames->parts);
  frames_free(frames);
  return code;
}

/* Makes a file of what a run that died has left, so that nothing is lost when
   its folder is used anew. */
static int rescue(const char *path, pn_error *error)
{
  char head[PN_TEXT_PATH], parts[PN_TEXT_PATH];
  if (pni_parts_name(parts, path, error))
    return error->code;
  if (access(pni_part_path(head, parts, "head"), F_OK) != 0)
    return GSL_SUCCESS;
  pn_frames *died = pn_frames_open(path, error);
  if (died && died->count > 0 && died->parts[0])
    pni_parts_gather(died, error);
  pn_frames_close(died, NULL);
  return error->code;
}

/* Checks that a file of that name can be replaced: it must be a plain one. */
static int check_target(const char *path, pn_error *error)
{
  if (pn_file_check(path, error))
    return GSL_EFAILED;
  if (pn_file_is_in_place(path))
    return pn_error_set(error, GSL_EFAILED, path, 0,
                        "cannot be written: it is no plain file");
  return GSL_SUCCESS;
}

pn_frames *pn_frames_create(const char *path, const char *scene,
                            pn_error *error)
{
  pn_error_clear(error);
  pn_error own = {0};
  error = error ? error : &own;
  pn_frames *frames = frames_alloc(path, error);
  if (!frames)
    return NULL;
  frames->scene = pn_alloc(strlen(scene) + 1, 1);
  if (!frames->scene)
    pn_error_set(error, GSL_ENOMEM, path, 0, "out of memory");
  else
    strcpy(frames->scene, scene);
  if (!error->code && !check_target(path, error) &&
      !pni_parts_lock(frames, error) && !rescue(path, error) &&
      !pni_parts_begin(frames, error)) {
    frames->writing = 1;
    return frames;
  }
  frames_free(frames);
  return NULL;
}

/* Adds one frame to the list; called for each name in the file. Returns 1,
   which ends the calls, if memory is short. */
static herr_t collect(hid_t file, const char *name, const H5L_info_t *info,
                      void *vframes)
{
  (void)file;
  (void)info;
  const long number = pni_frame_number(name);
  return number >= 0 && pni_frames_note(vframes, (size_t)number) ? 1 : 0;
}

/* Checks that the file is a recording, of this version. */
static int check_kind(pn_frames *frames, pn_error *error)
{
  double version = 0;
  char *found;
  if (pni_hdf5_get_text(frames->file, "kind", KIND_MOST, &found) == GSL_ENOMEM)
    return pn_error_set(error, GSL_ENOMEM, frames->path, 0, "out of memory");
  const int ours = found && strcmp(found, PNI_FRAMES_KIND) == 0;
  pn_free(found);
  if (!ours)
    return pn_error_set(error, GSL_EINVAL, frames->path, 0, "%s",
                        H5Lexists(frames->file, "fclib_local", H5P_DEFAULT) > 0
                            ? "this is a problem of FCLIB, and no recorded "
                              "frames"
                            : "this HDF5 file holds no recorded frames");
  if (pni_hdf5_get_attribute(frames->file, "version", &version) ||
      !(version >= 1))
    return pn_error_set(error, GSL_EINVAL, frames->path, 0,
                        "the version of the format is missing");
  if (version > PN_FRAMES_VERSION)
    return pn_error_set(error, GSL_EINVAL, frames->path, 0,
                        "these frames are of version %g, and this program "
                        "reads up to %d: a newer one is needed",
                        version, PN_FRAMES_VERSION);
  return GSL_SUCCESS;
}

/* Reads the scene, and lists the frames. */
static int look_through(pn_frames *frames, pn_error *error)
{
  if (check_kind(frames, error))
    return error->code;
  const int code =
      pni_hdf5_get_text(frames->file, "scene", SCENE_MOST, &frames->scene);
  if (code)
    return pn_error_set(error, code, frames->path, 0,
                        code == GSL_ENOMEM
                            ? "out of memory"
                            : "the text of the scene is missing or too long");
  if (frames->parts[0])
    return GSL_SUCCESS;
  hsize_t index = 0;
  const herr_t ended = H5Literate(frames->file, H5_INDEX_NAME, H5_ITER_INC,
                                  &index, collect, frames);
  if (ended < 0)
    return pn_error_set(error, GSL_EINVAL, frames->path, 0,
                        "its frames cannot be listed");
  if (ended > 0)
    return pn_error_set(error, GSL_ENOMEM, frames->path, 0, "out of memory");
  return GSL_SUCCESS;
}

/* Chooses the file to open: the head the head of a folder with frames, or
   without any if there is nothing else; in that case frames->parts is set. */
static int choose(pn_frames *frames, char file[PN_TEXT_PATH], pn_error *error)
{
  snprintf(file, PN_TEXT_PATH, "%s", frames->path);
  if (pni_parts_name(frames->parts, frames->path, error))
    return error->code;
  char head[PN_TEXT_PATH];
  pni_part_path(head, frames->parts, "head");
  const int begun = access(head, F_OK) == 0;
  if (begun && pni_parts_list(frames, error))
    return error->code;
  if (begun && (frames->count > 0 || access(frames->path, F_OK) != 0))
    strcpy(file, head);
  else
    frames->parts[0] = '\0';
  return GSL_SUCCESS;
}

pn_frames *pn_frames_open(const char *path, pn_error *error)
{
  pn_error_clear(error);
  pn_error own = {0};
  char file[PN_TEXT_PATH];
  error = error ? error : &own;
  pn_frames *frames = frames_alloc(path, error);
  if (!frames)
    return NULL;
  int code = choose(frames, file, error);
  if (!code)
    frames->file = pni_frames_file(file, error);
  if (frames->file >= 0) {
    PNI_QUIET_BEGIN
    {
      code = look_through(frames, error);
    }
    PNI_QUIET_END
    if (!code)
      return frames;
  }
  frames_free(frames);
  return NULL;
}
