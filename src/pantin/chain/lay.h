/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Laying a chain down on its floor; not installed. */
#ifndef PANTIN_CHAIN_LAY_H
#define PANTIN_CHAIN_LAY_H

#include "pantin/chain/chain.h"
#include "pantin/chain/step.h"

/* Puts the nodes that are no higher than `reach` above a facet on it, and
   moves all nodes until the bars have their lengths again, as far as that can
   be; finely, at the cost of more steps, to the last digit. Returns the number
   of contacts. The point's mu and the step are overwritten. */
size_t pni_chain_lay_down(const pn_chain *chain, double reach, int finely,
                          pn_chain_step *step, pn_chain_point *to);

#endif
