/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Solves on faces by the sparse factorisation of linear/ldl.h. In a pile each
   contact has some ten neighbours, and the factor some thirty entries a row. */
#include "pantin/lcp/face_private.h"

#include "pantin/lcp/operator_balls.h"
#include "pantin/lcp/solver_private.h"

#include <gsl/gsl_errno.h>

/* Room for the factor: so many times the entries of A, and at least for all
   faces of 2000 rows. A factor that needs more is not made: it would cost more
   than the iterations that it saves. Memory that is not needed is not
   touched. */
enum { FILL = 64, ENTRIES_LEAST = 2000000 };

int pni_face_alloc(pni_face *face)
{
  face->ldl = pn_ldl_alloc();
  return face->ldl ? GSL_SUCCESS : GSL_ENOMEM;
}

void pni_face_free(pni_face *face)
{
  pn_ldl_free(face->ldl);
  pn_lcp_csr_free(face->own);
}

int pni_face_set(pni_face *face, const pn_lcp *lcp, pn_error *error)
{
  if (lcp->size == 0)
    return GSL_SUCCESS;
  face->A = pni_matrix(lcp, &face->own);
  if (!face->A)
    return pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");

  /* The ordering gets contacts between balls as edges whose ends are bodies. */
  const pn_delassus *J = pn_delassus_of(lcp->A);
  pn_ldl_edges edges = {0};
  if (J)
    edges = (pn_ldl_edges){&J->pair->i, J->bodies};
  const size_t entries = FILL * face->A->nz;
  const size_t room = entries > ENTRIES_LEAST ? entries : ENTRIES_LEAST;
  return pn_ldl_reserve(face->ldl, lcp->size, room, &edges)
             ? pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory")
             : GSL_SUCCESS;
}

int pni_face_solve(pni_face *face, const char *chosen, const double *r,
                   double *d)
{
  const gsl_spmatrix *A = face->A;
  int code = pn_ldl_analyse(face->ldl, A->p, A->i, chosen);
  if (!code)
    code = pn_ldl_factor(face->ldl, A->p, A->i, A->data);
  if (!code)
    pn_ldl_solve(face->ldl, r, d);
  return code;
}
