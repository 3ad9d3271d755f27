/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* Compares chains of more and more bars with the cable that they tend to. The
   program shows a use of the library from end to end: a chain, a start, a
   solver that the caller steps, the answer. */
#include "pantin/chain/catenary.h"
#include "pantin/chain/solver.h"
#include "pantin/chain/start.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The parts of one problem; all NULL at first. */
typedef struct {
  pn_chain *chain;
  pn_chain_point *start;
  pn_chain_solver *solver;
} problem;

static void problem_free(problem *p)
{
  pn_chain_solver_free(p->solver);
  pn_chain_point_free(p->start);
  pn_chain_free(p->chain);
}

/* Sets a problem of equal bars, together as long as the cable, that starts from
   a parabola. */
static int problem_set(problem *p, size_t bars, const pn_chain_catenary *cable,
                       pn_error *error)
{
  p->chain = pn_chain_alloc(bars, 0);
  if (!p->chain)
    return GSL_ENOMEM;
  for (size_t i = 0; i < bars; i++)
    p->chain->length[i] = cable->length / (double)bars;
  p->chain->end[0] = cable->end[0];
  p->chain->end[1] = cable->end[1];
  p->start = pn_chain_point_alloc(p->chain);
  p->solver = pn_chain_solver_alloc(pn_chain_armijo, p->chain);
  if (!p->start || !p->solver)
    return GSL_ENOMEM;
  return pn_chain_start_set(pn_chain_start_find("parabola"), p->chain, 0,
                            p->start, error);
}

/* Solves the problem to as many digits as there are. */
static int solve(pn_chain_solver *solver, const pn_chain_point *start,
                 pn_error *error)
{
  const pn_chain_settings settings = pn_chain_settings_default();
  int status = pn_chain_solver_set(solver, &settings, start, error);
  if (status)
    return status;
  while ((status = pn_chain_solver_test(solver)) == GSL_CONTINUE)
    if (pn_chain_solver_iterate(solver))
      break;
  pn_chain_solver_finish(solver); /* all the digits that there are */
  return status;
}

/* Finds the largest distance of a node from the cable. */
static double farthest_node(const pn_chain_catenary *cable,
                            const pn_chain_point *point)
{
  double farthest = 0;
  for (size_t i = 1; i < point->bars; i++)
    farthest = fmax(
        farthest, pn_chain_catenary_distance(cable, point->x[i], point->y[i]));
  return farthest;
}

/* Solves for so many bars, and prints a row of the table. */
static int compare(size_t bars, const pn_chain_catenary *cable, pn_error *error)
{
  problem p = {NULL, NULL, NULL};
  int status = problem_set(&p, bars, cable, error);
  if (!status)
    status = solve(p.solver, p.start, error);
  if (!status) {
    const double above = p.solver->info.energy - cable->energy;
    const double off = farthest_node(cable, p.solver->point);
    const double n = (double)bars;
    printf("%7zu  %12.2e  %9.3f  %12.2e  %9.3f\n", bars, above, above * n * n,
           off, off * n * n);
  }
  problem_free(&p);
  return status;
}

int main(void)
{
  pn_error error = {0};
  pn_chain_catenary cable;
  gsl_set_error_handler_off();
  int status = pn_chain_catenary_set(&cable, 1.5, 1, -0.2, &error);
  printf("%7s  %12s  %9s  %12s  %9s\n", "bars", "energy [N m]", "x bars^2",
         "nodes [m]", "x bars^2");
  for (size_t bars = 10; bars <= 100000 && !status; bars *= 10)
    status = compare(bars, &cable, &error);
  if (status)
    fprintf(stderr, "catenary: %s\n",
            error.code ? error.text : gsl_strerror(status));
  return status ? EXIT_FAILURE : EXIT_SUCCESS;
}
