/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* What solvers of contact problems cost. */
#ifndef PANTIN_BENCH_CONTACT_COST_H
#define PANTIN_BENCH_CONTACT_COST_H

#include "contact_peer.h"

#include "pantin/lcp/lcp.h"

/* Measures the least processor time of some runs [s]; NaN if it cannot or does
   not end in time. *residual: of the last one, measured from its impulses. */
double cost(const contact_peer *peer, const contact_problem *problem,
            contact_order order, size_t runs, pn_lcp_residual *residual);

/* Measures one sweep of pgs over rows in an order (NULL: as they stand) [us]:
   many less few, so that what is done once falls out. */
double sweep_cost(const contact_peer *peer, const char *rows,
                  const contact_problem *problem);

#endif
