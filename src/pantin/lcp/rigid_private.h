/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the rigid bodies' matrix share. Their u is G^T x, so that
   the velocities are S u. */
#ifndef PANTIN_LCP_RIGID_PRIVATE_H
#define PANTIN_LCP_RIGID_PRIVATE_H

#include "pantin/lcp/lcp_private.h"
#include "pantin/lcp/rigid_delassus.h"
#include "pantin/lcp/sparsity_private.h"

/* Of one body; the sums in pairs do not wait for each other. */
static inline double pni_rigid_dot(const double *a, const double *b)
{
  return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]) +
         (a[4] * b[4] + a[5] * b[5]);
}

/* u += d g, of one body. */
static inline void pni_rigid_add(double *u, double d, const double *g)
{
  for (int k = 0; k < PN_RIGID_BLOCK; k++)
    u[k] += d * g[k];
}

/* u = G^T x, (6 (bodies + 1)). */
void pni_rigid_impulses(const pn_rigid_delassus *R, const double *x, double *u);

/* How many entries A has, counted until there are more than `most`;
   GSL_ENOMEM. */
int pni_rigid_count(pn_rigid_delassus *R, size_t most, size_t *entries);

/* A made in R->matrix, where it stays; takes memory only to grow.
   GSL_ENOMEM. */
int pni_rigid_refill(pn_rigid_delassus *R);

#endif
