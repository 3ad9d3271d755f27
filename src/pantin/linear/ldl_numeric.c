/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The numeric half of L D L^T, up-looking: row k of L is the solution of

     L_<k D_<k l_k = a_k,   D_k = A_kk - l_k^T D_<k l_k,

   with a_k the part of row k of A_FF before the diagonal, by a sparse
   triangular solve. Its pattern are the columns that can be reached from that
   of a_k in the elimination tree.

   Source: T. Davis, Algorithm 849: a concise sparse Cholesky factorization
   package, ACM TOMS 31 (2005) 587. */
#include "pantin/linear/ldl.h"
#include "pantin/linear/ldl_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* The least pivot, as a share of its diagonal entry: redundant contacts leave
   some 1e-10 after a long elimination. */
static const double least = 1e-8;

/* A matrix with a pivot below this share of it is not semidefinite. */
static const double clearly_negative = -1e-4;

/* Puts row k of A before the diagonal into y, and its pattern in L into
   reached[top] .. reached[count - 1], so that no column comes before one that
   it depends on. Returns top. */
PNI_INLINE size_t scatter(pn_ldl *ldl, const int *p, const int *i,
                          const double *x, size_t k, double *diagonal)
{
  const size_t r = ldl->row[k];
  size_t top = ldl->count;
  ldl->mark[k] = k;
  for (int q = p[r]; q < p[r + 1]; q++) {
    size_t j = ldl->place[i[q]], length = 0;
    if (j == k)
      *diagonal = x[q];
    if (j >= k)
      continue;
    ldl->y[j] = x[q];
    for (; ldl->mark[j] != k; j = ldl->parent[j]) {
      ldl->path[length++] = j;
      ldl->mark[j] = k;
    }
    while (length > 0)
      ldl->reached[--top] = ldl->path[--length];
  }
  return top;
}

/* Subtracts y -= L_j y_j, column j as far as it has come. */
PNI_INLINE void subtract(pn_ldl *ldl, size_t j)
{
  const double yj = ldl->y[j];
  for (size_t q = ldl->begin[j]; q < ldl->end[j]; q++)
    ldl->y[ldl->index[q]] -= ldl->value[q] * yj;
}

/* Returns whether each of these columns has its first entry in the row of the
   next, and the others where the next has its own. All that the next one has
   are the column's too, in the tree, so that their numbers tell. */
PNI_INLINE int is_chain(const pn_ldl *ldl, const size_t *column)
{
  for (size_t a = 0; a + 1 < PNI_CHAIN; a++) {
    const size_t i = column[a], j = column[a + 1];
    if (ldl->parent[i] != j ||
        ldl->end[i] - ldl->begin[i] != ldl->end[j] - ldl->begin[j] + 1)
      return 0;
  }
  return 1;
}

/* Subtracts y -= L_j y_j for the columns of a chain: first in each other's
   rows, then where all have entries. */
PNI_INLINE void subtract_chain(pn_ldl *ldl, const size_t *column)
{
  const size_t last = column[PNI_CHAIN - 1];
  const size_t count = ldl->end[last] - ldl->begin[last];
  const uint32_t *row = ldl->index + ldl->begin[last];
  const double *L[PNI_CHAIN];
  double y[PNI_CHAIN];
  for (size_t a = 0; a < PNI_CHAIN; a++) {
    y[a] = ldl->y[column[a]];
    for (size_t c = 0; c < a; c++)
      y[a] -= *L[c]++ * y[c];
    ldl->y[column[a]] = y[a];
    L[a] = ldl->value + ldl->begin[column[a]];
  }
  chain_subtract(count, row, L, y, ldl->y);
}

/* Computes row k of L, and 1 / D_k. */
PNI_INLINE int factor_row(pn_ldl *ldl, const int *p, const int *i,
                          const double *x, size_t k)
{
  const size_t count = ldl->count, *reached = ldl->reached;
  double diagonal = 0;

  /* y = D l_k, by the triangular solve. */
  const size_t top = scatter(ldl, p, i, x, k, &diagonal);
  for (size_t t = top; t < count; t++)
    if (t + PNI_CHAIN <= count && is_chain(ldl, reached + t)) {
      subtract_chain(ldl, reached + t);
      t += PNI_CHAIN - 1;
    } else
      subtract(ldl, reached[t]);

  /* l_k goes to the ends of its columns, and leaves y at zero. */
  double pivot = diagonal;
  for (size_t t = top; t < count; t++) {
    const size_t j = reached[t];
    const double l = ldl->y[j] * ldl->inverse[j];
    pivot -= l * ldl->y[j];
    ldl->y[j] = 0;
    ldl->index[ldl->end[j]] = (uint32_t)k;
    ldl->value[ldl->end[j]++] = l;
  }

  const int vanishes = !(pivot > least * diagonal);
  ldl->inverse[k] = 1 / (vanishes ? least * diagonal : pivot);
  ldl->vanished += vanishes ? 1 : 0;
  return pivot > clearly_negative * diagonal && isfinite(ldl->inverse[k])
             ? GSL_SUCCESS
             : GSL_EDOM;
}

PNI_WIDE int pn_ldl_factor(pn_ldl *ldl, const int *p, const int *i,
                           const double *x)
{
  ldl->vanished = 0;
  for (size_t k = 0; k < ldl->count; k++) {
    ldl->end[k] = ldl->begin[k];
    ldl->mark[k] = SIZE_MAX;
    ldl->y[k] = 0;
  }
  for (size_t k = 0; k < ldl->count; k++)
    if (factor_row(ldl, p, i, x, k)) {
      ldl->failed = ldl->row[k];
      return GSL_EDOM;
    }
  return GSL_SUCCESS;
}

void pn_ldl_solve(pn_ldl *ldl, const double *b, double *x)
{
  const size_t count = ldl->count, *begin = ldl->begin;
  double *z = ldl->z;
  for (size_t k = 0; k < count; k++)
    z[k] = b[ldl->row[k]];
  for (size_t k = 0; k < count; k++) /* L y = b */
    for (size_t q = begin[k]; q < begin[k + 1]; q++)
      z[ldl->index[q]] -= ldl->value[q] * z[k];
  for (size_t k = count; k-- > 0;) { /* L^T x = D^-1 y */
    z[k] *= ldl->inverse[k];
    for (size_t q = begin[k]; q < begin[k + 1]; q++)
      z[k] -= ldl->value[q] * z[ldl->index[q]];
  }
  for (size_t r = 0; r < ldl->n; r++)
    x[r] = ldl->place[r] == SIZE_MAX ? 0 : z[ldl->place[r]];
}
