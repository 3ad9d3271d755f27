/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The outputs of pantin-lcp, whose result is an lcp_runs: tables of iterations
   and milliseconds to six accuracies, and of the best iterates; JSON with the
   keys of pantin-lcp(1); a picture. The rows of CSV are written on the way. */
#ifndef PROGRAMS_LCP_REPORT_H
#define PROGRAMS_LCP_REPORT_H

#include "programs/lcp/run.h"

extern const program_outputs lcp_outputs;

/* Writes lambda, w and state of each row, from the best run; the runs keep
   their lambda. Returns the error's code. */
int lcp_write_solution(const char *path, const lcp_runs *runs, pn_error *error);

#endif
