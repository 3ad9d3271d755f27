/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The outputs of pantin-lcp: tables to read, JSON, CSV, a picture. */
#ifndef PROGRAMS_LCP_REPORT_H
#define PROGRAMS_LCP_REPORT_H

#include "programs/lcp/run.h"

#include <stdio.h>

/* Iterations and milliseconds to each of six accuracies, solver by solver,
   and how good the best iterate is. */
void lcp_table(FILE *stream, const lcp_runs *runs);

/* One JSON object; the keys stand in pantin-lcp(1). */
void lcp_json(FILE *stream, const lcp_runs *runs);

/* The residuals in the course of the iterations, a row each. */
int lcp_csv(const char *path, const lcp_runs *runs, pn_error *error);

/* Convergence against iterations and against time. */
int lcp_picture(const char *path, const lcp_runs *runs, pn_error *error);

/* The nonzeros of what is worked with: of A, or of J. */
size_t lcp_nonzeros(const pn_lcp *lcp);

/* A long history is told by some of its samples: the index after k of the
   next one, all at first, then two percent apart. */
size_t lcp_next_sample(const lcp_run *run, size_t k);

#endif
