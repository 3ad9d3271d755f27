/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Where a slack chain comes to rest on a level floor; not installed. */
#ifndef PANTIN_CHAIN_SLACK_H
#define PANTIN_CHAIN_SLACK_H

#include "pantin/chain/chain.h"

/* Lets the chain hang down to its floor from both ends and lays the rest there,
   folded once, with the multipliers that all but balance it. Returns 1, or 0
   with the point as it was, if the floor is not level or lies within a bar of
   an end, or the chain is not slack on it. */
int pni_chain_place_slack(const pn_chain *chain, pn_chain_point *point);

#endif
