/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work on the frames of a source, side by side in threads: in waves, one frame
   to each thread. The thread of the caller reads the frames, keeps what comes
   out, in the frames' order, and talks. */
#ifndef PROGRAMS_TUNE_WAVE_H
#define PROGRAMS_TUNE_WAVE_H

#include "programs/program.h"
#include "programs/tune/source.h"

typedef struct {
  void *study;   /* whose work it is, passed to all functions */
  size_t result; /* bytes of what is known of a frame afterwards */
  /* Whether the frame of that number is worked on; NULL: all are. */
  int (*wants)(const void *study, size_t number);
  /* What is long, in any thread. A code of GSL. */
  int (*work)(const void *study, const pn_frame *frame, void *result);
  /* Takes the result, and the frame's problem too if it sets it to NULL. The
     error's code. */
  int (*keep)(void *study, pn_frame *frame, const void *result,
              pn_error *error);
} tune_wave;

/* Works on all frames that were asked for, until an interruption. The error's
   code. */
int tune_wave_all(const tune_wave *wave, tune_source *source,
                  const tune_request *asked, program *self);

/* Processor time of this thread [s]. */
double tune_now(void);

#endif
