/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A recording of random problems, for the tests of frames. */
#ifndef PANTIN_TESTS_TUNING_RECORDING_H
#define PANTIN_TESTS_TUNING_RECORDING_H

#include "pantin/tuning/frames.h"

#include <gsl/gsl_rng.h>

/* Set by recording_prepare. */
extern gsl_rng *recording_random;
extern char recording_path[64]; /* of the file, of this process alone */

/* The text of the scene. */
extern const char recording_scene[];

/* Make a fixture: recording_finish removes the file, and what there is of an
   unfinished one. */
void recording_prepare(void);
void recording_finish(void);

/* Removes the folder of an unfinished recording. */
void recording_forget_parts(void);

/* Makes a frame of so many contacts, whose problem the caller frees. */
pn_frame recording_frame(size_t number, size_t contacts);

/* Begin a recording and add to it; a failure ends the test. */
pn_frames *recording_create(void);
void recording_append(pn_frames *frames, const pn_frame *frame);

#endif
