/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Where a chain comes to rest according to coarser ones; not installed. */
#ifndef PANTIN_CHAIN_NESTED_H
#define PANTIN_CHAIN_NESTED_H

#include "pantin/chain/solver.h"

/* A coarser chain, its solver, and the next coarser chain. */
typedef struct pn_chain_nested pn_chain_nested;

/* Allocates the chains that are coarser than this one, each with a solver by
   the method; NULL when memory is short, or for a chain of so few bars that
   there are none: *has_any tells which. */
pn_chain_nested *pni_chain_nested_alloc(const pn_chain_method *method,
                                        const pn_chain *chain, int *has_any);

void pni_chain_nested_free(pn_chain_nested *nested);

/* Places the point, with its multipliers, along the minimum that the next
   coarser chain finds, or one that is coarser still. `attempts` counts what has
   been tried so far, in this call and those before. Returns 0, with the point
   as it was, if there is none, or nothing is left to be tried. */
int pni_chain_nested_place(pn_chain_nested *nested, const pn_chain *chain,
                           size_t *attempts, pn_chain_point *point);

#endif
