/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Where a slack chain comes to rest on a level floor; not installed. */
#ifndef PANTIN_CHAIN_SLACK_H
#define PANTIN_CHAIN_SLACK_H

#include "pantin/chain/chain.h"

/* Lets the chain hang down to its floor from both ends and lays the rest there,
   folded once, with the multipliers that all but balance it. Returns 1, or 0,
   with the free nodes anywhere, if the floor is not level, or the chain is not
   slack on it. */
int pni_chain_place_slack(const pn_chain *chain, pn_chain_point *point);

/* Tells whether every node that weighs anything is as low as the ends and a
   level floor let it be on its own: then no chain has less energy. */
int pni_chain_is_lowest(const pn_chain *chain, const pn_chain_point *point);

#endif
