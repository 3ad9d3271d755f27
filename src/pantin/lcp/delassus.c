/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A = J W J^T, row by row. Two contacts c, d that share a body of mass m have
   A_cd = +-n_c . n_d / m, minus if the body is i of one and j of the other;
   hence A_cc = 1/m_i + 1/m_j. */
#include "pantin/lcp/lcp_private.h"
#include "pantin/lcp/sparsity_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <limits.h>
#include <string.h>

pn_delassus *pn_delassus_alloc(size_t room, size_t bodies)
{
  pn_delassus *J = pn_alloc(1, sizeof *J);
  if (!J)
    return NULL;
  J->bodies = bodies;
  J->inverse_mass = pn_alloc(bodies + 1, sizeof *J->inverse_mass);
  if (!J->inverse_mass || pn_delassus_reserve(J, room)) {
    pn_delassus_free(J);
    return NULL;
  }
  return J;
}

void pn_delassus_free(pn_delassus *J)
{
  if (!J)
    return;
  pn_free(J->pair);
  pn_free(J->normal);
  pn_free(J->inverse_mass);
  pn_free(J);
}

int pn_delassus_reserve(pn_delassus *J, size_t room)
{
  if (room <= J->room)
    return GSL_SUCCESS;
  room = pni_room(J->room, room);
  pn_pair *pair = pn_realloc(J->pair, room, sizeof *pair);
  if (!pair)
    return GSL_ENOMEM;
  J->pair = pair;
  pn_vec3 *normal = pn_realloc(J->normal, room, sizeof *normal);
  if (!normal)
    return GSL_ENOMEM;
  J->normal = normal;
  J->room = room;
  return GSL_SUCCESS;
}

void pn_delassus_velocities(const pn_delassus *J, const double *x, pn_vec3 *v)
{
  memset(v, 0, (J->bodies + 1) * sizeof *v);
  for (size_t c = 0; c < J->rows; c++) {
    const pn_pair at = J->pair[c];
    const pn_vec3 impulse = pn_vec3_scale(x[c], J->normal[c]);
    v[at.i] = pn_vec3_add_scaled(v[at.i], -J->inverse_mass[at.i], impulse);
    v[at.j] = pn_vec3_add_scaled(v[at.j], J->inverse_mass[at.j], impulse);
  }
}

void pn_delassus_opening(const pn_delassus *J, const pn_vec3 *v, double *y)
{
  for (size_t c = 0; c < J->rows; c++) {
    const pn_pair at = J->pair[c];
    y[c] = pn_vec3_dot(J->normal[c], pn_vec3_sub(v[at.j], v[at.i]));
  }
}

double pn_delassus_entry(const pn_delassus *J, size_t c, size_t d)
{
  const pn_pair p = J->pair[c], q = J->pair[d];
  double shared = 0; /* the wall, of inverse mass 0, adds nothing */
  if (p.i == q.i)
    shared += J->inverse_mass[p.i];
  if (p.j == q.j)
    shared += J->inverse_mass[p.j];
  if (p.i == q.j)
    shared -= J->inverse_mass[p.i];
  if (p.j == q.i)
    shared -= J->inverse_mass[p.j];
  return shared * pn_vec3_dot(J->normal[c], J->normal[d]);
}

static gsl_spmatrix *fill(const pn_delassus *J, const pni_sparsity *of)
{
  size_t entries = 0;
  for (size_t c = 0; c < J->rows; c++)
    entries += pni_sparsity_merge(of, J->pair, c, NULL);
  if (entries > INT_MAX)
    return NULL;
  gsl_spmatrix *A = gsl_spmatrix_alloc_nzmax(
      J->rows, J->rows, entries > 0 ? entries : 1, GSL_SPMATRIX_CSR);
  if (!A)
    return NULL;
  for (size_t c = 0; c < J->rows; c++) {
    const size_t begin = A->nz;
    A->p[c] = (int)begin;
    A->nz += pni_sparsity_merge(of, J->pair, c, A->i + begin);
    for (size_t k = begin; k < A->nz; k++)
      A->data[k] = pn_delassus_entry(J, c, (size_t)A->i[k]);
  }
  A->p[J->rows] = (int)A->nz;
  return A;
}

gsl_spmatrix *pn_delassus_assemble(const pn_delassus *J)
{
  pni_sparsity of = {0};
  gsl_spmatrix *A = NULL;
  if (J->rows > 0 && !pni_sparsity_set(&of, J->pair, J->rows, J->bodies))
    A = fill(J, &of);
  pni_sparsity_clear(&of);
  return A;
}
