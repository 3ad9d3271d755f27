/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* In the place of frames.c where Pantin is built without HDF5: no recording can
   be begun or opened, so that there is none to append to, read or close. */
#include "pantin/tuning/frames.h"

#include <gsl/gsl_errno.h>

static int refuse(const char *path, pn_error *error)
{
  return pn_error_set(error, GSL_EUNSUP, path, 0,
                      "recorded frames are HDF5 files, and Pantin was built "
                      "without HDF5");
}

pn_frames *pn_frames_create(const char *path, const char *scene,
                            pn_error *error)
{
  (void)scene;
  refuse(path, error);
  return NULL;
}

pn_frames *pn_frames_open(const char *path, pn_error *error)
{
  refuse(path, error);
  return NULL;
}

int pn_frames_append(pn_frames *frames, const pn_frame *frame, pn_error *error)
{
  (void)frames, (void)frame;
  return refuse(NULL, error);
}

int pn_frames_read(pn_frames *frames, size_t k, pn_frame *frame,
                   pn_error *error)
{
  (void)frames, (void)k, (void)frame;
  return refuse(NULL, error);
}

int pn_frames_close(pn_frames *frames, pn_error *error)
{
  (void)frames, (void)error;
  return GSL_SUCCESS;
}
