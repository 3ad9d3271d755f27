/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A = G G^T + C with G = J S. S has a lower triangle L of each body, the
   Cholesky factor of its inverse inertia: for a row of J with the part a on
   omega, that of G is L^T a. */
#include "pantin/lcp/rigid_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>
#include <string.h>

pn_rigid_delassus *pn_rigid_delassus_alloc(size_t room, size_t bodies)
{
  pn_rigid_delassus *R = pn_alloc(1, sizeof *R);
  if (!R)
    return NULL;
  R->bodies = bodies;
  R->root = pn_alloc(bodies + 1, sizeof *R->root);
  R->touching = pn_alloc(1, sizeof *R->touching);
  if (!R->root || !R->touching || pn_rigid_delassus_reserve(R, room)) {
    pn_rigid_delassus_free(R);
    return NULL;
  }
  return R;
}

void pn_rigid_delassus_free(pn_rigid_delassus *R)
{
  if (!R)
    return;
  if (R->touching)
    pni_sparsity_clear(R->touching);
  if (R->matrix)
    gsl_spmatrix_free(R->matrix);
  pn_free(R->touching);
  pn_free(R->pair);
  pn_free(R->G);
  pn_free(R->C);
  pn_free(R->root);
  pn_free(R);
}

int pn_rigid_delassus_reserve(pn_rigid_delassus *R, size_t room)
{
  if (room <= R->room)
    return GSL_SUCCESS;
  room = pni_room(R->room, room);
  pn_pair *pair = pn_realloc(R->pair, room, sizeof *pair);
  R->pair = pair ? pair : R->pair;
  double *G = pn_realloc(R->G, room, PN_RIGID_ROW * sizeof *G);
  R->G = G ? G : R->G;
  double *C = pn_realloc(R->C, room, sizeof *C);
  R->C = C ? C : R->C;
  if (!pair || !G || !C)
    return GSL_ENOMEM;
  R->room = room;
  return GSL_SUCCESS;
}

/* The lower triangle with L L^T = a, for a semidefinite a: a row without a
   pivot stays 0. */
static pn_mat3 cholesky(pn_mat3 a)
{
  pn_mat3 L = {{{0}}};
  for (int j = 0; j < 3; j++) {
    double pivot = a.m[j][j];
    for (int k = 0; k < j; k++)
      pivot -= L.m[j][k] * L.m[j][k];
    if (!(pivot > 0))
      continue;
    L.m[j][j] = sqrt(pivot);
    for (int i = j + 1; i < 3; i++) {
      double sum = a.m[i][j];
      for (int k = 0; k < j; k++)
        sum -= L.m[i][k] * L.m[j][k];
      L.m[i][j] = sum / L.m[j][j];
    }
  }
  return L;
}

void pn_rigid_delassus_set_body(pn_rigid_delassus *R, size_t k,
                                double inverse_mass, pn_mat3 inverse_inertia)
{
  R->root[k] = (pn_rigid_root){.linear = sqrt(inverse_mass),
                               .angular = cholesky(inverse_inertia)};
}

/* G = J S on one body. */
static void scale(const pn_rigid_root *S, const double *J, double *G)
{
  const pn_mat3 *L = &S->angular;
  for (int k = 0; k < 3; k++) {
    G[k] = S->linear * J[k];
    G[3 + k] =
        L->m[0][k] * J[3] + L->m[1][k] * J[4] + L->m[2][k] * J[5]; /* L^T */
  }
}

void pn_rigid_delassus_set_row(pn_rigid_delassus *R, size_t c, pn_pair pair,
                               const double *Ji, const double *Jj, double C)
{
  double *G = R->G + PN_RIGID_ROW * c;
  memset(G, 0, PN_RIGID_ROW * sizeof *G);
  R->pair[c] = pair;
  R->C[c] = C;
  if (pair.i < R->bodies)
    scale(&R->root[pair.i], Ji, G);
  if (pair.j < R->bodies)
    scale(&R->root[pair.j], Jj, G + PN_RIGID_BLOCK);
}

void pn_rigid_delassus_velocities(const pn_rigid_delassus *R, const double *x,
                                  double *u)
{
  pni_rigid_impulses(R, x, u);
  for (size_t k = 0; k <= R->bodies; k++) {
    double *at = u + PN_RIGID_BLOCK * k;
    const pn_rigid_root *S = &R->root[k];
    const pn_vec3 turn =
        pn_mat3_apply(S->angular, pn_vec3_make(at[3], at[4], at[5]));
    for (int i = 0; i < 3; i++)
      at[i] *= S->linear;
    at[3] = turn.x;
    at[4] = turn.y;
    at[5] = turn.z;
  }
}

double pn_rigid_delassus_entry(const pn_rigid_delassus *R, size_t c, size_t d)
{
  const pn_pair p = R->pair[c], q = R->pair[d];
  const double *Gc = R->G + PN_RIGID_ROW * c, *Gd = R->G + PN_RIGID_ROW * d;
  double sum = c == d ? R->C[c] : 0; /* the wall's part of G is 0 */
  if (p.i == q.i)
    sum += pni_rigid_dot(Gc, Gd);
  if (p.j == q.j)
    sum += pni_rigid_dot(Gc + PN_RIGID_BLOCK, Gd + PN_RIGID_BLOCK);
  if (p.i == q.j)
    sum += pni_rigid_dot(Gc, Gd + PN_RIGID_BLOCK);
  if (p.j == q.i)
    sum += pni_rigid_dot(Gc + PN_RIGID_BLOCK, Gd);
  return sum;
}
