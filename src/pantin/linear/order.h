/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Orders in which to eliminate the block rows of a sparse matrix: a family. The
   graph of a matrix has a vertex per block row, and an edge per block off the
   diagonal; eliminating a vertex joins all its neighbours with each other, and
   the edges that this adds are the fill. */
#ifndef PANTIN_LINEAR_ORDER_H
#define PANTIN_LINEAR_ORDER_H

#include "pantin/linear/block.h"

typedef struct {
  const char *name;    /* as on the command line */
  const char *summary; /* one line */
  /* order[k] = the block to be eliminated k-th, (blocks). GSL_SUCCESS or
     GSL_ENOMEM. */
  int (*set)(const pn_block_matrix *matrix, size_t *order);
} pn_order_type;

/* "given": as the blocks are numbered. */
extern const pn_order_type *const pn_order_given;
/* "leaves": from the leaves to the root, which is block 0 (or, in a part that
   is not joined to it, the least block). No fill on trees, nor where the joints
   of each body form a clique of a tree of bodies. */
extern const pn_order_type *const pn_order_leaves;
/* "degree": minimum degree. No fill on trees; little elsewhere. */
extern const pn_order_type *const pn_order_degree;
/* "root": from the root to the leaves, to see what a bad order costs. */
extern const pn_order_type *const pn_order_root;
/* "random": a random order, the same in every run. */
extern const pn_order_type *const pn_order_random;

/* Returns the k-th of all types, from 0; NULL past the last one. */
const pn_order_type *pn_order_type_get(size_t k);

/* Finds the type of that name; NULL if there is none. */
const pn_order_type *pn_order_type_find(const char *name);

#endif
