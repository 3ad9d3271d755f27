/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the recorded frames share. */
#ifndef PANTIN_TUNING_FRAMES_PRIVATE_H
#define PANTIN_TUNING_FRAMES_PRIVATE_H

#include "pantin/tuning/frames.h"
#include "pantin/base/hdf5_private.h"
#include "pantin/base/text.h"

_Static_assert((int)PN_FRAMES_PATH == (int)PN_TEXT_PATH,
               "paths have one length everywhere");

enum { PNI_FRAME_NAME = 32, PNI_FRAME_NUMBER_MOST = 999999 };

/* The group of frame `number`. */
char *pni_frame_name(char name[PNI_FRAME_NAME], size_t number);

/* The number of the frame whose group has this name; -1: it is none. */
long pni_frame_number(const char *name);

/* One more frame in the list. GSL_ENOMEM. */
int pni_frames_note(pn_frames *frames, size_t number);

/* kind, version and scene. -1 on failure. */
int pni_frames_put_head(hid_t file, const char *scene);

/* The folder of the recording of that name; GSL_EFAILED if it is too long. */
int pni_parts_name(char parts[PN_TEXT_PATH], const char *path, pn_error *error);

/* The path of a file there: "head", or the name of a frame. */
char *pni_part_path(char path[PN_TEXT_PATH], const char *parts,
                    const char *name);

/* Notes the frames that are there. GSL_EFAILED, GSL_ENOMEM. */
int pni_parts_list(pn_frames *frames, pn_error *error);

/* Makes the folder, with nothing but its head. GSL_EFAILED. */
int pni_parts_begin(pn_frames *frames, pn_error *error);

/* Makes the folder's frames one file and removes it. GSL_EFAILED. */
int pni_parts_gather(const pn_frames *frames, pn_error *error);

#endif
