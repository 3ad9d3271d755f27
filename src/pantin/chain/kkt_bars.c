/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Solutions of K z = r bar by bar, where E = D = 0 and all weights are
   positive: then no bar waits for the one before it, but for two sums.

   With e_i = d_{i+1} - d_i, what bar i lengthens by, and p_i the bar itself,
   the rows of K say of the force f_i = 2 w_i e_i + 2 lambda_i p_i in a bar that

     f_{i-1} - f_i = r_i                 rows of node i
     2 p_i . e_i = rho_i                 row of bar i,

   so that f_i = f_0 - (r_1 + .. + r_i). With n_i = (-y_i, x_i), normal to the
   bar, and q_i = 1 / (2 w_i |p_i|^2) the parts of f_i along both give

     e_i = q_i (w_i rho_i p_i + (n_i . f_i) n_i),
     lambda_i = q_i w_i (p_i . f_i - w_i rho_i).

   As both ends are fixed, all e_i add up to 0: two equations for f_0, of matrix
   M = sum q_i n_i n_i^T. The nodes follow from each end to the middle: rounding
   leaves a gap there, where it is small beside the d_i.

   K has then as many negative eigenvalues as there are bars: it is positive
   definite where the bars keep their lengths.

   Sums are taken by four, over i = 0, 4, 8, .. and so on, in the plain form,
   too; they are more accurate than one sum, and can be taken side by side.

   Source: the method of forces, as for any statically determinate structure
   whose far end is then held by two more forces. */
