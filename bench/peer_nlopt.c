/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The chain for NLopt's SLSQP, which approximates the Hessian and keeps all
   matrices dense; with the exact gradients, and the constraints relative:

     g_i = (l_i^2 - L_i^2) / (2 L_i^2) = 0.

   Source: D. Kraft, A software package for sequential quadratic programming,
   DFVLR-FB 88-28 (1988); the interface, NLopt 2.7, nlopt.h. */
#include "peer.h"

#include <gsl/gsl_errno.h>
#include <nlopt.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const pn_chain *chain;
  pn_chain_point *point; /* the nodes that NLopt asks about */
} problem;

static double evaluate_energy(unsigned n, const double *variables,
                              double *gradient, void *data)
{
  (void)n;
  const problem *of = data;
  const double *L = of->chain->length, *y = of->point->y;
  peer_variables_set(of->point, variables);
  double energy = 0;
  for (size_t i = 0; i < of->chain->bars; i++)
    energy += L[i] * (y[i] + y[i + 1]) / 2;
  for (size_t i = 1; gradient && i < of->chain->bars; i++) {
    *gradient++ = 0;
    *gradient++ = (L[i - 1] + L[i]) / 2;
  }
  return energy;
}

/* Evaluates the constraints; row i of the Jacobian is gradient + i n. */
static void evaluate_constraints(unsigned m, double *g, unsigned n,
                                 const double *variables, double *gradient,
                                 void *data)
{
  const problem *of = data;
  const double *x = of->point->x, *y = of->point->y;
  peer_variables_set(of->point, variables);
  if (gradient)
    memset(gradient, 0, (size_t)m * n * sizeof *gradient);
  for (size_t i = 0; i < m; i++) {
    const double L = of->chain->length[i];
    const double dx = x[i + 1] - x[i], dy = y[i + 1] - y[i];
    g[i] = (dx * dx + dy * dy - L * L) / (2 * L * L);
    double *row = gradient ? gradient + i * n : NULL;
    if (row && i > 0) {
      row[2 * i - 2] = -dx / (L * L);
      row[2 * i - 1] = -dy / (L * L);
    }
    if (row && i + 1 < m) {
      row[2 * i] = dx / (L * L);
      row[2 * i + 1] = dy / (L * L);
    }
  }
}

/* Solves the problem: GSL_SUCCESS if NLopt stopped because it was near
   enough. */
static int solve(nlopt_opt nlopt, problem *of, double *variables,
                 double *tolerance)
{
  const unsigned m = (unsigned)of->chain->bars;
  for (unsigned i = 0; i < m; i++)
    tolerance[i] = 1e-7;
  nlopt_set_min_objective(nlopt, evaluate_energy, of);
  nlopt_add_equality_mconstraint(nlopt, m, evaluate_constraints, of, tolerance);
  nlopt_set_xtol_rel(nlopt, 1e-8);
  double energy;
  const nlopt_result result = nlopt_optimize(nlopt, variables, &energy);
  return result == NLOPT_XTOL_REACHED || result == NLOPT_SUCCESS ? GSL_SUCCESS
                                                                 : GSL_EFAILED;
}

int peer_nlopt_solve(const char *method, const pn_chain *chain,
                     pn_chain_point *point, size_t *iterations)
{
  (void)method;
  problem of = {chain, point};
  const size_t n = peer_variables(chain);
  double *variables = calloc(n, sizeof *variables);
  double *tolerance = calloc(chain->bars, sizeof *tolerance);
  nlopt_opt nlopt = nlopt_create(NLOPT_LD_SLSQP, (unsigned)n);
  int code = GSL_ENOMEM;
  if (variables && tolerance && nlopt) {
    peer_variables_get(point, variables);
    code = solve(nlopt, &of, variables, tolerance);
    peer_variables_set(point, variables);
    *iterations = (size_t)nlopt_get_numevals(nlopt);
  }
  nlopt_destroy(nlopt);
  free(tolerance);
  free(variables);
  return code;
}
