/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Reads frames from a file of recorded ones, from a file of one problem, or
   from a scene (NAME.cfg) that is simulated as they are asked for. */
#ifndef PROGRAMS_TUNE_INPUT_H
#define PROGRAMS_TUNE_INPUT_H

#include "pantin/contact/world_scene.h"
#include "pantin/tuning/frames.h"
#include "programs/frame_state.h"
#include "programs/tune/request.h"

typedef struct {
  pn_frames *frames; /* the file read, or NULL */
  pn_lcp *problem;   /* the only one of a file, frame 1, owned; or NULL */

  pn_world_scene *scene; /* the scene, or NULL */
  char *text;            /* its text, owned */
  pn_world *world;       /* as it moves */
  pn_frames *record;     /* the file written, or NULL */
  frame_state state;     /* what is written of a step */
  int guesses; /* whether frames have the impulses of the step before */

  size_t all, wanted; /* frames that there are, that were asked for */
  size_t least, most; /* the first and last number of the wanted ones */
  size_t next, end;   /* the index of the next frame, and behind the last
                         wanted one */
} tune_input;

/* Opens a file or scene in which frames that were asked for must be. Returns
   the error's code; afterwards the input is to be closed in any case. */
int tune_input_open(tune_input *input, const char *path,
                    const tune_request *asked, pn_error *error);

/* Gives the next frame that was asked for; its problem is to be freed. Returns
   GSL_CONTINUE; GSL_SUCCESS if none is left; or the error's code. */
int tune_input_next(tune_input *input, const tune_request *asked,
                    pn_frame *frame, pn_error *error);

/* Finds the frame of a number in what was recorded, or the problem of a file,
   whether it was asked for or not; its problem is to be freed unless it is
   input->problem. Returns GSL_EINVAL, without an error, if there is none; or
   the error's code. */
int tune_input_find(const tune_input *input, size_t number, pn_frame *frame,
                    pn_error *error);

/* Returns the part of the frames that was gone through, 0 to 1. */
double tune_input_fraction(const tune_input *input);

/* Returns the text of the scene, of recorded frames too; of a problem alone
   "". */
const char *tune_input_text(const tune_input *input);

/* Returns the error's code. */
int tune_input_close(tune_input *input, pn_error *error);

#endif
