/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Scalar L D L^T of a sparse symmetric positive *semi*definite matrix A, or of
   some of its rows and columns F:

     P A_FF P^T = L D L^T,   L unit lower triangular, D diagonal.

   A is given in CSR, columns ascending in each row, both triangles; indices
   are int, as in gsl_spmatrix. Memory is taken by _alloc and _reserve alone,
   so that many faces F of a matrix can be factored one after the other without
   any:

     ldl = pn_ldl_alloc();
     pn_ldl_reserve(ldl, n, entries, NULL);   room for factors of so many
   entries pn_ldl_analyse(ldl, p, i, chosen);       order and pattern of L
     pn_ldl_factor(ldl, p, i, x);             numbers
     pn_ldl_solve(ldl, b, z);                 A_FF z_F = b_F

   A pivot that has shrunk to nothing beside its diagonal entry belongs to a
   row that depends on those before it (a redundant contact), and a least one
   takes its place. If the equations contradict each other, the solution is
   then a long way along the combination of rows that does nothing, A z = 0,
   towards less energy, b.z > 0; and else hardly along it at all.

   factor.h factors matrices made of blocks, and drops redundant rows. */
#ifndef PANTIN_LINEAR_LDL_H
#define PANTIN_LINEAR_LDL_H

#include <stddef.h>
#include <stdint.h>

/* Where each row of A is an edge of a graph, and has entries with the edges it
   shares a vertex with, that graph gives an order much sooner than A. Contacts
   are edges between bodies. */
typedef struct {
  const uint32_t *ends; /* edge k joins ends[2 k] and ends[2 k + 1], borrowed */
  size_t vertices;      /* their number; one more, numbered so, is the ground,
                           at which edges have nothing in common */
} pn_ldl_edges;

struct pni_ldl_orders;

typedef struct {
  /* Set by pn_ldl_reserve: */
  size_t n;           /* rows of A */
  size_t entry_room;  /* entries of L that fit */
  pn_ldl_edges edges; /* as given */

  /* Set by pn_ldl_analyse: */
  size_t count;   /* rows of F */
  size_t *row;    /* row[k]: the row of A eliminated k-th, (n), the first
                     `count` in use, owned */
  size_t added;   /* rows at the end that were not in the face that was last put
                     in order */
  size_t *place;  /* place[row[k]] = k; SIZE_MAX for rows that are not in F,
                     (n), owned */
  size_t *parent; /* elimination tree, SIZE_MAX at a root, (count), owned */
  size_t *begin;  /* start of each column of L in `index` and `value`,
                     (count + 1), owned */

  /* Set by pn_ldl_factor: */
  uint32_t *index; /* rows of L's entries, ascending in a column, owned */
  double *value;   /* the entries of L below the diagonal, owned */
  double *inverse; /* 1 / D, (count), owned */
  size_t vanished; /* pivots that shrank to nothing; the others are positive */
  size_t failed;   /* the row of A whose pivot is negative, if one is */

  /* Work, owned: */
  size_t *end;     /* behind the last entry of each column so far, (n) */
  size_t *mark;    /* the last row that was reached from here, (n) */
  size_t *reached; /* columns of a row's pattern, (n) */
  size_t *path;    /* columns on the way to the root, (n) */
  double *y, *z;   /* (n) each; y is 0 but for the row at work */
  size_t *indices; /* memory of the arrays of size_t */
  double *reals;   /* memory of `inverse`, y and z */
  size_t room;     /* rows that fit in them */
  struct pni_ldl_orders *orders;
} pn_ldl;

/* Allocates an empty factorisation, of no rows; NULL when memory is short. */
pn_ldl *pn_ldl_alloc(void);

void pn_ldl_free(pn_ldl *ldl);

/* Makes room for factors of matrices of n rows whose L has at most so many
   entries; n (n - 1) / 2 are always enough, and more are not taken. edges: NULL
   if the rows are not edges. GSL_SUCCESS or GSL_ENOMEM. */
int pn_ldl_reserve(pn_ldl *ldl, size_t n, size_t entries,
                   const pn_ldl_edges *edges);

/* Takes the rows with chosen[k] != 0, (n), NULL: all; finds an order of little
   fill for them, the elimination tree, and how long the columns of L will be.
   A face that is nearly the last one keeps its order, which costs more to find
   than the fill of a few rows at its end. p: (n + 1), i: (p[n]). GSL_SUCCESS,
   or GSL_ETABLE if L has more entries than there is room for: F is empty then.
 */
int pn_ldl_analyse(pn_ldl *ldl, const int *p, const int *i, const char *chosen);

/* Factors the rows analysed, with the entries x, (p[n]). GSL_SUCCESS, also with
   vanished pivots; GSL_EDOM if a pivot is clearly negative or not finite: A_FF
   is indefinite. */
int pn_ldl_factor(pn_ldl *ldl, const int *p, const int *i, const double *x);

/* Solves x_F = A_FF^-1 b_F, and 0 elsewhere; both (n), possibly the same
   array. */
void pn_ldl_solve(pn_ldl *ldl, const double *b, double *x);

#endif
