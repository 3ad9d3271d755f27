/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In which order to eliminate the block rows of a sparse matrix. */
#ifndef PANTIN_LINEAR_ORDER_H
#define PANTIN_LINEAR_ORDER_H

#include "pantin/linear/block.h"

/* order[k] = the block to be eliminated k-th, (blocks), by minimum degree: at
   each turn the block that is joined to the fewest others, the eliminated one
   joining its neighbours. On a tree it takes leaves only, hence no fill.
   GSL_SUCCESS or GSL_ENOMEM.
   Source: A. George, J. Liu, The evolution of the minimum degree ordering
   algorithm, SIAM Review 31 (1989), section 2. */
int pn_order_minimum_degree(const pn_block_matrix *matrix, size_t *order);

#endif
