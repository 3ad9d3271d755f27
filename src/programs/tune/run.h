/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frames of a source, tuned side by side; or one after the other with their
   points side by side, where there are fewer of them than threads. */
#ifndef PROGRAMS_TUNE_RUN_H
#define PROGRAMS_TUNE_RUN_H

#include "programs/program.h"
#include "programs/tune/source.h"

/* What is known of one frame; all numbers, as they stand in files. */
typedef struct {
  double frame, time;             /* number, [s] */
  double rows, contacts;          /* of its problem */
  double b;                       /* |b|_2 [m/s] */
  double alpha, kappa;            /* of the least fitness */
  double fitness, fitness_before; /* there, and of alpha = 1, kappa = 0 */
  double sweeps, sweeps_before;   /* of the two runs */
  double error, error_before;     /* the least of each */
  double condition;               /* of A; NaN: not asked for */
  double solves;                  /* runs of PGS that it took */
  double reason;                  /* of pn_cmaes_reason; 0: complete */
  double seconds; /* of processor time, without the condition number */
  double method, seed;
  double mark; /* of the scene and the options */
} tune_row;

typedef struct {
  const char *name;          /* of the source, as given; borrowed */
  const tune_request *asked; /* borrowed */
  tune_row *row;             /* (rows), by number, owned */
  size_t rows, room;
  size_t resumed; /* rows that were there before */
  double mark;    /* of what gives the rows: tune_request_mark */
  size_t threads; /* that evaluate the points of a frame; by tune_run_all */
  pn_frame shown; /* the first frame tuned, where a figure draws one; its
                     problem is owned, or NULL */
  int keep_shown; /* whether it is kept */
  int interrupted;
} tune_run;

/* Tunes all frames that were asked for and are not in the rows yet; writes
   --output after each frame. The error's code; what is done stays in the
   rows. */
int tune_run_all(tune_run *run, tune_source *source, program *self);

/* Whether the frame of that number has no row. */
int tune_run_lacks(const tune_run *run, size_t number);

/* Tunes one frame. GSL_SUCCESS or GSL_ENOMEM. */
int tune_run_frame(const tune_run *run, const pn_frame *frame, tune_row *row);

/* Adds a row and brings --output up to date. The error's code. */
int tune_run_keep(tune_run *run, const tune_row *row, pn_error *error);

/* Adds a row in its place by number. GSL_ENOMEM. */
int tune_run_add(tune_run *run, const tune_row *row);

/* Reads the rows of an earlier run into this one. */
int tune_run_resume(tune_run *run, const char *path, pn_error *error);

/* Writes the rows as columns. */
int tune_run_write(const tune_run *run, const char *path, pn_error *error);

void tune_run_free(tune_run *run);

#endif
