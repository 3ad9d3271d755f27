/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "peer.h"

#include "pantin/chain/solver.h"

#include <gsl/gsl_errno.h>

size_t peer_variables(const pn_chain *chain)
{
  return 2 * (chain->bars - 1);
}

void peer_variables_get(const pn_chain_point *point, double *variables)
{
  for (size_t i = 1; i < point->bars; i++) {
    *variables++ = point->x[i];
    *variables++ = point->y[i];
  }
}

void peer_variables_set(pn_chain_point *point, const double *variables)
{
  for (size_t i = 1; i < point->bars; i++) {
    point->x[i] = *variables++;
    point->y[i] = *variables++;
  }
}

int peer_pantin_solve(const char *method, const pn_chain *chain,
                      pn_chain_point *point, size_t *iterations)
{
  pn_chain_solver *solver =
      pn_chain_solver_alloc(pn_chain_method_find(method), chain);
  if (!solver)
    return GSL_ENOMEM;
  const pn_chain_settings settings = pn_chain_settings_default();
  int code = pn_chain_solver_set(solver, &settings, point, NULL);
  while (!code && pn_chain_solver_test(solver) == GSL_CONTINUE)
    code = pn_chain_solver_iterate(solver);
  if (!code)
    code = pn_chain_solver_test(solver);
  *iterations = solver->info.iteration;
  if (!code)
    pn_chain_solver_finish(solver); /* as pantin-chain does */
  pn_chain_point_copy(point, solver->point);
  pn_chain_solver_free(solver);
  return code ? GSL_EFAILED : GSL_SUCCESS;
}
