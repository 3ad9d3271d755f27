/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The entries of A = G G^T + C. Row c has one for each row that shares a body
   with it. */
#include "pantin/lcp/rigid_private.h"

#include <gsl/gsl_errno.h>
#include <limits.h>

/* Up to `most`, and some more if there are more. */
static size_t count_entries(const pn_rigid_delassus *R, const pni_sparsity *of,
                            size_t most)
{
  size_t entries = 0;
  for (size_t c = 0; c < R->rows && entries <= most; c++)
    entries += pni_sparsity_merge(of, R->pair, c, NULL);
  return entries;
}

/* A is large enough. */
static void fill(const pn_rigid_delassus *R, const pni_sparsity *of,
                 gsl_spmatrix *A)
{
  A->size1 = A->size2 = R->rows;
  A->nz = 0;
  for (size_t c = 0; c < R->rows; c++) {
    const size_t begin = A->nz;
    A->p[c] = (int)begin;
    A->nz += pni_sparsity_merge(of, R->pair, c, A->i + begin);
    for (size_t k = begin; k < A->nz; k++)
      A->data[k] = pn_rigid_delassus_entry(R, c, (size_t)A->i[k]);
  }
  A->p[R->rows] = (int)A->nz;
}

gsl_spmatrix *pn_rigid_delassus_assemble(const pn_rigid_delassus *R)
{
  pni_sparsity of = {0};
  gsl_spmatrix *A = NULL;
  if (R->rows > 0 && !pni_sparsity_set(&of, R->pair, R->rows, R->bodies)) {
    const size_t entries = count_entries(R, &of, INT_MAX);
    if (entries <= INT_MAX)
      A = gsl_spmatrix_alloc_nzmax(R->rows, R->rows, entries, GSL_SPMATRIX_CSR);
    if (A)
      fill(R, &of, A);
  }
  pni_sparsity_clear(&of);
  return A;
}

int pni_rigid_count(pn_rigid_delassus *R, size_t most, size_t *entries)
{
  if (pni_sparsity_set(R->touching, R->pair, R->rows, R->bodies))
    return GSL_ENOMEM;
  *entries = count_entries(R, R->touching, most);
  return GSL_SUCCESS;
}

int pni_rigid_refill(pn_rigid_delassus *R)
{
  size_t entries;
  if (pni_rigid_count(R, INT_MAX, &entries) || entries > INT_MAX)
    return GSL_ENOMEM;
  /* Made for as many rows as there is room, so that it can be filled anew. */
  if (!R->matrix || R->matrix->nzmax < entries || R->matrix_rows < R->rows) {
    if (R->matrix)
      gsl_spmatrix_free(R->matrix);
    R->matrix = NULL;
    const size_t room = pni_room(R->matrix_entries, entries);
    R->matrix = gsl_spmatrix_alloc_nzmax(
        R->room, R->room, room < INT_MAX ? room : entries, GSL_SPMATRIX_CSR);
    if (!R->matrix)
      return GSL_ENOMEM;
    R->matrix_rows = R->room;
    R->matrix_entries = R->matrix->nzmax;
  }
  fill(R, R->touching, R->matrix);
  return GSL_SUCCESS;
}
