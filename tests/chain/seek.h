/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* One run of the method `minimum`, for the tests with and without a floor. */
#ifndef PANTIN_TESTS_CHAIN_SEEK_H
#define PANTIN_TESTS_CHAIN_SEEK_H

#include "pantin/chain/solver.h"

/* What an answer may lack once it is polished. */
#define SEEK_ROUNDING 1e-12

extern pn_chain *chain; /* to be set, as `start` is, by the test */
extern pn_chain_point *start;
extern pn_chain_solver *solver; /* the run: the answer is its point */

/* Runs the method from `start` to its end, and polishes an answer. Returns
   what pn_chain_solver_test says of it. */
int solve(pn_chain_lambda lambda);

/* Does the same with other settings. */
int solve_as(const pn_chain_settings *settings);

/* Frees all three. */
void finish(void);

#endif
