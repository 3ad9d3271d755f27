/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Siconos. Its projected Gauss-Seidel takes a sparse matrix; the others named
   here are for full ones.

   Source: the interface, Siconos 4.4, LCP_Solvers.h, lcp_cst.h. */
#include "contact_peer.h"

#include <LCP_Solvers.h>
#include <LinearComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <lcp_cst.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  LinearComplementarityProblem problem;
  SolverOptions *options;
  double *z, *w;
  size_t times; /* that the error is to be computed */
} siconos_state;

/* Of Siconos' own test, which is of another kind: far below what is asked
   for, or never met. */
static const double share = 1e-2, never = 1e-300;

static int solver_of(const char *method)
{
  if (strcmp(method, "lemke") == 0)
    return SICONOS_LCP_LEMKE;
  if (strcmp(method, "newton-fb") == 0)
    return SICONOS_LCP_NEWTON_FB_FBLSA;
  if (strcmp(method, "newton-min-fb") == 0)
    return SICONOS_LCP_NEWTON_MIN_FBLSA;
  return SICONOS_LCP_PGS;
}

static void *start(const contact_problem *problem, const contact_order *order)
{
  siconos_state *of = calloc(1, sizeof *of);
  const int n = (int)problem->rows, solver = solver_of(order->method);
  const int sparse = solver == SICONOS_LCP_PGS;
  NumericsMatrix *M = NM_create(sparse ? NM_SPARSE : NM_DENSE, n, n);
  if (!of || !M)
    return NULL;
  if (sparse)
    NM_triplet_alloc(M, problem->begin[n]);
  for (int i = 0; i < n; i++)
    for (int k = problem->begin[i]; k < problem->begin[i + 1]; k++)
      NM_entry(M, i, problem->column[k], problem->A[k]);
  of->problem.size = n;
  of->problem.M = M;
  of->problem.q = (double *)problem->b;
  of->options = solver_options_create(solver);
  of->options->iparam[SICONOS_IPARAM_MAX_ITER] = (int)order->iterations;
  of->options->dparam[SICONOS_DPARAM_TOL] =
      order->tolerance > 0 ? share * order->tolerance : never;
  of->z = calloc(problem->rows, sizeof *of->z);
  of->w = calloc(problem->rows, sizeof *of->w);
  of->times = order->iterations;
  return of->z && of->w ? of : NULL;
}

static int run(void *state, double *lambda)
{
  siconos_state *of = state;
  const size_t bytes = (size_t)of->problem.size * sizeof *of->z;
  memset(of->z, 0, bytes);
  memset(of->w, 0, bytes);
  /* What it says of its success is not looked at: the residual is measured. */
  linearComplementarity_driver(&of->problem, of->z, of->w, of->options);
  memcpy(lambda, of->z, bytes);
  return 0;
}

static int check(void *state, double *lambda)
{
  siconos_state *of = state;
  double error;
  for (size_t k = 0; k < of->times; k++)
    lcp_compute_error(&of->problem, of->z, of->w, never, &error);
  memset(lambda, 0, (size_t)of->problem.size * sizeof *lambda);
  return 0;
}

static const contact_peer siconos = {start, run};
static const contact_peer siconos_check = {start, check};
const contact_peer *const contact_siconos = &siconos;
const contact_peer *const contact_siconos_check = &siconos_check;
