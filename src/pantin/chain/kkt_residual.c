/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The residual r - K z of a solution, and its backward error, which says how
   near K and r are to a system that z solves exactly: the largest

     |r - K z|_k / (|K| |z| + |r|)_k.

   Row by row; and, if E and D are uniform, by vectors of four rows, in the same
   operations. A quotient is only formed where a row exceeds the error so far,
   which after the first rows hardly happens: then those four rows are taken
   anew, one by one. Rows in which z has all but vanished, as it does from node
   to node along a chain that lies on stiff springs, say nothing: it loses its
   digits below DBL_MIN.

   Source: W. Oettli, W. Prager, Compatibility of approximate solution of linear
   equations with given error bounds, Numer. Math. 6 (1964). */
#include "pantin/chain/kkt_private.h"

#include <float.h>
#include <math.h>

/* A residual below this may be what underflow has left of a row. */
static const double underflow = DBL_MIN / DBL_EPSILON;

/* One entry of a residual r - K z, built up term by term together with the
   sum of the terms' sizes. */
typedef struct {
  double value, size;
} term_sum;

/* Subtracts a term from the value of a row, and adds its size to the size. */
static inline void subtract(term_sum *sum, double term)
{
  sum->value -= term;
  sum->size += fabs(term);
}

/* Returns the greater of an error and |value| / size; a NaN exceeds all. */
static inline double worse(double error, term_sum sum)
{
  const double value = fabs(sum.value);
  if (value < error * sum.size || value < underflow || isnan(error))
    return error;
  return value / sum.size;
}

/* Computes the rows of nodes begin to end - 1, H + E and A^T; returns the error
   so far, or theirs. */
static double node_rows(const pn_chain_kkt *kkt, size_t begin, size_t end,
                        pn_chain_vector r, pn_chain_vector z,
                        pn_chain_vector out, double error)
{
  const double *w = kkt->weight, *dx = kkt->dx, *dy = kkt->dy;
  for (size_t i = begin; i < end; i++) {
    const pn_chain_block E = pn_chain_kkt_extra(kkt, i);
    const double diagonal = 2 * (w[i - 1] + w[i]);
    term_sum x = {r.x[i], fabs(r.x[i])}, y = {r.y[i], fabs(r.y[i])};
    subtract(&x, (diagonal + E.xx) * z.x[i]);
    subtract(&x, E.xy * z.y[i]);
    subtract(&x, -2 * w[i - 1] * z.x[i - 1]);
    subtract(&x, -2 * w[i] * z.x[i + 1]);
    subtract(&x, 2 * dx[i - 1] * z.lambda[i - 1]);
    subtract(&x, -2 * dx[i] * z.lambda[i]);
    subtract(&y, (diagonal + E.yy) * z.y[i]);
    subtract(&y, E.xy * z.x[i]);
    subtract(&y, -2 * w[i - 1] * z.y[i - 1]);
    subtract(&y, -2 * w[i] * z.y[i + 1]);
    subtract(&y, 2 * dy[i - 1] * z.lambda[i - 1]);
    subtract(&y, -2 * dy[i] * z.lambda[i]);
    out.x[i] = x.value;
    out.y[i] = y.value;
    error = worse(worse(error, x), y);
  }
  return error;
}

/* Computes the rows of bars begin to end - 1, A and -D; returns the error so
   far, or theirs. */
static double bar_rows(const pn_chain_kkt *kkt, size_t begin, size_t end,
                       pn_chain_vector r, pn_chain_vector z,
                       pn_chain_vector out, double error)
{
  const double *dx = kkt->dx, *dy = kkt->dy;
  for (size_t i = begin; i < end; i++) {
    term_sum l = {r.lambda[i], fabs(r.lambda[i])};
    subtract(&l, 2 * dx[i] * z.x[i + 1]);
    subtract(&l, -2 * dx[i] * z.x[i]);
    subtract(&l, 2 * dy[i] * z.y[i + 1]);
    subtract(&l, -2 * dy[i] * z.y[i]);
    subtract(&l, -pn_chain_kkt_soft(kkt, i) * z.lambda[i]);
    out.lambda[i] = l.value;
    error = worse(error, l);
  }
  return error;
}

double pni_chain_kkt_residual_plain(const pn_chain_kkt *kkt, pn_chain_vector r,
                                    pn_chain_vector z, pn_chain_vector out)
{
  const size_t n = kkt->bars;
  const double error = node_rows(kkt, 1, n, r, z, out, 0);
  return bar_rows(kkt, 0, n, r, z, out, error);
}

#ifdef PNI_LANES
/* Takes the absolute values. */
PNI_INLINE void make_positive(pni_lanes *v)
{
  const pni_mask sign = (pni_mask){0} + (long long)(~0ULL >> 1);
  *v = (pni_lanes)((pni_mask)*v & sign);
}

