/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What tuning finds, frame by frame: the rows of a results file. */
#ifndef PROGRAMS_TUNE_RESULTS_H
#define PROGRAMS_TUNE_RESULTS_H

#include "pantin/tuning/frames.h"
#include "pantin/tuning/regression.h"
#include "programs/quantity.h"
#include "programs/tune/input.h"
#include "programs/tune/request.h"

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
  double condition_range;         /* of J W J^T on its range, the same */
  double flat;                    /* 1: every point was as good */
  double state;  /* number of the frame that counts for this one: of frames in a
                    row that are of one state, the first */
  double solves; /* runs of PGS that it took */
  double reason; /* of pn_cmaes_reason; 0: complete */
  double seconds; /* of processor time, without the condition number */
  double method, seed;
  double mark; /* tune_request_row_mark */
  double
      warm; /* the share of the last impulses that the best run starts from */
  double row_order;   /* of its rows, a PN_TUNE_ORDER of tune.h */
  double sweeps_most; /* the sweeps that it may take */
} tune_row;

typedef struct {
  const char *name;          /* of the scene, as given; borrowed */
  const tune_request *asked; /* borrowed */
  tune_row *row;             /* (rows), by number, owned */
  size_t rows, room;
  double *work;   /* for a summary or a fit, (2 x room), owned */
  size_t resumed; /* rows that were there before */
  double mark;    /* of what gives the rows: tune_request_mark */
  pn_frame shown; /* the first frame tuned, where a figure draws one; its
                     problem is owned, or NULL */
  int keep_shown; /* whether it is kept */
  int interrupted;
} tune_results;

/* Names the reason why tuning of a row, a tune_row, ended. */
const char *tune_row_reason(const void *row);

/* Describes the quantities of the rows. */
quantity_rows tune_results_quantities(const tune_results *results);

/* Tells whether the frame of that number has no row. */
int tune_results_lack(const tune_results *results, size_t number);

/* Inserts a row by its number, and brings --output up to date. Returns the
   error's code. */
int tune_results_keep(tune_results *results, const tune_row *row,
                      pn_error *error);

/* Reads the rows of an earlier run; a file that is not there has none. Rows of
   other problems than those of the input are refused; those of a scene, which
   would have to be simulated, are known by its text. Returns the error's
   code. */
int tune_results_read(tune_results *results, const tune_input *input,
                      const char *path, pn_error *error);

/* Writes the rows as columns. Returns the error's code. */
int tune_results_write(const char *path, const void *results, pn_error *error);

/* Tells whether the frame of a row counts in means: the first of its state. */
int tune_row_counts(const tune_row *row);

/* Copies one member of all rows to column, (rows); `offset` is its offsetof in
   tune_row. It is NaN in rows that do not count; what tuning gives, alpha to
   error_before and warm to sweeps_most, also where the frame has nothing to
   tune or is flat. */
void tune_results_column(const tune_results *results, size_t offset,
                         double *column);

/* Summarises one member of all rows; uses results->work. */
pn_summary tune_results_summary(const tune_results *results, size_t offset);

/* Fits alpha = a log10 cond + b over the frames that have both, cond the member
   at this offset. Returns GSL_EINVAL where the line is not determined. */
int tune_results_fit(const tune_results *results, size_t offset,
                     pn_regression *fit);

void tune_results_free(tune_results *results);

#endif
