/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A start that has a file of its own; not installed. */
#ifndef PANTIN_CHAIN_START_PRIVATE_H
#define PANTIN_CHAIN_START_PRIVATE_H

#include "pantin/chain/chain.h"

/* Places the free nodes on the parabola through both ends that is as long as
   the chain, `total` [m]: a hanging one for sign = 1, upside down for -1.
   GSL_ENOMEM; other codes of GSL if no such parabola is found. */
int pni_chain_start_parabola(const pn_chain *chain, double total, double sign,
                             pn_chain_point *point, pn_error *error);

#endif
