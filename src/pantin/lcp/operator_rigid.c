/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The operator by the factors of A = G G^T + C with G = J S. S has a lower
   triangle L of each body, the Cholesky factor of its inverse inertia: for a
   row of J with the part a on omega, that of G is L^T a.

   A sweep keeps u = G^T x up to date in scratch, so that the velocities are
   S u: row c needs the parts of its two bodies only,

     w_c = G_c . u + C_c x_c + b_c,

   and a change d of its impulse gives u += d G_c. That is 24 multiplications a
   row, whatever the number of its neighbours; entries in CSR cost less for
   rows with fewer than some 15 neighbours, or 6 with several columns. */
#include "pantin/lcp/operator_rigid.h"

#include "pantin/lcp/assemble_private.h"
#include "pantin/lcp/pieces_private.h"
#include "pantin/lcp/rigid_private.h"

#include "pantin/base/alloc.h"

#include <gsl/gsl_errno.h>

enum { BLOCK = PN_RIGID_BLOCK, ROW = PN_RIGID_ROW };

/* Multiplies two blocks of one body; the sums in pairs do not wait for each
   other. */
static inline double dot(const double *a, const double *b)
{
  return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]) +
         (a[4] * b[4] + a[5] * b[5]);
}

pn_rigid_delassus *pn_rigid_delassus_alloc(size_t room, size_t bodies)
{
  pn_rigid_delassus *R = pn_alloc(1, sizeof *R);
  if (!R)
    return NULL;
  R->base.type = pn_lcp_operator_rigid;
  R->bodies = bodies;
  R->root = pn_alloc(bodies + 1, sizeof *R->root);
  if (!R->root || pn_rigid_delassus_reserve(R, room)) {
    pn_rigid_delassus_free(R);
    return NULL;
  }
  return R;
}

static void rigid_free(pn_lcp_operator *A)
{
  pn_rigid_delassus *R = (pn_rigid_delassus *)A;
  pn_free(R->pair);
  pn_free(R->G);
  pn_free(R->C);
  pn_free(R->root);
  pn_free(R);
}

void pn_rigid_delassus_free(pn_rigid_delassus *R)
{
  pn_lcp_operator_free(R ? &R->base : NULL);
}

int pn_rigid_delassus_reserve(pn_rigid_delassus *R, size_t room)
{
  if (room <= R->room)
    return GSL_SUCCESS;
  room = pni_room(R->room, room);
  pn_pair *pair = pn_realloc(R->pair, room, sizeof *pair);
  R->pair = pair ? pair : R->pair;
  double *G = pn_realloc(R->G, room, ROW * sizeof *G);
  R->G = G ? G : R->G;
  double *C = pn_realloc(R->C, room, sizeof *C);
  R->C = C ? C : R->C;
  if (!pair || !G || !C)
    return GSL_ENOMEM;
  R->room = room;
  return GSL_SUCCESS;
}

/* Returns the lower triangle L with L L^T = a, for a semidefinite a: a row
   without a pivot stays 0. */
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

/* Computes G = J S on one body. */
#ifdef PNI_LANES
PNI_INLINE void scale(const pn_rigid_root *S, const double *J, double *G)
{
  const double *L = &S->angular.m[0][0];
  const pni_lanes linear = S->linear * lanes_load(J);
  const pni_lanes rows[] = {lanes_load(L), lanes_load(L + 3),
                            lanes_load(L + 6)};
  const pni_lanes angular = lanes_combine(J + 3, rows);
  lanes_store_3(G, &linear);
  lanes_store_3(G + 3, &angular);
}
#else
static inline void scale(const pn_rigid_root *S, const double *J, double *G)
{
  const pn_mat3 *L = &S->angular;
  for (int k = 0; k < 3; k++) {
    G[k] = S->linear * J[k];
    G[3 + k] =
        L->m[0][k] * J[3] + L->m[1][k] * J[4] + L->m[2][k] * J[5]; /* L^T */
  }
}
#endif

PNI_WIDE static void set_row(pn_rigid_delassus *R, size_t c, pn_pair pair,
                             const double *Ji, const double *Jj)
{
  double *G = R->G + ROW * c;
  if (pair.i == R->bodies || pair.j == R->bodies)
    memset(G, 0, ROW * sizeof *G);
  if (pair.i < R->bodies)
    scale(&R->root[pair.i], Ji, G);
  if (pair.j < R->bodies)
    scale(&R->root[pair.j], Jj, G + BLOCK);
}

void pn_rigid_delassus_set_row(pn_rigid_delassus *R, size_t c, pn_pair pair,
                               const double *Ji, const double *Jj, double C)
{
  R->pair[c] = pair;
  R->C[c] = C;
  set_row(R, c, pair, Ji, Jj);
}

double pn_rigid_delassus_entry(const pn_rigid_delassus *R, size_t c, size_t d)
{
  const pn_pair p = R->pair[c], q = R->pair[d];
  const double *Gc = R->G + ROW * c, *Gd = R->G + ROW * d;
  double sum = c == d ? R->C[c] : 0; /* the wall's part of G is 0 */
  if (p.i == q.i)
    sum += dot(Gc, Gd);
  if (p.j == q.j)
    sum += dot(Gc + BLOCK, Gd + BLOCK);
  if (p.i == q.j)
    sum += dot(Gc, Gd + BLOCK);
  if (p.j == q.i)
    sum += dot(Gc + BLOCK, Gd);
  return sum;
}

static size_t rigid_rows(const pn_lcp_operator *A)
{
  return ((const pn_rigid_delassus *)A)->rows;
}

