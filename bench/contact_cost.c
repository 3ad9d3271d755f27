/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "contact_cost.h"

#include "measure.h"

#include <math.h>
#include <stdlib.h>

typedef struct {
  const contact_peer *peer;
  contact_order order;
  const contact_problem *problem;
  void *state; /* these made by prepare */
  double *lambda, *w, *scratch;
} task;

static int prepare(void *vtask)
{
  task *of = vtask;
  const pn_lcp *lcp = of->problem->lcp;
  of->state = of->peer->start(of->problem, &of->order);
  of->lambda = calloc(lcp->size, sizeof *of->lambda);
  of->w = calloc(lcp->size, sizeof *of->w);
  of->scratch = calloc(lcp->A->type->scratch(lcp->A) + 1, sizeof *of->scratch);
  return of->state && of->lambda && of->w && of->scratch ? 0 : -1;
}

static int run(void *vtask, void *residual)
{
  task *of = vtask;
  if (of->peer->run(of->state, of->lambda))
    return -1;
  pn_lcp_measure(of->problem->lcp, of->lambda, of->w, of->scratch, residual);
  return 0;
}

double cost(const contact_peer *peer, const contact_problem *problem,
            contact_order order, size_t runs, pn_lcp_residual *residual)
{
  static const measure_work work = {prepare, run, sizeof *residual};
  enum { LIMIT = 60 };
  task of = {.peer = peer, .order = order, .problem = problem};
  const measurement m = measure(&work, &of, residual, runs, LIMIT);
  return m.end == MEASURE_DONE ? m.least : NAN;
}

double sweep_cost(const contact_peer *peer, const char *rows,
                  const contact_problem *problem)
{
  enum { FEW = 20, MANY = 220, RUNS = 15 };
  pn_lcp_residual residual;
  const contact_order few = {"pgs", FEW, 0, rows};
  const contact_order many = {"pgs", MANY, 0, rows};
  return 1e6 *
         (cost(peer, problem, many, RUNS, &residual) -
          cost(peer, problem, few, RUNS, &residual)) /
         (MANY - FEW);
}
