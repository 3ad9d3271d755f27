/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A = J W J^T, row by row. Two contacts c, d that share a body of mass m have
   A_cd = +-n_c . n_d / m, minus if the body is i of one and j of the other;
   hence A_cc = 1/m_i + 1/m_j. */
#include "pantin/contact/lcp_private.h"

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

/* The contacts of each body, ascending: those of body k are
   contact[first[k]] .. contact[first[k + 1] - 1]. */
typedef struct {
  size_t *first;   /* (bodies + 2) */
  size_t *contact; /* (2 rows) */
} touching;

static int list_contacts(const pn_delassus *J, touching *of)
{
  of->first = pn_alloc(J->bodies + 2, sizeof *of->first);
  of->contact = pn_alloc(2 * J->rows, sizeof *of->contact);
  if (!of->first || !of->contact)
    return GSL_ENOMEM;
  /* Count; sum up; fill from the end, so that first[k] falls to its place. */
  for (size_t c = 0; c < J->rows; c++) {
    of->first[J->pair[c].i]++;
    of->first[J->pair[c].j]++;
  }
  for (size_t k = 0; k <= J->bodies; k++)
    of->first[k + 1] += of->first[k];
  for (size_t c = J->rows; c-- > 0;) {
    of->contact[--of->first[J->pair[c].i]] = c;
    of->contact[--of->first[J->pair[c].j]] = c;
  }
  return GSL_SUCCESS;
}

/* The columns of row c: the contacts of its two bodies, merged. Returns their
   number; with column == NULL it only counts. */
static size_t merge(const pn_delassus *J, const touching *of, size_t c,
                    int *column)
{
  const pn_pair at = J->pair[c];
  const size_t none = of->first[J->bodies]; /* the wall joins no contacts */
  size_t a = at.i < J->bodies ? of->first[at.i] : none;
  size_t b = at.j < J->bodies ? of->first[at.j] : none;
  const size_t a_end = at.i < J->bodies ? of->first[at.i + 1] : none;
  const size_t b_end = at.j < J->bodies ? of->first[at.j + 1] : none;
  size_t count = 0;
  while (a < a_end || b < b_end) {
    const size_t from_a = a < a_end ? of->contact[a] : SIZE_MAX;
    const size_t from_b = b < b_end ? of->contact[b] : SIZE_MAX;
    const size_t next = from_a < from_b ? from_a : from_b;
    a += from_a == next;
    b += from_b == next;
    if (column)
      column[count] = (int)next;
    count++;
  }
  return count;
}

static gsl_spmatrix *fill(const pn_delassus *J, const touching *of)
{
  size_t entries = 0;
  for (size_t c = 0; c < J->rows; c++)
    entries += merge(J, of, c, NULL);
  if (entries > INT_MAX)
    return NULL;
  gsl_spmatrix *A = gsl_spmatrix_alloc_nzmax(
      J->rows, J->rows, entries > 0 ? entries : 1, GSL_SPMATRIX_CSR);
  if (!A)
    return NULL;
  for (size_t c = 0; c < J->rows; c++) {
    const size_t begin = A->nz;
    A->p[c] = (int)begin;
    A->nz += merge(J, of, c, A->i + begin);
    for (size_t k = begin; k < A->nz; k++)
      A->data[k] = pn_delassus_entry(J, c, (size_t)A->i[k]);
  }
  A->p[J->rows] = (int)A->nz;
  return A;
}

gsl_spmatrix *pn_delassus_assemble(const pn_delassus *J)
{
  touching of = {0};
  gsl_spmatrix *A = NULL;
  if (J->rows > 0 && list_contacts(J, &of) == GSL_SUCCESS)
    A = fill(J, &of);
  pn_free(of.first);
  pn_free(of.contact);
  return A;
}
