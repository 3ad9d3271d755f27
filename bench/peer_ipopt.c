/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* The chain for Ipopt, by its C interface, with everything that it can use:
   sparse Jacobian and exact Hessian. The constraints are those of the length,
   made relative,

     g_i = (l_i^2 - L_i^2) / (2 L_i^2) = 0,

   which Ipopt's tolerance then bounds for every number of bars alike. (As
   l_i^2 - L_i^2, with all settings as they come, it takes as long for 500 bars
   and does not end for 5000, where the multipliers exceed what it will start
   from.)

   Source: A. Waechter and L. T. Biegler, Mathematical Programming 106 (2006)
   25-57; the interface, Ipopt 3.11, IpStdCInterface.h. */
#include "peer.h"

#include <IpStdCInterface.h>

#include <gsl/gsl_errno.h>
#include <stdlib.h>

/* What the callbacks see. */
typedef struct {
  const pn_chain *chain;
  pn_chain_point *point; /* the nodes that Ipopt asks about */
  size_t iterations;
} problem;

static Bool evaluate_energy(Index n, Number *variables, Bool is_new,
                            Number *energy, UserDataPtr data)
{
  (void)n;
  (void)is_new;
  const problem *of = data;
  const double *L = of->chain->length;
  peer_variables_set(of->point, variables);
  *energy = 0;
  for (size_t i = 0; i < of->chain->bars; i++)
    *energy += L[i] * (of->point->y[i] + of->point->y[i + 1]) / 2;
  return TRUE;
}

static Bool evaluate_gradient(Index n, Number *variables, Bool is_new,
                              Number *gradient, UserDataPtr data)
{
  (void)n;
  (void)variables;
  (void)is_new;
  const problem *of = data;
  const double *L = of->chain->length;
  for (size_t i = 1; i < of->chain->bars; i++) {
    *gradient++ = 0;
    *gradient++ = (L[i - 1] + L[i]) / 2;
  }
  return TRUE;
}

static Bool evaluate_constraints(Index n, Number *variables, Bool is_new,
                                 Index m, Number *g, UserDataPtr data)
{
  (void)n;
  (void)is_new;
  (void)m;
  const problem *of = data;
  const double *x = of->point->x, *y = of->point->y;
  peer_variables_set(of->point, variables);
  for (size_t i = 0; i < of->chain->bars; i++) {
    const double L = of->chain->length[i];
    const double dx = x[i + 1] - x[i], dy = y[i + 1] - y[i];
    g[i] = (dx * dx + dy * dy - L * L) / (2 * L * L);
  }
  return TRUE;
}

/* One entry of a sparse matrix: its place at the first call, when there are
   no values yet, its value later. */
typedef struct {
  Index *row, *column;
  Number *value;
} entries;

static void put(entries *next, size_t row, size_t column, double value)
{
  if (next->value) {
    *next->value++ = value;
  } else {
    *next->row++ = (Index)row;
    *next->column++ = (Index)column;
  }
}

/* Evaluates the Jacobian; the variables of node i are 2 (i - 1) and the
   next. */
static Bool evaluate_jacobian(Index n, Number *variables, Bool is_new, Index m,
                              Index count, Index *row, Index *column,
                              Number *value, UserDataPtr data)
{
  (void)n;
  (void)is_new;
  (void)m;
  (void)count;
  const problem *of = data;
  const double *x = of->point->x, *y = of->point->y;
  const size_t bars = of->chain->bars;
  entries next = {row, column, value};
  if (value)
    peer_variables_set(of->point, variables);
  for (size_t i = 0; i < bars; i++) {
    const double L = of->chain->length[i];
    const double dx = (x[i + 1] - x[i]) / (L * L);
    const double dy = (y[i + 1] - y[i]) / (L * L);
    if (i > 0) {
      put(&next, i, 2 * i - 2, -dx);
      put(&next, i, 2 * i - 1, -dy);
    }
    if (i + 1 < bars) {
      put(&next, i, 2 * i, dx);
      put(&next, i, 2 * i + 1, dy);
    }
  }
  return TRUE;
}

