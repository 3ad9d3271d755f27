/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the face are brought into an order of little fill
   (face_order.c), and eliminated (face_eliminate.c). In a pile each contact has
   some ten neighbours, and the factor some thirty entries a row. */
#include "pantin/lcp/face_private.h"

#include "pantin/base/alloc.h"
#include "pantin/linear/order.h"

#include <gsl/gsl_errno.h>
#include <stdint.h>
#include <string.h>

/* The pattern of A_FF, with blocks of order 1; NULL when memory is short. */
static pn_block_matrix *pattern(const gsl_spmatrix *A, const pni_face *face)
{
  size_t pairs = 0, entries = 0;
  for (size_t k = 0; k < face->count; k++)
    entries += (size_t)(A->p[face->row[k] + 1] - A->p[face->row[k]]);
  size_t(*pair)[2] = pn_alloc(entries, sizeof *pair);
  size_t *one = pn_alloc(face->count, sizeof *one);
  pn_block_matrix *matrix = NULL;
  for (size_t k = 0; pair && one && k < face->count; k++) {
    const size_t r = face->row[k];
    one[k] = 1;
    for (int p = A->p[r]; p < A->p[r + 1]; p++)
      if (face->place[A->i[p]] < k) {
        pair[pairs][0] = k;
        pair[pairs++][1] = face->place[A->i[p]];
      }
  }
  if (pair && one)
    matrix = pn_block_matrix_alloc(face->count, one, pairs,
                                   (const size_t(*)[2])pair);
  pn_free(pair);
  pn_free(one);
  return matrix;
}

int pni_face_order_entries(const gsl_spmatrix *A, pni_face *face)
{
  pn_block_matrix *matrix = pattern(A, face);
  size_t *order = pn_alloc(face->count, sizeof *order);
  int code = matrix && order ? pn_order_degree->set(matrix, order) : GSL_ENOMEM;
  for (size_t k = 0; k < face->count && !code; k++)
    order[k] = face->row[order[k]];
  if (!code)
    memcpy(face->row, order, face->count * sizeof *order);
  pn_block_matrix_free(matrix);
  pn_free(order);
  return code;
}

static int face_set(const pn_lcp *lcp, const gsl_spmatrix *A, const char *on,
                    pni_face *face)
{
  face->row = pn_alloc(A->size1, sizeof *face->row);
  face->place = pn_alloc(A->size1, sizeof *face->place);
  if (!face->row || !face->place)
    return GSL_ENOMEM;
  for (size_t i = 0; i < A->size1; i++) {
    face->place[i] = on[i] ? face->count : SIZE_MAX;
    if (on[i])
      face->row[face->count++] = i;
  }
  if (face->count == 0)
    return GSL_SUCCESS;
  const pn_delassus *J = pn_delassus_of(lcp->A);
  const int code =
      J ? pni_face_order_contacts(J, face) : pni_face_order_entries(A, face);
  for (size_t k = 0; k < face->count; k++)
    face->place[face->row[k]] = k;
  return code;
}

int pni_face_solve(const pn_lcp *lcp, const gsl_spmatrix *A, const char *face,
                   const double *r, double *d, size_t *redundant)
{
  pni_face F = {0};
  int code = face_set(lcp, A, face, &F);
  double *x = code ? NULL : pn_alloc(F.count, sizeof *x);
  for (size_t k = 0; x && k < F.count; k++)
    x[k] = r[F.row[k]];
  if (!code)
    code = x ? pni_face_eliminate(A, &F, x, redundant) : GSL_ENOMEM;
  for (size_t i = 0; i < A->size1 && !code; i++)
    d[i] = face[i] ? x[F.place[i]] : 0;
  pn_free(F.row);
  pn_free(F.place);
  pn_free(x);
  return code;
}
