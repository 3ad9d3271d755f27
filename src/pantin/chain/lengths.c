/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* With u_i the direction of bar i, l_i grows by u_i . (d_{i+1} - d_i) at first
   order. Asking that it grow to L_i, and multiplying by 2 l_i, gives the row of
   the source's Jacobian with another right-hand side:

     2 (p_{i+1} - p_i) . (d_{i+1} - d_i) = -2 l_i (l_i - L_i).

   The source's own, -(l_i^2 - L_i^2), differs by (l_i - L_i)^2. Near l = L that
   is nothing; but it asks a bar with l << L to grow by L^2 / 2 l, and one with
   l >> L to shrink by half.

   Each function goes through the chain by vectors of four bars, and through
   what is left, or all of it on other processors, bar by bar; sums take their
   terms in the same order. */
#include "pantin/chain/lengths.h"

#include "pantin/base/lanes.h"
#include "pantin/chain/simulator.h"

#include <gsl/gsl_math.h>
#ifdef PNI_LANES
#include <immintrin.h>
#endif

/* Returns |(dx, dy)|. hypot would take ten times as long, to avoid an overflow
   that no chain comes near. */
static inline double length(double dx, double dy)
{
  return sqrt(dx * dx + dy * dy);
}

/* Bar by bar ------------------------------------------------------------- */

void pni_chain_lengths_right_plain(const pn_chain *chain,
                                   const pn_chain_kkt *kkt, size_t begin,
                                   pn_chain_vector r)
{
  for (size_t i = begin; i < chain->bars; i++) {
    const double l = length(kkt->dx[i], kkt->dy[i]);
    r.lambda[i] = -2 * l * (l - chain->length[i]);
  }
}

double pni_chain_lengths_misfit_plain(const pn_chain *chain,
                                      const pn_chain_point *point, size_t begin,
                                      double sum)
{
  const double *x = point->x, *y = point->y;
  for (size_t i = begin; i < chain->bars; i++)
    sum += fabs(length(x[i + 1] - x[i], y[i + 1] - y[i]) - chain->length[i]);
  return sum;
}

/* Returns the error of bar i after the step, as linearised. */
static inline double predicted(const pn_chain *chain, const pn_chain_kkt *kkt,
                               pn_chain_vector z, size_t i)
{
  const double dx = kkt->dx[i], dy = kkt->dy[i], l = length(dx, dy);
  const double along = dx * (z.x[i + 1] - z.x[i]) + dy * (z.y[i + 1] - z.y[i]);
  return l - chain->length[i] + (l > 0 ? along / l : 0);
}

double pni_chain_lengths_predicted_plain(const pn_chain *chain,
                                         const pn_chain_kkt *kkt,
                                         pn_chain_vector z, size_t begin,
                                         double sum)
{
  for (size_t i = begin; i < chain->bars; i++)
    sum += fabs(predicted(chain, kkt, z, i));
  return sum;
}

double pni_chain_lengths_tension_plain(const pn_chain_kkt *kkt,
                                       pn_chain_vector z, size_t begin,
                                       double most)
{
  for (size_t i = begin; i < kkt->bars; i++) {
    const double l = length(kkt->dx[i], kkt->dy[i]);
    const double tension = 2 * fabs(z.lambda[i]) * l;
    most = GSL_MAX(most, tension);
  }
  return most;
}

/* Four bars at a time ---------------------------------------------------- */

#ifdef PNI_LANES
/* Four bars: directions, and lengths, which are squares at first. */
typedef struct {
  pni_lanes x, y, l;
} four_bars;

/* Reads four bars from the matrix. */
PNI_INLINE void read_matrix(four_bars *b, const pn_chain_kkt *kkt, size_t i)
{
  b->x = lanes_load(&kkt->dx[i]);
  b->y = lanes_load(&kkt->dy[i]);
  b->l = b->x * b->x + b->y * b->y;
}

/* Returns how much four numbers grow to the ones behind them. */
PNI_INLINE pni_lanes growth(const double *x)
{
  return lanes_load(x + 1) - lanes_load(x);
}

/* Reads four bars from the nodes. */
PNI_INLINE void read_nodes(four_bars *b, const pn_chain_point *point, size_t i)
{
  b->x = growth(&point->x[i]);
  b->y = growth(&point->y[i]);
  b->l = b->x * b->x + b->y * b->y;
}

/* Takes the roots of the squares. */
__attribute__((target("avx2"))) PNI_INLINE void take_roots(four_bars *b)
{
  b->l = (pni_lanes)_mm256_sqrt_pd((__m256d)b->l);
}

/* These do with four bars what the plain functions do with one. */

PNI_INLINE void right_of_four(const four_bars *b, const double *L, double *to)
{
  const pni_lanes right = -2 * b->l * (b->l - lanes_load(L));
  lanes_store(to, &right);
}

PNI_INLINE double add_misfit(double sum, const four_bars *b, const double *L)
{
  const pni_lanes off = b->l - lanes_load(L);
  const pni_lanes term = lanes_absolute(&off);
  return lanes_add(sum, &term);
}

