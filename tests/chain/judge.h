/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Judges a chain's answer from the raw data alone: by none of the library's
   functions. */
#ifndef PANTIN_TESTS_CHAIN_JUDGE_H
#define PANTIN_TESTS_CHAIN_JUDGE_H

#include "pantin/chain/chain.h"

/* Returns the worst violation of the optimality conditions of

     min e,   l_i = L_i,   y_i >= r_j + s_j x_i,

   in units of the chain's length and weight: forces on the nodes, lengths
   (each over its own), nodes below the floor, mu < 0, and mu away from the
   floor. */
double judge_residual(const pn_chain *chain, const pn_chain_point *point);

/* Returns the least curvature of the energy in the directions that the bars and
   the touched facets (mu > 0) leave free [N/m]: positive at a strict minimum.
   Infinite if there is no such direction. Dense: for some 50 bars. */
double judge_curvature(const pn_chain *chain, const pn_chain_point *point);

#endif
