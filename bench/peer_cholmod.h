/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* CHOLMOD of SuiteSparse on a block matrix of ours: numeric factorisation and
   one solve, after an analysis that is not timed. */
#ifndef PANTIN_BENCH_PEER_CHOLMOD_H
#define PANTIN_BENCH_PEER_CHOLMOD_H

#include "pantin/linear/block.h"

typedef struct peer_cholmod peer_cholmod;

/* Prepares CHOLMOD: entry by entry (simplicial L D L^T), or as CHOLMOD prefers,
   by dense blocks where they are large enough. NULL if it fails. */
peer_cholmod *peer_cholmod_start(const pn_block_matrix *A, int by_entries);

/* Factors, and solves for a right-hand side; 0 if well. */
int peer_cholmod_run(peer_cholmod *peer);

#endif
