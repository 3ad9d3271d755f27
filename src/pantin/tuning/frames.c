/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file as a whole: created, opened, its frames found and counted. */
#include "config.h"

#include "pantin/tuning/frames_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char kind[] = "pantin-frames";

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
  snprintf(frames->path, sizeof frames->path, "%s", path);
  return frames;
}

int pn_frames_close(pn_frames *frames, pn_error *error)
{
  int code = GSL_SUCCESS;
  if (!frames)
    return GSL_SUCCESS;
  PNI_QUIET_BEGIN
  {
    if (frames->file >= 0 && H5Fclose(frames->file) < 0 && frames->writing)
      code = pn_error_set(error, GSL_EFAILED, frames->path, 0,
                          "cannot be written to the end");
  }
  PNI_QUIET_END
  pn_free(frames->number);
  pn_free(frames->scene);
  pn_free(frames);
  return code;
}

/* HDF5 would write groups and tables to the disk as it likes, and a file of a
   run that dies in between could not be read. So they stay in memory until a
   frame is complete. */
static hid_t careful(void)
{
  const hid_t how = H5Pcreate(H5P_FILE_ACCESS);
  H5AC_cache_config_t cache = {.version = H5AC__CURR_CACHE_CONFIG_VERSION};
  H5Pget_mdc_config(how, &cache);
  cache.evictions_enabled = 0;
  cache.incr_mode = H5C_incr__off;
  cache.flash_incr_mode = H5C_flash_incr__off;
  cache.decr_mode = H5C_decr__off;
  H5Pset_mdc_config(how, &cache);
  return how;
}

pn_frames *pn_frames_create(const char *path, const char *scene,
                            pn_error *error)
{
  pn_frames *frames = frames_alloc(path, error);
  if (!frames)
    return NULL;
  int failed = 0;
  frames->writing = 1;
  frames->scene = pn_alloc(strlen(scene) + 1, 1);
  PNI_QUIET_BEGIN
  {
    const hid_t how = careful();
    frames->file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, how);
    H5Pclose(how);
    failed =
        frames->file < 0 || pni_hdf5_put_text(frames->file, "kind", kind) ||
        pni_hdf5_put_text(frames->file, "scene", scene) ||
        pni_hdf5_put_attribute(frames->file, "version", PN_FRAMES_VERSION) ||
        H5Fflush(frames->file, H5F_SCOPE_GLOBAL) < 0;
  }
  PNI_QUIET_END
  if (frames->scene && !failed) {
    strcpy(frames->scene, scene);
    return frames;
  }
  if (failed)
    pn_error_set(error, GSL_EFAILED, path, 0, "cannot be written");
  else
    pn_error_set(error, GSL_ENOMEM, path, 0, "out of memory");
  pn_frames_close(frames, NULL);
  return NULL;
}

int pni_frames_note(pn_frames *frames, size_t number)
{
  size_t *larger =
      pn_realloc(frames->number, frames->count + 1, sizeof *larger);
  if (!larger)
    return GSL_ENOMEM;
  frames->number = larger;
  frames->number[frames->count++] = number;
  return GSL_SUCCESS;
}

/* Called for each name in the file. */
static herr_t collect(hid_t file, const char *name, const H5L_info_t *info,
                      void *vframes)
{
  static const size_t prefix = sizeof "frame" - 1;
  char *end;
  (void)file;
  (void)info;
  if (strncmp(name, "frame", prefix) != 0)
    return 0;
  const unsigned long number = strtoul(name + prefix, &end, 10);
  char again[PNI_FRAME_NAME];
  pni_frame_name(again, number);
  if (*end != '\0' || strcmp(again, name) != 0)
    return 0;
  return pni_frames_note(vframes, number) ? -1 : 0;
}

static int check_kind(pn_frames *frames, pn_error *error)
{
  double version = 0;
  char *found = pni_hdf5_get_text(frames->file, "kind", KIND_MOST);
  const int ours = found && strcmp(found, kind) == 0;
  pn_free(found);
  if (!ours)
    return pn_error_set(error, GSL_EINVAL, frames->path, 0,
                        "this HDF5 file holds no recorded frames");
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

static int look_through(pn_frames *frames, pn_error *error)
{
  if (check_kind(frames, error))
    return error->code;
  frames->scene = pni_hdf5_get_text(frames->file, "scene", SCENE_MOST);
  if (!frames->scene)
    return pn_error_set(error, GSL_EINVAL, frames->path, 0,
                        "the text of the scene is missing or too long");
  hsize_t index = 0;
  if (H5Literate(frames->file, H5_INDEX_NAME, H5_ITER_INC, &index, collect,
                 frames) < 0)
    return pn_error_set(error, GSL_EINVAL, frames->path, 0,
                        "its frames cannot be listed");
  return GSL_SUCCESS;
}

pn_frames *pn_frames_open(const char *path, pn_error *error)
{
  pn_error own = {0};
  error = error ? error : &own;
  pn_frames *frames = frames_alloc(path, error);
  if (!frames)
    return NULL;
  int code = GSL_EFAILED;
  frames->file = pni_hdf5_open(path, error);
  if (frames->file >= 0) {
    PNI_QUIET_BEGIN
    {
      code = look_through(frames, error);
    }
    PNI_QUIET_END
  }
  if (!code)
    return frames;
  pn_frames_close(frames, NULL);
  return NULL;
}
