/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "pantin/lcp/lcp.h"

#include "pantin/base/alloc.h"
#include "pantin/lcp/operator_csr.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A is taken for symmetric if two entries that should be one differ by no
   more than this share of their rows' diagonal: files may have few digits. */
static const double symmetry = 1e-6;

/* A 2 x 2 minor may be negative by this share, for the same reason. */
static const double minor_rounding = 1e-6;

pn_lcp *pn_lcp_alloc(size_t size)
{
  pn_lcp *lcp = pn_alloc(1, sizeof *lcp);
  if (!lcp)
    return NULL;
  if (pn_lcp_resize(lcp, size)) {
    pn_lcp_free(lcp);
    return NULL;
  }
  return lcp;
}

void pn_lcp_free(pn_lcp *lcp)
{
  if (!lcp)
    return;
  pn_free(lcp->b);
  pn_free(lcp->lo);
  pn_free(lcp->hi);
  pn_free(lcp->D);
  pn_free(lcp->normal);
  pn_free(lcp->mu);
  pn_free(lcp->guess);
  pn_lcp_operator_free(lcp->A);
  pn_free(lcp);
}

/* Enlarges one array. If a later one fails, those enlarged before remain
   valid. */
static int enlarge(double **array, size_t room)
{
  double *larger = pn_realloc(*array, room, sizeof *larger);
  if (!larger)
    return GSL_ENOMEM;
  *array = larger;
  return GSL_SUCCESS;
}

/* Makes room for the friction of so many rows. */
static int enlarge_friction(pn_lcp *lcp, size_t room)
{
  size_t *larger = pn_realloc(lcp->normal, room, sizeof *larger);
  if (!larger)
    return GSL_ENOMEM;
  lcp->normal = larger;
  return enlarge(&lcp->mu, room);
}

/* Sets row i to its defaults: b = 0, bounds 0 and infinity, no friction. */
static void clear_row(pn_lcp *lcp, size_t i)
{
  lcp->b[i] = lcp->lo[i] = lcp->D[i] = 0;
  lcp->hi[i] = INFINITY;
  if (lcp->mu) {
    lcp->normal[i] = i;
    lcp->mu[i] = 0;
  }
}

int pn_lcp_resize(pn_lcp *lcp, size_t size)
{
  if (size > lcp->room) {
    const size_t room = pni_room(lcp->room, size);
    if (enlarge(&lcp->b, room) || enlarge(&lcp->lo, room) ||
        enlarge(&lcp->hi, room) || enlarge(&lcp->D, room) ||
        (lcp->mu && enlarge_friction(lcp, room)))
      return GSL_ENOMEM;
    lcp->room = room;
  }
  for (size_t i = lcp->size; i < size; i++)
    clear_row(lcp, i);
  lcp->size = size;
  return GSL_SUCCESS;
}

int pn_lcp_add_friction(pn_lcp *lcp)
{
  if (lcp->mu)
    return GSL_SUCCESS;
  if (enlarge_friction(lcp, lcp->room > 0 ? lcp->room : 1))
    return GSL_ENOMEM;
  for (size_t i = 0; i < lcp->size; i++) {
    lcp->normal[i] = i;
    lcp->mu[i] = 0;
  }
  return GSL_SUCCESS;
}

int pn_lcp_set_guess(pn_lcp *lcp, const double *guess)
{
  double *own = pn_realloc(lcp->guess, lcp->size, sizeof *own);
  if (!own)
    return GSL_ENOMEM;
  lcp->guess = own;
  if (lcp->size > 0)
    memcpy(own, guess, lcp->size * sizeof *own);
  return GSL_SUCCESS;
}

pn_lcp *pn_lcp_copy(const pn_lcp *lcp)
{
  const size_t n = lcp->size, bytes = n * sizeof *lcp->b;
  pn_lcp *copy = pn_lcp_alloc(n);
  if (!copy || (lcp->mu && pn_lcp_add_friction(copy)) ||
      (lcp->guess && pn_lcp_set_guess(copy, lcp->guess)) ||
      (lcp->A && !(copy->A = lcp->A->type->copy(lcp->A)))) {
    pn_lcp_free(copy);
    return NULL;
  }
  if (n == 0)
    return copy;
  memcpy(copy->b, lcp->b, bytes);
  memcpy(copy->lo, lcp->lo, bytes);
  memcpy(copy->hi, lcp->hi, bytes);
  memcpy(copy->D, lcp->D, bytes);
  if (lcp->mu) {
    memcpy(copy->mu, lcp->mu, bytes);
    memcpy(copy->normal, lcp->normal, n * sizeof *lcp->normal);
  }
  return copy;
}

void pn_lcp_set_operator(pn_lcp *lcp, pn_lcp_operator *A)
{
  /* Factors outlive the entries that were assembled from them. */
  if (lcp->A && A && pn_lcp_factors(lcp->A) == A && lcp->A != A)
    ((pn_lcp_csr *)lcp->A)->factors = NULL;
  if (lcp->A != A)
    pn_lcp_operator_free(lcp->A);
  lcp->A = A;
  if (A && A->type->rows(A) <= lcp->room)
    A->type->diagonal(A, lcp->D);
}

int pn_lcp_set_entries(pn_lcp *lcp, gsl_spmatrix *A)
{
  pn_lcp_csr *csr = pn_lcp_csr_alloc(A);
  if (!csr) {
    gsl_spmatrix_free(A);
    return GSL_ENOMEM;
  }
  pn_lcp_set_operator(lcp, &csr->base);
  return GSL_SUCCESS;
}

