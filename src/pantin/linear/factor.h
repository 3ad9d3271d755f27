/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Block L D L^T of a sparse symmetric positive *semi*definite matrix:

     P A P^T = L D L^T,   L unit lower block-triangular, D block-diagonal.

   The analysis (order, pattern of L) is made once for a pattern, the numbers
   are computed anew for each matrix of that pattern:

     factor = pn_block_factor_alloc(matrix, NULL);
     ... fill matrix ...
     pn_block_factor_set(factor, matrix);
     pn_block_factor_solve(factor, 1, b, x);

   A matrix may be singular, as J W J^T is when constraints are redundant.
   A scalar pivot that has shrunk to nothing beside the diagonal entry it came
   from belongs to a row that depends on those eliminated before it. The row
   is dropped: its unknown is 0, and its equation is ignored. The
   solution of a consistent system is then a *basic* one, not that of least
   norm. Rows are not exchanged, so that small pivots before a dropped one
   cost digits: about eight remain where half of the rows are redundant.

   A matrix [A J; J^T -M], with M positive definite, is *quasidefinite*: it is
   factored likewise, with negative pivots in the blocks of M, whatever the
   order, if A is definite, or M is eliminated before the rows of A that it
   makes definite. */
#ifndef PANTIN_LINEAR_FACTOR_H
#define PANTIN_LINEAR_FACTOR_H

#include "pantin/linear/block.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A factorisation: the analysis of a pattern, and the numbers of the matrix
   factored last. */
typedef struct {
  size_t *order;      /* the block eliminated k-th, (blocks), owned */
  size_t *first;      /* first scalar row of that block in A, (blocks), owned */
  pn_block_matrix *L; /* pattern of L in that order; after _set the blocks of
                         L below the diagonal, D^-1 on it; owned */
  size_t *target;     /* where each stored block of A goes in L's values,
                         (stored in A), owned */
  int *transposed;    /* 1 if it goes there transposed, (stored in A), owned */
  size_t fill;        /* stored blocks of L that A does not have */
  uint64_t operations;       /* multiply-adds of a factorisation */
  uint64_t solve_operations; /* multiply-adds of a solve */

  /* May be changed: */
  double tolerance;    /* a pivot below this share of its diagonal entry is
                          dropped; set 1e-8 */
  const int *negative; /* 1 for blocks of negative pivots, (blocks), borrowed;
                          NULL: none */
  const double *scale; /* what pivots are compared with, (rows), borrowed;
                          NULL: the diagonal */

  /* Set by pn_block_factor_set: */
  double *diagonal;   /* of A, its absolute values, (rows), owned */
  double *pivot;      /* scalar pivots, 0 where dropped, (rows), in the order of
                         A's rows, owned */
  size_t dropped;     /* how many of them were dropped */
  double left;        /* largest share of its diagonal entry that was left of
                         one that was dropped */
  uint64_t performed; /* multiply-adds, counted as they were done */
  size_t failed;      /* the block that could not be eliminated, if one could
                         not */

  int in_order;   /* 1 if the order is that of A's blocks */
  int all_three;  /* 1 if all blocks are of order 3 */
  int *is_four;   /* if both, 1 for columns that, with the three that follow,
                     have one block each below the diagonal, in rows of their
                     own that are below all four; (blocks), owned */
  double *column; /* one block column of L, owned work */
  double *work;   /* (rows), owned work */
} pn_block_factor;

/* Analyses the pattern of a matrix for elimination in this order: order[k] is
   the block eliminated k-th, (blocks); order NULL takes the cheaper of minimum
   degree and leaves to root. NULL when memory is short. */
pn_block_factor *pn_block_factor_alloc(const pn_block_matrix *matrix,
                                       const size_t *order);

/* Frees a factorisation; NULL is fine. */
void pn_block_factor_free(pn_block_factor *factor);

/* Factors a matrix of the pattern analysed. GSL_SUCCESS, also with dropped
   rows; GSL_EDOM if a pivot has clearly the wrong sign or is not finite: in
   block `failed`. */
int pn_block_factor_set(pn_block_factor *factor, const pn_block_matrix *matrix);

/* Factors the matrix that stands in L already, its blocks in the order of
   elimination, with zeros where there is fill. Saves a copy; `scale` must be
   given. Returns as pn_block_factor_set. */
int pn_block_factor_set_in_place(pn_block_factor *factor);

/* Does the same and solves A x = b on the way, as pn_block_factor_solve does
   but in less time; x, (rows) in the order of elimination, is b before. */
int pn_block_factor_set_and_solve(pn_block_factor *factor, double *x);

/* Inertia: how many eigenvalues are positive, negative and zero. */
typedef struct {
  size_t positive, negative, zero; /* numbers of eigenvalues */
} pn_inertia;

/* Returns the inertia of the matrix factored last, from the signs of its
   pivots (Sylvester's law); those that were dropped count as zero. */
pn_inertia pn_block_factor_inertia(const pn_block_factor *factor);

/* Solves A x = b for `count` right-hand sides, one after the other in b and x,
   (count x rows) each; b and x may be the same array. */
void pn_block_factor_solve(pn_block_factor *factor, size_t count,
                           const double *b, double *x);

#ifdef __cplusplus
}
#endif

#endif