/* Begins the sums of four rows: value = r, size = |r|. */
PNI_INLINE void begin_four(pni_lanes *value, pni_lanes *size, const double *r)
{
  *value = lanes_load(r);
  *size = *value;
  make_positive(size);
}

/* Subtracts four terms a b from the values, and adds their sizes to the
   sizes. */
PNI_INLINE void subtract_four(pni_lanes *value, pni_lanes *size,
                              const pni_lanes *a, const double *b)
{
  pni_lanes term = *a * lanes_load(b);
  *value -= term;
  make_positive(&term);
  *size += term;
}

/* Tells whether the error of a row exceeds the one so far. */
PNI_INLINE int exceeds(const pni_lanes *value, const pni_lanes *size,
                       double error)
{
  pni_lanes absolute = *value;
  make_positive(&absolute);
  const pni_mask is_more = ~(absolute < error * *size) & (absolute != 0);
  return (is_more[0] | is_more[1] | is_more[2] | is_more[3]) != 0;
}

/* Computes x or y of four nodes from i on; returns whether they exceed. */
PNI_INLINE int four_nodes(const pn_chain_kkt *kkt, size_t i, const double *r,
                          const double *d, const double *z,
                          const double *lambda, double *out, double error)
{
  pni_lanes value, size, a, before, after;
  before = lanes_load(&kkt->weight[i - 1]);
  after = lanes_load(&kkt->weight[i]);
  begin_four(&value, &size, &r[i]);
  a = 2 * (before + after) + kkt->spring;
  subtract_four(&value, &size, &a, &z[i]);
  a = -2 * before;
  subtract_four(&value, &size, &a, &z[i - 1]);
  a = -2 * after;
  subtract_four(&value, &size, &a, &z[i + 1]);
  a = lanes_load(&d[i - 1]);
  a = 2 * a;
  subtract_four(&value, &size, &a, &lambda[i - 1]);
  a = lanes_load(&d[i]);
  a = -2 * a;
  subtract_four(&value, &size, &a, &lambda[i]);
  lanes_store(&out[i], &value);
  return exceeds(&value, &size, error);
}

/* Computes the rows of four bars from i on; returns whether they exceed. */
PNI_INLINE int four_bars(const pn_chain_kkt *kkt, size_t i, pn_chain_vector r,
                         pn_chain_vector z, pn_chain_vector out, double error)
{
  pni_lanes value, size, dx, dy, back;
  dx = lanes_load(&kkt->dx[i]);
  dy = lanes_load(&kkt->dy[i]);
  dx = 2 * dx;
  dy = 2 * dy;
  begin_four(&value, &size, &r.lambda[i]);
  subtract_four(&value, &size, &dx, &z.x[i + 1]);
  back = -dx;
  subtract_four(&value, &size, &back, &z.x[i]);
  subtract_four(&value, &size, &dy, &z.y[i + 1]);
  back = -dy;
  subtract_four(&value, &size, &back, &z.y[i]);
  lanes_store(&out.lambda[i], &value);
  return exceeds(&value, &size, error);
}

/* Computes the residual by four rows at a time, and what is left of them one by
   one. A copy of kkt, to which no store can lead, lets its pointers stay in
   registers. */
__attribute__((target("avx2"))) static double
residual_by_fours(const pn_chain_kkt *from, pn_chain_vector r,
                  pn_chain_vector z, pn_chain_vector out)
{
  const pn_chain_kkt copy = *from, *const kkt = &copy;
  const size_t n = kkt->bars;
  double error = 0;
  size_t i = 1;
  for (; i + PNI_LANES <= n; i += PNI_LANES) {
    const int x = four_nodes(kkt, i, r.x, kkt->dx, z.x, z.lambda, out.x, error);
    const int y = four_nodes(kkt, i, r.y, kkt->dy, z.y, z.lambda, out.y, error);
    if (x | y)
      error = node_rows(kkt, i, i + PNI_LANES, r, z, out, error);
  }
  error = node_rows(kkt, i, n, r, z, out, error);
  for (i = 0; i + PNI_LANES <= n; i += PNI_LANES)
    if (four_bars(kkt, i, r, z, out, error))
      error = bar_rows(kkt, i, i + PNI_LANES, r, z, out, error);
  return bar_rows(kkt, i, n, r, z, out, error);
}

double pni_chain_kkt_residual(const pn_chain_kkt *kkt, pn_chain_vector r,
                              pn_chain_vector z, pn_chain_vector out)
{
  return kkt->is_uniform && __builtin_cpu_supports("avx2")
             ? residual_by_fours(kkt, r, z, out)
             : pni_chain_kkt_residual_plain(kkt, r, z, out);
}
#else
double pni_chain_kkt_residual(const pn_chain_kkt *kkt, pn_chain_vector r,
                              pn_chain_vector z, pn_chain_vector out)
{
  return pni_chain_kkt_residual_plain(kkt, r, z, out);
}
#endif
