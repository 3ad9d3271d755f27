/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Makes problems from a caller's arrays. Entries of a row may come in any
   order: transposing a matrix sorts the rows of the result, so that transposing
   twice sorts A. */
#include "pantin/lcp/lcp.h"

#include <gsl/gsl_errno.h>
#include <limits.h>
#include <string.h>

/* Checks that no pointer or column leads outside the arrays. Messages count
   rows and columns from 1, as those of pn_lcp_check. */
static int check_arrays(size_t n, const int *p, const int *i, const double *x,
                        const double *b, pn_error *error)
{
  if (n >= INT_MAX)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "n must be below %d, the greatest row pointer, got "
                        "%zu",
                        INT_MAX, n);
  if (n < 1 || !p || !i || !x || !b)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "n must be positive, and p, i, x and b be given");
  if (p[0] != 0)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "the first row pointer must be 0, got %d", p[0]);
  for (size_t r = 0; r < n; r++) {
    if (p[r] > p[r + 1])
      return pn_error_set(error, GSL_EINVAL, NULL, 0,
                          "the row pointers must not fall, got %d and %d of "
                          "row %zu",
                          p[r], p[r + 1], r + 1);
    for (int k = p[r]; k < p[r + 1]; k++)
      if (i[k] < 0 || (size_t)i[k] >= n)
        return pn_error_set(error, GSL_EINVAL, NULL, 0,
                            "row %zu has column index %d; it must lie between "
                            "0 and %zu",
                            r + 1, i[k], n - 1);
  }
  return GSL_SUCCESS;
}

/* Sets T to the transpose of the matrix p, i, x. */
static void transpose(size_t n, const int *p, const int *i, const double *x,
                      gsl_spmatrix *T)
{
  memset(T->p, 0, (n + 1) * sizeof *T->p);
  T->nz = (size_t)p[n];
  for (int k = 0; k < p[n]; k++)
    T->p[i[k] + 1]++;
  for (size_t r = 0; r < n; r++)
    T->p[r + 1] += T->p[r];
  /* T->p[r] runs through row r and is reset afterwards. */
  for (size_t r = 0; r < n; r++)
    for (int k = p[r]; k < p[r + 1]; k++) {
      const int at = T->p[i[k]]++;
      T->i[at] = (int)r;
      T->data[at] = x[k];
    }
  memmove(T->p + 1, T->p, n * sizeof *T->p);
  T->p[0] = 0;
}

/* Makes the matrix in CSR with ascending columns, to be freed; NULL when memory
   is short. */
static gsl_spmatrix *sorted(size_t n, const int *p, const int *i,
                            const double *x)
{
  const size_t entries = p[n] > 0 ? (size_t)p[n] : 1;
  gsl_spmatrix *T = gsl_spmatrix_alloc_nzmax(n, n, entries, GSL_SPMATRIX_CSR);
  gsl_spmatrix *A = gsl_spmatrix_alloc_nzmax(n, n, entries, GSL_SPMATRIX_CSR);
  if (T && A) {
    transpose(n, p, i, x, T);
    transpose(n, T->p, T->i, T->data, A);
  } else if (A) {
    gsl_spmatrix_free(A);
    A = NULL;
  }
  if (T)
    gsl_spmatrix_free(T);
  return A;
}

/* Refuses an entry that is given twice; columns ascend in each row. */
static int check_twice(const gsl_spmatrix *A, pn_error *error)
{
  for (size_t r = 0; r < A->size1; r++)
    for (int k = A->p[r] + 1; k < A->p[r + 1]; k++)
      if (A->i[k - 1] == A->i[k])
        return pn_error_set(error, GSL_EINVAL, NULL, 0,
                            "A(%zu, %d) is given for the second time", r + 1,
                            A->i[k] + 1);
  return GSL_SUCCESS;
}

pn_lcp *pn_lcp_from_csr(size_t n, const int *p, const int *i, const double *x,
                        const double *b, pn_error *error)
{
  pn_error_clear(error);
  if (check_arrays(n, p, i, x, b, error))
    return NULL;
  gsl_spmatrix *A = sorted(n, p, i, x);
  pn_lcp *lcp = A ? pn_lcp_alloc(n) : NULL;
  if (A && !lcp)
    gsl_spmatrix_free(A);
  if (!lcp || pn_lcp_set_entries(lcp, A)) {
    pn_error_set(error, GSL_ENOMEM, NULL, 0, "out of memory");
    pn_lcp_free(lcp);
    return NULL;
  }
  memcpy(lcp->b, b, n * sizeof *b);
  if (!check_twice(A, error) && !pn_lcp_check(lcp, NULL, error))
    return lcp;
  pn_lcp_free(lcp);
  return NULL;
}
