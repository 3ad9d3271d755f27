/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Symmetric matrices made of small blocks, most of which are zero: the lower
   triangle by compressed block columns, with blocks of orders 1 to 6 mixed
   freely. The matrix J W J^T of jointed bodies is one, with a block row per
   joint. factor.h factors it.

   Storage after T. Davis, Direct Methods for Sparse Linear Systems (2006),
   section 2.1, with blocks in the place of entries. */
#ifndef PANTIN_LINEAR_BLOCK_H
#define PANTIN_LINEAR_BLOCK_H

#include <gsl/gsl_matrix.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The largest order of a diagonal block: the six rows of a weld. */
enum { PN_BLOCK_ORDER_MAX = 6 };

/* A symmetric matrix of blocks, by its lower triangle. */
typedef struct {
  size_t blocks;  /* number of block rows, and of block columns */
  size_t rows;    /* number of scalar rows: the sum of the orders */
  size_t *order;  /* of each diagonal block, 1 .. 6, (blocks), owned */
  size_t *first;  /* first scalar row of each, (blocks + 1), owned */
  size_t *column; /* start of each block column in `row` and `entry`,
                     (blocks + 1), owned */
  size_t *row;    /* block row of each stored block, ascending in a column,
                     the diagonal's first, (stored), owned */
  size_t *entry;  /* start of each stored block in `value`, (stored + 1),
                     owned */
  double *value;  /* blocks one after the other, each row by row; diagonal
                     blocks hold both triangles; (entry[stored]), owned */
} pn_block_matrix;

/* Makes a zero matrix with these orders of its diagonal blocks, (blocks), and
   off-diagonal blocks at pair[k] = (i, j), i != j, k < pairs, in either
   triangle; repeated pairs count once. NULL when memory is short. */
pn_block_matrix *pn_block_matrix_alloc(size_t blocks, const size_t *order,
                                       size_t pairs, const size_t (*pair)[2]);

/* Frees a matrix; NULL is fine. */
void pn_block_matrix_free(pn_block_matrix *matrix);

/* Returns the number of stored blocks. */
size_t pn_block_matrix_stored(const pn_block_matrix *matrix);

/* Returns the block in block row i >= j of block column j: order[i] x order[j],
   row by row; NULL if it is not stored. */
double *pn_block_matrix_at(const pn_block_matrix *matrix, size_t i, size_t j);

/* Sets all entries to 0. */
void pn_block_matrix_clear(pn_block_matrix *matrix);

/* Computes y = A x; both (rows). */
void pn_block_matrix_apply(const pn_block_matrix *matrix, const double *x,
                           double *y);

/* Copies A, both triangles, into a dense matrix, (rows x rows). */
void pn_block_matrix_to_dense(const pn_block_matrix *matrix, gsl_matrix *dense);

#ifdef __cplusplus
}
#endif

#endif
