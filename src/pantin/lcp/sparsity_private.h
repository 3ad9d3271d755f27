/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which rows share a body: the pattern of J W J^T. */
#ifndef PANTIN_LCP_SPARSITY_PRIVATE_H
#define PANTIN_LCP_SPARSITY_PRIVATE_H

#include "pantin/lcp/delassus.h"

/* The rows of each body, ascending: those of body k are
   row[first[k]] .. row[first[k + 1] - 1]. */
typedef struct pni_sparsity {
  size_t bodies;     /* that move */
  size_t *first;     /* (bodies + 2), owned */
  size_t *row;       /* (2 rows), owned */
  size_t first_room; /* that fit in `first`, and in `row` */
  size_t row_room;
} pni_sparsity;

/* Lists the rows of these pairs, (rows). Takes memory only to grow.
   GSL_SUCCESS or GSL_ENOMEM. */
int pni_sparsity_set(pni_sparsity *of, const pn_pair *pair, size_t rows,
                     size_t bodies);

/* The columns of row c: the rows of its two bodies, merged, ascending. Returns
   their number; with column == NULL it only counts. */
size_t pni_sparsity_merge(const pni_sparsity *of, const pn_pair *pair, size_t c,
                          int *column);

void pni_sparsity_clear(pni_sparsity *of);

#endif
