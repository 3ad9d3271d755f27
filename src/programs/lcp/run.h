/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Runs of solvers on one problem, with their residuals and times. */
#ifndef PROGRAMS_LCP_RUN_H
#define PROGRAMS_LCP_RUN_H

#include "programs/lcp/problem.h"
#include "programs/program.h"

/* An iterate: when, and how good. */
typedef struct {
  const char *solver; /* the method's name */
  size_t iteration;
  double milliseconds; /* of processor time, without the measuring */
  pn_lcp_residual residual;
} lcp_sample;

/* One solver's run. */
typedef struct {
  const pn_lcp_method *method;
  const char *solver;          /* the method's name */
  char refusal[PN_ERROR_TEXT]; /* why it does not take the problem, or "" */
  const lcp_sample *sample;    /* the start and iterates, (samples), borrowed */
  size_t samples;
  lcp_sample best;     /* the sample with the least scaled.inf */
  int solved;          /* whether it met the tolerance */
  const char *outcome; /* why it ended */
  size_t iterations;
  double milliseconds, microseconds; /* of the whole run, of an iteration */
  double ratio;   /* of the milliseconds to the least of those that solve */
  double *lambda; /* the last iterate, (rows), owned; NULL: not asked for */
} lcp_run;

typedef struct {
  const char *name;           /* of the problem, as given; borrowed */
  const lcp_problem *problem; /* borrowed */
  pn_lcp_settings settings;
  lcp_run run[LCP_NAMES_MAX];
  size_t runs;
  size_t planned; /* runs that there will be */
  int interrupted;
  int keeps; /* 1: each run keeps its last iterate */
  lcp_sample
      *sample; /* those of all runs, one after the other, (room), owned */
  size_t samples, room;
} lcp_runs;

/* Runs what was asked for. Returns the error's code; afterwards the runs are to
   be freed in any case. */
int lcp_runs_solve(lcp_runs *runs, const lcp_request *asked, program *self);

/* Returns the first sample of a run with scaled.inf below a goal, or NULL. */
const lcp_sample *lcp_run_reaching(const lcp_run *run, double goal);

/* Returns the sample to show after sample k, where a long history is shortened:
   the next one at first, then one that is two percent on. */
size_t lcp_run_next(const lcp_run *run, size_t k);

/* Returns the runs in order: those that solve, the fastest first, then by their
   residuals, then the refused ones; (runs) of them, to be freed with pn_free.
   NULL when memory is short. */
lcp_run *lcp_runs_sorted(const lcp_runs *runs);

/* Returns the exit status that says how the runs ended. */
program_status lcp_runs_status(const lcp_runs *runs);

void lcp_runs_free(lcp_runs *runs);

#endif
