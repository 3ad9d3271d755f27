/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the files of the recorded frames share. */
#ifndef PANTIN_TUNING_FRAMES_PRIVATE_H
#define PANTIN_TUNING_FRAMES_PRIVATE_H

#include "pantin/tuning/frames.h"
#include "pantin/base/hdf5_private.h"
#include "pantin/base/text.h"

_Static_assert((int)PN_FRAMES_PATH == (int)PN_TEXT_PATH,
               "paths have one length everywhere");

enum { PNI_FRAME_NAME = 32, PNI_FRAME_NUMBER_MOST = 999999 };

/* What the attribute `kind` of a recording says. */
#define PNI_FRAMES_KIND "pantin-frames"

/* Writes the name of the group of frame `number`; returns it. */
char *pni_frame_name(char name[PNI_FRAME_NAME], size_t number);

/* Returns the number of the frame whose group has this name, or -1. */
long pni_frame_number(const char *name);

/* Opens a file of a recording, whose seal must be whole; -1 with the reason. */
hid_t pni_frames_file(const char *path, pn_error *error);

/* Adds a frame to the list. Returns GSL_SUCCESS or GSL_ENOMEM. */
int pni_frames_note(pn_frames *frames, size_t number);

/* Writes the name of the folder in which a recording grows. Returns GSL_EFAILED
   if it is too long. */
int pni_parts_name(char parts[PN_TEXT_PATH], const char *path, pn_error *error);

/* Writes the path of a file there, "head" or the name of a frame; returns
   it. */
char *pni_part_path(char path[PN_TEXT_PATH], const char *parts,
                    const char *name);

/* Adds the frames that are there to the list. Returns GSL_EFAILED or
   GSL_ENOMEM on failure. */
int pni_parts_list(pn_frames *frames, pn_error *error);

/* Makes the folder and locks it, until _unlock or until the process ends.
   Returns GSL_EFAILED if another run has locked it, and if it is a link or
   holds files that are not a recording's. */
int pni_parts_lock(pn_frames *frames, pn_error *error);
void pni_parts_unlock(pn_frames *frames);

/* Removes the files of a recording, and their folder if nothing else is there.
 */
void pni_parts_clear(const char *parts);

/* Makes the folder, locked, with nothing but its head. Returns GSL_EFAILED on
   failure. */
int pni_parts_begin(pn_frames *frames, pn_error *error);

/* Gathers the frames of the folder in one file, and removes the folder. Returns
   GSL_EFAILED on failure. */
int pni_parts_gather(const pn_frames *frames, pn_error *error);

#endif
