/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Declares what solver.c lends to finish.c, and classify.c to minimum.c; not
   installed. */
#ifndef PANTIN_CHAIN_SOLVER_PRIVATE_H
#define PANTIN_CHAIN_SOLVER_PRIVATE_H

#include "pantin/chain/classify.h"
#include "pantin/chain/solver.h"
#include "pantin/chain/step.h"

/* Takes one step by `step`, the method's `iterate` or `polish`, and measures
   it. Returns what `step` returned, or GSL_EFAILED if the new point is not
   finite; the point is then as it was before. */
int pni_chain_solver_advance(pn_chain_solver *solver,
                             int (*step)(void *state, pn_chain_solver *solver));

/* Does what pn_chain_measure does, bar by bar on every processor; that one has
   the same bits. */
void pni_chain_measure_plain(const pn_chain *chain, const pn_chain_point *point,
                             pn_chain_info *info);

/* Estimates the residual that rounding may leave: a node off by eps S, with S
   the total length, makes its bar's c_i / (2 L_i^2) about eps S / L_i. */
double pni_chain_attainable(const pn_chain *chain);

/* Returns the share of the tolerance of lengths that a chain with little slack
   is held to, or one whose bars hang nearly along one line at the point: 1
   where slack, or the leaning of a bar, is at least a hundredth. */
double pni_chain_strictness(const pn_chain *chain, const pn_chain_point *point);

/* Tells whether the solver's point is as good as one that hangs exactly folded,
   or better: lengths tell no difference. */
int pni_chain_solver_may_fold(const pn_chain_solver *solver);

/* Does what pn_chain_classify does in memory that is given: a step, and a copy
   of the point. */
int pni_chain_classify(const pn_chain *chain, const pn_chain_point *point,
                       pn_chain_step *step, pn_chain_point *copy,
                       pn_chain_class *verdict);

#endif
