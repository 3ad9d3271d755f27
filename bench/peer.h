/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Solvers of the chain that are compared: each takes a chain and a start, and
   leaves its answer in its place. All start from the same nodes and find
   their own first multipliers. */
#ifndef PANTIN_BENCH_PEER_H
#define PANTIN_BENCH_PEER_H

#include "pantin/chain/chain.h"

/* Moves `point`, nodes only, to the answer, and counts the iterations.
   GSL_SUCCESS if the solver says that it converged, else GSL_EFAILED.
   `method` is the name of Pantin's method; the others do not look at it. */
typedef int peer_solve(const char *method, const pn_chain *chain,
                       pn_chain_point *point, size_t *iterations);

peer_solve peer_pantin_solve; /* with its default settings, polished */
peer_solve peer_ipopt_solve;  /* if HAVE_IPOPT */
peer_solve peer_nlopt_solve;  /* if HAVE_NLOPT; iterations: evaluations */

/* Counts the peers' variables, (x_1, y_1, x_2, y_2, ..) of the free nodes. */
size_t peer_variables(const pn_chain *chain);
void peer_variables_get(const pn_chain_point *point, double *variables);
void peer_variables_set(pn_chain_point *point, const double *variables);

#endif
