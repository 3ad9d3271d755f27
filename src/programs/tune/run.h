/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tunes the frames of an input side by side; or one after the other with their
   points side by side, where there are fewer of them than threads. */
#ifndef PROGRAMS_TUNE_RUN_H
#define PROGRAMS_TUNE_RUN_H

#include "programs/program.h"
#include "programs/tune/input.h"
#include "programs/tune/results.h"

/* Tunes all frames that were asked for and have no row yet; writes --output
   after each frame. Returns the error's code; what is done stays in the
   rows. */
int tune_run(tune_results *results, tune_input *input, program *self);

/* Tunes one frame, with its points in so many threads. Returns GSL_SUCCESS or
   GSL_ENOMEM. */
int tune_run_frame(const tune_results *results, size_t threads,
                   const pn_frame *frame, tune_row *row);

#endif
