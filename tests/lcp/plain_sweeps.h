/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Sweeps of a solver beside plain ones, row after row. */
#ifndef PANTIN_TESTS_LCP_PLAIN_SWEEPS_H
#define PANTIN_TESTS_LCP_PLAIN_SWEEPS_H

#include "pantin/lcp/solver.h"

/* How the solver went: its rows packed, and by pairs of bodies. */
typedef struct {
  int is_packed, by_pairs;
} plain_sweeps;

/* Takes so many sweeps in the order of a solver, row after row; the solver's
   own iterates must be the same. */
plain_sweeps plain_sweeps_compare(const pn_lcp *lcp, pn_lcp_order order,
                                  int coupled, double kappa, int sweeps);

#endif