PNI_INLINE double add_predicted(double sum, const four_bars *b, const double *L,
                                const double *zx, const double *zy)
{
  const pni_lanes grown = (b->x * growth(zx) + b->y * growth(zy)) / b->l;
  const pni_lanes zero = {0};
  const pni_mask is_long = b->l > 0;
  const pni_lanes off =
      b->l - lanes_load(L) + lanes_choose(&is_long, &grown, &zero);
  const pni_lanes term = lanes_absolute(&off);
  return lanes_add(sum, &term);
}

PNI_INLINE void keep_tension(pni_lanes *most, const four_bars *b,
                             const double *lambda)
{
  const pni_lanes l = lanes_load(lambda);
  const pni_lanes tension = 2 * lanes_absolute(&l) * b->l;
  *most = lanes_greater(most, &tension);
}

/* These take all bars but the last few, and return how many they took. */

__attribute__((target("avx2"))) static size_t
right_by_fours(const pn_chain *chain, const pn_chain_kkt *kkt,
               pn_chain_vector r)
{
  four_bars b;
  size_t i = 0;
  for (; i + PNI_LANES <= chain->bars; i += PNI_LANES) {
    read_matrix(&b, kkt, i);
    take_roots(&b);
    right_of_four(&b, &chain->length[i], &r.lambda[i]);
  }
  return i;
}

__attribute__((target("avx2"))) static size_t
misfit_by_fours(const pn_chain *chain, const pn_chain_point *point, double *sum)
{
  four_bars b;
  double total = 0;
  size_t i = 0;
  for (; i + PNI_LANES <= chain->bars; i += PNI_LANES) {
    read_nodes(&b, point, i);
    take_roots(&b);
    total = add_misfit(total, &b, &chain->length[i]);
  }
  *sum = total;
  return i;
}

__attribute__((target("avx2"))) static size_t
predicted_by_fours(const pn_chain *chain, const pn_chain_kkt *kkt,
                   pn_chain_vector z, double *sum)
{
  four_bars b;
  double total = 0;
  size_t i = 0;
  for (; i + PNI_LANES <= chain->bars; i += PNI_LANES) {
    read_matrix(&b, kkt, i);
    take_roots(&b);
    total = add_predicted(total, &b, &chain->length[i], &z.x[i], &z.y[i]);
  }
  *sum = total;
  return i;
}

__attribute__((target("avx2"))) static size_t
tension_by_fours(const pn_chain_kkt *kkt, pn_chain_vector z, double *most)
{
  four_bars b;
  pni_lanes largest = {0};
  size_t i = 0;
  for (; i + PNI_LANES <= kkt->bars; i += PNI_LANES) {
    read_matrix(&b, kkt, i);
    take_roots(&b);
    keep_tension(&largest, &b, &z.lambda[i]);
  }
  *most = lanes_greatest(&largest);
  return i;
}
#endif

/* Both ways together ----------------------------------------------------- */

void pn_chain_lengths_linearise(const pn_chain *chain,
                                const pn_chain_point *point, pn_chain_kkt *kkt,
                                pn_chain_vector r)
{
  if (chain->facets > 0)
    pn_chain_kkt_set(kkt, point);
  else
    pn_chain_kkt_set_uniform(kkt, point, 0);
  for (size_t i = 1; i < chain->bars; i++) {
    r.x[i] = 0;
    r.y[i] = -pn_chain_node_weight(chain, i);
  }
  size_t done = 0;
#ifdef PNI_LANES
  if (__builtin_cpu_supports("avx2"))
    done = right_by_fours(chain, kkt, r);
#endif
  pni_chain_lengths_right_plain(chain, kkt, done, r);
}

double pn_chain_lengths_misfit(const pn_chain *chain,
                               const pn_chain_point *point)
{
  size_t done = 0;
  double sum = 0;
#ifdef PNI_LANES
  if (__builtin_cpu_supports("avx2"))
    done = misfit_by_fours(chain, point, &sum);
#endif
  return pni_chain_lengths_misfit_plain(chain, point, done, sum);
}

double pn_chain_lengths_predicted(const pn_chain *chain,
                                  const pn_chain_kkt *kkt, pn_chain_vector z)
{
  size_t done = 0;
  double sum = 0;
#ifdef PNI_LANES
  if (__builtin_cpu_supports("avx2"))
    done = predicted_by_fours(chain, kkt, z, &sum);
#endif
  return pni_chain_lengths_predicted_plain(chain, kkt, z, done, sum);
}

double pn_chain_lengths_cost(const pn_chain *chain, const pn_chain_point *point,
                             const double *price)
{
  const double *x = point->x, *y = point->y;
  double sum = 0;
  for (size_t i = 0; i < chain->bars; i++)
    sum += price[i] *
           fabs(length(x[i + 1] - x[i], y[i + 1] - y[i]) - chain->length[i]);
  return sum;
}

double pn_chain_lengths_predicted_cost(const pn_chain *chain,
                                       const pn_chain_kkt *kkt,
                                       pn_chain_vector z, const double *price)
{
  double sum = 0;
  for (size_t i = 0; i < chain->bars; i++)
    sum += price[i] * fabs(predicted(chain, kkt, z, i));
  return sum;
}

double pn_chain_lengths_tension(const pn_chain_kkt *kkt, pn_chain_vector z)
{
  size_t done = 0;
  double most = 0;
#ifdef PNI_LANES
  if (__builtin_cpu_supports("avx2"))
    done = tension_by_fours(kkt, z, &most);
#endif
  return pni_chain_lengths_tension_plain(kkt, z, done, most);
}
