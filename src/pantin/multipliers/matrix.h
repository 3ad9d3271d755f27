/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The matrix of the multipliers by blocks. With all bodies eliminated it is

     A = J W J^T,

   a block row per joint, and a block (i, j) where joints i and j share a body.
   The d joints of one body make a clique, of d (d - 1) / 2 blocks: too many
   where d is large. So some bodies may be *kept*, each with a block row for
   its x = W J^T lambda:

     K = [ A_e   J_k  ]    with  A_e = J_e W_e J_e^T of the other bodies,
         [ J_k^T -M_k ]    K (lambda, x) = (b, 0)  for  A lambda = b.

   It has d blocks for a kept body. With all bodies kept it is the augmented
   matrix [0 J; J^T -M].

   Source: D. Baraff, Linear-time dynamics using Lagrange multipliers, SIGGRAPH
   96, sections 5 and 6. */
#ifndef PANTIN_MULTIPLIERS_MATRIX_H
#define PANTIN_MULTIPLIERS_MATRIX_H

#include "pantin/body/assembly.h"
#include "pantin/linear/block.h"

/* A joint as seen from one of its bodies. */
typedef struct {
  size_t joint, end;  /* its number; 0: its parent, 1: its child, 2: its
                         third body */
  size_t row;         /* its block row */
  size_t rows, start; /* of its block on that body, and where the block is in
                         J */
} pn_matrix_side;

/* A body's 1 / m and I^-1 in the assembly. */
typedef struct {
  const double *weight, *inverse;
} pn_matrix_mass;

/* A joint that is nothing but a point, with its own block of A. */
typedef struct {
  const double *arm;      /* the parent's, then the child's, in the assembly */
  pn_matrix_mass mass[2]; /* whose terms make the block: the parent's and the
                             child's, or nobody's */
  double *block, *scale;  /* where the block starts, and its scale */
} pn_matrix_own;

/* Two such joints that share a body, p and q, with their block of A. */
typedef struct {
  const double *arm[2]; /* of p, whose row is below, and of q */
  pn_matrix_mass mass;  /* of the body */
  double sign;          /* s_p s_q */
  double *block;        /* where the block starts */
} pn_matrix_pair;

typedef struct {
  const pn_assembly *assembly; /* borrowed */
  size_t kept;                 /* number of bodies that are kept */
  pn_block_matrix *A;    /* a block row per joint and per body kept, owned */
  pn_block_matrix *into; /* where pn_matrix_set puts the numbers: A, or as
                            pn_matrix_redirect says */
  size_t *joint_row;     /* block row of each joint, (joints), owned */
  size_t *joint_start;   /* its first scalar row in A, (joints), owned */
  size_t *body_row;      /* block row of each body that is kept, or PN_NO_ROW,
                            (bodies), owned */
  size_t *first;         /* first side of each body, (bodies + 1), owned */
  pn_matrix_side *side;  /* body by body, by their block rows, owned */
  int *shares_points;    /* 1 for bodies whose joints all hold nothing but a
                            point, (bodies), owned */
  size_t *first_target;  /* first of each body's targets, (bodies + 1), owned */
  size_t *target;        /* where the blocks of A that a body adds to start in
                            its values: those of its sides p and q <= p; of a
                            body kept, its own and that of each side; owned */
  int *by_four;          /* 1 for bodies whose terms are set four at a time:
                            those of `own` and `pair`, (bodies), owned */
  size_t singles;        /* the other bodies that are not kept */
  size_t owns, pairs;    /* lengths of these lists */
  pn_matrix_own *own;    /* owned */
  pn_matrix_pair *pair;  /* owned */
  int covers;            /* 1 if all blocks of `into` are set, and none only
                            added to */
  double *scale;         /* what pivots are compared with: the diagonal of J
                            W J^T, summed over the bodies that come before
                            the joint, and of M; (rows), owned */
} pn_matrix;

#define PN_NO_ROW ((size_t)-1)

/* Allocates the pattern of A for this system; keep[b] is 1 for the bodies to be
   kept, (bodies); NULL: none. Joint j has block row j, and the kept bodies
   follow. With an order, block row k is the one that would otherwise be number
   order[k]. NULL when memory is short. */
pn_matrix *pn_matrix_alloc(const pn_assembly *assembly, const int *keep,
                           const size_t *order);

void pn_matrix_free(pn_matrix *matrix);

/* Makes pn_matrix_set put the numbers into another matrix in the place of A:
   one of the same block rows that stores all of A's blocks, and perhaps more.
   It is borrowed. GSL_SUCCESS or GSL_ENOMEM. */
int pn_matrix_redirect(pn_matrix *matrix, pn_block_matrix *into);

/* Computes the numbers and the scale at the state of the assembly. */
void pn_matrix_set(pn_matrix *matrix);

/* Adds soft, (m), to the diagonal of A and to its scale, after pn_matrix_set.
 */
void pn_matrix_add_soft(pn_matrix *matrix, const double *soft);

/* Copies multipliers or a right-hand side, (m), into the order of the block
   rows, (rows of the matrix), leaving those of bodies alone; and back. */
void pn_matrix_gather(const pn_matrix *matrix, const double *lambda, double *x);
void pn_matrix_scatter(const pn_matrix *matrix, const double *x,
                       double *lambda);

#endif
