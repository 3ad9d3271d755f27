/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Compresses triplets by sorting them twice with counts: by column, and then by
   row, which keeps the order of equals. */
#include "pantin/lcp/triplets_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <limits.h>

enum { FIRST_ROOM = 64 };

int pni_triplets_add(pni_triplets *entries, size_t i, size_t j, double a,
                     int line)
{
  if (entries->count == INT_MAX)
    return GSL_ENOMEM;
  if (entries->count == entries->room) {
    const size_t room = entries->room > 0 ? 2 * entries->room : FIRST_ROOM;
    pni_triplet *larger = pn_realloc(entries->entry, room, sizeof *larger);
    if (!larger)
      return GSL_ENOMEM;
    entries->entry = larger;
    entries->room = room;
  }
  entries->entry[entries->count++] =
      (pni_triplet){.i = (int)i, .j = (int)j, .line = line, .a = a};
  return GSL_SUCCESS;
}

/* Finds where the entries of each row, or column, begin, (n + 1), from
   zeros. */
static void count(const pni_triplets *entries, size_t n, int by_row,
                  size_t *begin)
{
  for (size_t k = 0; k < entries->count; k++) {
    const pni_triplet *e = &entries->entry[k];
    begin[(by_row ? e->i : e->j) + 1]++;
  }
  for (size_t i = 0; i < n; i++)
    begin[i + 1] += begin[i];
}

/* Fills A in the order of its rows and columns; begin: (2 n + 2) zeros; order:
   (count). */
static int fill(const pni_triplets *entries, size_t n, size_t *begin,
                size_t *order, gsl_spmatrix *A, const char *name,
                pn_error *error)
{
  size_t *column = begin, *row = begin + n + 1;
  count(entries, n, 0, column);
  count(entries, n, 1, row);
  for (size_t k = 0; k < entries->count; k++)
    order[column[entries->entry[k].j]++] = k;
  for (size_t i = 0; i <= n; i++)
    A->p[i] = (int)row[i];
  A->nz = entries->count;
  for (size_t k = 0; k < entries->count; k++) {
    const pni_triplet *e = &entries->entry[order[k]];
    const size_t at = row[e->i]++;
    if (at > (size_t)A->p[e->i] && A->i[at - 1] == e->j)
      return pn_error_set(error, GSL_EINVAL, name, e->line,
                          "A(%d, %d) is given for the second time", e->i + 1,
                          e->j + 1);
    A->i[at] = e->j;
    A->data[at] = e->a;
  }
  return GSL_SUCCESS;
}

gsl_spmatrix *pni_triplets_compress(const pni_triplets *entries, size_t n,
                                    const char *name, pn_error *error)
{
  size_t *begin = pn_alloc(2 * n + 2, sizeof *begin);
  size_t *order = pn_alloc(entries->count, sizeof *order);
  gsl_spmatrix *A = gsl_spmatrix_alloc_nzmax(
      n, n, entries->count > 0 ? entries->count : 1, GSL_SPMATRIX_CSR);
  int code = GSL_SUCCESS;
  if (!begin || !order || !A)
    code = pn_error_set(error, GSL_ENOMEM, name, 0, "out of memory");
  else
    code = fill(entries, n, begin, order, A, name, error);
  pn_free(begin);
  pn_free(order);
  if (!code)
    return A;
  if (A)
    gsl_spmatrix_free(A);
  return NULL;
}

int pni_triplets_line(const pni_triplets *entries, size_t i)
{
  for (size_t k = 0; k < entries->count; k++)
    if ((size_t)entries->entry[k].i == i)
      return entries->entry[k].line;
  return 0;
}

void pni_triplets_clear(pni_triplets *entries)
{
  pn_free(entries->entry);
  *entries = (pni_triplets){0};
}
