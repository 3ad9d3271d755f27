/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The matrix of the multipliers, A = J W J^T, by blocks: one block row per
   joint, and a block (i, j) where joints i and j share a body. */
#ifndef PANTIN_DYNAMICS_MATRIX_H
#define PANTIN_DYNAMICS_MATRIX_H

#include "pantin/body/assembly.h"
#include "pantin/linear/block.h"

/* One term of A: the part of joints i >= j that comes through one body. */
typedef struct {
  size_t target;      /* where block (i, j) starts in A's values */
  size_t left, right; /* where J W of i, and J of j, on that body start */
  size_t m, n;        /* rows of i, and of j */
} pn_matrix_term;

typedef struct {
  const pn_assembly *assembly; /* borrowed */
  pn_block_matrix *A;          /* (m x m), owned */
  double *JW;                  /* J W, laid out like J, (12 m), owned */
  size_t terms;
  pn_matrix_term *term; /* (terms), owned */
} pn_matrix;

/* The pattern of A for this system; NULL when memory is short. */
pn_matrix *pn_matrix_alloc(const pn_assembly *assembly);

void pn_matrix_free(pn_matrix *matrix);

/* A = J W J^T at the state that the assembly was set to. */
void pn_matrix_set(pn_matrix *matrix);

#endif