static size_t rigid_scratch(const pn_lcp_operator *A)
{
  return BLOCK * (((const pn_rigid_delassus *)A)->bodies + PNI_PIECES);
}

static double entry(const pn_lcp_operator *A, size_t c, size_t d)
{
  return pn_rigid_delassus_entry((const pn_rigid_delassus *)A, c, d);
}

static void rigid_diagonal(const pn_lcp_operator *A, double *D)
{
  pni_rigid_diagonal((const pn_rigid_delassus *)A, D);
}

static void rigid_multiply(const pn_lcp_operator *A, const double *x, double *y,
                           double *scratch)
{
  pni_rigid_multiply((const pn_rigid_delassus *)A, x, y, scratch);
}

static void rigid_begin(const pn_lcp_operator *A, size_t columns,
                        const double *x, double *scratch)
{
  memset(scratch, 0, columns * rigid_scratch(A) * sizeof *scratch);
  if (columns == 1)
    pni_rigid_push((const pn_rigid_delassus *)A, x, scratch);
  else
    pni_rigid_push_columns((const pn_rigid_delassus *)A, x, scratch);
}

/* Sweeps of one column: the two products of a row are taken side by side, from
   memory. */

PNI_INLINE double row(const pn_rigid_delassus *R, const pn_lcp_sweep *how,
                      size_t c, double x, const double *u)
{
  const double *G = R->G + ROW * c;
  const pni_two dots =
      pni_rigid_dots(G, u + BLOCK * R->pair[c].i, u + BLOCK * R->pair[c].j);
  return (R->C[c] * x + how->b[c]) + (dots[0] + dots[1]);
}

/* Sweeps one column over the rows. Stores to x and u cannot change the local
   copies, so compilers keep their members in registers. */
PNI_WIDE static void sweep(const pn_rigid_delassus *from,
                           const pn_lcp_sweep *with, double *x, double *u)
{
  const pn_rigid_delassus copy = *from, *const R = &copy;
  const pn_lcp_sweep here = *with, *const how = &here;
  double d, moved = 0;
  const size_t rows = how->order ? how->count : R->rows;
  for (size_t k = 0; k < rows; k++) {
    const size_t c = pni_sweep_order(how, how->order, rows, k);
    const double w = row(R, how, c, x[c], u);
    pni_sweep_row(how, 1, c, &w, x, &d, &moved);
    pni_rigid_add(u + BLOCK * R->pair[c].i, d, R->G + ROW * c);
    pni_rigid_add(u + BLOCK * R->pair[c].j, d, R->G + ROW * c + BLOCK);
  }
  pni_sweep_end(how, &moved);
}

static void rigid_sweep(const pn_lcp_operator *A, const pn_lcp_sweep *how,
                        double *x, double *scratch)
{
  if (how->packed)
    pni_rigid_sweep_packed(how, x, scratch);
  else if (how->columns == 1)
    sweep((const pn_rigid_delassus *)A, how, x, scratch);
  else
    pni_rigid_sweep_columns((const pn_rigid_delassus *)A, how, x, scratch);
}

static void rigid_measure(const pn_lcp_operator *A, const pn_lcp_sweep *how,
                          const double *x, double *w, double *scratch)
{
  const pn_rigid_delassus *R = (const pn_rigid_delassus *)A;
  if (how->columns > 1)
    pni_rigid_measure_columns(R, how, x, w, scratch);
  else
    for (size_t c = 0; c < R->rows; c++)
      w[c] = row(R, how, c, x[c], scratch);
}

static int rigid_assemble(const pn_lcp_operator *A, size_t most,
                          pn_lcp_csr *into)
{
  const pn_rigid_delassus *R = (const pn_rigid_delassus *)A;
  return pni_assemble(A, R->pair, R->rows, R->bodies, entry, most, into);
}

static pn_lcp_operator *rigid_copy(const pn_lcp_operator *A)
{
  const pn_rigid_delassus *R = (const pn_rigid_delassus *)A;
  pn_rigid_delassus *copy = pn_rigid_delassus_alloc(R->rows, R->bodies);
  if (!copy)
    return NULL;
  copy->rows = R->rows;
  memcpy(copy->root, R->root, (R->bodies + 1) * sizeof *R->root);
  if (R->rows > 0) {
    memcpy(copy->pair, R->pair, R->rows * sizeof *R->pair);
    memcpy(copy->G, R->G, R->rows * ROW * sizeof *R->G);
    memcpy(copy->C, R->C, R->rows * sizeof *R->C);
  }
  return &copy->base;
}

static const pn_lcp_operator_type rigid = {
    .name = "rigid",
    .rows = rigid_rows,
    .scratch = rigid_scratch,
    .diagonal = rigid_diagonal,
    .multiply = rigid_multiply,
    .begin = rigid_begin,
    .sweep = rigid_sweep,
    .measure = rigid_measure,
    .assemble = rigid_assemble,
    .copy = rigid_copy,
    .free = rigid_free,
    .packed_size = pni_rigid_packed_size,
    .pack = pni_rigid_pack,
    .takes_pairs = pni_rigid_takes_pairs,
};

const pn_lcp_operator_type *const pn_lcp_operator_rigid = &rigid;

const pn_rigid_delassus *pn_rigid_delassus_of(const pn_lcp_operator *A)
{
  A = pn_lcp_factors(A);
  return A && A->type == pn_lcp_operator_rigid ? (const pn_rigid_delassus *)A
                                               : NULL;
}
