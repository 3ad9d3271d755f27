/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Functions of chain.c that solver.c and fold.c call; not installed. */
#ifndef PANTIN_CHAIN_CHAIN_PRIVATE_H
#define PANTIN_CHAIN_CHAIN_PRIVATE_H

#include "pantin/chain/chain.h"

/* Makes a point for copies: nothing in it is set, so that memory which is never
   written is never taken. NULL when memory is short. */
pn_chain_point *pni_chain_point_reserve(const pn_chain *chain);

/* Estimates the rounding error of the sum of the lengths. */
double pni_chain_slack_rounding(const pn_chain *chain);

/* Returns the slack as a share of the length; 1 where the ends are so near to
   each other that a folded chain may turn about them: its tensions do not go
   with its slack. */
double pni_chain_slack_share(const pn_chain *chain);

#endif
