/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What the command line of pantin-tune asks for. */
#ifndef PROGRAMS_TUNE_REQUEST_H
#define PROGRAMS_TUNE_REQUEST_H

#include "pantin/base/options.h"
#include "pantin/tuning/tune.h"
#include "programs/frame_list.h"

/* The options stand in groups of a subject each. */
enum { TUNE_GROUPS = 5, TUNE_GROUP_MOST = 14, TUNE_NAMES_MAX = 16 };

/* The abscissae of alpha and kappa in figures. */
typedef enum {
  TUNE_OVER_FRAME,
  TUNE_OVER_ROWS,
  TUNE_OVER_B,
  TUNE_OVER_SWEEPS,
  TUNE_OVER_CONDITION,
  TUNE_OVER_RANGE
} tune_abscissa;

typedef struct {
  pn_tune_settings settings; /* but for threads */
  int method;                /* the k-th of pn_tune_method_get */
  int tuned;                 /* a mask of what is tuned; 0: alpha, kappa */
  int norm;                  /* of the error, a pn_pgs_norm */
  size_t threads;
  const char *output;  /* the results, kept up to date, or NULL */
  int resume;          /* go on with the output that is there */
  const char *record;  /* where to keep a scene's frames, or NULL */
  const char *frames;  /* as given, or NULL */
  frame_list wanted;   /* the frames that it means; empty: all */
  size_t from, to;     /* and of those, the numbers from here to there */
  int each;            /* a line for each frame, however many */
  int report;          /* the tables of thesis.h */
  const char *compare; /* methods to compare, or NULL */
  int rule;            /* whether to try rules for alpha */
  const char *fit;     /* files that they learn from, or NULL */
  size_t fit_stride;   /* every so many frames of them */
  int no_seconds;      /* leave times out of tables */
  int figure;          /* of --plot, the k-th of figures */
  int over;            /* what figures have as x, a tune_abscissa */
  int no_condition;    /* leave out the condition numbers */

  pn_option options[TUNE_GROUPS * TUNE_GROUP_MOST + 1];
  const char *methods[TUNE_NAMES_MAX + 1], *figures[TUNE_NAMES_MAX + 1];
} tune_request;

/* Sets the defaults, and the table of options that point into the request. The
   names of the figures are the caller's to fill in. */
void tune_request_init(tune_request *asked);

/* Reads --frames and checks the settings. Returns the error's code. */
int tune_request_check(tune_request *asked, pn_error *error);

/* Returns a number that is the same for the same scene (its text) and the same
   options of the fitness and the methods, and hardly ever for others. */
double tune_request_mark(const tune_request *asked, const char *scene);

/* Returns the mark of a row: that of the scene and the options, and in its last
   digits a number that is the same for the same problem. Less than 2^53; NaN
   when memory is short. */
double tune_request_row_mark(double mark, const pn_lcp *lcp);

/* Returns the mark of the scene and the options in that of a row. */
double tune_request_mark_of(double row_mark);

/* Tells whether the frame of that number was asked for. */
int tune_request_wants(const tune_request *asked, size_t number);

#endif
