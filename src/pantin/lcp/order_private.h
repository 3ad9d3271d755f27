/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The order of rows in a sweep, and the levels of bodies above the ground. */
#ifndef PANTIN_LCP_ORDER_PRIVATE_H
#define PANTIN_LCP_ORDER_PRIVATE_H

#include "pantin/lcp/operator_balls.h"
#include "pantin/lcp/solver.h"

/* The level of a body from which no contacts lead to the ground. */
#define PNI_NO_LEVEL SIZE_MAX

/* Returns the bodies of each row where the factors of A are known, and their
   number, which is also that of the ground; else NULL. */
const pn_pair *pni_pairs(const pn_lcp_operator *A, size_t *bodies);

/* Counts for each body the rows on the shortest way to what does not move,
   (bodies + 1), where A has pairs, into an array of so much room, which grows
   if need be. GSL_SUCCESS or GSL_ENOMEM. */
int pni_levels(const pn_lcp *lcp, size_t **level, size_t *room);

/* Returns the height of row c: the level of its upper body. */
size_t pni_height(const pn_pair *pair, const size_t *level, size_t c);

/* Writes the rows by their heights, (rows); what rests on nothing comes
   last. */
void pni_order_by_height(const pn_lcp *lcp, const size_t *level, size_t *order);

/* Prepares the order that the settings ask for. GSL_EINVAL where the bodies are
   not known, GSL_ENOMEM. */
int pni_order_set(pn_lcp_solver *solver, pn_error *error);

/* Gives the next sweep its order. */
void pni_order_next(pn_lcp_solver *solver, pn_lcp_sweep *how);

#endif
