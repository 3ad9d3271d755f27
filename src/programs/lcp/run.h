/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of solvers on one problem, with their residuals and times. */
#ifndef PROGRAMS_LCP_RUN_H
#define PROGRAMS_LCP_RUN_H

#include "programs/lcp/request.h"
#include "programs/program.h"

/* An iterate: when, and how good. */
typedef struct {
  size_t iteration;
  double milliseconds; /* of processor time, without the measuring */
  pn_lcp_residual residual;
} lcp_sample;

/* One solver's run. */
typedef struct {
  const pn_lcp_method *method;
  char refusal[PN_ERROR_TEXT]; /* why it does not take the problem, or "" */
  lcp_sample *sample;          /* the start and iterates, (samples), owned */
  size_t samples, room;
  size_t best; /* the sample with the least scaled.inf */
  int solved;  /* it met the tolerance */
} lcp_run;

typedef struct {
  const char *name;           /* of the problem, as given; borrowed */
  const lcp_problem *problem; /* borrowed */
  pn_lcp_settings settings;
  lcp_run run[LCP_NAMES_MAX];
  size_t runs;
  size_t planned; /* so many there will be */
  int interrupted;
} lcp_runs;

/* Runs what was asked for. Afterwards the runs are to be freed even after a
   failure. The error's code. */
int lcp_runs_solve(lcp_runs *runs, const lcp_request *asked, program *self);

/* The first sample of a run with scaled.inf below a goal; NULL: none. */
const lcp_sample *lcp_run_reaching(const lcp_run *run, double goal);

/* The exit status that says how it ended. */
program_status lcp_runs_status(const lcp_runs *runs);

void lcp_runs_free(lcp_runs *runs);

#endif
