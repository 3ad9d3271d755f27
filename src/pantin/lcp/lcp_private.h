/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the complementarity problem share. */
#ifndef PANTIN_LCP_LCP_PRIVATE_H
#define PANTIN_LCP_LCP_PRIVATE_H

#include "pantin/lcp/lcp.h"

/* x brought into [lo, hi]; a NaN stays one. For the sweeps each line is one
   instruction without a branch, and fmin and fmax are calls. */
static inline double pni_clip(double x, double lo, double hi)
{
  const double above = x < lo ? lo : x;
  return above > hi ? hi : above;
}

/* The same within the bounds of row i. */
static inline double pni_sweep_clip(const pn_lcp_sweep *how,
                                    const double *lambda, size_t i, double x)
{
  if (!how->normal || how->normal[i] == i)
    return pni_clip(x, how->lo[i], how->hi[i]);
  const double n = lambda[how->normal[i]], most = n > 0 ? how->mu[i] * n : 0;
  return pni_clip(x, -most, most);
}

/* A of a problem that has only its factors, as a new matrix; NULL when memory
   is short. */
gsl_spmatrix *pni_lcp_matrix(const pn_lcp *lcp);

/* Room to take when `room` is too small for `size`: so much more that arrays
   growing one by one are copied a few times only. */
static inline size_t pni_room(size_t room, size_t size)
{
  const size_t larger = room + room / 2;
  return size > larger ? size : larger;
}

#endif
