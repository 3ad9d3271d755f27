/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* How the frames of a recording are numbered, and what their groups and files
   are called. */
#include "config.h"

#include "pantin/tuning/frames_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Room for the longest name of a file there, and of its temporary. */
enum { NAME_ROOM = 80 };

int pni_parts_name(char parts[PN_TEXT_PATH], const char *path, pn_error *error)
{
  char real[PATH_MAX];
  const char *target = realpath(path, real) ? real : path;
  if (strlen(target) >= PN_TEXT_PATH - NAME_ROOM)
    return pn_error_set(error, GSL_EFAILED, path, 0, "the name is too long");
  snprintf(parts, PN_TEXT_PATH, "%.*s.parts", PN_TEXT_PATH - NAME_ROOM, target);
  return GSL_SUCCESS;
}

char *pni_part_path(char path[PN_TEXT_PATH], const char *parts,
                    const char *name)
{
  snprintf(path, PN_TEXT_PATH, "%.*s/%s.h5", PN_TEXT_PATH - NAME_ROOM / 2,
           parts, name);
  return path;
}

hid_t pni_frames_file(const char *path, pn_error *error)
{
  if (pni_hdf5_is_sealed(path) != 0)
    return pni_hdf5_open(path, error); /* which says so if it cannot */
  if (access(path, R_OK) != 0 || H5Fis_hdf5(path) <= 0)
    return pni_hdf5_open(path, error); /* likewise */
  pn_error_set(error, GSL_EINVAL, path, 0,
               "no recording of version %d: damaged or cut short, or of an "
               "older Pantin, or no recorded frames at all; "
               "`pantin-contact SCENE --record FILE.h5` records anew",
               PN_FRAMES_VERSION);
  return -1;
}

char *pni_frame_name(char name[PNI_FRAME_NAME], size_t number)
{
  snprintf(name, PNI_FRAME_NAME, "frame%06zu", number);
  return name;
}

long pni_frame_number(const char *name)
{
  static const size_t prefix = sizeof "frame" - 1;
  char *end, again[PNI_FRAME_NAME];
  if (strncmp(name, "frame", prefix) != 0)
    return -1;
  const unsigned long number = strtoul(name + prefix, &end, 10);
  pni_frame_name(again, number);
  return *end == '\0' && strcmp(again, name) == 0 ? (long)number : -1;
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
