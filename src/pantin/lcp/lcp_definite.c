/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests for definiteness: a symmetric matrix is positive semidefinite if its
   elimination meets no negative pivot. J W J^T, with or without a compliance,
   always is.

   S A S is eliminated in place of A, with S diagonal, of powers of two, so that
   its diagonal entries are between 1/2 and 2: it is semidefinite when A is,
   scaling rounds nothing, and the inverses of pivots neither vanish nor
   overflow. Its diagonal is raised a little: pivots of a singular matrix, which
   are made of rounding and magnify it, become as much, and those of a matrix
   with an eigenvalue below that are negative all the same. */
#include "pantin/lcp/lcp.h"
#include "pantin/lcp/operator_csr.h"
#include "pantin/linear/ldl.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* By which part the diagonal is raised: files may have few digits. */
static const double raised = 1e-4;

/* Computes the entries of S A S, the diagonal raised. Returns NULL when memory
 * is short. */
static double *scale(const gsl_spmatrix *A)
{
  double *x = pn_alloc(A->nz, sizeof *x);
  int *s = pn_alloc(A->size1, sizeof *s); /* exponents */
  for (size_t i = 0; x && s && i < A->size1; i++)
    for (int q = A->p[i]; q < A->p[i + 1]; q++)
      if ((size_t)A->i[q] == i) {
        frexp(A->data[q], &s[i]);
        s[i] = -(int)floor(s[i] / 2.0);
      }
  for (size_t i = 0; x && s && i < A->size1; i++)
    for (int q = A->p[i]; q < A->p[i + 1]; q++)
      x[q] = ldexp(A->data[q], s[i] + s[A->i[q]]) *
             ((size_t)A->i[q] == i ? 1 + raised : 1);
  if (!s) {
    pn_free(x);
    x = NULL;
  }
  pn_free(s);
  return x;
}

int pn_lcp_check_definite(const pn_lcp *lcp, pn_error *error)
{
  const gsl_spmatrix *A = pn_lcp_entries(lcp->A);
  pn_error_clear(error);
  if (!A || pn_lcp_factors(lcp->A) != lcp->A || lcp->size == 0)
    return GSL_SUCCESS;
  pn_ldl *ldl = pn_ldl_alloc();
  double *x = scale(A);
  int code = ldl && x ? GSL_ETABLE : GSL_ENOMEM;
  for (size_t room = A->nz; code == GSL_ETABLE; room *= 4) {
    code = pn_ldl_reserve(ldl, lcp->size, room, NULL);
    if (!code)
      code = pn_ldl_analyse(ldl, A->p, A->i, NULL);
  }
  if (!code)
    code = pn_ldl_factor(ldl, A->p, A->i, x) || ldl->vanished > 0;
  pn_ldl_free(ldl);
  pn_free(x);
  if (code == GSL_ENOMEM)
    return pn_error_set(error, code, NULL, 0, "out of memory");
  return code ? pn_error_set(error, GSL_EINVAL, NULL, 0,
                             "A is not positive semidefinite: its elimination "
                             "meets a negative pivot")
              : GSL_SUCCESS;
}
