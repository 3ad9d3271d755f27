/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A symmetric matrix is positive semidefinite if its elimination meets no
   negative pivot. J W J^T, with or without a compliance, always is. */
#include "pantin/lcp/face_private.h"
#include "pantin/lcp/lcp.h"
#include "pantin/lcp/operator_csr.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <string.h>

int pn_lcp_check_definite(const pn_lcp *lcp, pn_error *error)
{
  const gsl_spmatrix *A = pn_lcp_entries(lcp->A);
  pn_error_clear(error);
  if (!A || pn_lcp_factors(lcp->A) != lcp->A || lcp->size == 0)
    return GSL_SUCCESS;
  size_t redundant;
  char *all = pn_alloc(lcp->size, 1);
  double *d = pn_alloc(lcp->size, sizeof *d);
  int code = GSL_ENOMEM;
  if (all && d) {
    memset(all, 1, lcp->size);
    code = pni_face_solve(lcp, A, all, lcp->b, d, &redundant);
  }
  pn_free(all);
  pn_free(d);
  if (code == GSL_ENOMEM)
    return pn_error_set(error, code, NULL, 0, "out of memory");
  return code ? pn_error_set(error, GSL_EINVAL, NULL, 0,
                             "A is not positive semidefinite: its elimination "
                             "meets a negative pivot")
              : GSL_SUCCESS;
}
