/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Where a chain rests that hangs down to a plane floor; not installed. */
#ifndef PANTIN_CHAIN_MOORED_H
#define PANTIN_CHAIN_MOORED_H

#include "pantin/chain/chain.h"

/* Moors a chain to a floor whose facets all have the same slope, along which
   a part of it lies, with the multipliers that all but balance it. Returns 1,
   or 0, with the free nodes anywhere, if it does not come down to one, or the
   floor is no plane. */
int pni_chain_place_moored(const pn_chain *chain, pn_chain_point *point);

#endif
