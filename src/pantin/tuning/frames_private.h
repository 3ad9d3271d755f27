/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the recorded frames share. */
#ifndef PANTIN_TUNING_FRAMES_PRIVATE_H
#define PANTIN_TUNING_FRAMES_PRIVATE_H

#include "pantin/tuning/frames.h"
#include "pantin/tuning/hdf5_private.h"

enum { PNI_FRAME_NAME = 32, PNI_FRAME_NUMBER_MOST = 999999 };

/* The group of frame `number`. */
char *pni_frame_name(char name[PNI_FRAME_NAME], size_t number);

/* One more frame in the list. GSL_ENOMEM. */
int pni_frames_note(pn_frames *frames, size_t number);

#endif
