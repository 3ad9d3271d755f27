/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Methods side by side on the same frames: what they find, above what a fine
   scan finds, and what it takes. */
#ifndef PROGRAMS_TUNE_COMPARE_H
#define PROGRAMS_TUNE_COMPARE_H

#include "programs/program.h"
#include "programs/tune/input.h"

/* Alphas of the fine scan, at kappa = 0. */
enum { TUNE_FINE = 381 };

/* What came out for one method, over all frames. */
typedef struct {
  const pn_tune_method *method;
  const char *name;      /* of the method */
  double mean, worst;    /* of the gaps: f above the fine scan */
  size_t within;         /* frames whose gap is at most 0.01 */
  char within_of[32];    /* the same, of all frames: "12/13" */
  double solves, sweeps; /* of a frame, on average */
  double seconds;        /* of processor time, the same */
} tune_contender;

typedef struct {
  const char *name; /* of the scene, as given; borrowed */
  const tune_request *asked;
  tune_contender contender[TUNE_NAMES_MAX]; /* the first is the fine scan */
  size_t contenders;
  size_t frames; /* that have contacts */
} tune_compare;

/* Reads the names in --compare, "scan,quick" or "all", and runs these methods
   on all frames that were asked for. Returns the error's code. */
int tune_compare_run(tune_compare *compare, tune_input *input, program *self);

extern const program_outputs tune_compare_outputs;

#endif
