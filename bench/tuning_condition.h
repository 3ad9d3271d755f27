/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The condition number of a frame beside all eigenvalues. */
#ifndef PANTIN_BENCH_TUNING_CONDITION_H
#define PANTIN_BENCH_TUNING_CONDITION_H

#include "pantin/lcp/lcp.h"

/* Prints what both cost and find, of a problem with rigid bodies' factors. */
void condition_show(const pn_lcp *lcp);

#endif
