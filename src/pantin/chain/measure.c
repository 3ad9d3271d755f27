/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* How far a point is from being stationary: F = (gradient of l, c), its norms
   as the source prints them, and the same made relative, so that a tolerance
   means the same for 5 bars and for 10^6. */
#include "pantin/chain/kkt.h"
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

void pn_chain_measure(const pn_chain *chain, const pn_chain_point *point,
                      double *work, pn_chain_info *info)
{
  const size_t n = chain->bars;
  pn_chain_vector F = pn_chain_vector_view(work, n);
  pn_chain_gradient(chain, point, F.x, F.y);
  pn_chain_constraints(chain, point->x, point->y, F.lambda);

  /* The nodes' rows of F, then the bars'. */
  double squares = 0, gradient = 0, constraint = 0;
  double relative = 0, load = 0, total = 0;
  for (size_t i = 1; i < n; i++) {
    squares += F.x[i] * F.x[i] + F.y[i] * F.y[i];
    gradient = GSL_MAX(gradient, GSL_MAX(fabs(F.x[i]), fabs(F.y[i])));
    load = GSL_MAX(load, pn_chain_node_weight(chain, i));
  }
  for (size_t i = 0; i < n; i++) {
    const double L = chain->length[i], c = fabs(F.lambda[i]);
    squares += c * c;
    constraint = GSL_MAX(constraint, c);
    relative = GSL_MAX(relative, c / (2 * L * L));
    load = GSL_MAX(load, fabs(2 * point->lambda[i] * L)); /* the tension */
    total += L;
  }
  info->phi = squares / 2;
  info->energy = pn_chain_energy(chain, point->y);
  info->gradient_inf = gradient;
  info->constraint_inf = constraint;
  info->gradient_relative = gradient / load;
  info->constraint_relative = relative;
  info->floor_relative = floor_residual(chain, point, total);
}

double pn_chain_residual(const pn_chain_info *info)
{
  return fmax(fmax(info->gradient_relative, info->constraint_relative),
              info->floor_relative);
}
