/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "contact_peer.h"

#include "pantin/lcp/operator_csr.h"
#include "pantin/lcp/solver.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  pn_lcp lcp; /* the problem, with one of the operators of its matrix */
  pn_lcp_solver *solver;
  pn_lcp_settings settings;
  double tolerance;
} pantin_state;

/* Iterations between two looks at the residual. */
enum { LOOK = 10 };

/* Finds the order of rows of that name. Returns 0, or -1 if there is none. */
static int find_order(const char *name, pn_lcp_order *order)
{
  for (int k = 0; pn_lcp_order_name((pn_lcp_order)k); k++)
    if (strcmp(pn_lcp_order_name((pn_lcp_order)k), name) == 0) {
      *order = (pn_lcp_order)k;
      return 0;
    }
  return -1;
}

static void *start(const contact_problem *problem, const contact_order *order,
                   const pn_lcp_operator *A)
{
  pantin_state *of = calloc(1, sizeof *of);
  const pn_lcp_method *method = pn_lcp_method_find(order->method);
  if (!of || !method)
    return NULL;
  of->lcp = *(const pn_lcp *)problem->lcp;
  of->lcp.A = (pn_lcp_operator *)(uintptr_t)A;
  of->settings = pn_lcp_settings_default();
  of->tolerance = order->tolerance;
  of->settings.iterations = order->iterations;
  if (order->rows && find_order(order->rows, &of->settings.order))
    return NULL;
  of->solver = pn_lcp_solver_alloc(method, &of->lcp);
  return of->solver ? of : NULL;
}

static void *start_by_factors(const contact_problem *problem,
                              const contact_order *order)
{
  const pn_lcp *lcp = problem->lcp;
  return start(problem, order, pn_lcp_factors(lcp->A));
}

static void *start_by_entries(const contact_problem *problem,
                              const contact_order *order)
{
  const pn_lcp *lcp = problem->lcp;
  return start(problem, order, lcp->A);
}

static int run(void *state, double *lambda)
{
  pantin_state *of = state;
  pn_lcp_solver *solver = of->solver;
  if (pn_lcp_solver_set(solver, &of->settings, NULL, NULL))
    return -1;
  while (solver->iteration < of->settings.iterations) {
    if (of->tolerance > 0 && solver->iteration % LOOK == 0 &&
        pn_lcp_solver_measure(solver)->natural.inf <= of->tolerance)
      break;
    if (pn_lcp_solver_iterate(solver))
      break;
  }
  memcpy(lambda, solver->lambda, of->lcp.size * sizeof *lambda);
  return 0;
}

static const contact_peer by_factors = {start_by_factors, run};
static const contact_peer by_entries = {start_by_entries, run};
const contact_peer *const contact_pantin = &by_factors;
const contact_peer *const contact_pantin_entries = &by_entries;
