/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of a factorisation whose blocks are all of order 3. */
#ifndef PANTIN_LINEAR_FACTOR_THREE_H
#define PANTIN_LINEAR_FACTOR_THREE_H

#include "pantin/linear/factor.h"

/* As pn_block_factor_set_in_place. Pivots are compared with this scale, (rows)
   in the order of A, and none is negative. */
int pni_factor_three_set(pn_block_factor *factor, const double *scale);

/* x = (L D L^T)^-1 x, in the order of elimination. */
void pni_factor_three_solve(const pn_block_matrix *L, double *x);

#endif
