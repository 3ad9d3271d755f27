/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A recording as a folder of small files, each complete or not there at all,
   and how they become one file (frames.h). */
#include "config.h"

#include "pantin/tuning/frames_private.h"

#include "pantin/base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <gsl/gsl_errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static int refuse(const pn_frames *frames, const char *what, pn_error *error)
{
  return pn_error_set(error, GSL_EFAILED, frames->path, 0, "%s: %s", what,
                      strerror(errno));
}

static int ascending(const void *a, const void *b)
{
  const size_t i = *(const size_t *)a, j = *(const size_t *)b;
  return (i > j) - (i < j);
}

int pni_parts_list(pn_frames *frames, pn_error *error)
{
  DIR *folder = opendir(frames->parts);
  int code = GSL_SUCCESS;
  if (!folder)
    return refuse(frames, "its folder cannot be read", error);
  for (struct dirent *entry; !code && (entry = readdir(folder));) {
    char *ending = strrchr(entry->d_name, '.');
    if (!ending || strcmp(ending, ".h5") != 0)
      continue;
    *ending = '\0';
    const long number = pni_frame_number(entry->d_name);
    if (number >= 0)
      code = pni_frames_note(frames, (size_t)number);
  }
  closedir(folder);
  if (code)
    return pn_error_set(error, code, frames->path, 0, "out of memory");
  if (frames->count > 0)
    qsort(frames->number, frames->count, sizeof *frames->number, ascending);
  return GSL_SUCCESS;
}

/* Tells whether a recording has files of this name: head.h5, whole.h5,
   frame000042.h5, or what base/file calls them until they are complete. */
static int is_ours(const char *file)
{
  const char *ending = strstr(file, ".h5");
  char name[PNI_FRAME_NAME];
  if (!ending || ending - file >= PNI_FRAME_NAME ||
      (ending[3] != '\0' && strncmp(ending, ".h5.tmp", 7) != 0))
    return 0;
  snprintf(name, sizeof name, "%.*s", (int)(ending - file), file);
  return strcmp(name, "head") == 0 || strcmp(name, "whole") == 0 ||
         pni_frame_number(name) >= 0;
}

void pni_parts_clear(const char *parts)
{
  char path[PN_TEXT_PATH];
  unlink(pni_part_path(path, parts, "head"));
  DIR *folder = opendir(parts);
  for (struct dirent *entry; folder && (entry = readdir(folder));)
    if (is_ours(entry->d_name))
      unlinkat(dirfd(folder), entry->d_name, 0);
  if (folder)
    closedir(folder);
  rmdir(parts);
}

/* Refuses a folder that holds anything else. */
static int check_folder(const pn_frames *frames, pn_error *error)
{
  int code = GSL_SUCCESS;
  DIR *folder = opendir(frames->parts);
  for (struct dirent *entry; folder && !code && (entry = readdir(folder));)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
        !is_ours(entry->d_name))
      code = pn_error_set(error, GSL_EFAILED, frames->parts, 0,
                          "a recording grows in this folder, but '%s' in it "
                          "is of none: move it away",
                          entry->d_name);
  if (folder)
    closedir(folder);
  return code;
}

int pni_parts_lock(pn_frames *frames, pn_error *error)
{
  struct stat locked;
  if (pni_parts_name(frames->parts, frames->path, error))
    return error->code;
  pni_parts_unlock(frames);
  if (pn_file_make_folder(frames->parts, &frames->place) != 0 &&
      errno != EEXIST)
    return refuse(frames, "cannot be written", error);
  /* A link, and what is no folder, are not opened. */
  frames->lock =
      open(frames->parts, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (frames->lock < 0)
    return pn_error_set(error, GSL_EFAILED, frames->parts, 0,
                        "cannot be the folder in which a recording grows: %s",
                        strerror(errno));
  /* The folder has no links if the other run has just removed it. */
  if (flock(frames->lock, LOCK_EX | LOCK_NB) != 0 ||
      fstat(frames->lock, &locked) != 0 || locked.st_nlink == 0)
    return pn_error_set(error, GSL_EFAILED, frames->path, 0,
                        "another run is recording into this file");
  return check_folder(frames, error);
}

void pni_parts_unlock(pn_frames *frames)
{
  if (frames->lock >= 0)
    close(frames->lock);
  frames->lock = -1;
  pn_file_leave_folder(&frames->place);
}

/* Writes kind, version and scene. Returns -1 on failure. */
static int put_head(hid_t file, const char *scene)
{
  return pni_hdf5_put_text(file, "kind", PNI_FRAMES_KIND) ||
                 pni_hdf5_put_text(file, "scene", scene) ||
                 pni_hdf5_put_attribute(file, "version", PN_FRAMES_VERSION)
             ? -1
             : 0;
}

int pni_parts_begin(pn_frames *frames, pn_error *error)
{
  char path[PN_TEXT_PATH];
  int code = GSL_ENOMEM;
  if (pni_parts_lock(frames, error))
    return error->code;
  pni_parts_clear(frames->parts);
  if (pni_parts_lock(frames, error))
    return error->code;
  PNI_QUIET_BEGIN
  {
    const hid_t head = pni_hdf5_create();
    if (!put_head(head, frames->scene))
      code = pni_hdf5_save(head, pni_part_path(path, frames->parts, "head"),
                           error);
    H5Fclose(head);
  }
  PNI_QUIET_END
  if (!code)
    return GSL_SUCCESS;
  pni_parts_clear(frames->parts);
  return pn_error_set(error, code, frames->path, 0, "out of memory");
}

/* Copies the group of a frame from its file. Returns -1 on failure, with errno
   if the file cannot be opened, and without (0) if it is damaged. */
static int copy_part(hid_t whole, const char *parts, size_t number)
{
  char path[PN_TEXT_PATH], name[PNI_FRAME_NAME];
  pni_part_path(path, parts, pni_frame_name(name, number));
  const int sealed = pni_hdf5_is_sealed(path);
  if (sealed < 0) {
    errno = errno == ENOENT ? 0 : errno; /* a part that is gone is damage */
    return -1;
  }
  const hid_t part = sealed ? H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT) : -1;
  const herr_t code =
      part < 0 ? -1
               : H5Ocopy(part, name, whole, name, H5P_DEFAULT, H5P_DEFAULT);
  if (part >= 0) {
    H5Fclose(part);
    errno = 0;
  }
  return code < 0 ? -1 : 0;
}

