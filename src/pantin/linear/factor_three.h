/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The numeric half of a factorisation whose blocks are all of order 3. */
#ifndef PANTIN_LINEAR_FACTOR_THREE_H
#define PANTIN_LINEAR_FACTOR_THREE_H

#include "pantin/linear/factor.h"

/* Factors as pn_block_factor_set_in_place does. Pivots are compared with this
   scale, (rows) in the order of A; none may be negative. */
int pni_factor_three_set(pn_block_factor *factor, const double *scale);

/* Solves L D L^T x = b in place, in the order of elimination. */
void pni_factor_three_solve(const pn_block_matrix *L, double *x);

#endif
