/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
/* A chain of 100 equal bars, 3 m long, between two nails at one height, 2 m
   apart: almost a catenary. Prints how low it hangs. */
#include <gsl/gsl_errno.h>
#include <pantin/pantin.h>
#include <stdio.h>

int main(void)
{
  enum { BARS = 100 };
  pn_error error = {0};
  const pn_chain_settings settings = pn_chain_settings_default();
  pn_chain *chain = pn_chain_alloc(BARS, 0);
  chain->end[0] = 2;
  for (size_t i = 0; i < BARS; i++)
    chain->length[i] = 3. / BARS;

  /* From a parabola between the nails. */
  pn_chain_point *start = pn_chain_point_alloc(chain);
  for (size_t i = 1; i < BARS; i++) {
    start->x[i] = 2. * i / BARS;
    start->y[i] = -start->x[i] * (2 - start->x[i]);
  }
  pn_chain_solver *solver = pn_chain_solver_alloc(pn_chain_minimum, chain);
  pn_chain_solver_set(solver, &settings, start, &error);
  while (!error.code && pn_chain_solver_test(solver) == GSL_CONTINUE)
    if (pn_chain_solver_iterate(solver))
      pn_error_set(&error, GSL_EFAILED, NULL, 0, "no step could be taken");
  if (!error.code && pn_chain_solver_test(solver) != GSL_SUCCESS)
    pn_error_set(&error, GSL_EMAXITER, NULL, 0, "too many steps");
  if (error.code)
    fprintf(stderr, "%s\n", error.text);
  else
    printf("sag %.6f m\n", -solver->point->y[BARS / 2]);
  pn_chain_solver_free(solver);
  pn_chain_point_free(start);
  pn_chain_free(chain);
  return error.code != 0;
}
