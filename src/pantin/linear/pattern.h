/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The symbolic half of the factorisation. */
#ifndef PANTIN_LINEAR_PATTERN_H
#define PANTIN_LINEAR_PATTERN_H

#include "pantin/linear/block.h"

/* Makes a zero matrix with the pattern of L in P A P^T = L D L^T, where block k
   is block order[k] of A. NULL when memory is short. */
pn_block_matrix *pn_block_pattern(const pn_block_matrix *matrix,
                                  const size_t *order);

#endif
