/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Multipliers by block elimination: the matrix of a system (matrix.h), laid out
   in the order in which its blocks are eliminated, and its factorisation. */
#ifndef PANTIN_MULTIPLIERS_ELIMINATION_H
#define PANTIN_MULTIPLIERS_ELIMINATION_H

#include "pantin/multipliers/matrix.h"
#include "pantin/linear/factor.h"

typedef struct pn_elimination {
  pn_matrix *matrix;       /* puts its numbers into factor->L, owned */
  pn_block_factor *factor; /* of it, in the order of its rows, owned */
  double tolerance;        /* of the factor, where joints are closed */
  int *negative;           /* 1 for the block rows of bodies, owned */
  double *work;            /* right-hand sides, (rows of the matrix), owned */
} pn_elimination;

/* Prepares the elimination of the blocks of pn_matrix_alloc(assembly, keep,
   NULL) in this order; NULL: in the cheapest of the good ones (factor.h), which
   is for no bodies kept. With bodies kept a joint must come after the bodies
   below it, as in pn_elimination_tree_order. NULL when memory is short. */
pn_elimination *pn_elimination_alloc(const pn_assembly *assembly,
                                     const int *keep, const size_t *order);

void pn_elimination_free(pn_elimination *elimination);

/* Orders the blocks along the tree of the bodies, from the leaves: each kept
   body, then the joint by which it hangs; last the joints that close loops.
   Without loops there is no fill. order: (joints + kept), of which the last
   *late are those joints. GSL_SUCCESS or GSL_ENOMEM. */
int pn_elimination_tree_order(const pn_assembly *assembly, const int *keep,
                              size_t *order, size_t *late);

/* Returns the multiply-adds of assembling the matrix, factoring it and solving
   once. */
uint64_t pn_elimination_operations(const pn_elimination *elimination);

/* Factors the matrix at the assembly's state; soft, (m), is added to the
   diagonal of A, unless it is NULL. Errors are those of
   pn_block_factor_set. */
int pn_elimination_set(pn_elimination *elimination, const double *soft);

/* Does the same and solves A lambda = b on the way, in less time than the two
   functions one after the other; both (m). */
int pn_elimination_set_and_solve(pn_elimination *elimination,
                                 const double *soft, const double *b,
                                 double *lambda);

/* Solves A lambda = b; both (m). */
void pn_elimination_solve(pn_elimination *elimination, const double *b,
                          double *lambda);

#endif
