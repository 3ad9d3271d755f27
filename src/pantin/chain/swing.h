/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Lets a chain without a floor swing to rest; not installed. */
#ifndef PANTIN_CHAIN_SWING_H
#define PANTIN_CHAIN_SWING_H

#include "pantin/chain/kkt.h"

/* Places the nodes around a circle, where all bars have their lengths, and lets
   them swing to a minimum of the energy, or near one. Sets nodes and lambda of
   the point, which has its ends in place; `work` is overwritten. Returns 0,
   with the point anything, if that does not lead to bounded forces, as where
   bars just close and can only hang along one line. The chain must not be taut.
 */
int pni_chain_swing(const pn_chain *chain, pn_chain_vector work,
                    pn_chain_point *point);

/* Places the nodes on the circle around which they begin to swing, but above
   the line between the ends. Otherwise as above. */
void pni_chain_arch(const pn_chain *chain, pn_chain_vector work,
                    pn_chain_point *point);

#endif
