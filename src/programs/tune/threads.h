/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Works on the frames of an input, several at a time, in threads. The thread of
   the caller reads the frames, some of them ahead, and otherwise works as the
   others do, so that none waits for a frame that takes long. */
#ifndef PROGRAMS_TUNE_THREADS_H
#define PROGRAMS_TUNE_THREADS_H

#include "programs/program.h"
#include "programs/tune/input.h"

typedef struct {
  size_t threads; /* frames in work at a time */
  void *study;    /* whose work it is, passed to all functions */
  size_t result;  /* bytes of what is known of a frame afterwards */
  int any_order;  /* 1: results are kept as they come; 0: as the frames stand */
  const program_outputs *outputs; /* of the study, as far as it is; NULL: none
                                     can be written within its work */
  const void *result_of_all;      /* what they write */
  /* Tells whether the frame of that number is worked on; NULL: all are. */
  int (*wants)(const void *study, size_t number);
  /* Does the work on a frame, in any thread. Returns a code of GSL. */
  int (*work)(const void *study, const pn_frame *frame, void *result);
  /* Takes the result, and the frame's problem too if it sets it to NULL; in any
   thread, but never while another one keeps or is asked what it wants. Returns
   the error's code. */
  int (*keep)(void *study, pn_frame *frame, const void *result,
              pn_error *error);
} tune_threads;

/* Works on all frames that were asked for, until an interruption. Returns the
   error's code. */
int tune_threads_run(const tune_threads *job, tune_input *input,
                     const tune_request *asked, program *self);

/* Returns the processor time of this thread, or of all threads [s]. */
double tune_threads_time(int all);

#endif
