/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-FileCopyrightText: 2026 The Pantin authors */
#include "solver_run.h"

#include "draw.h"
#include "test.h"

#include <gsl/gsl_errno.h>
#include <string.h>

const double solver_tolerance = 1e-12, solver_lambda_error = 1e-9;

/* Enough iterations for Gauss-Seidel on the worst conditioned of these
   problems. */
enum { ITERATIONS = 400000, ITERATIONS_OF_MANY_ROWS = 20000 };

void solver_prepare(void)
{
  draw_open();
  gsl_rng_set(draw_source, 20070385);
}

pn_lcp_solver *solver_run_to(double goal, const pn_lcp_method *method,
                             const pn_lcp *lcp)
{
  pn_lcp_settings settings = pn_lcp_settings_default();
  pn_error error = {0};
  settings.tolerance = goal;
  settings.iterations =
      lcp->size > SOLVER_FEW_ROWS ? ITERATIONS_OF_MANY_ROWS : ITERATIONS;
  pn_lcp_solver *solver = pn_lcp_solver_alloc(method, lcp);
  ck_assert_ptr_nonnull(solver);
  if (pn_lcp_solver_set(solver, &settings, NULL, &error)) {
    ck_assert_int_eq(error.code, GSL_EINVAL);
    ck_assert_str_ne(error.text, "");
    ck_assert(!method->handles_boxes || method->rows_max > 0 ||
              (method->needs && strstr(error.text, " needs ")));
    pn_lcp_solver_free(solver);
    return NULL;
  }
  while (pn_lcp_solver_test(solver) == GSL_CONTINUE)
    if (pn_lcp_solver_iterate(solver))
      break;
  return solver;
}

pn_lcp_solver *solver_run(const pn_lcp_method *method, const pn_lcp *lcp)
{
  return solver_run_to(solver_tolerance, method, lcp);
}
