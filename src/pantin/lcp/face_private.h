/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Solves directly on the faces of a problem, that is with some rows and columns
   of its matrix. */
#ifndef PANTIN_LCP_FACE_PRIVATE_H
#define PANTIN_LCP_FACE_PRIVATE_H

#include "pantin/lcp/lcp.h"
#include "pantin/lcp/operator_csr.h"
#include "pantin/linear/ldl.h"

typedef struct {
  pn_ldl *ldl;           /* owned */
  const gsl_spmatrix *A; /* the problem's, borrowed, or that of `own` */
  pn_lcp_csr *own;       /* A, where the problem has only its factors, owned */
} pni_face;

/* Allocates what does not depend on the problem. GSL_SUCCESS or GSL_ENOMEM. */
int pni_face_alloc(pni_face *face);

void pni_face_free(pni_face *face);

/* Takes the matrix of a problem, and the memory that its faces need.
   GSL_SUCCESS, or GSL_ENOMEM with the error filled. */
int pni_face_set(pni_face *face, const pn_lcp *lcp, pn_error *error);

/* Solves A_FF d_F = r_F, F the rows i with chosen[i] != 0; d is 0
   elsewhere; chosen, r, d: (n). face->ldl->vanished counts the rows of F that
   depend on others; if they contradict them d is long, and r.d > 0 still.
   GSL_SUCCESS; GSL_EDOM if A_FF is indefinite; GSL_ETABLE if its factor has so
   many entries that it is not worth making. */
int pni_face_solve(pni_face *face, const char *chosen, const double *r,
                   double *d);

#endif