/* Bytes that are enough for all: those of the parts, and for the list of
   groups, whose tables double as they grow. */
static off_t room_for(const pn_frames *frames)
{
  enum { LIST = 1 << 13, ENTRY = 1 << 10 };
  char path[PN_TEXT_PATH], name[PNI_FRAME_NAME];
  off_t room = LIST + (off_t)strlen(frames->scene);
  for (size_t k = 0; k < frames->count; k++) {
    struct stat part;
    pni_frame_name(name, frames->number[k]);
    if (stat(pni_part_path(path, frames->parts, name), &part) == 0)
      room += part.st_size + ENTRY;
  }
  return room;
}

/* Writes the head, and takes room on the disk for the rest, which HDF5 can then
   fill. */
static int prepare(const pn_frames *frames, pn_file *whole, pn_error *error)
{
  int failed = 1;
  PNI_QUIET_BEGIN
  {
    const hid_t head = pni_hdf5_create();
    if (!put_head(head, frames->scene))
      failed = pni_hdf5_write(head, whole->stream);
    H5Fclose(head);
  }
  PNI_QUIET_END
  errno = failed ? ENOMEM : 0;
  if (!failed && fflush(whole->stream) == 0)
    errno = posix_fallocate(fileno(whole->stream), 0, room_for(frames));
  return errno ? refuse(frames, "cannot be gathered", error) : GSL_SUCCESS;
}

/* Copies all frames; HDF5 gives back the room that is not needed. */
static int fill(const pn_frames *frames, const char *path, pn_error *error)
{
  int failed = 0, reason = 0;
  errno = 0;
  PNI_QUIET_BEGIN
  {
    const hid_t whole = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    failed = whole < 0;
    for (size_t k = 0; k < frames->count && !failed; k++)
      failed = copy_part(whole, frames->parts, frames->number[k]);
    reason = errno;
    failed = (whole >= 0 && H5Fclose(whole) < 0) || failed;
  }
  PNI_QUIET_END
  errno = reason;
  if (failed && reason)
    return refuse(frames, "cannot be gathered", error);
  return failed ? pn_error_set(error, GSL_EFAILED, frames->path, 0,
                               "cannot be gathered: a part of it is damaged")
                : GSL_SUCCESS;
}

int pni_parts_gather(const pn_frames *frames, pn_error *error)
{
  char path[PN_TEXT_PATH], real[PATH_MAX];
  struct stat old;
  pn_file whole;
  pni_part_path(path, frames->parts, "whole");
  if (pn_file_open(&whole, path, error))
    return GSL_EFAILED;
  if (prepare(frames, &whole, error) ||
      fill(frames, pn_file_name(&whole), error)) {
    pn_file_discard(&whole);
    return GSL_EFAILED;
  }
  if (pni_hdf5_seal(pn_file_name(&whole))) {
    refuse(frames, "cannot be gathered", error);
    pn_file_discard(&whole);
    return GSL_EFAILED;
  }
  if (pn_file_commit(&whole, error))
    return GSL_EFAILED;
  if (stat(frames->path, &old) == 0)
    chmod(path, old.st_mode & 0777);
  if (rename(path, realpath(frames->path, real) ? real : frames->path) != 0)
    return refuse(frames, "cannot be written", error);
  pni_parts_clear(frames->parts);
  return GSL_SUCCESS;
}
