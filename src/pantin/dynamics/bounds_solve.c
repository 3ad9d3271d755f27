/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Solves the problem of limits and dry friction that bounds.c sets up, and sums
   up what its impulses do. */
#include "pantin/dynamics/bounds_private.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Share of the largest velocity to which the problem must be solved, and is to
   be; the impulses' own velocities count, since where rows follow from each
   other, as in a loop, one may take over all that another one has exerted. */
static const double accepted = 1e-9, wanted = 1e-14;

/* The most pivots of a problem. */
enum { ITERATIONS = 1000 };

/* Returns the largest velocity of a row in its problem: without impulses, or by
   its own. */
static double largest_velocity(const pn_lcp_solver *solver, double free)
{
  double most = free;
  for (size_t i = 0; i < solver->lcp->size; i++)
    most = fmax(most, solver->lcp->D[i] * fabs(solver->lambda[i]));
  return most;
}

int pni_bounds_solve(pn_bounds *bounds)
{
  pn_lcp_settings settings = pn_lcp_settings_default();
  pn_lcp_solver *solver = bounds->solver;
  settings.relative = settings.tolerance = wanted;
  settings.iterations = ITERATIONS;
  pn_lcp_set_operator(bounds->lcp, &bounds->A->base);
  if (pn_lcp_solver_set(solver, &settings, NULL, NULL))
    return GSL_EFAILED;
  while (pn_lcp_solver_test(solver) == GSL_CONTINUE)
    if (pn_lcp_solver_iterate(solver))
      break;
  const pn_lcp_residual *left = pn_lcp_solver_measure(solver);
  const double scale = largest_velocity(solver, left->scale);
  return isfinite(scale) && left->scaled.inf <= accepted * scale + wanted
             ? GSL_SUCCESS
             : GSL_EFAILED;
}

void pni_bounds_sum_change(pn_bounds *bounds)
{
  const size_t n = bounds->dynamics->assembly->velocities;
  memset(bounds->change, 0, n * sizeof *bounds->change);
  for (size_t i = 0; i < bounds->rows; i++)
    for (size_t k = 0; k < n; k++)
      bounds->change[k] +=
          bounds->solver->lambda[i] * bounds->response[i * n + k];
}

void pni_bounds_change(pn_bounds *bounds, double *u)
{
  pni_bounds_sum_change(bounds);
  for (size_t k = 0; k < bounds->dynamics->assembly->velocities; k++)
    u[k] += bounds->change[k];
}

void pni_bounds_sum_forces(pn_bounds *bounds)
{
  for (size_t b = 0; b < bounds->bounds; b++)
    bounds->force_of[b] =
        bounds->dry[b] + bounds->press[2 * b] - bounds->press[2 * b + 1];
}