#include "pantin/chain/kkt_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Adds up four sums. */
static double total(const double sum[4])
{
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* Computes all forces that follow from the first one into the first entries of
   z, one for each bar. */
static void add_loads(size_t bars, double x, double y, pn_chain_vector r,
                      pn_chain_vector z)
{
  z.x[0] = x;
  z.y[0] = y;
  for (size_t i = 1; i < bars; i++) {
    z.x[i] = x -= r.x[i];
    z.y[i] = y -= r.y[i];
  }
}

void pni_chain_kkt_add_bars_plain(const pn_chain_kkt *kkt, size_t begin,
                                  pn_chain_vector r, pn_chain_vector f,
                                  pni_bar_sums *sums)
{
  for (size_t i = begin; i < kkt->bars; i++) {
    const double x = kkt->dx[i], y = kkt->dy[i], w = kkt->weight[i];
    const double q = 1 / (2 * w * (x * x + y * y));
    const double along = w * r.lambda[i];
    const double across = x * f.y[i] - y * f.x[i];
    const size_t k = i % 4;
    sums->xx[k] += q * (y * y);
    sums->xy[k] -= q * (x * y);
    sums->yy[k] += q * (x * x);
    sums->x[k] += q * (along * x - across * y);
    sums->y[k] += q * (along * y + across * x);
    sums->is_pulled &= w > 0;
  }
}

void pni_chain_kkt_lengthen_bars_plain(const pn_chain_kkt *kkt, size_t begin,
                                       const double more[2], pn_chain_vector r,
                                       pn_chain_vector z)
{
  for (size_t i = begin; i < kkt->bars; i++) {
    const double x = kkt->dx[i], y = kkt->dy[i], w = kkt->weight[i];
    const double q = 1 / (2 * w * (x * x + y * y));
    const double fx = more[0] + z.x[i], fy = more[1] + z.y[i];
    const double along = w * r.lambda[i];
    const double across = x * fy - y * fx;
    z.x[i] = q * (along * x - across * y);
    z.y[i] = q * (along * y + across * x);
    z.lambda[i] = q * w * (x * fx + y * fy - along);
  }
}

#ifdef PNI_LANES
/* What both passes need of four bars. */
typedef struct {
  pni_lanes x, y, w, q, fx, fy, along, across;
} four_bars;

/* Reads bars i to i + 3, whose forces are f. */
PNI_INLINE void read_four(four_bars *b, const pn_chain_kkt *kkt, size_t i,
                          const pn_chain_vector *r, const pni_lanes f[2])
{
  b->x = lanes_load(&kkt->dx[i]);
  b->y = lanes_load(&kkt->dy[i]);
  b->w = lanes_load(&kkt->weight[i]);
  b->q = 1 / (2 * b->w * (b->x * b->x + b->y * b->y));
  b->along = b->w * lanes_load(&r->lambda[i]);
  b->fx = f[0];
  b->fy = f[1];
  b->across = b->x * b->fy - b->y * b->fx;
}

/* Returns e of four bars. */
PNI_INLINE pni_lanes lengthen_x(const four_bars *b)
{
  return b->q * (b->along * b->x - b->across * b->y);
}

PNI_INLINE pni_lanes lengthen_y(const four_bars *b)
{
  return b->q * (b->along * b->y + b->across * b->x);
}

/* Adds up four bars at a time; returns how many bars that were. */
PNI_INLINE size_t add_fours(const pn_chain_kkt *kkt, pn_chain_vector r,
                            pn_chain_vector f, pni_bar_sums *sums)
{
  pni_lanes xx = {0}, xy = xx, yy = xx, x = xx, y = xx;
  pni_mask is_pulled = xx == xx;
  size_t i = 0;
  for (; i + PNI_LANES <= kkt->bars; i += PNI_LANES) {
    const pni_lanes force[2] = {lanes_load(&f.x[i]), lanes_load(&f.y[i])};
    four_bars b;
    read_four(&b, kkt, i, &r, force);
    xx += b.q * (b.y * b.y);
    xy -= b.q * (b.x * b.y);
    yy += b.q * (b.x * b.x);
    x += lengthen_x(&b);
    y += lengthen_y(&b);
    is_pulled &= b.w > 0;
  }
  lanes_store(sums->xx, &xx);
  lanes_store(sums->xy, &xy);
  lanes_store(sums->yy, &yy);
  lanes_store(sums->x, &x);
  lanes_store(sums->y, &y);
  sums->is_pulled =
      is_pulled[0] && is_pulled[1] && is_pulled[2] && is_pulled[3];
  return i;
}

/* Lengthens four bars at a time; returns how many bars that were. */
PNI_INLINE size_t lengthen_fours(const pn_chain_kkt *kkt, const double more[2],
                                 pn_chain_vector r, pn_chain_vector z)
{
  size_t i = 0;
  for (; i + PNI_LANES <= kkt->bars; i += PNI_LANES) {
    const pni_lanes force[2] = {more[0] + lanes_load(&z.x[i]),
                                more[1] + lanes_load(&z.y[i])};
    four_bars b;
    read_four(&b, kkt, i, &r, force);
    const pni_lanes ex = lengthen_x(&b), ey = lengthen_y(&b);
    const pni_lanes lambda = b.q * b.w * (b.x * b.fx + b.y * b.fy - b.along);
    lanes_store(&z.x[i], &ex);
    lanes_store(&z.y[i], &ey);
    lanes_store(&z.lambda[i], &lambda);
  }
  return i;
}

/* Compile both for processors with vectors of four numbers. */

__attribute__((target("avx2"))) static size_t
add_by_fours(const pn_chain_kkt *kkt, pn_chain_vector r, pn_chain_vector f,
             pni_bar_sums *sums)
{
  return add_fours(kkt, r, f, sums);
}

__attribute__((target("avx2"))) static size_t
lengthen_by_fours(const pn_chain_kkt *kkt, const double more[2],
                  pn_chain_vector r, pn_chain_vector z)
{
  return lengthen_fours(kkt, more, r, z);
}
#endif

void pni_chain_kkt_add_bars(const pn_chain_kkt *kkt, pn_chain_vector r,
                            pn_chain_vector f, pni_bar_sums *sums)
{
  size_t done = 0;
#ifdef PNI_LANES
  if (__builtin_cpu_supports("avx2"))
    done = add_by_fours(kkt, r, f, sums);
#endif
  pni_chain_kkt_add_bars_plain(kkt, done, r, f, sums);
}

void pni_chain_kkt_lengthen_bars(const pn_chain_kkt *kkt, const double more[2],
                                 pn_chain_vector r, pn_chain_vector z)
{
  size_t done = 0;
#ifdef PNI_LANES
  if (__builtin_cpu_supports("avx2"))
    done = lengthen_by_fours(kkt, more, r, z);
#endif
  pni_chain_kkt_lengthen_bars_plain(kkt, done, more, r, z);
}

/* Adds up the nodes' ways from both ends, in the place of e. */
static void move_nodes(size_t bars, pn_chain_vector z)
{
  const size_t m = bars / 2;
  double x = 0, y = 0, right_x = 0, right_y = 0;
  z.x[bars] = z.y[bars] = 0;
  for (size_t k = 0; k <= m; k++) {
    const double ex = z.x[k], ey = z.y[k];
    z.x[k] = x;
    z.y[k] = y;
    x += ex;
    y += ey;
    const size_t i = bars - 1 - k;
    if (i > m) {
      z.x[i] = right_x -= z.x[i];
      z.y[i] = right_y -= z.y[i];
    }
  }
}

/* Solves K z = r; the nearer `f` is to the force in the first bar, the less is
   lost by rounding. */
static int solve(pn_chain_kkt *kkt, double fx, double fy, pn_chain_vector r,
                 pn_chain_vector z)
{
  pni_bar_sums sums = {.is_pulled = 1};
  add_loads(kkt->bars, fx, fy, r, z);
  pni_chain_kkt_add_bars(kkt, r, z, &sums);
  const double xx = total(sums.xx), xy = total(sums.xy), yy = total(sums.yy);
  const double x = total(sums.x), y = total(sums.y), det = xx * yy - xy * xy;
  if (!sums.is_pulled || !isnormal(det) || det < 0)
    return GSL_ESING;
  const double more[2] = {(xy * y - yy * x) / det, (xy * x - xx * y) / det};
  pni_chain_kkt_lengthen_bars(kkt, more, r, z);
  move_nodes(kkt->bars, z);
  kkt->negative = kkt->bars;
  return GSL_SUCCESS;
}

int pni_chain_kkt_solve_bars(pn_chain_kkt *kkt, pn_chain_vector r,
                             pn_chain_vector z)
{
  const double w = kkt->weight[0];
  return solve(kkt, 2 * w * kkt->dx[0], 2 * w * kkt->dy[0], r, z);
}

int pni_chain_kkt_correct_bars(pn_chain_kkt *kkt, pn_chain_vector r,
                               pn_chain_vector z)
{
  return solve(kkt, 0, 0, r, z);
}
