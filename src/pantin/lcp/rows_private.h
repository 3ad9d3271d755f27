/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The loops over rows of conjugate gradients (renouf.c), in their plain form
   and by vectors of four numbers, with the same bits. T(v) is v with 0 in the
   rows at a bound that v would pass. The plain ones begin at any row, so that
   the others end with them. */
#ifndef PANTIN_LCP_ROWS_PRIVATE_H
#define PANTIN_LCP_ROWS_PRIVATE_H

#include "pantin/lcp/lanes_private.h"
#include "pantin/lcp/solver_private.h"

/* The vectors that the loops read and write, (n) each. */
typedef struct {
  size_t n;
  const double *lo, *hi, *step;
  double *lambda, *g, *z, *p, *Ap;
} pni_rows;

/* Returns v, or 0 if it leads out of the bounds in row i. */
PNI_INLINE double pni_tangent(const pni_rows *of, size_t i, double v)
{
  const double lambda = of->lambda[i];
  const int out =
      (lambda <= of->lo[i] && v < 0) || (lambda >= of->hi[i] && v > 0);
  return out ? 0 : v;
}

/* Moves lambda to clip(lambda + alpha p) from row i on; returns 1 if a value
   was clipped. */
PNI_INLINE int pni_rows_advance(const pni_rows *of, double alpha, size_t i)
{
  int clipped = 0;
  for (; i < of->n; i++) {
    const double wanted = of->lambda[i] + alpha * of->p[i];
    of->lambda[i] = pni_clip(wanted, of->lo[i], of->hi[i]);
    clipped |= of->lambda[i] != wanted;
  }
  return clipped;
}

/* Computes g <- g + alpha A p and z = T(-step g) from row i on. */
PNI_INLINE void pni_rows_descend(const pni_rows *of, double alpha, size_t i)
{
  for (; i < of->n; i++) {
    if (alpha != 0)
      of->g[i] += alpha * of->Ap[i];
    of->z[i] = pni_tangent(of, i, -of->g[i] * of->step[i]);
  }
}

/* Computes p <- z + beta T(p) from row i on. */
PNI_INLINE void pni_rows_turn(const pni_rows *of, double beta, size_t i)
{
  for (; i < of->n; i++)
    of->p[i] = of->z[i] + beta * pni_tangent(of, i, of->p[i]);
}

#ifdef PNI_LANES
/* Sets to 0 the numbers of v that lead out of the bounds. */
PNI_INLINE void pni_tangent_four(const pni_rows *of, size_t i, pni_lanes *v)
{
  const pni_lanes zero = {0, 0, 0, 0};
  const pni_lanes lambda = lanes_load(&of->lambda[i]);
  const pni_lanes lo = lanes_load(&of->lo[i]), hi = lanes_load(&of->hi[i]);
  const pni_mask out =
      ((lambda <= lo) & (*v < zero)) | ((lambda >= hi) & (*v > zero));
  pni_choose(v, &out, &zero);
}

/* Returns the sum that pni_dot has after four rows at a time. */
PNI_INLINE double pni_dot_end(const pni_lanes *sum, size_t i, size_t n,
                              const double *x, const double *y)
{
  double first = (*sum)[0];
  for (; i < n; i++)
    first += x[i] * y[i];
  return (first + (*sum)[1]) + ((*sum)[2] + (*sum)[3]);
}

/* Does what pni_rows_advance does, four rows at a time. */
PNI_INLINE int pni_rows_advance_four(const pni_rows *from, double alpha)
{
  const pni_rows of = *from;
  pni_mask clipped = {0, 0, 0, 0};
  size_t i = 0;
  for (; i + PNI_LANES <= of.n; i += PNI_LANES) {
    const pni_lanes lo = lanes_load(&of.lo[i]), hi = lanes_load(&of.hi[i]);
    const pni_lanes wanted =
        lanes_load(&of.lambda[i]) + alpha * lanes_load(&of.p[i]);
    pni_lanes to = wanted;
    const pni_mask below = to < lo;
    pni_choose(&to, &below, &lo);
    const pni_mask above = to > hi;
    pni_choose(&to, &above, &hi);
    clipped |= to != wanted;
    lanes_store(&of.lambda[i], &to);
  }
  return pni_rows_advance(&of, alpha, i) |
         ((clipped[0] | clipped[1] | clipped[2] | clipped[3]) != 0);
}

/* Does what pni_rows_descend does, and returns z.Ap. */
PNI_INLINE double pni_rows_descend_four(const pni_rows *from, double alpha)
{
  const pni_rows of = *from;
  pni_lanes sum = {0, 0, 0, 0};
  size_t i = 0;
  for (; i + PNI_LANES <= of.n; i += PNI_LANES) {
    const pni_lanes Ap = lanes_load(&of.Ap[i]);
    pni_lanes g = lanes_load(&of.g[i]);
    if (alpha != 0)
      g += alpha * Ap;
    lanes_store(&of.g[i], &g);
    pni_lanes z = -g * lanes_load(&of.step[i]);
    pni_tangent_four(&of, i, &z);
    lanes_store(&of.z[i], &z);
    sum += z * Ap;
  }
  pni_rows_descend(&of, alpha, i);
  return pni_dot_end(&sum, i, of.n, of.z, of.Ap);
}

/* Does what pni_rows_turn does, and returns p.g. */
PNI_INLINE double pni_rows_turn_four(const pni_rows *from, double beta)
{
  const pni_rows of = *from;
  pni_lanes sum = {0, 0, 0, 0};
  size_t i = 0;
  for (; i + PNI_LANES <= of.n; i += PNI_LANES) {
    pni_lanes p = lanes_load(&of.p[i]);
    pni_tangent_four(&of, i, &p);
    p = lanes_load(&of.z[i]) + beta * p;
    lanes_store(&of.p[i], &p);
    sum += p * lanes_load(&of.g[i]);
  }
  pni_rows_turn(&of, beta, i);
  return pni_dot_end(&sum, i, of.n, of.p, of.g);
}
#else
/* The plain loops, in the place of those by vectors. */
#define pni_rows_advance_four(of, alpha) pni_rows_advance(of, alpha, 0)
#define pni_rows_descend_four(of, alpha) 0
#define pni_rows_turn_four(of, beta)     0
#endif

/* Moves lambda to clip(lambda + alpha p); returns 1 if a value was clipped.
   wide: a constant, 1 where the processor has vectors of four. */
PNI_INLINE int pni_advance(const pni_rows *of, double alpha, int wide)
{
  return wide ? pni_rows_advance_four(of, alpha)
              : pni_rows_advance(of, alpha, 0);
}

/* Computes g <- g + alpha A p and z = T(-step g); returns z.Ap. */
PNI_INLINE double pni_descend(const pni_rows *of, double alpha, int wide)
{
  if (wide)
    return pni_rows_descend_four(of, alpha);
  pni_rows_descend(of, alpha, 0);
  return pni_dot(of->n, of->z, of->Ap);
}

/* Computes p <- z + beta T(p); returns p.g. */
PNI_INLINE double pni_turn_to(const pni_rows *of, double beta, int wide)
{
  if (wide)
    return pni_rows_turn_four(of, beta);
  pni_rows_turn(of, beta, 0);
  return pni_dot(of->n, of->p, of->g);
}

#endif
