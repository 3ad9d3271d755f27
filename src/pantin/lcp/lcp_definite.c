/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Tests for definiteness: a symmetric matrix is positive semidefinite if its
   elimination meets no negative pivot. J W J^T, with or without a compliance,
   always is. */
#include "pantin/lcp/lcp.h"
#include "pantin/lcp/operator_csr.h"
#include "pantin/linear/ldl.h"

#include <gsl/gsl_errno.h>

int pn_lcp_check_definite(const pn_lcp *lcp, pn_error *error)
{
  const gsl_spmatrix *A = pn_lcp_entries(lcp->A);
  pn_error_clear(error);
  if (!A || pn_lcp_factors(lcp->A) != lcp->A || lcp->size == 0)
    return GSL_SUCCESS;
  pn_ldl *ldl = pn_ldl_alloc();
  int code = ldl ? GSL_ETABLE : GSL_ENOMEM;
  for (size_t room = A->nz; code == GSL_ETABLE; room *= 4) {
    code = pn_ldl_reserve(ldl, lcp->size, room, NULL);
    if (!code)
      code = pn_ldl_analyse(ldl, A->p, A->i, NULL);
  }
  if (!code)
    code = pn_ldl_factor(ldl, A->p, A->i, A->data);
  pn_ldl_free(ldl);
  if (code == GSL_ENOMEM)
    return pn_error_set(error, code, NULL, 0, "out of memory");
  return code ? pn_error_set(error, GSL_EINVAL, NULL, 0,
                             "A is not positive semidefinite: its elimination "
                             "meets a negative pivot")
              : GSL_SUCCESS;
}
