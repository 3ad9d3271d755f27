/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Runs of solvers on one problem, with their residuals and times. */
#ifndef PROGRAMS_LCP_RUN_H
#define PROGRAMS_LCP_RUN_H

#include "programs/lcp/problem.h"
#include "programs/program.h"
#include "programs/quantity.h"

/* An iterate: when, and how good. */
typedef struct {
  const char *solver; /* the method's name */
  size_t iteration;
  double milliseconds; /* of processor time, without the measuring */
  pn_lcp_residual residual;
} lcp_sample;

/* The accuracies whose first iterates the tables show [m/s]. */
enum { LCP_GOALS = 6 };
extern const double lcp_goals[LCP_GOALS];

/* One solver's run. */
typedef struct {
  const pn_lcp_method *method;
  const char *solver;          /* the method's name */
  char refusal[PN_ERROR_TEXT]; /* why it does not take the problem, or "" */
  lcp_sample *sample;          /* the start and the iterates to be shown: each
                                  one at first, then one a fiftieth farther on;
                                  and the last one; (samples), owned */
  size_t samples, room;
  size_t shown;                  /* the next iterate to be shown */
  int passing;                   /* 1: the last one is not to be shown later */
  lcp_sample best;               /* the one with the least scaled.inf */
  lcp_sample reached[LCP_GOALS]; /* the first within each goal, (goals) */
  size_t goals;
  int solved;          /* whether it met the tolerance, */
  double within;       /* which was this at the last iterate [m/s] */
  int costly;          /* whether it was stopped for what it costs */
  const char *outcome; /* why it ended */
  size_t iterations;
  double milliseconds; /* of the whole run */
  double preparation;  /* of that before the first iteration [ms] */
  double ratio;   /* of the milliseconds to the least of those that solve */
  double *lambda; /* the solution, or the last iterate or a much better one,
                     (rows), owned; NULL: not asked for */
} lcp_run;

typedef struct {
  const char *name;           /* of the problem, as given; borrowed */
  const lcp_problem *problem; /* borrowed */
  pn_lcp_settings settings;
  lcp_run run[LCP_NAMES_MAX];
  size_t runs;
  size_t planned;      /* runs that there will be */
  int keeps;           /* 1: each run keeps its lambda */
  lcp_sample now;      /* the last iterate of all */
  quantity_rows row;   /* of CSV, which shows `now` */
  quantity_stream csv; /* whose rows are all iterates; without columns: none */
} lcp_runs;

/* Runs what was asked for. Returns the error's code; afterwards the runs are to
   be freed in any case. */
int lcp_runs_solve(lcp_runs *runs, const lcp_request *asked, program *self);

/* Starts the CSV of the runs, whose rows are the iterates. Returns the error's
   code. */
int lcp_csv_open(lcp_runs *runs, const char *path, pn_error *error);

/* Keeps what is known of the solver's iterate, which was measured, and writes
   its row, unless its residual is not finite and it is not the first. Returns
   the error's code. */
int lcp_runs_keep(lcp_runs *runs, lcp_run *run, const pn_lcp_solver *solver,
                  pn_error *error);

/* Returns the iterates of a run that are shown as rows, which borrow from it.
 */
quantity_rows lcp_history(const lcp_run *run);

/* Returns the runs in order: those that solve, the fastest first, then by their
   residuals, then the refused ones; (runs) of them, to be freed with pn_free.
   NULL when memory is short. */
lcp_run *lcp_runs_sorted(const lcp_runs *runs);

/* Returns the exit status that says how the runs ended. */
program_status lcp_runs_status(const lcp_runs *runs);

void lcp_runs_free(lcp_runs *runs);

#endif
