/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The least forces with which a chain rests on its floor; not installed. */
#ifndef PANTIN_CHAIN_SETTLE_H
#define PANTIN_CHAIN_SETTLE_H

#include "pantin/chain/solver.h"
#include "pantin/chain/step.h"

/* Replaces the multipliers of the solver's point, where they are huge, or push
   where the floor is not touched, by smaller ones that balance it as well; if
   need be after nodes that all but touch a
   facet have been laid down on it. GSL_SUCCESS if that was done and the point
   passes the solver's test; otherwise the point is as it was. `trial` is
   overwritten, and so is the solver's step. */
int pni_chain_settle(pn_chain_solver *solver, pn_chain_point *trial);

/* Tells whether other multipliers balance the point as well, because the bars
   and the facets that are touched hold the nodes more than once. step->kkt must
   be set at the point; its blocks are overwritten. The second vector of
   step->work then holds a change of lambda to such others, 0 for the bars whose
   multipliers are unique. */
int pni_chain_settles_otherwise(const pn_chain *chain,
                                const pn_chain_point *point,
                                pn_chain_step *step);

#endif
