/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* How far a point is from being stationary: F = (gradient of l, c), its norms
   as the source prints them, and the same made relative, so that a tolerance
   means the same for 5 bars and for 10^6. */
#include "pantin/chain/simulator.h"
#include "pantin/chain/solver.h"

#include <gsl/gsl_math.h>

/* Returns the largest |min(gap, mu)| over all nodes and facets, both made
   relative: it is positive if a node is below the floor, pulled by it, or
   pushed without touching it. */
static double floor_residual(const pn_chain *chain, const pn_chain_point *point,
                             double total)
{
  const double weight = chain->facets > 0 ? pn_chain_weight(chain) : 0;
  double worst = 0;
  for (size_t j = 0; j < chain->facets; j++)
    for (size_t i = 1; i < chain->bars; i++) {
      const double ground = chain->height[j] + chain->slope[j] * point->x[i];
      const double mu = point->mu[j * (chain->bars + 1) + i];
      const double gap = point->y[i] - ground;
      worst = fmax(worst, fabs(fmin(gap / total, mu / weight)));
    }
  return worst;
}

/* The sums and largest values of a measurement. */
typedef struct {
  double squares, energy, total;         /* of F, e, sum L_i */
  double gradient, constraint, relative; /* largest entries of F */
  double load;                           /* largest tension or weight */
} measures;

/* Adds the entries of F at the free nodes, dl/dp_i (simulator.c), which are
   not stored. */
static measures add_nodes(const pn_chain *chain, const pn_chain_point *point,
                          measures m)
{
  const double *x = point->x, *y = point->y, *lambda = point->lambda;
  double fx = 2 * lambda[0] * (x[1] - x[0]), fy = 2 * lambda[0] * (y[1] - y[0]);
  for (size_t i = 1; i < chain->bars; i++) {
    const double weight = pn_chain_node_weight(chain, i);
    const double on_x = 2 * lambda[i] * (x[i + 1] - x[i]);
    const double on_y = 2 * lambda[i] * (y[i + 1] - y[i]);
    double gx = fx - on_x, gy = fy - on_y + weight;
    for (size_t j = 0; j < chain->facets; j++) {
      const double mu = point->mu[j * (chain->bars + 1) + i];
      gx += mu * chain->slope[j];
      gy -= mu;
    }
    m.squares += gx * gx + gy * gy;
    m.gradient = GSL_MAX(m.gradient, GSL_MAX(fabs(gx), fabs(gy)));
    m.load = GSL_MAX(m.load, weight);
    fx = on_x;
    fy = on_y;
  }
  return m;
}

/* Adds the entries of F of the bars, c_i, and their energies. */
static measures add_bars(const pn_chain *chain, const pn_chain_point *point,
                         measures m)
{
  const double *x = point->x, *y = point->y;
  for (size_t i = 0; i < chain->bars; i++) {
    const double dx = x[i + 1] - x[i], dy = y[i + 1] - y[i];
    const double L = chain->length[i], c = fabs(dx * dx + dy * dy - L * L);
    m.squares += c * c;
    m.constraint = GSL_MAX(m.constraint, c);
    m.relative = GSL_MAX(m.relative, c / (2 * L * L));
    m.load = GSL_MAX(m.load, fabs(2 * point->lambda[i] * L)); /* the tension */
    m.energy += pn_chain_bar_weight(chain, i) * (y[i] + y[i + 1]) / 2;
    m.total += L;
  }
  for (size_t i = 1; chain->load && i < chain->bars; i++)
    m.energy += chain->load[i] * y[i];
  return m;
}

void pn_chain_measure(const pn_chain *chain, const pn_chain_point *point,
                      pn_chain_info *info)
{
  const measures none = {0};
  const measures m = add_bars(chain, point, add_nodes(chain, point, none));
  info->phi = m.squares / 2;
  info->energy = m.energy;
  info->gradient_inf = m.gradient;
  info->constraint_inf = m.constraint;
  info->gradient_relative = m.gradient / m.load;
  info->constraint_relative = m.relative;
  info->floor_relative = floor_residual(chain, point, m.total);
}

double pn_chain_residual(const pn_chain_info *info)
{
  return fmax(fmax(info->gradient_relative, info->constraint_relative),
              info->floor_relative);
}
