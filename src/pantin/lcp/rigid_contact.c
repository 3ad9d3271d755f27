/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The rows of a contact between rigid bodies. In each of its directions d, with
   the arms r from the bodies' centres to the point,

     J = ( -d, -r_i x d | d, r_j x d ),   G = J S,

   and the rate is J u. The three rows of a contact with friction are set side
   by side, in the operations of pni_rigid_set_rows. */
#include "pantin/lcp/rigid_private.h"

enum { BLOCK = PN_RIGID_BLOCK, ROW = PN_RIGID_ROW };

/* Fills the six entries of J on one body, from the arm and the direction. */
static inline void fill_block(double *J, double sign, pn_vec3 arm, pn_vec3 d)
{
  const pn_vec3 turn = pn_vec3_cross(arm, d);
  J[0] = sign * d.x;
  J[1] = sign * d.y;
  J[2] = sign * d.z;
  J[3] = sign * turn.x;
  J[4] = sign * turn.y;
  J[5] = sign * turn.z;
}

void pni_rigid_set_rows(pn_rigid_delassus *R, size_t first, size_t rows,
                        const pni_rigid_contact *at, const double *u,
                        double *rate)
{
  const double *ui = u + BLOCK * at->pair.i, *uj = u + BLOCK * at->pair.j;
  for (size_t r = 0; r < rows; r++) {
    double Ji[BLOCK], Jj[BLOCK];
    fill_block(Ji, -1, at->arm[0], at->d[r]);
    fill_block(Jj, 1, at->arm[1], at->d[r]);
    rate[r] = 0;
    for (int k = 0; k < BLOCK; k++)
      rate[r] += Ji[k] * ui[k] + Jj[k] * uj[k];
    pn_rigid_delassus_set_row(R, first + r, at->pair, Ji, Jj, at->C[r]);
  }
}

#ifdef PNI_LANES

/* The entries of three rows on one body, of J or of G. */
typedef struct {
  pni_lanes of[BLOCK];
} block;

/* Sets J on one body. */
PNI_INLINE void set_block(double sign, pn_vec3 arm, const pni_lanes d[3],
                          block *J)
{
  J->of[0] = sign * d[0];
  J->of[1] = sign * d[1];
  J->of[2] = sign * d[2];
  J->of[3] = sign * (arm.y * d[2] - arm.z * d[1]);
  J->of[4] = sign * (arm.z * d[0] - arm.x * d[2]);
  J->of[5] = sign * (arm.x * d[1] - arm.y * d[0]);
}

/* Computes G = J S on one body; a body that does not move has 0. */
PNI_INLINE void scale(const pn_rigid_delassus *R, uint32_t body, const block *J,
                      pni_lanes *G)
{
  const pn_rigid_root *S = &R->root[body];
  PNI_UNROLL
  for (int k = 0; k < 3; k++) {
    G[k] = S->linear * J->of[k];
    G[3 + k] = J->of[3] * S->angular.m[0][k] + J->of[4] * S->angular.m[1][k] +
               J->of[5] * S->angular.m[2][k];
  }
  for (int k = 0; body == R->bodies && k < BLOCK; k++)
    G[k] = (pni_lanes){0, 0, 0, 0};
}

/* Sets G and the rates. */
PNI_WIDE static void set_three(const pn_rigid_delassus *R, double *to,
                               const pni_rigid_contact *at, const double *u,
                               double *rate)
{
  const double *ui = u + BLOCK * at->pair.i, *uj = u + BLOCK * at->pair.j;
  const pni_lanes d[] = {{at->d[0].x, at->d[1].x, at->d[2].x, 0},
                         {at->d[0].y, at->d[1].y, at->d[2].y, 0},
                         {at->d[0].z, at->d[1].z, at->d[2].z, 0}};
  pni_lanes sum = {0, 0, 0, 0}, G[ROW];
  block Ji, Jj;
  set_block(-1, at->arm[0], d, &Ji);
  set_block(1, at->arm[1], d, &Jj);
  PNI_UNROLL
  for (int k = 0; k < BLOCK; k++)
    sum += Ji.of[k] * ui[k] + Jj.of[k] * uj[k];
  for (int r = 0; r < 3; r++)
    rate[r] = sum[r];
  scale(R, at->pair.i, &Ji, G);
  scale(R, at->pair.j, &Jj, G + BLOCK);
  PNI_UNROLL
  for (int k = 0; k < ROW; k += PNI_LANES) {
    lanes_swap(G + k);
    PNI_UNROLL
    for (int r = 0; r < 3; r++)
      lanes_store(to + ROW * r + k, &G[k + r]);
  }
}

void pni_rigid_set_three(pn_rigid_delassus *R, size_t first,
                         const pni_rigid_contact *at, const double *u,
                         double *rate)
{
  for (size_t r = 0; r < 3; r++) {
    R->pair[first + r] = at->pair;
    R->C[first + r] = at->C[r];
  }
  set_three(R, R->G + ROW * first, at, u, rate);
}
#else
void pni_rigid_set_three(pn_rigid_delassus *R, size_t first,
                         const pni_rigid_contact *at, const double *u,
                         double *rate)
{
  pni_rigid_set_rows(R, first, 3, at, u, rate);
}
#endif
