/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sweep by the factors of A = G G^T + C (contact/rigid_delassus.h): u =
   G^T x is kept up to date, row c needs the parts of its two bodies only,

     w_c = G_c . u + C_c x_c + b_c,

   and moving x_c by d moves u by d G_c: 24 multiplications, however many
   contacts touch the same bodies. After a sweep u is that of x, so that the
   error costs 12 more. */
#include "pantin/tuning/pgs_private.h"

#include <string.h>

enum { BLOCK = PN_RIGID_BLOCK, ROW = PN_RIGID_ROW };

static size_t rigid_scratch(const pn_lcp *lcp)
{
  return BLOCK * (lcp->R->bodies + 1);
}

/* u += d G of one body, in all lanes */
PNI_INLINE void add(double *u, const double *d, const double *G)
{
  for (int k = 0; k < BLOCK; k++) {
    const double g = G[k];
    for (int l = 0; l < PNI_LANES; l++)
      u[k * PNI_LANES + l] += d[l] * g;
  }
}

/* sum += G . u of one body */
PNI_INLINE void multiply(double *sum, const double *G, const double *u)
{
  for (int k = 0; k < BLOCK; k++) {
    const double g = G[k];
    for (int l = 0; l < PNI_LANES; l++)
      sum[l] += g * u[k * PNI_LANES + l];
  }
}

/* w_c of all lanes; the two bodies' sums do not wait for each other. */
PNI_INLINE void row(const pn_pgs *p, size_t c, double *w)
{
  const pn_rigid_delassus *R = p->lcp->R;
  const double *G = &R->G[ROW * c];
  double first[PNI_LANES], second[PNI_LANES];
  for (int l = 0; l < PNI_LANES; l++) {
    first[l] = p->lcp->b[c];
    second[l] = R->C[c] * p->x[c * PNI_LANES + (size_t)l];
  }
  multiply(first, G, &p->u[BLOCK * PNI_LANES * R->pair[c].i]);
  multiply(second, G + BLOCK, &p->u[BLOCK * PNI_LANES * R->pair[c].j]);
  for (int l = 0; l < PNI_LANES; l++)
    w[l] = first[l] + second[l];
}

PNI_INLINE void push(pn_pgs *p, size_t c, const double *d)
{
  const pn_rigid_delassus *R = p->lcp->R;
  const double *G = &R->G[ROW * c];
  add(&p->u[BLOCK * PNI_LANES * R->pair[c].i], d, G);
  add(&p->u[BLOCK * PNI_LANES * R->pair[c].j], d, G + BLOCK);
}

static void rigid_begin(pn_pgs *p)
{
  memset(p->u, 0, rigid_scratch(p->lcp) * PNI_LANES * sizeof *p->u);
  for (size_t c = 0; c < p->lcp->size; c++)
    push(p, c, &p->x[c * PNI_LANES]);
}

PNI_WIDE static void rigid_sweep(pn_pgs *p)
{
  double w[PNI_LANES], d[PNI_LANES], moved[PNI_LANES] = {0};
  for (size_t c = 0; c < p->lcp->size; c++) {
    row(p, c, w);
    pni_pgs_move(p, c, w, d, moved);
    push(p, c, d);
  }
  memcpy(p->moved, moved, sizeof moved);
}

PNI_WIDE static void rigid_measure(pn_pgs *p)
{
  for (size_t c = 0; c < p->lcp->size; c++)
    row(p, c, &p->w[c * PNI_LANES]);
}

static const pn_pgs_kernel rigid = {
    .name = "rigid",
    .scratch = rigid_scratch,
    .begin = rigid_begin,
    .sweep = rigid_sweep,
    .measure = rigid_measure,
};

const pn_pgs_kernel *const pn_pgs_rigid = &rigid;
