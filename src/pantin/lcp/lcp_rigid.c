/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Working with the factors of A = G G^T + C (rigid_delassus.h). A sweep keeps
   u = G^T lambda up to date in scratch: row c needs the parts of its two
   bodies only,

     w_c = G_c . u + C_c lambda_c + b_c,

   and a change d of its impulse gives u += d G_c. 24 multiplications a row,
   whatever the number of its neighbours; entries in CSR cost less where there
   are fewer than some 15. */
#include "pantin/lcp/rigid_private.h"

#include <string.h>

static size_t rigid_scratch(const pn_lcp *lcp)
{
  return PN_RIGID_BLOCK * (lcp->R->bodies + 1);
}

void pni_rigid_impulses(const pn_rigid_delassus *R, const double *x, double *u)
{
  memset(u, 0, PN_RIGID_BLOCK * (R->bodies + 1) * sizeof *u);
  for (size_t c = 0; c < R->rows; c++) {
    const double *G = R->G + PN_RIGID_ROW * c;
    pni_rigid_add(u + PN_RIGID_BLOCK * R->pair[c].i, x[c], G);
    pni_rigid_add(u + PN_RIGID_BLOCK * R->pair[c].j, x[c], G + PN_RIGID_BLOCK);
  }
}

static void rigid_multiply(const pn_lcp *lcp, const double *x, double *y,
                           double *scratch)
{
  const pn_rigid_delassus *R = lcp->R;
  pni_rigid_impulses(R, x, scratch);
  for (size_t c = 0; c < R->rows; c++) {
    const double *G = R->G + PN_RIGID_ROW * c;
    const double *ui = scratch + PN_RIGID_BLOCK * R->pair[c].i;
    const double *uj = scratch + PN_RIGID_BLOCK * R->pair[c].j;
    y[c] = R->C[c] * x[c] + pni_rigid_dot(G, ui) +
           pni_rigid_dot(G + PN_RIGID_BLOCK, uj);
  }
}

static void rigid_begin(const pn_lcp *lcp, const double *lambda,
                        double *scratch)
{
  pni_rigid_impulses(lcp->R, lambda, scratch);
}

static void rigid_sweep(const pn_lcp *lcp, const pn_lcp_sweep *how,
                        double *lambda, double *scratch)
{
  const pn_rigid_delassus *R = lcp->R;
  for (size_t k = 0; k < lcp->size; k++) {
    const size_t c = how->backward ? lcp->size - 1 - k : k;
    const double *Gi = R->G + PN_RIGID_ROW * c, *Gj = Gi + PN_RIGID_BLOCK;
    double *ui = scratch + PN_RIGID_BLOCK * R->pair[c].i;
    double *uj = scratch + PN_RIGID_BLOCK * R->pair[c].j;
    const double w = (R->C[c] * lambda[c] + how->b[c]) +
                     (pni_rigid_dot(Gi, ui) + pni_rigid_dot(Gj, uj));
    const double step = how->omega / lcp->D[c]; /* while w is waited for */
    const double clipped = pni_sweep_clip(how, lambda, c, lambda[c] - step * w);
    const double d = clipped - lambda[c];
    lambda[c] = clipped;
    pni_rigid_add(ui, d, Gi);
    pni_rigid_add(uj, d, Gj);
  }
}

static const pn_lcp_form rigid = {
    .name = "rigid",
    .scratch = rigid_scratch,
    .multiply = rigid_multiply,
    .begin = rigid_begin,
    .sweep = rigid_sweep,
};

const pn_lcp_form *const pn_lcp_rigid = &rigid;