/* Evaluates the Hessian's lower triangle; the energy is linear and has none. */
static Bool evaluate_hessian(Index n, Number *variables, Bool is_new,
                             Number factor, Index m, Number *lambda,
                             Bool is_new_lambda, Index count, Index *row,
                             Index *column, Number *value, UserDataPtr data)
{
  (void)n;
  (void)variables;
  (void)is_new;
  (void)factor;
  (void)m;
  (void)is_new_lambda;
  (void)count;
  const problem *of = data;
  const double *L = of->chain->length;
  entries next = {row, column, value};
  for (size_t i = 1; i < of->chain->bars; i++) {
    const double left = value ? lambda[i - 1] / (L[i - 1] * L[i - 1]) : 0;
    const double right = value ? lambda[i] / (L[i] * L[i]) : 0;
    for (size_t k = 2 * i - 2; k < 2 * i; k++) {
      if (i > 1)
        put(&next, k, k - 2, -left);
      put(&next, k, k, left + right);
    }
  }
  return TRUE;
}

static Bool count_iteration(Index mode, Index iteration, Number energy,
                            Number primal, Number dual, Number mu, Number step,
                            Number regularisation, Number alpha_dual,
                            Number alpha_primal, Index trials, UserDataPtr data)
{
  (void)mode;
  (void)energy;
  (void)primal;
  (void)dual;
  (void)mu;
  (void)step;
  (void)regularisation;
  (void)alpha_dual;
  (void)alpha_primal;
  (void)trials;
  problem *of = data;
  of->iterations = (size_t)iteration;
  return TRUE;
}

/* Sets the options: the tolerances are Pantin's. Its own scaling is off: energy
   and constraints have sizes of about 1, and it would scale the relative
   constraints back. */
static void set_options(IpoptProblem ipopt)
{
  static const double tolerance = 1e-7;
  AddIpoptStrOption(ipopt, (char[]){"sb"}, (char[]){"yes"}); /* no banner */
  AddIpoptIntOption(ipopt, (char[]){"print_level"}, 0);
  AddIpoptStrOption(ipopt, (char[]){"nlp_scaling_method"}, (char[]){"none"});
  AddIpoptNumOption(ipopt, (char[]){"tol"}, tolerance);
  AddIpoptNumOption(ipopt, (char[]){"constr_viol_tol"}, tolerance);
}

static int solve(problem *of, double *variables, double *bounds)
{
  static const double unbounded = 2e19;
  const size_t n = peer_variables(of->chain), m = of->chain->bars;
  double *low = bounds, *high = bounds + n, *zero = bounds + 2 * n;
  for (size_t k = 0; k < n; k++) {
    low[k] = -unbounded;
    high[k] = unbounded;
  }
  IpoptProblem ipopt = CreateIpoptProblem(
      (Index)n, low, high, (Index)m, zero, zero, (Index)(4 * m - 4),
      (Index)(2 * n - 2), 0, evaluate_energy, evaluate_constraints,
      evaluate_gradient, evaluate_jacobian, evaluate_hessian);
  if (!ipopt)
    return GSL_ENOMEM;
  set_options(ipopt);
  SetIntermediateCallback(ipopt, count_iteration);
  double energy;
  const enum ApplicationReturnStatus status =
      IpoptSolve(ipopt, variables, NULL, &energy, NULL, NULL, NULL, of);
  FreeIpoptProblem(ipopt);
  return status == Solve_Succeeded ? GSL_SUCCESS : GSL_EFAILED;
}

int peer_ipopt_solve(const char *method, const pn_chain *chain,
                     pn_chain_point *point, size_t *iterations)
{
  (void)method;
  problem of = {chain, point, 0};
  const size_t n = peer_variables(chain);
  double *variables = calloc(n, sizeof *variables);
  double *bounds = calloc(2 * n + chain->bars, sizeof *bounds);
  int code = GSL_ENOMEM;
  if (variables && bounds) {
    peer_variables_get(point, variables);
    code = solve(&of, variables, bounds);
    peer_variables_set(point, variables);
  }
  free(variables);
  free(bounds);
  *iterations = of.iterations;
  return code;
}