int pn_lcp_assemble(pn_lcp *lcp)
{
  if (!lcp->A)
    return lcp->size > 0 ? GSL_EINVAL : GSL_SUCCESS;
  if (lcp->A->type == pn_lcp_operator_csr)
    return GSL_SUCCESS;
  pn_lcp_csr *csr = pn_lcp_csr_assemble(lcp->A);
  if (!csr)
    return GSL_ENOMEM;
  csr->factors = lcp->A;
  lcp->A = &csr->base;
  return GSL_SUCCESS;
}

int pn_lcp_is_plain(const pn_lcp *lcp)
{
  for (size_t i = 0; i < lcp->size; i++)
    if (lcp->lo[i] != 0 || lcp->hi[i] != INFINITY)
      return 0;
  return 1;
}

/* Checks the bounds of row i; messages count rows from 1. */
static int check_bounds(size_t i, double lo, double hi, pn_error *error)
{
  if (!(lo <= hi) || lo == INFINITY || hi == -INFINITY)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "the bounds of row %zu must be lo <= hi, got %g and %g",
                        i + 1, lo, hi);
  return GSL_SUCCESS;
}

int pn_lcp_set_bounds(pn_lcp *lcp, const double *lo, const double *hi,
                      pn_error *error)
{
  const size_t n = lcp->size;
  pn_error_clear(error);
  lo = lo ? lo : lcp->lo;
  hi = hi ? hi : lcp->hi;
  for (size_t i = 0; i < n; i++)
    if (check_bounds(i, lo[i], hi[i], error))
      return GSL_EINVAL;
  if (n > 0) {
    memmove(lcp->lo, lo, n * sizeof *lo);
    memmove(lcp->hi, hi, n * sizeof *hi);
  }
  return GSL_SUCCESS;
}

/* Checks row i except for the entries of A off the diagonal. */
static int check_row(const pn_lcp *lcp, size_t i, pn_error *error)
{
  if (!isfinite(lcp->b[i]))
    return pn_error_set(error, GSL_EINVAL, NULL, 0, "b(%zu) is %g", i + 1,
                        lcp->b[i]);
  if (check_bounds(i, lcp->lo[i], lcp->hi[i], error))
    return GSL_EINVAL;
  if (!isfinite(lcp->D[i]))
    return pn_error_set(error, GSL_EINVAL, NULL, 0, "A(%zu, %zu) is %g", i + 1,
                        i + 1, lcp->D[i]);
  if (lcp->D[i] == 0)
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "A(%zu, %zu) = 0: the diagonal must be positive; a row "
                        "of zeros has w = b, and can be left out",
                        i + 1, i + 1);
  if (!(lcp->D[i] > 0))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "A is not positive definite: A(%zu, %zu) = %g", i + 1,
                        i + 1, lcp->D[i]);
  if (lcp->mu && (lcp->normal[i] >= lcp->size ||
                  !(lcp->mu[i] >= 0 && lcp->mu[i] < INFINITY)))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "row %zu has friction %g of row %zu; it must not be "
                        "negative, and of one of the %zu rows",
                        i + 1, lcp->mu[i], lcp->normal[i] + 1, lcp->size);
  return GSL_SUCCESS;
}

/* Returns the digits with which two different numbers are printed
   differently. */
static int digits(double a, double b)
{
  enum { USUAL = 6, ALL = 17 };
  char one[32], other[32];
  snprintf(one, sizeof one, "%.*g", USUAL, a);
  snprintf(other, sizeof other, "%.*g", USUAL, b);
  return strcmp(one, other) == 0 ? ALL : USUAL;
}

/* Compares the entries of row i with the transpose and the diagonal. */
static int check_entries(const pn_lcp *lcp, size_t i, pn_error *error)
{
  const gsl_spmatrix *A = pn_lcp_entries(lcp->A);
  for (int k = A->p[i]; k < A->p[i + 1]; k++) {
    const size_t j = (size_t)A->i[k];
    const double a = A->data[k], scale = sqrt(lcp->D[i]) * sqrt(lcp->D[j]);
    if (!isfinite(a))
      return pn_error_set(error, GSL_EINVAL, NULL, 0, "A(%zu, %zu) is %g",
                          i + 1, j + 1, a);
    const double transposed = gsl_spmatrix_get(A, j, i);
    if (!(fabs(a - transposed) <= symmetry * scale))
      return pn_error_set(error, GSL_EINVAL, NULL, 0,
                          "A is not symmetric: A(%zu, %zu) = %.*g, but "
                          "A(%zu, %zu) = %.*g",
                          i + 1, j + 1, digits(a, transposed), a, j + 1, i + 1,
                          digits(a, transposed), transposed);
    if (!(fabs(a) <= (1 + minor_rounding) * scale))
      return pn_error_set(
          error, GSL_EINVAL, NULL, 0,
          "A is not positive definite: A(%zu, %zu) = %.*g is "
          "larger than %.*g, the geometric mean of the diagonal entries",
          i + 1, j + 1, digits(fabs(a), scale), a, digits(fabs(a), scale),
          scale);
  }
  return GSL_SUCCESS;
}

int pn_lcp_check(const pn_lcp *lcp, size_t *row, pn_error *error)
{
  int code = GSL_SUCCESS;
  size_t i = 0;
  pn_error_clear(error);
  if (row)
    *row = 0;
  if (lcp->size > 0 && (!lcp->A || lcp->A->type->rows(lcp->A) != lcp->size))
    return pn_error_set(error, GSL_EINVAL, NULL, 0,
                        "the problem has %zu rows, and its matrix %zu",
                        lcp->size, lcp->A ? lcp->A->type->rows(lcp->A) : 0);
  for (i = 0; i < lcp->size && !code; i++)
    code = check_row(lcp, i, error);
  if (pn_lcp_entries(lcp->A) && !code)
    for (i = 0; i < lcp->size && !code; i++)
      code = check_entries(lcp, i, error);
  if (code && row)
    *row = i - 1;
  return code;
}
