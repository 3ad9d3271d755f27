/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Whole runs of a method, for the tests of the solvers. */
#ifndef PANTIN_TESTS_LCP_SOLVER_RUN_H
#define PANTIN_TESTS_LCP_SOLVER_RUN_H

#include "pantin/lcp/solver.h"

/* A problem of more rows gets fewer iterations. */
enum { SOLVER_FEW_ROWS = 12 };

/* The residual to which the methods are run, and the error that it leaves in
   lambda where that is unique. */
extern const double solver_tolerance, solver_lambda_error;

/* Opens the source of draw.h with a seed; a fixture, with draw_close. */
void solver_prepare(void);

/* Runs a method until the residual is below `goal` or it gives up. NULL if it
   refuses the problem. */
pn_lcp_solver *solver_run_to(double goal, const pn_lcp_method *method,
                             const pn_lcp *lcp);

/* Runs it to solver_tolerance. */
pn_lcp_solver *solver_run(const pn_lcp_method *method, const pn_lcp *lcp);

#endif
