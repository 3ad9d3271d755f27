/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A direct solver on a face: some rows and columns of a sparse matrix. */
#ifndef PANTIN_LCP_FACE_PRIVATE_H
#define PANTIN_LCP_FACE_PRIVATE_H

#include "pantin/lcp/lcp.h"
#include "pantin/lcp/operator_balls.h"

/* Solves A_FF d_F = r_F, F the rows i with face[i] != 0, by a sparse
   factorisation; d is 0 elsewhere. A is the matrix of the problem in CSR, from
   which an order of elimination is taken if it has J; face, r, d: (n). Rows of
   F that depend on others are counted in *redundant; if they contradict them d
   is long, and r.d > 0 still. GSL_SUCCESS, GSL_ENOMEM, or GSL_EDOM if A_FF is
   indefinite. */
int pni_face_solve(const pn_lcp *lcp, const gsl_spmatrix *A, const char *face,
                   const double *r, double *d, size_t *redundant);

/* Some rows of a matrix, to be eliminated one after the other. */
typedef struct {
  size_t count;  /* rows of the face */
  size_t *row;   /* order of elimination: rows of A, (n); the first `count` */
  size_t *place; /* place[row[k]] = k, (n); SIZE_MAX for the others */
} pni_face;

/* Brings the rows of the face, which are given ascending, into an order of
   little fill, by the contacts' bodies or by the entries of A. GSL_SUCCESS or
   GSL_ENOMEM. */
int pni_face_order_contacts(const pn_delassus *J, pni_face *face);
int pni_face_order_entries(const gsl_spmatrix *A, pni_face *face);

/* x = A_FF^-1 x, (count) in the order of elimination, as pni_face_solve
   promises. */
int pni_face_eliminate(const gsl_spmatrix *A, const pni_face *face, double *x,
                       size_t *redundant);

#endif
