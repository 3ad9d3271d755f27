/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work on the frames of a source, several at a time, in threads. The thread of
   the caller reads the frames, some of them ahead, and else works as the others
   do, so that none waits for a frame that takes long. */
#ifndef PROGRAMS_TUNE_POOL_H
#define PROGRAMS_TUNE_POOL_H

#include "programs/program.h"
#include "programs/tune/source.h"

typedef struct {
  size_t threads; /* frames in work at a time */
  void *study;    /* whose work it is, passed to all functions */
  size_t result;  /* bytes of what is known of a frame afterwards */
  int any_order;  /* 1: results are kept as they come; 0: as the frames stand */
  /* Whether the frame of that number is worked on; NULL: all are. */
  int (*wants)(const void *study, size_t number);
  /* What is long, in any thread. A code of GSL. */
  int (*work)(const void *study, const pn_frame *frame, void *result);
  /* Takes the result, and the frame's problem too if it sets it to NULL; in any
     thread, but never while another one keeps or is asked what it wants. The
     error's code. */
  int (*keep)(void *study, pn_frame *frame, const void *result,
              pn_error *error);
} tune_pool;

/* Works on all frames that were asked for, until an interruption. The error's
   code. */
int tune_pool_all(const tune_pool *pool, tune_source *source,
                  const tune_request *asked, program *self);

/* Processor time of this thread, or of all of them [s]. */
double tune_now(int all);

#endif
