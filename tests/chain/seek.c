/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "seek.h"
#include "test.h"

#include <gsl/gsl_errno.h>

pn_chain *chain;
pn_chain_point *start;
pn_chain_solver *solver;

void finish(void)
{
  pn_chain_solver_free(solver);
  pn_chain_point_free(start);
  pn_chain_free(chain);
  solver = NULL;
  start = NULL;
  chain = NULL;
}

int solve_as(const pn_chain_settings *settings)
{
  pn_chain_solver_free(solver);
  solver = pn_chain_solver_alloc(pn_chain_minimum, chain);
  ck_assert_ptr_nonnull(solver);
  pn_error error = {0};
  ck_assert_int_eq(pn_chain_solver_set(solver, settings, start, &error), 0);
  while (pn_chain_solver_test(solver) == GSL_CONTINUE)
    if (pn_chain_solver_iterate(solver))
      break;
  const int status = pn_chain_solver_test(solver);
  if (status == GSL_SUCCESS)
    pn_chain_solver_finish(solver);
  return status;
}

int solve(pn_chain_lambda lambda)
{
  pn_chain_settings settings = pn_chain_settings_default();
  settings.lambda = lambda;
  return solve_as(&settings);
}
