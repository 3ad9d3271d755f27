/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* With u_i the direction of bar i, l_i grows by u_i . (d_{i+1} - d_i) at first
   order. Asking that it grow to L_i, and multiplying by 2 l_i, gives the row of
   the source's Jacobian with another right-hand side:

     2 (p_{i+1} - p_i) . (d_{i+1} - d_i) = -2 l_i (l_i - L_i).

   The source's own, -(l_i^2 - L_i^2), differs by (l_i - L_i)^2. Near l = L that
   is nothing; but it asks a bar with l << L to grow by L^2 / 2 l, and one with
   l >> L to shrink by half. */
#include "pantin/chain/lengths.h"

#include "pantin/chain/simulator.h"

#include <gsl/gsl_math.h>

/* Returns |(dx, dy)|. hypot would take ten times as long, to avoid an overflow
   that no chain comes near. */
static inline double length(double dx, double dy)
{
  return sqrt(dx * dx + dy * dy);
}

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
  for (size_t i = 0; i < chain->bars; i++) {
    const double l = length(kkt->dx[i], kkt->dy[i]);
    r.lambda[i] = -2 * l * (l - chain->length[i]);
  }
}

double pn_chain_lengths_misfit(const pn_chain *chain,
                               const pn_chain_point *point)
{
  const double *x = point->x, *y = point->y;
  double sum = 0;
  for (size_t i = 0; i < chain->bars; i++)
    sum += fabs(length(x[i + 1] - x[i], y[i + 1] - y[i]) - chain->length[i]);
  return sum;
}

double pn_chain_lengths_predicted(const pn_chain *chain,
                                  const pn_chain_kkt *kkt, pn_chain_vector z)
{
  double sum = 0;
  for (size_t i = 0; i < chain->bars; i++) {
    const double dx = kkt->dx[i], dy = kkt->dy[i], l = length(dx, dy);
    const double along =
        dx * (z.x[i + 1] - z.x[i]) + dy * (z.y[i + 1] - z.y[i]);
    sum += fabs(l - chain->length[i] + (l > 0 ? along / l : 0));
  }
  return sum;
}

double pn_chain_lengths_tension(const pn_chain_kkt *kkt, pn_chain_vector z)
{
  double largest = 0;
  for (size_t i = 0; i < kkt->bars; i++) {
    const double l = length(kkt->dx[i], kkt->dy[i]);
    const double tension = 2 * fabs(z.lambda[i]) * l;
    largest = GSL_MAX(largest, tension);
  }
  return largest;
}
