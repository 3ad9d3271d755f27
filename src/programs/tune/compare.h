/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Methods side by side on the same frames: what they find, above what a fine
   scan finds, and what it takes. */
#ifndef PROGRAMS_TUNE_COMPARE_H
#define PROGRAMS_TUNE_COMPARE_H

#include "programs/program.h"
#include "programs/tune/source.h"

#include <stdio.h>

/* Alphas of the fine scan, at kappa = 0. */
enum { TUNE_FINE = 381 };

/* What came out for one method, over all frames. */
typedef struct {
  const pn_tune_method *method;
  double gap, worst;     /* sum and greatest of f above the fine scan */
  size_t within;         /* frames whose gap is at most 0.01 */
  size_t solves, sweeps; /* in all */
  double seconds;        /* of processor time, in all */
} tune_contender;

typedef struct {
  const char *name; /* of the source; borrowed */
  const tune_request *asked;
  tune_contender contender[TUNE_NAMES_MAX]; /* the first is the fine scan */
  size_t contenders;
  size_t frames; /* that have contacts */
} tune_compare;

/* Understands the names in --compare, "scan,quick" or "all", and runs them on
   all frames that were asked for. The error's code. */
int tune_compare_all(tune_compare *compare, tune_source *source, program *self);

/* The table, or one JSON object. */
void tune_compare_print(FILE *stream, const tune_compare *compare);
void tune_compare_json(FILE *stream, const tune_compare *compare);

#endif
